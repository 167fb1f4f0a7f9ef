//! Sinusoids at real positions: interpolated or normalized positions, half steps, rows in reverse.
//!
//! Row i is at the position p = start + step·i; its values are sin ωp and cos ωp.

use std::{ops::Range, sync::Arc};

use super::{Column, Double, Frequency, Phasor, Waves, turning::Turning};

/// Positions of rows: row i is at start + step·i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// Position of row 0.
    pub start: f64,
    /// Distance between the positions of two rows; negative in reverse.
    pub step: f64,
}

impl Spacing {
    /// Position of row i, in double-double precision.
    pub(super) fn position(self, i: i64) -> Double {
        Double::new(self.step).scaled(i as f64).plus(Double::new(self.start))
    }
}

/// Waves at real positions.
#[derive(Clone, Debug)]
pub(super) struct Spaced {
    waves: Arc<Waves>,
    spacing: Spacing,
}

impl Spaced {
    pub(super) fn new(waves: Waves, spacing: Spacing) -> Self {
        Self { waves: Arc::new(waves), spacing }
    }

    /// Waves, at every position.
    pub(super) fn waves(&self) -> &Waves {
        &self.waves
    }

    /// Positions of the rows.
    pub(super) fn spacing(&self) -> Spacing {
        self.spacing
    }

    /// Value of a row and a column.
    pub(super) fn value(&self, i: i64, j: u32) -> f64 {
        let position = self.spacing.position(i);
        match self.waves.column(j) {
            Column::Wave { frequency, component } => {
                let omega = self.waves.frequencies()[frequency].omega;
                Phasor::from_angle(omega.times(position)).component(component)
            }
            Column::Zero => 0.0,
        }
    }

    /// Upper bound of the sum of the squares of a row.
    pub(super) fn square_bound(&self) -> f64 {
        self.waves.square_bound()
    }

    /// Values of some columns of a row.
    pub(super) fn fill_row(&self, i: i64, columns: Range<u32>, mut out: impl FnMut(usize, f64)) {
        let position = self.spacing.position(i);
        let phasor = |it: &Frequency| Phasor::from_angle(it.omega.times(position));
        let phasors: Vec<Phasor> = self.waves.frequencies().iter().map(phasor).collect();
        for (at, j) in columns.enumerate() {
            out(
                at,
                match self.waves.column(j) {
                    Column::Wave { frequency, component } => {
                        phasors[frequency].component(component)
                    }
                    Column::Zero => 0.0,
                },
            );
        }
    }

    /// Column as a wave over the rows; `None` for a column of zeros.
    pub(super) fn turning(&self, j: u32) -> Option<Turning> {
        let Column::Wave { frequency, component } = self.waves.column(j) else { return None };
        let omega = self.waves.frequencies()[frequency].omega;
        let Spacing { start, step } = self.spacing;
        Some(Turning { omega, component, amplitude: 1.0, start, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Convention, Encoding, Moments, Sinusoid, Spec};

    fn spaced(spacing: Spacing) -> Encoding {
        let sinusoid = Sinusoid::new(Convention::PAPER.draft(7)).unwrap();
        Encoding::new(Spec::Spaced { sinusoid, spacing })
    }

    #[test]
    fn every_fourth_row_is_that_of_whole_positions() {
        let quarters = spaced(Spacing { start: 3.0, step: 0.25 });
        let reverse = spaced(Spacing { start: 30.0, step: -1.0 });
        let whole = Encoding::new(Sinusoid::new(Convention::PAPER.draft(7)).unwrap());
        for (i, t) in [(0, 3), (4, 4), (400, 103)] {
            for (a, b) in quarters.row(i).into_iter().zip(whole.row(t)) {
                assert!((a - b).abs() < 1e-15, "row {i}: {a} beside {b}");
            }
        }
        for (a, b) in reverse.row(10).into_iter().zip(whole.row(20)) {
            assert!((a - b).abs() < 1e-15, "in reverse: {a} beside {b}");
        }
    }

    #[test]
    fn moments_are_those_of_the_rows() {
        for spacing in [
            Spacing { start: 0.5, step: 1.0 },
            Spacing { start: 100.0, step: -0.125 },
            Spacing { start: 0.0, step: std::f64::consts::TAU },
        ] {
            let encoding = spaced(spacing);
            for (first, m) in [(0_i64, 1_i64), (3, 2), (5, 40)] {
                let mut found = vec![Moments::default(); 7];
                encoding.fill_moments(first as f64, m as f64, 0..7, &mut found);
                for (j, found) in (0..).zip(found) {
                    let values: Vec<f64> =
                        (first..first + m).map(|i| encoding.value(i, j)).collect();
                    let mean = values.iter().sum::<f64>() / m as f64;
                    let variance =
                        values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / m as f64;
                    assert!((found.mean - mean).abs() < 1e-12, "mean of {spacing:?}, column {j}");
                    assert!((found.variance - variance).abs() < 1e-12, "variance of {spacing:?}");
                }
            }
        }
    }
}
