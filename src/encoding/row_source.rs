//! Rows of numbers from anywhere: an encoding, or a file.

use std::{fmt, io};

/// Rows of equal width that are computed or read when they are asked for.
pub trait RowSource: fmt::Debug + Send + Sync {
    /// Number of rows, at least 1.
    fn num_rows(&self) -> u64;
    /// Number of columns, at least 1.
    fn num_columns(&self) -> u32;
    /// Fills `out` in row-major order with the rows from `first` on, as many as fit.
    ///
    /// # Errors
    ///
    /// Fails if the rows are read from a file and that fails.
    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()>;
}
