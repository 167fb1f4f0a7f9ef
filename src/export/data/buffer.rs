//! Byte buffer for very many short pieces. It is part of what [`shortest`](super::shortest) gains over `zmij` and
//! a `Vec`.

/// Text of a number, in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub(super) is_negative: bool,
    /// Text without the sign, the first letter in the lowest byte of the first half. Two halves stay in two registers.
    pub(super) text: [u64; 2],
    pub(super) len: usize,
}

/// Short text between two numbers, in a register.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// First letter in the lowest byte.
    text: u32,
    len: usize,
}

impl Mark {
    const MOST: usize = size_of::<u32>();

    /// Mark of a text of at most four bytes; what is longer is cut.
    pub(super) fn new(text: &str) -> Self {
        debug_assert!(text.len() <= Self::MOST, "a short text");
        let mut bytes = [0; Self::MOST];
        for (to, byte) in bytes.iter_mut().zip(text.bytes()) {
            *to = byte;
        }
        Self { text: u32::from_le_bytes(bytes), len: text.len().min(Self::MOST) }
    }
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

    /// Appends a mark and a chunk: copies whole registers in one step each and keeps only the bytes of their texts.
    #[inline(always)]
    pub(super) fn push_chunk(&mut self, mark: Mark, chunk: Chunk) {
        const HALF: usize = size_of::<u64>();
        const ALL: usize = Mark::MOST + 1 + 2 * HALF;
        self.reserve(ALL);
        let Some(to) = self.room[self.len..].first_chunk_mut::<ALL>() else { return };
        to[..Mark::MOST].copy_from_slice(&mark.text.to_le_bytes());
        let mut len = mark.len;
        // Written even without a sign: a branch on the sign of a wave would be mispredicted half of the time.
        to[len] = b'-';
        len += usize::from(chunk.is_negative);
        for (to, half) in to[len..].chunks_exact_mut(HALF).zip(chunk.text) {
            to.copy_from_slice(&half.to_le_bytes());
        }
        self.len += len + chunk.len;
    }

    /// Appends a mark alone.
    pub(super) fn push_mark(&mut self, mark: Mark) {
        self.push(&mark.text.to_le_bytes()[..mark.len]);
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
