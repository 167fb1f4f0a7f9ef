//! Tables of cosines or of sines alone, as programs keep them for rotation: the frequencies of their columns and the
//! position of their first row.

use std::{
    f64::consts::{PI, TAU},
    ops::Range,
};

use super::{
    alone::{WaveColumn, start_alone, wave_fit_within},
    precision::TablePrecision,
    turns::frequency_alone,
    values::TableValues,
};
use crate::encoding::{Component, Rounding, parallel::map_each};

/// Table in memory with a cosine or a sine in each column.
pub(crate) struct LoneWaves {
    values: TableValues,
}

impl LoneWaves {
    /// Table of rows of some width.
    pub(crate) fn new(num_rows: usize, width: usize, cells: Vec<f64>) -> Self {
        Self { values: TableValues::new(num_rows, width, cells) }
    }

    /// Narrowest type that holds the values; `None` for double precision.
    pub(crate) fn rounding(&self) -> Option<Rounding> {
        self.values.rounding
    }

    /// Number of rows.
    pub(crate) fn num_rows(&self) -> usize {
        self.values.num_rows
    }

    /// Number of columns.
    pub(crate) fn width(&self) -> usize {
        self.values.width
    }

    /// Values of a row.
    pub(crate) fn row(&self, i: usize) -> &[f64] {
        self.values.row(i)
    }

    /// Frequency of each column in radians per row; `None` where it turns too little within the table.
    pub(crate) fn frequencies(&self) -> Vec<Option<f64>> {
        let own = |j: usize| {
            let (omega, _) = frequency_alone(&self.values, j)?;
            Some(refined(&self.values, j, omega).unwrap_or(omega))
        };
        map_each(self.values.width, &own)
    }

    /// Whole positions of the first row that the phases of columns with known frequencies tell, of positive and of
    /// negative waves. Cosines do not tell a position from its negative; the one that is not negative is meant, unless
    /// all rows are before position 0, as those of positions in reverse.
    pub(crate) fn first_positions(
        &self,
        omegas: impl Iterator<Item = f64>,
        component: Component,
    ) -> Vec<i64> {
        /// Farthest from a whole number that phases may be.
        const NEAR: f64 = 0.2;
        /// Error of a phase that many rows tell, in units of the precision of one value.
        const PHASE: f64 = 4.0;
        let columns: Vec<WaveColumn> = omegas
            .enumerate()
            .filter(|&(_, omega)| omega > 0.0)
            .map(|(column, omega)| WaveColumn { column, omega, component })
            .collect();
        let noise = PHASE * TablePrecision::Rounded(self.values.rounding).noise();
        let of_sign = |sign: f64| {
            let (start, _) =
                start_alone(&self.values, 0..self.values.num_rows, &columns, (1.0, sign), noise)?;
            let whole = start.round() as i64;
            let is_after = whole + self.values.num_rows as i64 > 1;
            let own = if component == Component::Cos && is_after { whole.abs() } else { whole };
            ((start - start.round()).abs() < NEAR).then_some(own)
        };
        [1.0, -1.0].into_iter().filter_map(of_sign).collect()
    }
}

/// Frequency of a column near another, from the phases of the halves of growing parts of the table.
fn refined(values: &TableValues, column: usize, mut omega: f64) -> Option<f64> {
    /// Number of rows of the smallest part, and growth from part to part.
    const LEAST: usize = 16;
    const GROWTH: usize = 2;
    let num_rows = values.num_rows;
    // Half a turn at least, so that both factors of a wave are told.
    let mut length = LEAST.max((4.0 * PI / omega) as usize).min(num_rows);
    loop {
        let half = length / 2;
        let phase = |rows: Range<usize>| {
            let (a, b) = wave_fit_within(values, column, omega, rows)?;
            Some(b.atan2(a))
        };
        let off = phase(half..2 * half)? - phase(0..half)?;
        omega += (off - TAU * (off / TAU).round()) / half as f64;
        if length == num_rows {
            return (omega.is_finite() && omega > 0.0).then_some(omega);
        }
        length = (GROWTH * length).min(num_rows);
    }
}
