//! Tables whose columns are known waves, at positions that are not known.

use std::collections::HashMap;

use super::super::{precision::TablePrecision, values::TableValues};
use crate::encoding::{Component, proof::Expected};

/// One value of a row in so many may differ.
const MOST_WRONG: usize = 8;

/// Wave of a column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableWave {
    /// Number of the wave; columns of the same frequency share one.
    pub(crate) wave: usize,
    /// Frequency in radians per position.
    pub(crate) omega: f64,
    /// Error of the angle per position, as programs compute it.
    pub(crate) error: f64,
    /// Function of the angle.
    pub(crate) component: Component,
    /// Sign of the column.
    pub(crate) sign: f64,
}

impl TableWave {
    /// Unscaled value at a position, and how fast it changes with the position.
    pub(super) fn value_and_slope(&self, t: f64) -> (f64, f64) {
        let (sin, cos) = (self.omega * t).sin_cos();
        let (value, slope) = match self.component {
            Component::Sin => (sin, cos),
            Component::Cos => (cos, -sin),
        };
        (self.sign * value, self.sign * self.omega * slope)
    }
}

/// Values of one frequency in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct WavePair {
    pub(super) omega: f64,
    pub(super) error: f64,
    /// Column of the cosine and of the sine, with their signs.
    pub(super) cos: Option<(usize, f64)>,
    pub(super) sin: Option<(usize, f64)>,
}

/// A table with a known wave in each column.
pub(crate) struct WaveTable<'a> {
    pub(super) values: &'a TableValues,
    pub(super) columns: Vec<TableWave>,
    /// Columns of the same frequency and function: the first, and the others.
    distinct: Vec<(usize, Vec<usize>)>,
    /// Waves that turn, the slowest first.
    pub(super) pairs: Vec<WavePair>,
    /// Factor of all values.
    pub(super) scale: f64,
    pub(super) precision: TablePrecision,
    /// True if a position and its negative have the same values.
    pub(super) is_even: bool,
    /// True if all waves come back after a turn of the slowest: positions within half a turn of 0 are meant.
    pub(super) is_periodic: bool,
}

impl<'a> WaveTable<'a> {
    pub(crate) fn new(values: &'a TableValues, columns: Vec<TableWave>, scale: f64) -> Self {
        let num = columns.iter().map(|it| it.wave + 1).max().unwrap_or(0);
        let mut pairs: Vec<Option<WavePair>> = vec![None; num];
        for (j, it) in columns.iter().enumerate().filter(|(_, it)| it.omega > 0.0) {
            let (omega, error) = (it.omega, it.error);
            let pair =
                pairs[it.wave].get_or_insert(WavePair { omega, error, cos: None, sin: None });
            let place = match it.component {
                Component::Cos => &mut pair.cos,
                Component::Sin => &mut pair.sin,
            };
            place.get_or_insert((j, it.sign));
        }
        let mut pairs: Vec<WavePair> = pairs.into_iter().flatten().collect();
        pairs.sort_by(|a, b| a.omega.total_cmp(&b.omega));
        let is_even = pairs.iter().all(|it| it.sin.is_none());
        let distinct = distinct(&columns);
        let precision = values.own_precision();
        Self { values, columns, distinct, pairs, scale, precision, is_even, is_periodic: false }
    }

    /// The same at positions within half a turn of the slowest wave, after which all come back.
    #[must_use]
    pub(crate) fn within_a_turn(self) -> Self {
        Self { is_periodic: true, ..self }
    }

    /// Number of columns.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Unscaled value of a column at a position.
    pub(super) fn expected(&self, j: usize, t: f64) -> f64 {
        let it = &self.columns[j];
        let angle = it.omega * t;
        it.sign
            * match it.component {
                Component::Sin => angle.sin(),
                Component::Cos => angle.cos(),
            }
    }

    /// Largest difference of a value from its scaled expected one.
    pub(super) fn tolerance(&self, j: usize, t: f64, expected: f64) -> f64 {
        let angle = self.columns[j].error * t.abs();
        let slope = ((1.0 - expected * expected).max(0.0).sqrt() + angle).min(1.0);
        let error = angle * slope + self.precision.sine_error() * expected.abs();
        self.precision.tolerance(expected, error, self.scale)
    }

    /// Scaled values of all columns at a position, each with its tolerance.
    pub(super) fn expected_row(&self, t: f64) -> Vec<Expected> {
        let mut row = vec![Expected { value: 0.0, tolerance: 0.0 }; self.width()];
        for (first, others) in &self.distinct {
            let own = self.expected(*first, t);
            let tolerance = self.tolerance(*first, t, own);
            for &j in std::iter::once(first).chain(others) {
                let sign = self.columns[j].sign * self.columns[*first].sign;
                row[j] = Expected { value: self.scale * sign * own, tolerance };
            }
        }
        row
    }

    /// True if nearly all values of a row are those of a position.
    pub(super) fn is_at(&self, row: &[f64], t: f64) -> bool {
        self.is_within(row, t, self.width() / MOST_WRONG)
    }

    /// True if all but some values of a row are those of a position.
    pub(super) fn is_within(&self, row: &[f64], t: f64, most: usize) -> bool {
        let mut num_wrong = 0;
        // Any two values of a wave are as near as twice its height.
        let is_any = |j: usize| row[j].abs() <= self.scale.abs();
        for (first, others) in &self.distinct {
            let is_loose = self.columns[*first].error * t.abs() >= 2.0;
            if is_loose && is_any(*first) && others.iter().all(|&j| is_any(j)) {
                continue;
            }
            let expected = self.expected(*first, t);
            let tolerance = self.tolerance(*first, t, expected);
            let is_close = |j: usize| {
                let sign = self.columns[j].sign * self.columns[*first].sign;
                (row[j] - self.scale * sign * expected).abs() <= tolerance
            };
            num_wrong += usize::from(!is_close(*first));
            num_wrong += others.iter().filter(|&&j| !is_close(j)).count();
            if num_wrong > most {
                return false;
            }
        }
        true
    }
}

/// Columns of the same frequency and function: the first, and the others.
fn distinct(columns: &[TableWave]) -> Vec<(usize, Vec<usize>)> {
    let mut known: HashMap<(u64, bool), usize> = HashMap::new();
    let mut all: Vec<(usize, Vec<usize>)> = Vec::new();
    for (j, it) in columns.iter().enumerate() {
        let wave = (it.omega.to_bits(), it.component == Component::Cos);
        let at = *known.entry(wave).or_insert(all.len());
        match all.get_mut(at) {
            Some((_, others)) => others.push(j),
            None => all.push((j, Vec::new())),
        }
    }
    all
}
