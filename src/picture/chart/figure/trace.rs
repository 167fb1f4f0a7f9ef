//! The curve t ↦ PE(t), projected onto two axes.

use std::sync::Arc;

use crate::encoding::wave_sums::{SampledRow, Wave, WaveSums};
use crate::encoding::{Column, Component, Encoding, Waves};

/// Linear function of the rows of an encoding: weights of all columns, and a constant that is subtracted from the
/// weighted sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    sum: TraceSum,
    shift: f64,
}

/// Weighted sum of the columns.
#[derive(Clone, Debug, PartialEq)]
enum TraceSum {
    /// Waves of the sum: index of the frequency, weight of its sine, weight of its cosine.
    Waves(Arc<Waves>, Vec<(usize, f64, f64)>),
    /// Columns of rows without frequencies, with their weights.
    Rows(Arc<Encoding>, Vec<(u32, f64)>),
}

impl Coordinate {
    /// Value of a single column.
    pub fn column(encoding: &Arc<Encoding>, column: u32) -> Self {
        Self::weighted(encoding, [(column, 1.0)], 0.0)
    }

    /// Projection onto a direction, relative to a mean row.
    pub fn along(encoding: &Arc<Encoding>, direction: &[f64], mean: &[f64]) -> Self {
        let shift = direction.iter().zip(mean).map(|(a, b)| a * b).sum();
        Self::weighted(encoding, (0..).zip(direction.iter().copied()), shift)
    }

    fn weighted(
        encoding: &Arc<Encoding>,
        columns: impl IntoIterator<Item = (u32, f64)>,
        shift: f64,
    ) -> Self {
        let Some(waves) = encoding.column_waves() else {
            let sum = TraceSum::Rows(Arc::clone(encoding), columns.into_iter().collect());
            return Self { sum, shift };
        };
        let mut sum: Vec<(usize, f64, f64)> = Vec::new();
        for (column, weight) in columns {
            let Column::Wave { frequency, component } = waves.column(column) else { continue };
            let weight = weight * waves.amplitude();
            let index = sum.iter().position(|wave| wave.0 == frequency).unwrap_or_else(|| {
                sum.push((frequency, 0.0, 0.0));
                sum.len() - 1
            });
            match component {
                Component::Sin => sum[index].1 += weight,
                Component::Cos => sum[index].2 += weight,
            }
        }
        Self { sum: TraceSum::Waves(Arc::clone(waves), sum), shift }
    }

    /// Coordinate of the row at position `t`.
    pub fn at(&self, t: i64) -> f64 {
        self.values(SampledRow { first: t as f64, step: 1.0, num: 1 })[0]
    }

    /// Coordinates at evenly spaced positions: real ones for waves, the nearest rows otherwise.
    pub(in crate::picture::chart) fn values(&self, row: SampledRow) -> Vec<f64> {
        let mut values = match &self.sum {
            TraceSum::Waves(waves, sum) => {
                let wave = |&(frequency, sin, cos): &(usize, f64, f64)| {
                    let omega = waves.frequencies()[frequency].omega;
                    Wave { omega, sin, cos, square: 0.0 }
                };
                let summed: Vec<Wave> = sum.iter().map(wave).collect();
                WaveSums::new(row, &summed).into_sum()
            }
            TraceSum::Rows(encoding, sum) => {
                let position = |i: usize| (row.first + i as f64 * row.step).round() as i64;
                let value = |t: i64| match sum.as_slice() {
                    &[(column, weight)] => weight * encoding.value(t, column),
                    sum => {
                        let row = encoding.row(t);
                        sum.iter().zip(row).map(|(&(_, weight), value)| weight * value).sum()
                    }
                };
                (0..row.num).map(|i| value(position(i))).collect()
            }
        };
        values.truncate(row.num);
        for value in &mut values {
            *value -= self.shift;
        }
        values
    }

    /// Highest frequency of the sum, in radians per position; 0 for rows, which have nothing between them.
    pub(in crate::picture::chart) fn fastest(&self) -> f64 {
        let TraceSum::Waves(waves, sum) = &self.sum else { return 0.0 };
        let omegas = sum.iter().map(|&(frequency, ..)| waves.frequencies()[frequency].omega.hi);
        omegas.fold(0.0, f64::max)
    }
}

/// Positions as points on a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Horizontal and vertical coordinate.
    pub axes: [Coordinate; 2],
    /// First position drawn.
    pub first: i64,
    /// Last position drawn.
    pub last: i64,
    /// Selected position.
    pub position: i64,
    /// Position that the selected one is compared with.
    pub other: i64,
    /// First and last of additional positions, drawn faintly in the background.
    pub behind: Option<(i64, i64)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Computed, Convention, Encoding};

    #[test]
    fn coordinate_is_weighted_sum_of_row() {
        let direction = [0.5, -1.0, 2.0, 0.25, 0.0, 1.5, -0.75];
        let mean = [0.1; 7];
        for encoding in [
            Encoding::sinusoidal(Convention::PAPER.draft(7)).unwrap(),
            Encoding::new(Computed::Random { d_model: 7, seed: 1 }),
        ] {
            let encoding = Arc::new(encoding);
            let along = Coordinate::along(&encoding, &direction, &mean);
            for t in [0, 3, 49, 1 << 33] {
                let row = encoding.row(t);
                let expected: f64 =
                    row.iter().zip(direction).map(|(value, weight)| (value - 0.1) * weight).sum();
                assert!((along.at(t) - expected).abs() < 1e-13, "position {t}");
                for (column, &value) in (0..).zip(&row) {
                    let alone = Coordinate::column(&encoding, column).at(t);
                    assert!((alone - value).abs() < 1e-15, "position {t}, column {column}");
                }
            }
        }
    }
}
