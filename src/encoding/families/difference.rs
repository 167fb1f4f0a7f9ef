//! Rows of the difference of two encodings: those of A minus those of B.

use std::{ops::Range, sync::Arc};

use crate::encoding::{
    Encoding, Extent, Moments, Number, NumberBlock,
    family_rows::{FamilyRows, RunMoments, TurningSides, sampled_rows},
    turning::TurningPair,
};

/// Rows minus others of the same width.
#[derive(Debug)]
pub(super) struct DifferenceFamily {
    pub(super) a: Arc<Encoding>,
    pub(super) b: Arc<Encoding>,
}

/// Largest number of rows that tell how much the values under a pixel vary, where no closed form does.
const MOST_SAMPLES: usize = 8;

impl DifferenceFamily {
    /// Fills `out` with rows from `first` on, as many as fit. The difference is rounded once.
    fn fill_rows<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        let (mut a, mut b) = (vec![0.0_f64; out.len()], vec![0.0_f64; out.len()]);
        self.a.fill_slice(first, columns.clone(), &mut a);
        self.b.fill_slice(first, columns, &mut b);
        for (out, (a, b)) in out.iter_mut().zip(a.into_iter().zip(b)) {
            *out = T::nearest(a - b);
        }
    }

    /// Columns of both sides, prepared for means over m rows; `None` unless both sides are waves.
    fn pairs_of(&self, m: f64, columns: impl IntoIterator<Item = u32>) -> Option<Vec<TurningPair>> {
        let (a, b) = (self.a.rows(), self.b.rows());
        let pair = |j| TurningPair::new(a.turning(j), b.turning(j), m);
        (a.turns() && b.turns()).then(|| columns.into_iter().map(pair).collect())
    }
}

impl FamilyRows for DifferenceFamily {
    fn value(&self, t: i64, j: u32) -> f64 {
        self.a.value(t, j) - self.b.value(t, j)
    }

    fn bound(&self, extent: Extent) -> f64 {
        self.a.bound(extent) + self.b.bound(extent)
    }

    fn square_bound(&self, extent: Extent) -> f64 {
        (self.a.square_bound(extent).sqrt() + self.b.square_bound(extent).sqrt()).powi(2)
    }

    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        match out {
            NumberBlock::Single(out) => self.fill_rows(first, columns, out),
            NumberBlock::Double(out) => self.fill_rows(first, columns, out),
        }
    }

    /// The mean is exact: that of A minus that of B. So is the variance where both sides are waves; elsewhere it is
    /// that of a few rows, evenly spaced.
    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        if let Some(pairs) = self.pairs_of(m, columns.clone()) {
            for (out, pair) in out.iter_mut().zip(pairs) {
                *out = pair.moments(first);
            }
            return;
        }
        // Tables have whole rows only: both sides are averaged over the same ones.
        let from = (first + 1e-9).floor();
        let m = ((first + m + 1e-9).floor() - from).max(1.0);
        let first = from;
        let mut of_b = vec![Moments::default(); out.len()];
        self.a.fill_moments(first, m, columns.clone(), out);
        self.b.fill_moments(first, m, columns.clone(), &mut of_b);
        for (out, of_b) in out.iter_mut().zip(of_b) {
            *out = Moments { mean: out.mean - of_b.mean, variance: 0.0 };
        }
        let rows = sampled_rows(first, m, MOST_SAMPLES);
        let num = rows.len();
        if num < 2 {
            return;
        }
        let width = out.len();
        let (mut sums, mut squares) = (vec![0.0; width], vec![0.0; width]);
        let mut row = vec![0.0; width];
        for t in rows {
            self.fill_rows(t, columns.clone(), &mut row);
            for ((sum, square), value) in sums.iter_mut().zip(&mut squares).zip(&row) {
                *sum += value;
                *square += value * value;
            }
        }
        for (out, (sum, square)) in out.iter_mut().zip(sums.into_iter().zip(squares)) {
            let mean = sum / num as f64;
            out.variance = (square / num as f64 - mean * mean).max(0.0);
        }
    }

    fn is_missing(&self) -> bool {
        self.a.is_missing() || self.b.is_missing()
    }

    fn is_unlimited(&self) -> bool {
        self.a.is_unlimited() && self.b.is_unlimited()
    }

    fn turning_sides(&self) -> Option<TurningSides> {
        let are_waves = self.a.rows().turns() && self.b.rows().turns();
        are_waves.then(|| TurningSides([Arc::clone(&self.a), Arc::clone(&self.b)]))
    }

    fn runs(&self, m: f64, columns: &[u32]) -> Option<Box<dyn RunMoments + '_>> {
        Some(Box::new(self.pairs_of(m, columns.iter().copied())?))
    }

    fn is_difference(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Convention, Data, Encoding, Extent, Sinusoid, Spacing, Spec, Table};

    fn sinusoid(convention: &str, base: f64) -> Sinusoid {
        let mut draft = Convention::named(convention).unwrap().draft(10);
        draft.base = base;
        Sinusoid::new(draft).unwrap()
    }

    #[test]
    fn moments_are_those_of_the_rows() {
        let paper = sinusoid("paper", 1e4);
        let sides = [
            Spec::from(paper),
            sinusoid("fairseq", 1e4).into(),
            sinusoid("paper", 9e3).into(),
            Spec::Spaced { sinusoid: paper, spacing: Spacing { start: 0.5, step: -0.25 } },
        ];
        for a in &sides {
            for b in &sides {
                let [a, b] = [a, b].map(|spec| Arc::new(Encoding::new(spec.clone())));
                let encoding = Encoding::difference(&a, &b).unwrap();
                for (first, m) in [(7_i64, 1_usize), (-40, 13), (3, 300)] {
                    let mut found = vec![Moments::default(); 10];
                    encoding.fill_moments(first as f64, m as f64, 0..10, &mut found);
                    let rows = encoding.table::<f64>(first..first + m as i64, 0..10);
                    for (j, found) in found.into_iter().enumerate() {
                        let column = rows.column(j);
                        let mean = column.sum() / m as f64;
                        let square = column.dot(&column) / m as f64;
                        assert!((found.mean - mean).abs() < 1e-12, "mean, column {j}, m {m}");
                        let variance = square - mean * mean;
                        assert!((found.variance - variance).abs() < 1e-12, "column {j}, m {m}");
                    }
                }
            }
        }
    }

    /// The windows of pixels begin and end between rows; the rows of a table do not.
    #[test]
    fn a_table_equals_its_rule_in_any_window() {
        let paper = Arc::new(Encoding::new(sinusoid("paper", 1e4)));
        let extent = Extent::new(0, 64).unwrap();
        let rows = Table { encoding: Arc::clone(&paper), extent };
        let data = Data::read(&rows, |_share| true).unwrap().unwrap();
        let table = Arc::new(Encoding::new(Spec::Data { data, start: 0 }));
        let encoding = Encoding::difference(&paper, &table).unwrap();
        for (first, m) in [(0.0, 1.9), (3.8, 1.9), (7.6, 1.9), (10.5, 20.25), (0.0, 64.0)] {
            let mut found = vec![Moments::default(); 10];
            encoding.fill_moments(first, m, 0..10, &mut found);
            for (j, found) in found.into_iter().enumerate() {
                assert!(found.mean.abs() < 1e-7, "{first}, {m}, column {j}: {}", found.mean);
            }
        }
    }

    #[test]
    fn encodings_of_different_widths_have_no_difference() {
        let paper = Arc::new(Encoding::new(sinusoid("paper", 1e4)));
        let wide = Sinusoid::new(Convention::PAPER.draft(12)).unwrap();
        assert!(Encoding::difference(&paper, &Arc::new(Encoding::new(wide))).is_none());
    }
}
