//! Bytes to which very many short pieces are appended.

/// A buffer that copies short pieces in steps of a fixed size: a call of `memcpy` for each number would
/// cost more than its digits.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    /// Room ahead, beyond what is in use.
    room: Vec<u8>,
    len: usize,
}

impl Buffer {
    const STEP: usize = 8;

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.room[..self.len]
    }

    #[inline(always)]
    pub(super) fn push(&mut self, piece: &[u8]) {
        let end = self.len + piece.len();
        if end > self.room.len() {
            self.grow(end);
        }
        let to = &mut self.room[self.len..end];
        self.len = end;
        // The first and the last eight bytes, which may overlap.
        if let (Some(first), Some(last)) =
            (piece.first_chunk::<{ Self::STEP }>(), piece.last_chunk::<{ Self::STEP }>())
            && piece.len() <= 2 * Self::STEP
        {
            if let Some(to) = to.first_chunk_mut() {
                *to = *first;
            }
            if let Some(to) = to.last_chunk_mut() {
                *to = *last;
            }
        } else if let (&[byte], [to]) = (piece, &mut *to) {
            *to = byte;
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
        self.room.resize(needed.max(2 * self.room.len()).max(1 << 12), 0);
    }
}
