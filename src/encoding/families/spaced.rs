//! Rows of sines and cosines at real positions.
//!
//! Row i is at the position p = start + step·i; its values are sin ωp and cos ωp, those of a rotary cache times its
//! factor.

use std::{ops::Range, sync::OnceLock};

use crate::encoding::{
    Column, Encoding, Extent, Frequency, Number, NumberBlock, Phasor, Spacing, Spec, Stages, Waves,
    family_rows::FamilyRows, parallel::for_each_row, staged::StagedWaves, turning::Turning,
};

/// Waves at real positions.
#[derive(Debug)]
pub(super) struct Spaced {
    waves: Waves,
    spacing: Spacing,
    amplitude: f64,
    /// Rows whose dot products are scores, built when they are first asked for; `None` unless the waves are those of a
    /// cache.
    score_rows: OnceLock<Option<Encoding>>,
}

impl Spaced {
    pub(super) fn new(waves: Waves, spacing: Spacing) -> Self {
        Self { amplitude: waves.amplitude(), waves, spacing, score_rows: OnceLock::new() }
    }

    /// Rows that are scores themselves: cosines and sines of all pairs, over the root of their number.
    fn score_rows(&self) -> Option<Encoding> {
        let (rotary, spacing) = (self.waves.rotary()?.with_both(), self.spacing);
        let own = Self::new(Waves::of_cache(&rotary), spacing);
        let amplitude = own.amplitude / f64::from(rotary.num_pairs().max(1)).sqrt();
        let own = Self { amplitude, score_rows: OnceLock::from(None), ..own };
        Some(Encoding::of_rows(Spec::SpacedRotary { rotary, spacing }, own))
    }

    /// Fills `out` with rows from `first` on.
    fn fill_rows<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        let width = columns.len().max(1);
        for_each_row(out, width, &|i, row| {
            let position = self.spacing.position(first + i as i64);
            let phasor = |it: &Frequency| Phasor::from_angle(it.omega.times(position));
            let phasors: Vec<Phasor> = self.waves.frequencies().iter().map(phasor).collect();
            for (out, j) in row.iter_mut().zip(columns.clone()) {
                *out = T::nearest(match self.waves.column(j) {
                    Column::Wave { frequency, component } => {
                        self.amplitude * phasors[frequency].component(component)
                    }
                    Column::Zero => 0.0,
                });
            }
        });
    }
}

impl FamilyRows for Spaced {
    fn value(&self, i: i64, j: u32) -> f64 {
        let position = self.spacing.position(i);
        match self.waves.column(j) {
            Column::Wave { frequency, component } => {
                let omega = self.waves.frequencies()[frequency].omega;
                self.amplitude * Phasor::from_angle(omega.times(position)).component(component)
            }
            Column::Zero => 0.0,
        }
    }

    fn bound(&self, _extent: Extent) -> f64 {
        match self.amplitude.abs() {
            0.0 => 1.0,
            amplitude => amplitude,
        }
    }

    fn square_bound(&self, _extent: Extent) -> f64 {
        self.waves.square_bound()
    }

    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        match out {
            NumberBlock::Single(out) => self.fill_rows(first, columns, out),
            NumberBlock::Double(out) => self.fill_rows(first, columns, out),
        }
    }

    fn turns(&self) -> bool {
        true
    }

    fn turning(&self, j: u32) -> Option<Turning> {
        let Column::Wave { frequency, component } = self.waves.column(j) else { return None };
        let omega = self.waves.frequencies()[frequency].omega;
        let Spacing { start, step } = self.spacing;
        Some(Turning { omega, component, amplitude: self.amplitude, start, step })
    }

    fn staged(&self, stages: Stages) -> Option<StagedWaves> {
        Some(StagedWaves::new(&self.waves, Some(self.spacing), stages))
    }

    fn scored_rows(&self) -> Option<&Encoding> {
        self.score_rows.get_or_init(|| self.score_rows()).as_ref()
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
