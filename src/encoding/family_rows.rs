//! Rows of an encoding, whatever its family: those that each family gives, and what follows for all.
//!
//! | capability | families | accessor |
//! |---|---|---|
//! | rows: a value per position and column | all but biases; those of a table end | [`Encoding::value`], [`Encoding::fill`], [`Encoding::table`] |
//! | waves: frequencies, rotation `M_k`, exact means | sinusoidal, rotary | [`Encoding::waves`], [`Encoding::column_waves`] |
//! | bias: a number for each head, query and key | bias | [`Encoding::bias`] |

use std::{fmt, ops::Range, sync::Arc};

use ndarray::{Array2, ArrayViewMut2};

use super::{
    Computed, Extent, Family, Moments, Number, NumberBlock, Spec, Stages, Waves,
    bias::Bias,
    grid::Grid,
    parallel::for_each_row,
    staged::StagedWaves,
    turning::{Turning, TurningPair},
};

/// Rows of a family. What is not said is that of sines and cosines at every position.
pub(super) trait FamilyRows: fmt::Debug + Send + Sync {
    /// Value PE(t, j); NaN where there is none.
    fn value(&self, t: i64, j: u32) -> f64;

    /// Largest |PE(t, j)| over an extent, or an upper bound.
    fn bound(&self, _extent: Extent) -> f64 {
        1.0
    }

    /// Largest |PE(t)|² over an extent, or an upper bound.
    fn square_bound(&self, extent: Extent) -> f64;

    /// Fills `out` in row-major order with rows from `first` on, as many as fit. The bits of a value depend on its
    /// position and column alone.
    fn fill(&self, first: i64, columns: Range<u32>, out: NumberBlock<'_>) {
        match out {
            NumberBlock::Single(out) => fill_by_value(self, first, columns, out),
            NumberBlock::Double(out) => fill_by_value(self, first, columns, out),
        }
    }

    /// Mean and variance of some columns over m ≥ 1 consecutive positions from `first` on. Neither m nor `first` need
    /// be an integer.
    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        for (out, j) in out.iter_mut().zip(columns) {
            *out = self.turning(j).map_or_else(Moments::default, |it| it.moments(first, m));
        }
    }

    /// True for a table that has not been read.
    fn is_missing(&self) -> bool {
        false
    }

    /// True if positions have rows.
    fn has_rows(&self) -> bool {
        !self.is_missing()
    }

    /// True if all numbers are of single precision.
    fn is_single(&self) -> bool {
        false
    }

    /// True if every position has a value.
    fn is_unlimited(&self) -> bool {
        true
    }

    /// Frequencies, and the columns that `M_k` maps.
    fn waves(&self) -> Option<&Arc<Waves>> {
        None
    }

    /// Frequencies, and the columns of the rows.
    fn column_waves(&self) -> Option<&Arc<Waves>> {
        self.waves()
    }

    /// Column of the rows that shows column `i` of the waves.
    fn row_column(&self, i: u32) -> Option<u32> {
        Some(i)
    }

    /// True if every column but those of zeros is a wave over the rows.
    fn turns(&self) -> bool {
        false
    }

    /// Column as a wave over the rows; `None` for one of zeros, and unless columns are waves.
    fn turning(&self, _j: u32) -> Option<Turning> {
        None
    }

    /// Waves whose stages are rounded; `None` unless the rows are waves.
    fn staged(&self, _stages: Stages) -> Option<StagedWaves> {
        None
    }

    /// Sides of a difference whose columns are waves; `None` for all else.
    fn turning_sides(&self) -> Option<TurningSides> {
        None
    }

    /// Some columns over runs of m rows; `None` unless preparing them once saves time.
    fn runs(&self, _m: f64, _columns: &[u32]) -> Option<Box<dyn RunMoments + '_>> {
        None
    }

    /// The same encoding before it is rounded.
    fn exact(&self) -> Option<&Arc<Encoding>> {
        None
    }

    /// Rows whose dot products are the scores of equal vectors, where these are others.
    fn scored_rows(&self) -> Option<&Encoding> {
        None
    }

    /// Bias of the scores of attention heads.
    fn bias(&self) -> Option<&Arc<Bias>> {
        None
    }

    /// Encoding of the cells of a grid.
    fn grid(&self) -> Option<&Arc<Grid>> {
        None
    }

    /// Rule that computes rows from the position itself.
    fn computed(&self) -> Option<Computed> {
        None
    }

    /// True for the difference of two encodings.
    fn is_difference(&self) -> bool {
        false
    }
}

/// Fills rows value by value.
fn fill_by_value<T: Number>(
    rows: &(impl FamilyRows + ?Sized),
    first: i64,
    columns: Range<u32>,
    out: &mut [T],
) {
    let width = columns.len().max(1);
    for_each_row(out, width, &|i, row| {
        let t = first + i as i64;
        for (out, j) in row.iter_mut().zip(columns.clone()) {
            *out = T::nearest(rows.value(t, j));
        }
    });
}

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
    rows: Arc<dyn FamilyRows>,
}

impl PartialEq for Encoding {
    /// Compares the specifications, which determine everything else.
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

impl Encoding {
    /// Encoding with the rows of a specification.
    pub(super) fn of_rows(spec: Spec, rows: impl FamilyRows + 'static) -> Self {
        Self { spec, rows: Arc::new(rows) }
    }

    /// Rows as the family gives them.
    pub(super) fn rows(&self) -> &dyn FamilyRows {
        &*self.rows
    }

    /// The same encoding before it is rounded; `None` if it is exact.
    pub fn exact(&self) -> Option<&Arc<Self>> {
        self.rows.exact()
    }

    /// Encoding whose rows are compared by similarity: this one or, for a rounded rotary encoding, the heads.
    pub(crate) fn scored_rows(&self) -> &Self {
        self.rows.scored_rows().unwrap_or(self)
    }

    /// Specification of the encoding.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// True for an encoding that turns queries and keys, before or after it is rounded.
    pub fn is_rotary(&self) -> bool {
        self.spec.family() == Family::Rotary
    }

    /// Number of columns.
    pub fn num_columns(&self) -> u32 {
        self.spec.num_columns()
    }

    /// True for a table that has not been read.
    pub fn is_missing(&self) -> bool {
        self.rows.is_missing()
    }

    /// True if positions have rows: not for a bias, nor for a table that has not been read.
    pub fn has_rows(&self) -> bool {
        self.rows.has_rows()
    }

    /// Bias of the scores of attention heads; `None` for an encoding with rows.
    pub fn bias(&self) -> Option<&Arc<Bias>> {
        self.rows.bias()
    }

    /// Encoding of the cells of a grid; `None` for all others.
    pub fn grid(&self) -> Option<&Arc<Grid>> {
        self.rows.grid()
    }

    /// True for a table whose numbers are all of single precision.
    pub fn is_single(&self) -> bool {
        self.rows.is_single()
    }

    /// True if every position has a value; a table and a grid have only their rows, a bias none.
    pub fn is_unlimited(&self) -> bool {
        self.rows.is_unlimited()
    }

    /// Frequencies, and the columns that `M_k` maps: those of the rows or, for a rotary encoding, the dimensions of a
    /// head. `None` unless the columns are sines and cosines.
    pub fn waves(&self) -> Option<&Arc<Waves>> {
        self.rows.waves()
    }

    /// Frequencies, and the columns of the rows: for a rotary encoding those of the cache. `None` unless the columns
    /// are sines and cosines.
    pub fn column_waves(&self) -> Option<&Arc<Waves>> {
        self.rows.column_waves()
    }

    /// Column of [`Encoding::waves`] that holds the part of a pair in column `j` of the rows.
    pub fn wave_column(&self, j: u32) -> u32 {
        let (Spec::Rotary(rotary) | Spec::SpacedRotary { rotary, .. }) = &self.spec else {
            return j;
        };
        let (pair, component) = rotary.part_of_column(j);
        rotary.dimension_of(pair, component)
    }

    /// Column of the rows that shows column `i` of [`Encoding::waves`] or, without one, its pair; `None` for a
    /// dimension that is not rotated.
    pub fn row_column(&self, i: u32) -> Option<u32> {
        self.rows.row_column(i)
    }

    /// Rule that computes rows from the position itself; `None` for waves and for tables.
    pub fn computed(&self) -> Option<Computed> {
        self.rows.computed()
    }

    /// True for the difference of two encodings.
    pub fn is_difference(&self) -> bool {
        self.rows.is_difference()
    }

    /// Value PE(t, j); NaN for a bias, which has none. The absolute error is at most 1e-15 for waves.
    pub fn value(&self, t: i64, j: u32) -> f64 {
        self.rows.value(t, j)
    }

    /// Row PE(t), with all columns.
    pub fn row(&self, t: i64) -> Vec<f64> {
        let mut row = vec![0.0; self.num_columns() as usize];
        self.fill_slice(t, 0..self.num_columns(), &mut row);
        row
    }

    /// Largest |PE(t, j)| over an extent, or an upper bound.
    pub fn bound(&self, extent: Extent) -> f64 {
        self.rows.bound(extent)
    }

    /// Largest |PE(t)|² over an extent, or an upper bound.
    pub fn square_bound(&self, extent: Extent) -> f64 {
        self.rows.square_bound(extent)
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
        self.rows.fill_moments(first, m, columns, out);
    }

    /// Sides of a difference whose columns are waves; `None` for all else.
    pub(crate) fn turning_sides(&self) -> Option<TurningSides> {
        self.rows.turning_sides()
    }

    /// Means and variances of some columns over runs of m rows, prepared once for all runs. `None` unless that saves
    /// time, as it does for differences of waves and for rounded waves.
    pub(crate) fn prepared(&self, m: f64, columns: &[u32]) -> Option<Box<dyn RunMoments + '_>> {
        self.rows.runs(m, columns)
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
        self.rows.fill(first, columns, T::block(out));
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

/// Sides A and B of a difference, whose columns are waves.
#[derive(Debug)]
pub(crate) struct TurningSides(pub(super) [Arc<Encoding>; 2]);

impl TurningSides {
    /// Column of both sides as waves over the rows; `None` for one of zeros.
    pub(crate) fn column(&self, j: u32) -> [Option<Turning>; 2] {
        [&self.0[0], &self.0[1]].map(|side| side.rows.turning(j))
    }
}

/// Rows that stand for m rows from `first` on, at most so many, evenly spaced.
pub(super) fn sampled_rows(first: f64, m: f64, most: usize) -> impl ExactSizeIterator<Item = i64> {
    let num = (m as usize).clamp(1, most);
    (0..num).map(move |i| (first + (i as f64 + 0.5) * m / num as f64).floor() as i64)
}

/// Moments of some columns over runs of rows of one length.
pub(crate) trait RunMoments: Sync {
    /// Moments over the rows from `first` on, which need not be an integer.
    fn fill(&self, first: f64, out: &mut [Moments]);
}

impl RunMoments for Vec<TurningPair> {
    fn fill(&self, first: f64, out: &mut [Moments]) {
        for (out, pair) in out.iter_mut().zip(self) {
            *out = pair.moments(first);
        }
    }
}
