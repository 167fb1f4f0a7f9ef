//! Means and variances of rounded waves over runs of rows of one length.

use super::{
    Column, Component, Double, Level, Moments, Omegas,
    family_rows::{FamilyRows, RunMoments, sampled_rows},
    phasor::Phasors,
    staged::StagedWaves,
    turning::{Turning, kept},
};

/// Largest number of rows that tell how much the rounding errors under a pixel vary.
pub(super) const MOST_SAMPLES: usize = 4;

/// Rounded waves over runs of m rows: the moments of the exact waves, and of the rounding errors of a few rows. Sums
/// are taken over frequencies, of which most columns share one with another.
#[derive(Debug)]
pub(super) struct StagedRuns {
    staged: StagedWaves,
    exact: Omegas,
    /// Factor of the exact waves.
    amplitude: f64,
    start: f64,
    step: f64,
    m: f64,
    /// Factors that means of each frequency keep, and those of twice the frequency.
    kept: Vec<[f64; 2]>,
    columns: Vec<Column>,
}

/// Sums over a few rows, of each frequency.
struct ErrorSums {
    errors: Vec<f64>,
    squares: Vec<f64>,
}

impl ErrorSums {
    fn new(num: usize) -> Self {
        Self { errors: vec![0.0; num], squares: vec![0.0; num] }
    }

    #[inline(always)]
    fn add(&mut self, staged: &StagedWaves, rounded: &[f64], exact: &[f64], amplitude: f64) {
        let sums = self.errors.iter_mut().zip(&mut self.squares);
        for ((error, square), (&rounded, &exact)) in sums.zip(rounded.iter().zip(exact)) {
            let off = staged.result(rounded) - amplitude * exact;
            *error += off;
            *square += off * off;
        }
    }

    /// Mean and variance of a frequency's errors.
    fn moments(&self, frequency: usize, num: usize) -> Moments {
        let mean = self.errors[frequency] / num as f64;
        let square = self.squares[frequency] / num as f64;
        Moments { mean, variance: (square - mean * mean).max(0.0) }
    }
}

impl StagedRuns {
    /// Prepares some columns; `None` if none is a wave, or if they are too few to gain.
    pub(super) fn new(
        rows: &dyn FamilyRows,
        staged: StagedWaves,
        m: f64,
        columns: &[u32],
    ) -> Option<Self> {
        let num = staged.num_frequencies();
        if 8 * columns.len() < num {
            return None;
        }
        let Turning { amplitude, start, step, .. } =
            columns.iter().find_map(|&j| rows.turning(j))?;
        let mut exact = Omegas { hi: vec![0.0; num], lo: vec![0.0; num] };
        let mut factors = vec![[1.0; 2]; num];
        let column_of = |&j: &u32| staged.column(j);
        for (column, j) in columns.iter().map(column_of).zip(columns) {
            let (Column::Wave { frequency, .. }, Some(own)) = (column, rows.turning(*j)) else {
                continue;
            };
            (exact.hi[frequency], exact.lo[frequency]) = (own.omega.hi, own.omega.lo);
            let angle = own.omega.scaled(step).hi;
            factors[frequency] = [kept(angle, m), kept(2.0 * angle, m)];
        }
        let amplitude = staged.scale() * amplitude;
        let columns = columns.iter().map(column_of).collect();
        Some(Self { staged, exact, amplitude, start, step, m, kept: factors, columns })
    }

    /// Exact waves in a row, which need not be an integer.
    fn exact(&self, row: f64) -> Phasors {
        let position = Double::new(self.step).scaled(row).plus(Double::new(self.start));
        Phasors::at(Level::detected(), &self.exact, position)
    }
}

impl RunMoments for StagedRuns {
    fn fill(&self, first: f64, out: &mut [Moments]) {
        let num_frequencies = self.exact.hi.len();
        let rows = sampled_rows(first, self.m, MOST_SAMPLES);
        let num = rows.len();
        let (mut of_cos, mut of_sin) =
            (ErrorSums::new(num_frequencies), ErrorSums::new(num_frequencies));
        for t in rows {
            let (exact, rounded) = (self.exact(t as f64), self.staged.near_phasors(t));
            Level::detected().run(
                #[inline(always)]
                || {
                    of_cos.add(&self.staged, &rounded.cos, &exact.cos, self.amplitude);
                    of_sin.add(&self.staged, &rounded.sin, &exact.sin, self.amplitude);
                },
            );
        }
        let middle = self.exact(first + (self.m - 1.0) / 2.0);
        for (out, column) in out.iter_mut().zip(&self.columns) {
            let &Column::Wave { frequency, component } = column else {
                *out = Moments::default();
                continue;
            };
            let [once, twice] = self.kept[frequency];
            let (cos, sin) = (middle.cos[frequency], middle.sin[frequency]);
            let turned = twice * (cos * cos - sin * sin);
            let (value, square, errors) = match component {
                Component::Cos => (cos, 0.5 * (1.0 + turned), &of_cos),
                Component::Sin => (sin, 0.5 * (1.0 - turned), &of_sin),
            };
            let mean = self.amplitude * once * value;
            let variance = (self.amplitude * self.amplitude * square - mean * mean).max(0.0);
            let errors = errors.moments(frequency, num);
            *out = Moments { mean: mean + errors.mean, variance: variance + errors.variance };
        }
    }
}
