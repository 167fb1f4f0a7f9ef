//! Rows that are rounded to types of few bits, at the values alone or at any stage before them.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use crate::encoding::{
    Double, Encoding, Extent, Moments, Number, NumberBlock, Rounding, Spacing, Spec, Stages, Waves,
    family_rows::{FamilyRows, RunMoments, sampled_rows},
    grid::Grid,
    rotary::Rotary,
    staged::StagedWaves,
    staged_runs::{MOST_SAMPLES, StagedRuns},
};

/// Rows of an encoding, rounded at some stages.
#[derive(Debug)]
pub(super) struct Rounded {
    exact: Arc<Encoding>,
    stages: Stages,
    /// Waves whose stages before the values are rounded; `None` if at most the values are.
    waves: Option<StagedWaves>,
    /// Rows whose dot products are scores, built when they are first asked for; `None` unless the encoding is rotary.
    heads: OnceLock<Option<Encoding>>,
}

impl Rounded {
    /// Rows rounded at some stages. Without waves, only the values can be rounded.
    pub(super) fn new(exact: Encoding, stages: Stages) -> Self {
        let waves = exact.rows().staged(stages).filter(|_| !stages.is_of_result());
        Self { exact: Arc::new(exact), stages, waves, heads: OnceLock::new() }
    }

    /// Rows whose dot products are the scores of equal vectors: cosines and sines of all pairs, over the root of their
    /// number.
    fn heads(rotary: &Rotary, spacing: Option<Spacing>, stages: Stages) -> Encoding {
        let both = rotary.with_both();
        let exact = Encoding::new(match spacing {
            Some(spacing) => Spec::SpacedRotary { rotary: Arc::clone(&both), spacing },
            None => Spec::Rotary(Arc::clone(&both)),
        });
        let spec = Spec::Rounded(Box::new(exact.spec().clone()), stages);
        let scale = 1.0 / f64::from(rotary.num_pairs().max(1)).sqrt();
        // Staged also where only the values are rounded, for their scale.
        let waves = Some(StagedWaves::new(&Waves::of_cache(&both), spacing, stages).scaled(scale));
        let (exact, heads) = (Arc::new(exact), OnceLock::from(None));
        Encoding::of_rows(spec, Self { exact, stages, waves, heads })
    }

    fn rounded(&self, value: f64) -> f64 {
        self.stages.result.map_or(value, |it| it.cast(Double::new(value)))
    }

    /// Fills `out` with rows from `first` on, as many as fit.
    fn fill_rows<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        if let Some(waves) = &self.waves {
            waves.fill(first, columns, out);
            return;
        }
        let mut exact = vec![0.0_f64; out.len()];
        self.exact.fill_slice(first, columns, &mut exact);
        for (out, value) in out.iter_mut().zip(exact) {
            *out = T::nearest(self.rounded(value));
        }
    }
}

impl FamilyRows for Rounded {
    fn value(&self, t: i64, j: u32) -> f64 {
        match &self.waves {
            Some(waves) => waves.value(t, j),
            None => self.rounded(self.exact.value(t, j)),
        }
    }

    fn bound(&self, extent: Extent) -> f64 {
        let bound = self.exact.bound(extent);
        let rounded = self.stages.result.map_or(bound, |it| it.nearest(bound));
        if rounded.is_finite() { rounded } else { bound }
    }

    fn square_bound(&self, extent: Extent) -> f64 {
        let unit = self.stages.result.map_or(0.0, Rounding::unit);
        (1.0 + unit).powi(2) * self.exact.square_bound(extent)
    }

    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        match out {
            NumberBlock::Single(out) => self.fill_rows(first, columns, out),
            NumberBlock::Double(out) => self.fill_rows(first, columns, out),
        }
    }

    /// Those of the exact values, and of the rounding errors of a few rows, evenly spaced.
    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        self.exact.fill_moments(first, m, columns.clone(), out);
        let scale = self.waves.as_ref().map_or(1.0, StagedWaves::scale);
        for out in &mut *out {
            out.mean *= scale;
            out.variance *= scale * scale;
        }
        let width = out.len();
        let rows = sampled_rows(first, m, MOST_SAMPLES);
        let num = rows.len();
        let (mut sums, mut squares) = (vec![0.0; width], vec![0.0; width]);
        let (mut exact, mut row) = (vec![0.0_f64; width], vec![0.0_f64; width]);
        for t in rows {
            self.exact.fill_slice(t, columns.clone(), &mut exact);
            self.fill_rows(t, columns.clone(), &mut row);
            let errors = row.iter().zip(&exact).map(|(rounded, exact)| rounded - scale * exact);
            for ((sum, square), error) in sums.iter_mut().zip(&mut squares).zip(errors) {
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

    fn runs(&self, m: f64, columns: &[u32]) -> Option<Box<dyn RunMoments + '_>> {
        let scale = self.waves.as_ref().map_or(1.0, StagedWaves::scale);
        let staged = self.exact.rows().staged(self.stages)?.scaled(scale);
        Some(Box::new(StagedRuns::new(self.exact.rows(), staged, m, columns)?))
    }

    fn is_missing(&self) -> bool {
        self.exact.is_missing()
    }

    fn has_rows(&self) -> bool {
        self.exact.has_rows()
    }

    fn is_single(&self) -> bool {
        self.stages.result.is_some()
    }

    fn is_unlimited(&self) -> bool {
        self.exact.is_unlimited()
    }

    fn exact(&self) -> Option<&Arc<Encoding>> {
        Some(&self.exact)
    }

    fn scored_rows(&self) -> Option<&Encoding> {
        let (rotary, spacing) = match self.exact.spec() {
            Spec::Rotary(rotary) => (rotary, None),
            Spec::SpacedRotary { rotary, spacing } => (rotary, Some(*spacing)),
            _ => return None,
        };
        self.heads.get_or_init(|| Some(Self::heads(rotary, spacing, self.stages))).as_ref()
    }

    fn grid(&self) -> Option<&Arc<Grid>> {
        self.exact.grid()
    }
}
