//! Encodings whose values are rounded to a type of few bits, as a program that stores them does.

use std::{ops::Range, sync::Arc};

use super::{Moments, Number, Rounding, difference::Rows};

/// Rows of an encoding, each value rounded once, to nearest even.
#[derive(Clone, Debug)]
pub(super) struct Rounded<R> {
    pub(super) exact: Arc<R>,
    pub(super) rounding: Rounding,
}

/// Largest number of rows that tell how much the rounding errors under a pixel vary.
const MOST_SAMPLES: usize = 16;

impl<R: Rows> Rounded<R> {
    pub(super) fn value(&self, t: i64, j: u32) -> f64 {
        self.rounding.nearest(self.exact.value(t, j))
    }

    /// Fills `out` with rows from `first` on, as many as fit.
    pub(super) fn fill<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        let mut exact = vec![0.0_f64; out.len()];
        self.exact.fill(first, columns, &mut exact);
        for (out, value) in out.iter_mut().zip(exact) {
            *out = T::nearest(self.rounding.nearest(value));
        }
    }

    /// Mean and variance of some columns over m ≥ 1 consecutive positions from `first` on: those of the exact values, and
    /// of the rounding errors of a few rows, evenly spaced.
    pub(super) fn fill_moments(
        &self,
        first: f64,
        m: f64,
        columns: Range<u32>,
        out: &mut [Moments],
    ) {
        self.exact.fill_moments(first, m, columns.clone(), out);
        let width = out.len();
        let num = (m as usize).clamp(1, MOST_SAMPLES);
        let (mut sums, mut squares) = (vec![0.0; width], vec![0.0; width]);
        let mut row = vec![0.0_f64; width];
        for i in 0..num {
            let t = (first + (i as f64 + 0.5) * m / num as f64).floor() as i64;
            self.exact.fill(t, columns.clone(), &mut row);
            for ((sum, square), value) in sums.iter_mut().zip(&mut squares).zip(&row) {
                let error = self.rounding.nearest(*value) - value;
                *sum += error;
                *square += error * error;
            }
        }
        for (out, (sum, square)) in out.iter_mut().zip(sums.into_iter().zip(squares)) {
            let mean = sum / num as f64;
            out.mean += mean;
            out.variance += (square / num as f64 - mean * mean).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::encoding::{Convention, Encoding, Moments, Rounding, Sinusoid, Spec};

    #[test]
    fn values_are_rounded_once() {
        let exact = Spec::from(Sinusoid::new(Convention::PAPER.draft(12)).unwrap());
        let plain = Encoding::new(exact.clone());
        for rounding in Rounding::ALL {
            let encoding = Encoding::new(Spec::Rounded(Box::new(exact.clone()), *rounding));
            let table = encoding.table::<f64>(-3..40, 0..12);
            for ((i, j), &value) in table.indexed_iter() {
                let expected = rounding.nearest(plain.value(i as i64 - 3, j as u32));
                assert_eq!(
                    value.to_bits(),
                    expected.to_bits(),
                    "{rounding:?}, row {i}, column {j}"
                );
            }
            // Few rows under a pixel are all looked at.
            let mut found = vec![Moments::default(); 12];
            encoding.fill_moments(2.0, 9.0, 0..12, &mut found);
            for (j, found) in found.into_iter().enumerate() {
                let mean = table.column(j).iter().skip(5).take(9).sum::<f64>() / 9.0;
                assert!((found.mean - mean).abs() < 1e-12, "{rounding:?}, column {j}");
            }
        }
    }
}
