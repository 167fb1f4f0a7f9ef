//! Values of a table in memory.

use crate::encoding::Rounding;

/// Values in memory, row by row.
pub(super) struct Values {
    pub(super) num_rows: usize,
    pub(super) width: usize,
    pub(super) cells: Vec<f64>,
    /// Relative precision of the narrowest type that holds every finite value.
    pub(super) precision: f64,
}

impl Values {
    pub(super) fn new(num_rows: usize, width: usize, cells: Vec<f64>) -> Self {
        let precision = precision(&cells);
        Self { num_rows, width, cells, precision }
    }

    pub(super) fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.width..(i + 1) * self.width]
    }

    pub(super) fn transposed(&self) -> Self {
        let cell = |i: usize| self.cells[(i % self.num_rows) * self.width + i / self.num_rows];
        let cells = (0..self.cells.len()).map(cell).collect();
        Self { num_rows: self.width, width: self.num_rows, cells, ..*self }
    }

    /// The table with its columns in another order: for each, the one that it is now.
    pub(super) fn reordered(&self, order: &[usize]) -> Self {
        let cells = (0..self.num_rows).flat_map(|i| order.iter().map(move |&j| self.row(i)[j]));
        Self { cells: cells.collect(), ..*self }
    }

    /// The table with one more column, of no numbers.
    pub(super) fn widened(&self) -> Self {
        let row = |i: usize| self.row(i).iter().copied().chain([f64::NAN]);
        let cells = (0..self.num_rows).flat_map(row).collect();
        Self { width: self.width + 1, cells, ..*self }
    }
}

/// Relative precision of the narrowest type that holds every finite value.
fn precision(cells: &[f64]) -> f64 {
    let holds = |rounding: Rounding| {
        cells.iter().filter(|it| it.is_finite()).all(|&it| rounding.nearest(it) == it)
    };
    if holds(Rounding::Bf16) {
        2_f64.powi(-8)
    } else if holds(Rounding::F16) {
        2_f64.powi(-11)
    } else if holds(Rounding::F32) {
        2_f64.powi(-24)
    } else {
        2_f64.powi(-50)
    }
}
