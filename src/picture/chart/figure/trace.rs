//! The curve t ↦ PE(t), projected onto two axes.

use std::sync::Arc;

use crate::encoding::{Column, Component, Waves};
use crate::picture::raster::wave_sums::{Row, Sums, Wave};

/// Linear function of a row: weights of all columns, and a constant that is subtracted from the weighted sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// Waves of the sum: index of the frequency, weight of its sine, weight of its cosine.
    waves: Vec<(usize, f64, f64)>,
    shift: f64,
}

impl Coordinate {
    /// Value of a single column.
    pub fn column(waves: &Waves, column: u32) -> Self {
        Self::weighted(waves, [(column, 1.0)], 0.0)
    }

    /// Projection onto a direction, relative to a mean row.
    pub fn along(waves: &Waves, direction: &[f64], mean: &[f64]) -> Self {
        let shift = direction.iter().zip(mean).map(|(a, b)| a * b).sum();
        Self::weighted(waves, (0..).zip(direction.iter().copied()), shift)
    }

    fn weighted(waves: &Waves, columns: impl IntoIterator<Item = (u32, f64)>, shift: f64) -> Self {
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
        Self { waves: sum, shift }
    }

    /// Coordinate of the row at position `t`.
    pub fn at(&self, waves: &Waves, t: i64) -> f64 {
        self.values(waves, Row { first: t as f64, step: 1.0, num: 1 })[0]
    }

    pub(in crate::picture::chart) fn values(&self, waves: &Waves, row: Row) -> Vec<f64> {
        let wave = |&(frequency, sin, cos): &(usize, f64, f64)| {
            let omega = waves.frequencies()[frequency].omega;
            Wave { omega, sin, cos, square: 0.0 }
        };
        let summed: Vec<Wave> = self.waves.iter().map(wave).collect();
        let mut values = Sums::new(row, &summed).into_sum();
        values.truncate(row.num);
        for value in &mut values {
            *value -= self.shift;
        }
        values
    }

    /// Highest frequency of the sum, in radians per position.
    pub(in crate::picture::chart) fn fastest(&self, waves: &Waves) -> f64 {
        let omegas =
            self.waves.iter().map(|&(frequency, ..)| waves.frequencies()[frequency].omega.hi);
        omegas.fold(0.0, f64::max)
    }
}

/// Positions as points on a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Waves whose rows are the points.
    pub waves: Arc<Waves>,
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
    use crate::encoding::{Convention, Sinusoid};

    #[test]
    fn coordinate_is_weighted_sum_of_row() {
        let waves = Waves::new(Sinusoid::new(Convention::PAPER.draft(7)).unwrap());
        let direction = [0.5, -1.0, 2.0, 0.25, 0.0, 1.5, -0.75];
        let mean = [0.1; 7];
        let along = Coordinate::along(&waves, &direction, &mean);
        for t in [0, 3, 49, 1 << 33] {
            let row = waves.row(t);
            let expected: f64 =
                row.iter().zip(direction).map(|(value, weight)| (value - 0.1) * weight).sum();
            assert!((along.at(&waves, t) - expected).abs() < 1e-13, "position {t}");
            for (column, &value) in (0..).zip(&row) {
                let alone = Coordinate::column(&waves, column).at(&waves, t);
                assert!((alone - value).abs() < 1e-15, "position {t}, column {column}");
            }
        }
    }
}
