//! Families: the rows of each, and the encoding that a specification means.

mod bias;
mod computed;
mod data;
mod difference;
mod fourier;
mod grid;
mod rotary;
mod rounded;
mod spaced;
mod waves;

use std::sync::Arc;

use super::{Encoding, OutOfLimits, Sinusoid, SinusoidDraft, Spec, Waves};
use {
    data::DataRows, difference::DifferenceFamily, grid::GridRows, rotary::RotaryRows,
    rounded::Rounded, spaced::Spaced,
};

impl Encoding {
    /// Builds the frequencies and columns of a specification.
    pub fn new(spec: impl Into<Spec>) -> Self {
        let spec = spec.into();
        match spec.clone() {
            Spec::Sinusoidal(sinusoid) => Self::of_rows(spec, Arc::new(Waves::new(sinusoid))),
            Spec::Spaced { sinusoid, spacing } => {
                Self::of_rows(spec, Spaced::new(Waves::new(sinusoid), spacing))
            }
            Spec::SpacedRotary { rotary, spacing } => {
                Self::of_rows(spec, Spaced::new(Waves::of_cache(&rotary), spacing))
            }
            Spec::Rotary(rotary) => Self::of_rows(spec, RotaryRows::new(&rotary)),
            Spec::Computed(computed) => Self::of_rows(spec, computed),
            Spec::Fourier(fourier) => Self::of_rows(spec, fourier),
            Spec::Bias(bias) => Self::of_rows(spec, bias),
            Spec::Grid(grid) => Self::of_rows(spec, GridRows::new(grid)),
            Spec::Data { data, start } => Self::of_rows(spec, DataRows { data, start }),
            Spec::Difference(sides) => {
                let [a, b] = sides.map(|side| Arc::new(Self::new(side)));
                Self::of_rows(spec, DifferenceFamily { a, b })
            }
            Spec::Rounded(exact, stages) => {
                Self::of_rows(spec, Rounded::new(Self::new(*exact), stages))
            }
        }
    }

    /// Validates a draft of a sinusoidal encoding and builds the encoding.
    pub fn sinusoidal(draft: SinusoidDraft) -> Result<Self, OutOfLimits> {
        Sinusoid::new(draft).map(Self::new)
    }

    /// Rows of A minus those of B; `None` if they differ in width, or if one is a bias.
    pub fn difference(a: &Arc<Self>, b: &Arc<Self>) -> Option<Self> {
        let has_rows = a.bias().is_none() && b.bias().is_none();
        (has_rows && a.num_columns() == b.num_columns()).then(|| {
            let spec = Spec::Difference(Box::new([a.spec().clone(), b.spec().clone()]));
            Self::of_rows(spec, DifferenceFamily { a: Arc::clone(a), b: Arc::clone(b) })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    use crate::encoding::{Computed, Convention, Extent};

    #[test]
    fn every_family_fills_tables() {
        let extent = Extent::new(-4, 20).unwrap();
        let sinusoid = Sinusoid::new(Convention::PAPER.draft(6)).unwrap();
        let specs = [
            Spec::from(sinusoid),
            Computed::Index.into(),
            Computed::Fraction(extent).into(),
            Computed::Binary { num_bits: 6 }.into(),
            Computed::Random { d_model: 6, seed: 1 }.into(),
        ];
        for spec in specs {
            let encoding = Encoding::new(spec.clone());
            let last = encoding.num_columns();
            let table = encoding.table::<f64>(-4..16, 0..last);
            assert_eq!(table.dim(), (20, last as usize), "shape of {spec:?}");
            for (t, row) in (-4..).zip(table.outer_iter()) {
                assert_eq!(row.to_vec(), encoding.row(t), "row {t} of {spec:?}");
                let bound = encoding.bound(extent);
                assert!(row.iter().all(|v| v.abs() <= bound), "row {t} of {spec:?} within {bound}");
            }
            let part = encoding.table::<f32>(3..5, 1..9);
            assert_eq!(part.ncols(), (last as usize).saturating_sub(1).min(8), "columns are cut");
            // A view that is not contiguous gets the same values.
            let mut wide = Array2::<f64>::zeros((2, 9));
            encoding.fill(3, 1, wide.view_mut());
            for (i, value) in part.indexed_iter() {
                assert_eq!(f64::from(*value), f64::from(wide[i] as f32), "{i:?} of {spec:?}");
            }
        }
    }
}
