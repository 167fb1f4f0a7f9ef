//! Columns of a table that are not those of its encoding: found before its positions are known, and told once they are.

use super::{
    super::{
        deviation::{Deviating, Deviation},
        values::TableValues,
    },
    row_positions::RowPositions,
    wave_table::WaveTable,
};
use crate::encoding::Rounding;

/// Number of rows that columns are told from.
const MOST_ROWS: usize = 64;
/// One column of so many may be wrong.
const FEW: usize = 16;

/// Largest number of columns that may be wrong.
pub(crate) fn most_wrong_columns(num: usize) -> usize {
    const LEAST: usize = 3;
    (num / FEW).max(LEAST)
}

/// Rows that are looked at, without those of zeros.
fn some_rows(values: &TableValues) -> Vec<&[f64]> {
    let all = (0..values.num_rows).step_by(values.num_rows.div_ceil(MOST_ROWS));
    all.map(|i| values.row(i)).filter(|row| row.iter().any(|it| *it != 0.0)).collect()
}

/// True for each pair of a cosine and a sine, by their columns, that lies on another circle than most in most rows: one
/// of them is wrong, or both.
pub(crate) fn are_off_circle(values: &TableValues, pairs: &[(usize, usize)]) -> Vec<bool> {
    /// Relative difference of radii, as of types of few bits.
    const NEAR: f64 = 0.02;
    let rows = some_rows(values);
    let radius = |row: &[f64], (c, s): (usize, usize)| row[c].hypot(row[s]);
    let usual: Vec<f64> = rows
        .iter()
        .map(|row| {
            let mut all: Vec<f64> = pairs.iter().map(|&pair| radius(row, pair)).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or_default()
        })
        .collect();
    let is_off = |pair: &(usize, usize)| {
        let off = rows.iter().zip(&usual).filter(|(row, usual)| {
            let off = (radius(row, *pair) / **usual - 1.0).abs();
            off.is_nan() || off > NEAR
        });
        2 * off.count() > rows.len()
    };
    pairs.iter().map(is_off).collect()
}

/// True if two columns, one of them times a sign, differ in most rows.
pub(crate) fn are_columns_apart(values: &TableValues, (a, b): (usize, usize), sign: f64) -> bool {
    let rows = some_rows(values);
    2 * rows.iter().filter(|row| row[a] != sign * row[b]).count() > rows.len()
}

/// Table without some columns.
pub(crate) fn without_columns(values: &TableValues, wrong: &[usize]) -> (TableValues, Vec<usize>) {
    let kept: Vec<usize> = (0..values.width).filter(|j| !wrong.contains(j)).collect();
    let mut cells = Vec::with_capacity(values.num_rows * kept.len());
    for i in 0..values.num_rows {
        let row = values.row(i);
        cells.extend(kept.iter().map(|&j| row[j]));
    }
    (TableValues::new(values.num_rows, kept.len(), cells), kept)
}

impl WaveTable<'_> {
    /// Number of rows at a position whose value in a column is not that of another one. Rows of zeros say nothing.
    fn num_off(&self, positions: &RowPositions, column: usize, of: usize) -> usize {
        /// Difference of two values, as a share of the factor, that rounding does not make.
        const NEAR: f64 = 1e-4;
        let unit = self.values.rounding.map_or(f64::EPSILON, Rounding::unit);
        let near = self.scale.abs() * NEAR.max(4.0 * unit);
        let is_off = |(i, t): (usize, Option<f64>)| {
            let row = self.values.row(i);
            let off = t.map(|t| (row[column] - self.scale * self.expected(of, t)).abs());
            off.is_some_and(|off| off.is_nan() || off > near) && row.iter().any(|it| *it != 0.0)
        };
        positions.iter().enumerate().filter(|it| is_off(*it)).count()
    }

    /// Columns that are not those of the waves in most rows.
    pub(crate) fn wrong_columns(&self, positions: &RowPositions) -> Vec<usize> {
        let is_wrong = |j: &usize| 2 * self.num_off(positions, *j, *j) > self.values.num_rows;
        (0..self.width()).filter(is_wrong).collect()
    }

    /// Deviations of columns that were left out, and how many of these are right after all.
    pub(crate) fn told_columns(
        &self,
        positions: &RowPositions,
        left_out: &[usize],
    ) -> (Vec<Deviating>, usize) {
        let num_rows = self.values.num_rows;
        let holds = |j: usize, of: usize| 20 * self.num_off(positions, j, of) <= num_rows;
        let wrong: Vec<usize> = left_out.iter().copied().filter(|&j| !holds(j, j)).collect();
        let deviation = |&j: &usize| {
            let is_zero = (0..num_rows).all(|row| self.values.row(row)[j] == 0.0);
            let from = (0..self.width()).find(|&from| !is_zero && holds(j, from));
            let what = match from {
                Some(_) => Deviation::MovedColumn,
                None if is_zero => Deviation::ZeroColumn,
                None => Deviation::OtherColumn,
            };
            let from = from.map(|it| it as u32);
            Deviating { column: Some(j as u32), from, ..Deviating::of(what) }
        };
        (wrong.iter().map(deviation).collect(), left_out.len() - wrong.len())
    }

    /// Factor with which the waves at known positions are nearest to the values; `None` without any.
    pub(crate) fn fitted_scale(&self, positions: &RowPositions) -> Option<f64> {
        /// Differences, as shares of the factor, from which a value is another's: the nearer the factor, the smaller.
        const FAR: [f64; 3] = [0.05, 1e-3, 1e-5];
        let unit = self.values.rounding.map_or(0.0, Rounding::unit);
        let positions: Vec<Option<f64>> = positions.iter().collect();
        let mut fitted = None;
        let mut scale = self.scale;
        for far in FAR {
            let far = far.max(4.0 * unit) * scale.abs();
            let (mut product, mut square) = (0.0, 0.0);
            for (i, t) in positions.iter().enumerate() {
                let Some(t) = *t else { continue };
                for (j, value) in self.values.row(i).iter().enumerate() {
                    let own = self.expected(j, t);
                    if (value - scale * own).abs() < far {
                        (product, square) = (product + own * value, square + own * own);
                    }
                }
            }
            if square > 0.0 {
                scale = product / square;
                fitted = Some(scale);
            }
        }
        fitted
    }
}
