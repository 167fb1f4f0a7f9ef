//! Rows of an encoding over an extent: the input of pictures and exports.

use std::{io, ops::Range, sync::Arc};

use ndarray::Array2;

use super::{Encoding, Extent, Number, RowSource, Waves};

/// Encoding at the positions of an extent. Row i is at position `start` + i.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Encoding of the rows.
    pub encoding: Arc<Encoding>,
    /// Positions of the rows.
    pub extent: Extent,
}

impl Table {
    /// Number of rows.
    pub fn num_rows(&self) -> u64 {
        self.extent.length()
    }

    /// Number of columns.
    pub fn num_columns(&self) -> u32 {
        self.encoding.num_columns()
    }

    /// Frequencies, and the columns that `M_k` maps; `None` unless the columns are sines and cosines.
    pub fn waves(&self) -> Option<&Arc<Waves>> {
        self.encoding.waves()
    }

    /// Frequencies, and the columns of the rows; `None` unless these are sines and cosines.
    pub fn column_waves(&self) -> Option<&Arc<Waves>> {
        self.encoding.column_waves()
    }

    /// The same table before it is rounded; `None` if it is exact.
    pub fn exact(&self) -> Option<Self> {
        let encoding = Arc::clone(self.encoding.exact()?);
        Some(Self { encoding, extent: self.extent })
    }

    /// Position of a row.
    pub fn position(&self, row: u64) -> i64 {
        self.extent.start() + row as i64
    }

    /// Value in a row and a column.
    pub fn value(&self, row: u64, column: u32) -> f64 {
        self.encoding.value(self.position(row), column)
    }

    /// Largest absolute value, or an upper bound.
    pub fn bound(&self) -> f64 {
        self.encoding.bound(self.extent)
    }

    /// Values of a block of rows and columns. Rows beyond the last are computed as well.
    pub fn block<T: Number>(&self, rows: Range<u64>, columns: Range<u32>) -> Array2<T> {
        self.encoding.table(self.position(rows.start)..self.position(rows.end), columns)
    }

    /// Values of whole rows in row-major order.
    pub(crate) fn rows(&self, first: u64, num: u64) -> Vec<f64> {
        let mut out = vec![0.0; num as usize * self.num_columns() as usize];
        self.encoding.fill_slice(self.position(first), 0..self.num_columns(), &mut out);
        out
    }
}

impl RowSource for Table {
    fn num_rows(&self) -> u64 {
        Self::num_rows(self)
    }

    fn num_columns(&self) -> u32 {
        Self::num_columns(self)
    }

    fn fill(&self, first: u64, out: &mut [f64]) -> io::Result<()> {
        self.encoding.fill_slice(self.position(first), 0..self.num_columns(), out);
        Ok(())
    }
}
