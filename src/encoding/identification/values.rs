//! Values of a table in memory.

use super::precision::{TablePrecision, half_decimal};
use crate::encoding::{Rounding, proof::is_predictable};

/// Values in memory, row by row.
pub(crate) struct TableValues {
    pub(crate) num_rows: usize,
    pub(crate) width: usize,
    pub(super) cells: Vec<f64>,
    /// Narrowest type that holds them; `None` for double precision.
    pub(crate) rounding: Option<Rounding>,
    /// Number of decimals to which they were rounded as text; `None` if they have more.
    pub(super) decimals: Option<u32>,
}

/// Number of decimals to which values were rounded as text, two at least; `None` if they have more, or are numbers of a
/// type with few bits.
fn decimals(cells: &[f64], rounding: Option<Rounding>) -> Option<u32> {
    /// Share of the last decimal by which single precision misses it.
    const NEAR: f64 = 0.1;
    let most = match rounding {
        Some(Rounding::F32) => 6,
        Some(_) => return None,
        None => 9,
    };
    let has = |decimals: &u32| {
        let unit = 10.0_f64.powi(*decimals as i32);
        let is_whole = |it: &f64| (it * unit - (it * unit).round()).abs() < NEAR;
        cells.iter().filter(|it| it.is_finite()).all(is_whole)
    };
    (0..=most).find(has).filter(|it| *it >= 2)
}

impl TableValues {
    pub(crate) fn new(num_rows: usize, width: usize, cells: Vec<f64>) -> Self {
        let rounding = Rounding::narrowest_of_many(&cells);
        let decimals = decimals(&cells, rounding);
        Self { num_rows, width, cells, rounding, decimals }
    }

    /// Way in which the values were rounded at the end.
    pub(super) fn own_precision(&self) -> TablePrecision {
        self.decimals.map_or(TablePrecision::Rounded(self.rounding), TablePrecision::Decimals)
    }

    /// Relative error of a value of 1 in the type of the values, or as text; 0 in double precision.
    pub(crate) fn own_unit(&self) -> f64 {
        let of_text = self.decimals.map_or(0.0, half_decimal);
        self.rounding.map_or(0.0, Rounding::unit).max(of_text)
    }

    /// Relative precision of the values.
    pub(super) fn precision(&self) -> f64 {
        /// That of numbers computed in double precision, by other steps.
        const DOUBLE: f64 = 1.0 / (1_u64 << 50) as f64;
        self.rounding.map_or(DOUBLE, Rounding::unit)
    }

    /// Ways in which the values may have come about exactly, the most precise first.
    pub(super) fn precisions(&self) -> Vec<TablePrecision> {
        let mut all = vec![self.own_precision()];
        if all == [TablePrecision::Rounded(None)] {
            all.push(TablePrecision::Single);
        }
        all
    }

    /// The table without the rows at its end that are zero, or equal to the one before, where these are more than a
    /// quarter of it, and true for zeros: nobody wrote them.
    pub(super) fn without_empty_end(&self) -> Option<(Self, bool)> {
        let is_zero = |i: &usize| self.is_zero_row(*i);
        let is_repeated = |i: &usize| *i > 0 && self.row(*i) == self.row(*i - 1);
        let down = || (0..self.num_rows).rev();
        let num_zero = down().take_while(is_zero).count();
        let num_empty =
            if num_zero > 0 { num_zero } else { down().take_while(is_repeated).count() };
        let num_rows = self.num_rows - num_empty;
        let cells = || self.cells[..num_rows * self.width].to_vec();
        (4 * num_empty > self.num_rows && num_rows >= 2)
            .then(|| (Self::new(num_rows, self.width, cells()), num_zero > 0))
    }

    /// True for a value that says little of an encoding of an amplitude.
    pub(super) fn is_predictable(&self, row: usize, column: usize, amplitude: f64) -> bool {
        let above = row.checked_sub(1).map(|above| self.row(above)[column]);
        is_predictable(self.row(row)[column], above, amplitude)
    }

    pub(crate) fn row(&self, i: usize) -> &[f64] {
        &self.cells[i * self.width..(i + 1) * self.width]
    }

    /// True for a row of zeros.
    pub(crate) fn is_zero_row(&self, i: usize) -> bool {
        self.row(i).iter().all(|&it| it == 0.0)
    }

    /// All values, row by row.
    pub(crate) fn cells(&self) -> &[f64] {
        &self.cells
    }

    pub(crate) fn transposed(&self) -> Self {
        let cell = |i: usize| self.cells[(i % self.num_rows) * self.width + i / self.num_rows];
        let cells = (0..self.cells.len()).map(cell).collect();
        Self { num_rows: self.width, width: self.num_rows, cells, ..*self }
    }

    /// The table with its columns in another order: for each, the one that it is now.
    pub(super) fn reordered(&self, order: &[usize]) -> Self {
        let cells = (0..self.num_rows).flat_map(|i| order.iter().map(move |&j| self.row(i)[j]));
        Self { cells: cells.collect(), ..*self }
    }

    /// Some rows of the table.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Self {
        let cells = rows.iter().flat_map(|&i| self.row(i).iter().copied()).collect();
        Self { num_rows: rows.len(), cells, ..*self }
    }

    /// Some columns of the table.
    pub(crate) fn selected(&self, columns: &[usize]) -> Self {
        let cells = (0..self.num_rows).flat_map(|i| columns.iter().map(move |&j| self.row(i)[j]));
        Self { cells: cells.collect(), width: columns.len(), ..*self }
    }

    /// The table with one more column, of no numbers.
    pub(super) fn widened(&self) -> Self {
        let row = |i: usize| self.row(i).iter().copied().chain([f64::NAN]);
        let cells = (0..self.num_rows).flat_map(row).collect();
        Self { width: self.width + 1, cells, ..*self }
    }
}
