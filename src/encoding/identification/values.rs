//! Values of a table in memory.

use crate::encoding::Rounding;

/// Values in memory, row by row.
pub(super) struct Values {
    pub(super) num_rows: usize,
    pub(super) width: usize,
    pub(super) cells: Vec<f64>,
}

impl Values {
    pub(super) fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.width..(i + 1) * self.width]
    }

    pub(super) fn transposed(&self) -> Self {
        let cell = |i: usize| self.cells[(i % self.num_rows) * self.width + i / self.num_rows];
        let cells = (0..self.cells.len()).map(cell).collect();
        Self { num_rows: self.width, width: self.num_rows, cells }
    }

    /// Narrowest type that holds every finite value, and its relative precision.
    pub(super) fn precision(&self) -> f64 {
        let holds = |rounding: Rounding| {
            self.cells.iter().filter(|it| it.is_finite()).all(|&it| rounding.nearest(it) == it)
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
}
