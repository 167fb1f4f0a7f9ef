//! Byte buffer for very many short pieces. It is part of what [`shortest`](super::shortest) gains over `zmij` and
//! a `Vec`.

/// Text of a number, in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub(super) is_negative: bool,
    /// Text without the sign, the first letter in the lowest byte.
    pub(super) text: u128,
    pub(super) len: usize,
}

/// Buffer that copies short pieces in steps of a fixed size: a call of `memcpy` for each number would cost
/// more than its digits.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    /// Bytes in use, then room for more.
    room: Vec<u8>,
    len: usize,
}

impl Buffer {
    const STEP: usize = 8;

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Makes room for `more` bytes.
    pub(super) fn reserve(&mut self, more: usize) {
        if self.len + more > self.room.len() {
            self.grow(self.len + more);
        }
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.room[..self.len]
    }

    /// Appends a chunk: copies the whole register in one step and keeps only the bytes of its text.
    #[inline(always)]
    pub(super) fn push_chunk(&mut self, chunk: Chunk) {
        const SIGN: usize = 1;
        const TEXT: usize = size_of::<u128>();
        self.reserve(SIGN + TEXT);
        // Written even without a sign: a branch on the sign of a wave would be mispredicted half of the time.
        self.room[self.len] = b'-';
        self.len += usize::from(chunk.is_negative);
        if let Some(to) = self.room[self.len..].first_chunk_mut::<TEXT>() {
            *to = chunk.text.to_le_bytes();
        }
        self.len += chunk.len;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, piece: &[u8]) {
        let end = self.len + piece.len();
        self.reserve(piece.len());
        let to = &mut self.room[self.len..end];
        self.len = end;
        // Copies the first and the last eight bytes, which may overlap.
        if let (&[byte], [to]) = (piece, &mut *to) {
            *to = byte;
        } else if let (Some(first), Some(last)) =
            (piece.first_chunk::<{ Self::STEP }>(), piece.last_chunk::<{ Self::STEP }>())
            && piece.len() <= 2 * Self::STEP
        {
            if let Some(to) = to.first_chunk_mut() {
                *to = *first;
            }
            if let Some(to) = to.last_chunk_mut() {
                *to = *last;
            }
        } else if piece.len() < Self::STEP {
            for (to, byte) in to.iter_mut().zip(piece) {
                *to = *byte;
            }
        } else {
            to.copy_from_slice(piece);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        const LEAST: usize = 1 << 12;
        self.room.resize(needed.max(2 * self.room.len()).max(LEAST), 0);
    }
}
