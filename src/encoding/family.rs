//! Encodings of every family, and their capabilities.
//!
//! | capability | families | accessor |
//! |---|---|---|
//! | rows: a value per position and column | all but biases; those of a table end | [`Encoding::value`], [`Encoding::fill`], [`Encoding::table`] |
//! | waves: frequencies, rotation `M_k`, exact means | sinusoidal, rotary | [`Encoding::waves`], [`Encoding::column_waves`] |
//! | bias: a number for each head, query and key | bias | [`Encoding::bias`] |

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use ndarray::{Array2, ArrayViewMut2};
use rayon::prelude::*;

use super::{
    Column, Computed, Data, Extent, Moments, Number, OutOfLimits, Rounding, Sinusoid,
    SinusoidDraft, Spec, Stages, Waves,
    bias::Bias,
    difference::{self, Difference},
    grid::Grid,
    rotary::Rotary,
    spaced::Spaced,
    staged::{Staged, StagedWaves},
    turning::{Turning, TurningPair},
};

/// Positional encoding of any family. It has values at every position, except for a table from a file, which has NaN
/// beyond its rows; it has no extent of its own.
///
/// ```
/// use phasor::encoding::{Convention, Encoding};
/// let encoding = Encoding::sinusoidal(Convention::PAPER.draft(4))?;
/// let table = encoding.table::<f64>(0..4, 0..4);
/// assert_eq!(table.dim(), (4, 4));
/// assert!((table[[3, 2]] - 0.03_f64.sin()).abs() < 1e-16);
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    spec: Spec,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Waves(Arc<Waves>),
    /// Rotated head, and the cache whose columns are the columns of the rows.
    Rotary {
        head: Arc<Waves>,
        cache: Arc<Waves>,
    },
    Spaced(Spaced),
    Computed(Computed),
    /// Numbers, and the position of their first row.
    Data(Data, i64),
    Difference(Difference<Encoding>),
    Bias(Arc<Bias>),
    Grid {
        grid: Arc<Grid>,
        /// Rows whose dot products are scores, built when they are first asked for; only for a rotary encoding.
        heads: Option<OnceLock<Arc<Encoding>>>,
    },
    Rounded {
        rows: Staged<Encoding>,
        /// Rows whose dot products are scores, built when they are first asked for; only for a rotary encoding.
        heads: Option<OnceLock<Arc<Encoding>>>,
    },
}

impl Kind {
    fn rounded(exact: Encoding, stages: Stages) -> Self {
        let waves = match &exact.kind {
            Self::Waves(waves) | Self::Rotary { cache: waves, .. } => {
                Some(StagedWaves::new(waves, None, stages))
            }
            Self::Spaced(spaced) => {
                Some(StagedWaves::new(spaced.waves(), Some(spaced.spacing()), stages))
            }
            Self::Computed(_)
            | Self::Data(..)
            | Self::Difference(_)
            | Self::Bias(_)
            | Self::Grid { .. }
            | Self::Rounded { .. } => None,
        };
        let heads = matches!(exact.kind, Self::Rotary { .. }).then(OnceLock::new);
        Self::Rounded { rows: Staged::new(Arc::new(exact), stages, waves), heads }
    }
}

impl PartialEq for Encoding {
    /// Compares the specifications, which determine everything else.
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Encoding {
    /// Builds the frequencies and columns of a specification.
    pub fn new(spec: impl Into<Spec>) -> Self {
        let spec = spec.into();
        let kind = match &spec {
            Spec::Sinusoidal(sinusoid) => Kind::Waves(Arc::new(Waves::new(*sinusoid))),
            Spec::Spaced { sinusoid, spacing } => {
                Kind::Spaced(Spaced::new(Waves::new(*sinusoid), *spacing))
            }
            Spec::Rotary(rotary) => Kind::Rotary {
                head: Arc::new(Waves::of_head(rotary)),
                cache: Arc::new(Waves::of_cache(rotary)),
            },
            Spec::Computed(computed) => Kind::Computed(*computed),
            Spec::Bias(bias) => Kind::Bias(Arc::clone(bias)),
            Spec::Grid(grid) => Kind::Grid {
                grid: Arc::clone(grid),
                heads: grid.convention().is_rotary().then(OnceLock::new),
            },
            Spec::Data { data, start } => Kind::Data(data.clone(), *start),
            Spec::Difference(sides) => {
                let [a, b] = sides.each_ref().map(|side| Arc::new(Self::new(side.clone())));
                Kind::Difference(Difference { a, b })
            }
            Spec::Rounded(exact, stages) => {
                Kind::rounded(Self::new(exact.as_ref().clone()), *stages)
            }
        };
        Self { spec, kind }
    }

    /// Rows of a rounded rotary encoding whose dot products are the scores of equal vectors: cosines and sines of all pairs,
    /// over the root of their number.
    fn heads(rotary: &Rotary, stages: Stages) -> Self {
        let both = rotary.with_both();
        let spec = Spec::Rounded(Box::new(Spec::Rotary(Arc::clone(&both))), stages);
        let scale = 1.0 / f64::from(rotary.num_pairs().max(1)).sqrt();
        let waves = StagedWaves::new(&Waves::of_cache(&both), None, stages).scaled(scale);
        let rows = Staged::of_waves(Arc::new(Self::new(Spec::Rotary(both))), stages, waves);
        Self { spec, kind: Kind::Rounded { rows, heads: None } }
    }

    /// The same encoding before it is rounded; `None` if it is exact.
    pub fn exact(&self) -> Option<&Arc<Self>> {
        match &self.kind {
            Kind::Rounded { rows, .. } => Some(&rows.exact),
            _ => None,
        }
    }

    /// Encoding whose rows are compared by similarity: this one or, for a rounded rotary encoding, the heads.
    pub(crate) fn scored_rows(&self) -> &Self {
        match &self.kind {
            Kind::Rounded { rows, heads: Some(heads) } => match rows.exact.spec() {
                Spec::Rotary(rotary) => {
                    heads.get_or_init(|| Arc::new(Self::heads(rotary, rows.stages)))
                }
                _ => self,
            },
            Kind::Grid { grid, heads: Some(heads) } => match grid.heads() {
                Some(rows) => heads.get_or_init(|| {
                    let grid = Arc::new(rows);
                    let spec = Spec::Grid(Arc::clone(&grid));
                    Arc::new(Self { spec, kind: Kind::Grid { grid, heads: None } })
                }),
                None => self,
            },
            _ => self,
        }
    }

    /// Rows of A minus those of B; `None` if they differ in width, or if one is a bias.
    pub fn difference(a: &Arc<Self>, b: &Arc<Self>) -> Option<Self> {
        let has_rows = a.bias().is_none() && b.bias().is_none();
        (has_rows && a.num_columns() == b.num_columns()).then(|| Self {
            spec: Spec::Difference(Box::new([a.spec.clone(), b.spec.clone()])),
            kind: Kind::Difference(Difference { a: Arc::clone(a), b: Arc::clone(b) }),
        })
    }

    /// Validates a draft of a sinusoidal encoding and builds the encoding.
    pub fn sinusoidal(draft: SinusoidDraft) -> Result<Self, OutOfLimits> {
        Sinusoid::new(draft).map(Self::new)
    }

    /// Specification of the encoding.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Number of columns.
    pub fn num_columns(&self) -> u32 {
        self.spec.num_columns()
    }

    /// True for a table that has not been read.
    pub fn is_missing(&self) -> bool {
        match &self.kind {
            Kind::Data(data, _) => data.is_missing(),
            Kind::Difference(Difference { a, b }) => a.is_missing() || b.is_missing(),
            Kind::Rounded { rows, .. } => rows.exact.is_missing(),
            Kind::Waves(_)
            | Kind::Rotary { .. }
            | Kind::Spaced(_)
            | Kind::Computed(_)
            | Kind::Grid { .. }
            | Kind::Bias(_) => false,
        }
    }

    /// True if positions have rows: not for a bias, nor for a table that has not been read.
    pub fn has_rows(&self) -> bool {
        match &self.kind {
            Kind::Bias(_) => false,
            Kind::Rounded { rows, .. } => rows.exact.has_rows(),
            _ => !self.is_missing(),
        }
    }

    /// Bias of the scores of attention heads; `None` for an encoding with rows.
    pub fn bias(&self) -> Option<&Arc<Bias>> {
        match &self.kind {
            Kind::Bias(bias) => Some(bias),
            _ => None,
        }
    }

    /// Encoding of the cells of a grid; `None` for all others.
    pub fn grid(&self) -> Option<&Arc<Grid>> {
        match &self.kind {
            Kind::Grid { grid, .. } => Some(grid),
            Kind::Rounded { rows, .. } => rows.exact.grid(),
            _ => None,
        }
    }

    /// True for a table whose numbers are all of single precision.
    pub fn is_single(&self) -> bool {
        match &self.kind {
            Kind::Data(data, _) => data.is_single(),
            Kind::Rounded { rows, .. } => rows.stages.result.is_some(),
            Kind::Waves(_)
            | Kind::Rotary { .. }
            | Kind::Spaced(_)
            | Kind::Computed(_)
            | Kind::Bias(_)
            | Kind::Grid { .. }
            | Kind::Difference(_) => false,
        }
    }

    /// True if every position has a value; a table and a grid have only their rows, a bias none.
    pub fn is_unlimited(&self) -> bool {
        match &self.kind {
            Kind::Waves(_) | Kind::Rotary { .. } | Kind::Spaced(_) | Kind::Computed(_) => true,
            Kind::Data(..) | Kind::Bias(_) | Kind::Grid { .. } => false,
            Kind::Difference(Difference { a, b }) => a.is_unlimited() && b.is_unlimited(),
            Kind::Rounded { rows, .. } => rows.exact.is_unlimited(),
        }
    }

    /// Frequencies, and the columns that `M_k` maps: those of the rows or, for a rotary encoding, the dimensions of a head.
    /// `None` unless the columns are sines and cosines.
    pub fn waves(&self) -> Option<&Arc<Waves>> {
        match &self.kind {
            Kind::Waves(waves) | Kind::Rotary { head: waves, .. } => Some(waves),
            Kind::Spaced(_)
            | Kind::Computed(_)
            | Kind::Data(..)
            | Kind::Difference(_)
            | Kind::Bias(_)
            | Kind::Grid { .. }
            | Kind::Rounded { .. } => None,
        }
    }

    /// Frequencies, and the columns of the rows: for a rotary encoding those of the cache. `None` unless the columns are
    /// sines and cosines.
    pub fn column_waves(&self) -> Option<&Arc<Waves>> {
        match &self.kind {
            Kind::Rotary { cache, .. } => Some(cache),
            _ => self.waves(),
        }
    }

    /// Column of [`Encoding::waves`] that holds the part of a pair in column `j` of the rows.
    pub fn wave_column(&self, j: u32) -> u32 {
        let Spec::Rotary(rotary) = &self.spec else { return j };
        let (pair, component) = rotary.part_of_column(j);
        rotary.dimension_of(pair, component)
    }

    /// Column of the rows that shows column `i` of [`Encoding::waves`] or, without one, its pair; `None` for a dimension
    /// that is not rotated.
    pub fn row_column(&self, i: u32) -> Option<u32> {
        let Kind::Rotary { head, cache } = &self.kind else { return Some(i) };
        match head.column(i) {
            Column::Wave { frequency, component } => {
                Some(cache.rotary()?.column_of_part(frequency as u32, component))
            }
            Column::Zero => None,
        }
    }

    /// Rule that computes rows from the position itself; `None` for waves and for tables.
    pub fn computed(&self) -> Option<Computed> {
        match self.kind {
            Kind::Waves(_)
            | Kind::Rotary { .. }
            | Kind::Spaced(_)
            | Kind::Data(..)
            | Kind::Difference(_)
            | Kind::Bias(_)
            | Kind::Grid { .. }
            | Kind::Rounded { .. } => None,
            Kind::Computed(computed) => Some(computed),
        }
    }

    /// True for the difference of two encodings.
    pub fn is_difference(&self) -> bool {
        matches!(self.kind, Kind::Difference(_))
    }

    /// Value PE(t, j); NaN for a bias, which has none. The absolute error is at most 1e-15 for waves.
    pub fn value(&self, t: i64, j: u32) -> f64 {
        match &self.kind {
            Kind::Waves(waves) | Kind::Rotary { cache: waves, .. } => waves.value(t, j),
            Kind::Spaced(spaced) => spaced.value(t, j),
            Kind::Computed(computed) => computed.value(t, j),
            Kind::Data(data, start) => data.value(t - start, j),
            Kind::Difference(difference) => difference.value(t, j),
            Kind::Bias(_) => f64::NAN,
            Kind::Grid { grid, .. } => grid.value(t, j),
            Kind::Rounded { rows, .. } => rows.value(t, j),
        }
    }

    /// Row PE(t), with all columns.
    pub fn row(&self, t: i64) -> Vec<f64> {
        match &self.kind {
            Kind::Waves(waves) | Kind::Rotary { cache: waves, .. } => waves.row(t),
            Kind::Spaced(spaced) => {
                let mut row = vec![0.0; self.num_columns() as usize];
                spaced.fill_row(t, 0..self.num_columns(), |at, value| row[at] = value);
                row
            }
            Kind::Computed(computed) => {
                (0..computed.num_columns()).map(|j| computed.value(t, j)).collect()
            }
            Kind::Data(data, start) => {
                (0..data.num_columns()).map(|j| data.value(t - start, j)).collect()
            }
            Kind::Difference(difference) => {
                let mut row = vec![0.0; self.num_columns() as usize];
                difference.fill(t, 0..self.num_columns(), &mut row);
                row
            }
            Kind::Bias(bias) => vec![f64::NAN; bias.num_heads() as usize],
            Kind::Grid { grid, .. } => (0..grid.num_columns()).map(|j| grid.value(t, j)).collect(),
            Kind::Rounded { rows, .. } => {
                let mut row = vec![0.0; self.num_columns() as usize];
                rows.fill(t, 0..self.num_columns(), &mut row);
                row
            }
        }
    }

    /// Largest |PE(t, j)| over an extent, or an upper bound.
    pub fn bound(&self, extent: Extent) -> f64 {
        match &self.kind {
            Kind::Waves(_) | Kind::Spaced(_) | Kind::Bias(_) | Kind::Grid { .. } => 1.0,
            Kind::Rotary { cache, .. } => match cache.amplitude().abs() {
                0.0 => 1.0,
                amplitude => amplitude,
            },
            Kind::Computed(computed) => computed.bound(extent),
            Kind::Data(data, _) => data.bound(),
            Kind::Difference(Difference { a, b }) => a.bound(extent) + b.bound(extent),
            Kind::Rounded { rows, .. } => {
                let bound = rows.exact.bound(extent);
                let rounded = rows.stages.result.map_or(bound, |it| it.nearest(bound));
                if rounded.is_finite() { rounded } else { bound }
            }
        }
    }

    /// Largest |PE(t)|² over an extent, or an upper bound.
    pub fn square_bound(&self, extent: Extent) -> f64 {
        match &self.kind {
            Kind::Waves(waves) | Kind::Rotary { head: waves, .. } => waves.square_bound(),
            Kind::Spaced(spaced) => spaced.square_bound(),
            Kind::Bias(_) => 1.0,
            Kind::Grid { grid, .. } if grid.convention().is_rotary() => 1.0,
            // A sine and a cosine of every angle, but for a cropped width.
            Kind::Grid { grid, .. } => f64::from(grid.num_columns().div_ceil(2)),
            Kind::Computed(computed) => computed.square_bound(extent),
            Kind::Data(data, _) => data.square_bound(),
            Kind::Difference(Difference { a, b }) => {
                (a.square_bound(extent).sqrt() + b.square_bound(extent).sqrt()).powi(2)
            }
            Kind::Rounded { rows, .. } => {
                let unit = rows.stages.result.map_or(0.0, Rounding::unit);
                (1.0 + unit).powi(2) * rows.exact.square_bound(extent)
            }
        }
    }

    /// Mean and variance of each of some columns over m ≥ 1 consecutive positions from `first` on. Neither
    /// m nor `first` need be an integer.
    pub(crate) fn fill_moments(
        &self,
        first: f64,
        m: f64,
        columns: Range<u32>,
        out: &mut [Moments],
    ) {
        match &self.kind {
            Kind::Waves(_) | Kind::Rotary { .. } | Kind::Spaced(_) => {
                for (out, j) in out.iter_mut().zip(columns) {
                    *out = difference::Rows::turning(self, j)
                        .map_or_else(Moments::default, |it| it.moments(first, m));
                }
            }
            Kind::Computed(computed) => {
                for (out, j) in out.iter_mut().zip(columns) {
                    *out = computed.moments(first, m, j);
                }
            }
            Kind::Data(data, start) => data.fill_moments(first - *start as f64, m, columns, out),
            Kind::Difference(difference) => difference.fill_moments(first, m, columns, out),
            Kind::Bias(_) => out.fill(Moments { mean: f64::NAN, variance: 0.0 }),
            Kind::Grid { grid, .. } => {
                for (out, j) in out.iter_mut().zip(columns) {
                    *out = grid.moments(first, m, j);
                }
            }
            Kind::Rounded { rows, .. } => rows.fill_moments(first, m, columns, out),
        }
    }

    /// Means and variances of some columns over runs of m rows, prepared once for all runs. `None` unless this is the
    /// difference of two encodings of waves.
    pub(crate) fn prepared(&self, m: f64, columns: &[u32]) -> Option<PreparedMoments> {
        let Kind::Difference(difference) = &self.kind else { return None };
        difference.pairs(m, columns.iter().copied()).map(PreparedMoments)
    }

    /// Fills `out` with PE(t, j): a row for each position from `first` on, and the columns from `first_column` on.
    ///
    /// The bits of a value depend on its position and column alone, not on the block that it is part of. Values in
    /// `f32` are the `f64` values rounded to nearest. Columns of `out` beyond the last column are left unchanged.
    pub fn fill<T: Number>(&self, first: i64, first_column: u32, mut out: ArrayViewMut2<'_, T>) {
        let num_columns = self.num_columns().saturating_sub(first_column);
        let columns = first_column..first_column + num_columns.min(out.ncols() as u32);
        if columns.is_empty() {
            return;
        }
        let is_whole = columns.len() == out.ncols();
        if let Some(values) = out.as_slice_mut().filter(|_| is_whole) {
            self.fill_slice(first, columns, values);
            return;
        }
        for (t, mut row) in (first..).zip(out.outer_iter_mut()) {
            let mut values = vec![T::default(); columns.len()];
            self.fill_slice(t, columns.clone(), &mut values);
            for (out, value) in row.iter_mut().zip(values) {
                *out = value;
            }
        }
    }

    /// Fills `out` with PE(t, j) in row-major order, as many rows as fit. Inner loop of [`Encoding::fill`].
    pub(crate) fn fill_slice<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        match &self.kind {
            Kind::Waves(waves) | Kind::Rotary { cache: waves, .. } => {
                waves.fill(first, columns, out);
            }
            Kind::Spaced(spaced) => {
                let width = columns.len().max(1);
                out.par_chunks_mut(width).enumerate().for_each(|(i, row)| {
                    let fill = |at: usize, value| row[at] = T::nearest(value);
                    spaced.fill_row(first + i as i64, columns.clone(), fill);
                });
            }
            Kind::Computed(computed) => {
                let width = columns.len().max(1);
                out.par_chunks_mut(width).enumerate().for_each(|(i, row)| {
                    let t = first + i as i64;
                    for (out, j) in row.iter_mut().zip(columns.clone()) {
                        *out = T::nearest(computed.value(t, j));
                    }
                });
            }
            Kind::Data(data, start) => {
                let width = columns.len().max(1);
                for (row, out) in (first - start..).zip(out.chunks_mut(width)) {
                    for (out, j) in out.iter_mut().zip(columns.clone()) {
                        *out = T::nearest(data.value(row, j));
                    }
                }
            }
            Kind::Difference(difference) => difference.fill(first, columns, out),
            Kind::Bias(_) => out.fill(T::nearest(f64::NAN)),
            Kind::Grid { grid, .. } => {
                let width = columns.len().max(1);
                out.par_chunks_mut(width).enumerate().for_each(|(i, row)| {
                    for (out, j) in row.iter_mut().zip(columns.clone()) {
                        *out = T::nearest(grid.value(first + i as i64, j));
                    }
                });
            }
            Kind::Rounded { rows, .. } => rows.fill(first, columns, out),
        }
    }

    /// Table of PE(t, j) with a row for each position of a range. Columns beyond the last are left out.
    pub fn table<T: Number>(&self, positions: Range<i64>, columns: Range<u32>) -> Array2<T> {
        let num_rows = usize::try_from(positions.end - positions.start).unwrap_or_default();
        let columns = columns.start..columns.end.min(self.num_columns());
        let mut out = Array2::from_elem((num_rows, columns.len()), T::default());
        self.fill(positions.start, columns.start, out.view_mut());
        out
    }
}

/// Moments of some columns over runs of rows of one length.
#[derive(Debug)]
pub(crate) struct PreparedMoments(Vec<TurningPair>);

impl PreparedMoments {
    /// Moments over the rows from `first` on.
    pub(crate) fn fill(&self, first: f64, out: &mut [Moments]) {
        for (out, pair) in out.iter_mut().zip(&self.0) {
            *out = pair.moments(first);
        }
    }
}

impl difference::Rows for Encoding {
    fn value(&self, t: i64, j: u32) -> f64 {
        Self::value(self, t, j)
    }

    fn fill<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        self.fill_slice(first, columns, out);
    }

    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        Self::fill_moments(self, first, m, columns, out);
    }

    fn turns(&self) -> bool {
        matches!(self.kind, Kind::Waves(_) | Kind::Rotary { .. } | Kind::Spaced(_))
    }

    fn turning(&self, j: u32) -> Option<Turning> {
        match &self.kind {
            Kind::Waves(waves) | Kind::Rotary { cache: waves, .. } => match waves.column(j) {
                Column::Wave { frequency, component } => {
                    let omega = waves.frequencies()[frequency].omega;
                    let amplitude = waves.amplitude();
                    Some(Turning { omega, component, amplitude, start: 0.0, step: 1.0 })
                }
                Column::Zero => None,
            },
            Kind::Spaced(spaced) => spaced.turning(j),
            Kind::Computed(_)
            | Kind::Data(..)
            | Kind::Difference(_)
            | Kind::Bias(_)
            | Kind::Grid { .. }
            | Kind::Rounded { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Convention;

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
