//! Progress of an export, and the request to cancel it.

use std::{
    io::{self, Write},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use thiserror::Error;

/// Error of an export that the user stopped.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("cancelled: nothing was written")]
pub struct Cancelled;

/// Progress shared by the thread that writes and the window that shows it.
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

    /// Asks the export to stop as soon as possible.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Begins to count the rows of a file.
    pub(crate) fn begin(&self, rows: u64) {
        self.rows_done.store(0, Ordering::Relaxed);
        self.rows.store(rows, Ordering::Relaxed);
    }

    /// True until [`Progress::cancel`] is called.
    pub fn is_wanted(&self) -> bool {
        !self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Counts bytes that were written outside of blocks.
    pub(crate) fn count_bytes(&self, bytes: u64) {
        self.bytes_done.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts rows and bytes. Fails once the export is cancelled.
    pub(crate) fn advance(&self, rows: u64, bytes: u64) -> Result<(), Cancelled> {
        self.rows_done.fetch_add(rows, Ordering::Relaxed);
        self.count_bytes(bytes);
        if self.is_wanted() { Ok(()) } else { Err(Cancelled) }
    }
}

/// Writer that counts bytes as progress.
pub(super) struct Counted<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) progress: &'a Progress,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.progress.count_bytes(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
