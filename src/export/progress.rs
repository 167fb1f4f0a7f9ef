//! How far an export is, and whether it is still wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::ExportError;

/// Shared by the thread that writes and the window that shows it.
#[derive(Debug, Default)]
pub struct Progress {
    rows_done: AtomicU64,
    rows: AtomicU64,
    bytes_done: AtomicU64,
    is_cancelled: AtomicBool,
}

impl Progress {
    /// Rows written, and rows to write (0 while unknown).
    pub fn rows(&self) -> (u64, u64) {
        (self.rows_done.load(Ordering::Relaxed), self.rows.load(Ordering::Relaxed))
    }

    /// Bytes written.
    pub fn bytes(&self) -> u64 {
        self.bytes_done.load(Ordering::Relaxed)
    }

    /// Asks for an end as soon as possible.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, rows: u64) {
        self.rows.store(rows, Ordering::Relaxed);
    }

    /// Whether nobody has asked for an end yet.
    pub fn is_wanted(&self) -> bool {
        !self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Counts bytes that were written outside of blocks.
    pub(crate) fn count_bytes(&self, bytes: u64) {
        self.bytes_done.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts rows and bytes; an error once it has been cancelled.
    pub(crate) fn advance(&self, rows: u64, bytes: u64) -> Result<(), ExportError> {
        self.rows_done.fetch_add(rows, Ordering::Relaxed);
        self.count_bytes(bytes);
        if self.is_wanted() { Ok(()) } else { Err(ExportError::Cancelled) }
    }
}
