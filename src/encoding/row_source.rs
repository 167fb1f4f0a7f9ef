//! Rows of numbers from anywhere: an encoding, or a file.

use std::{fmt, io};

use ndarray::Array2;

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

/// An array in memory: its rows are the rows. It must have rows and columns.
impl<T> RowSource for Array2<T>
where
    T: Copy + Into<f64> + fmt::Debug + Send + Sync,
{
    fn num_rows(&self) -> u64 {
        self.nrows() as u64
    }

    fn num_columns(&self) -> u32 {
        self.ncols() as u32
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()> {
        let rows = self.rows().into_iter().skip(first as usize);
        for (value, out) in rows.flatten().zip(out) {
            *out = (*value).into();
        }
        Ok(())
    }
}
