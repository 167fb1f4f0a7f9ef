//! Computes blocks of the similarity matrix.

use std::ops::Range;

use ndarray::{ArrayViewMut2, Axis};
use rayon::prelude::*;

use super::{
    kernels::{Kernels, Weights, from_kernels},
    measure::Measure,
};
use crate::encoding::{Encoding, Number, Waves, parallel::for_each_row};

/// Block of the similarity matrix, with a row for each position t and a column for each position s.
///
/// ```
/// use ndarray::Array2;
/// use phasor::encoding::{Convention, Encoding, similarity::{Matrix, Measure}};
/// let encoding = Encoding::sinusoidal(Convention::PAPER.draft(128))?;
/// let mut block = Array2::<f64>::zeros((3, 5));
/// Matrix::new(&encoding, Measure::Dot, (10, 3), (10, 5)).fill(10, block.view_mut());
/// assert_eq!(block[[1, 1]], 64.0);
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
pub struct Matrix<'a>(MatrixKind<'a>);

/// Function that returns false once nobody waits for the result.
type IsWanted<'a> = &'a (dyn Fn() -> bool + Sync);

enum MatrixKind<'a> {
    Waves(WaveMatrix<'a>),
    Rows { encoding: &'a Encoding, measure: Measure, first_s: i64 },
}

impl<'a> Matrix<'a> {
    /// Prepares a block of positions t and s, each given by the first position and the number of positions.
    pub fn new(
        encoding: &'a Encoding,
        measure: Measure,
        t: (i64, usize),
        (first_s, num_s): (i64, usize),
    ) -> Self {
        Self::while_wanted(encoding, measure, t, (first_s, num_s), &|| true)
    }

    /// Like [`Matrix::new`], for large blocks. Calls `is_wanted` from time to time; once it returns false, the rest is
    /// left undone, and the values are meaningless.
    pub(crate) fn while_wanted(
        encoding: &'a Encoding,
        measure: Measure,
        t: (i64, usize),
        (first_s, num_s): (i64, usize),
        is_wanted: IsWanted<'_>,
    ) -> Self {
        Self(match encoding.waves() {
            Some(waves) => {
                MatrixKind::Waves(WaveMatrix::new(waves, measure, t, (first_s, num_s), is_wanted))
            }
            None => MatrixKind::Rows { encoding: encoding.scored_rows(), measure, first_s },
        })
    }

    /// Fills `out` with the similarity of the positions from `t` on with every s of the block, one row per t.
    pub fn fill<T: Number>(&self, t: i64, mut out: ArrayViewMut2<'_, T>) {
        let columns = 0..out.ncols();
        if let Some(values) = out.as_slice_mut() {
            self.fill_slice(t, columns, values, &|| true);
            return;
        }
        for (t, mut row) in (t..).zip(out.axis_iter_mut(Axis(0))) {
            let mut values = vec![T::default(); row.len()];
            self.fill_slice(t, columns.clone(), &mut values, &|| true);
            for (out, value) in row.iter_mut().zip(values) {
                *out = value;
            }
        }
    }

    /// Like [`Matrix::fill`], for a range of the columns of the block, as a slice in row-major order. Stops once
    /// `is_wanted` returns false.
    pub(crate) fn fill_slice<T: Number>(
        &self,
        t: i64,
        columns: Range<usize>,
        out: &mut [T],
        is_wanted: IsWanted<'_>,
    ) {
        match &self.0 {
            MatrixKind::Waves(matrix) => matrix.fill(t, columns, out, is_wanted),
            MatrixKind::Rows { encoding, measure, first_s } => {
                let s = (first_s + columns.start as i64, columns.len());
                fill_from_rows(encoding, *measure, t, s, out, is_wanted);
            }
        }
    }
}

/// Fills `out` by comparing rows, of which at most two chunks are in memory at a time.
fn fill_from_rows<T: Number>(
    encoding: &Encoding,
    measure: Measure,
    first_t: i64,
    (first_s, num_s): (i64, usize),
    out: &mut [T],
    is_wanted: IsWanted<'_>,
) {
    const CHUNK: usize = 256;
    let num_columns = encoding.num_columns();
    let rows =
        |first: i64, num: usize| encoding.table::<f64>(first..first + num as i64, 0..num_columns);
    let num_s = num_s.max(1);
    for (t, lines) in (first_t..).step_by(CHUNK).zip(out.chunks_mut(CHUNK * num_s)) {
        let own = rows(t, lines.len() / num_s);
        for from in (0..num_s).step_by(CHUNK) {
            if !is_wanted() {
                return;
            }
            let others = rows(first_s + from as i64, CHUNK.min(num_s - from));
            let own: Vec<_> = own.outer_iter().collect();
            let chunks = lines.par_chunks_exact_mut(num_s).zip(own);
            chunks.for_each(|(line, own)| {
                let own = own.as_slice().unwrap_or_default();
                for (value, other) in line[from..].iter_mut().zip(others.outer_iter()) {
                    let other = other.as_slice().unwrap_or_default();
                    *value = T::nearest(measure.of_rows(own, other));
                }
            });
        }
    }
}

/// Block of the similarity matrix of waves. Its kernels are computed once for the whole block.
struct WaveMatrix<'a> {
    waves: &'a Waves,
    measure: Measure,
    weights: Weights,
    first_t: i64,
    last_t: i64,
    first_s: i64,
    /// K₋ at decreasing offsets t − s, so that each row is a contiguous range. Element 0 is at the offset last t −
    /// first s.
    minus: Vec<Kernels>,
    /// K₊ at increasing sums t + s, followed by the squared norms of PE(t) and PE(s). Empty if every column is paired.
    plus: Vec<f64>,
    norms_t: Vec<f64>,
    norms_s: Vec<f64>,
}

impl<'a> WaveMatrix<'a> {
    /// Prepares the block of `num_t` positions from `first_t` on and `num_s` positions from `first_s` on.
    fn new(
        waves: &'a Waves,
        measure: Measure,
        (first_t, num_t): (i64, usize),
        (first_s, num_s): (i64, usize),
        is_wanted: IsWanted<'_>,
    ) -> Self {
        /// Products of one thread between two calls of `is_wanted`: a small part of a second.
        const PRODUCTS: usize = 1 << 24;
        let weights = Weights::new(waves);
        let engine = waves.engine();
        let of_thread = (PRODUCTS / waves.frequencies().len().max(1)).max(1);
        let at_once = of_thread * rayon::current_num_threads();
        let last_t = first_t + num_t as i64 - 1;
        let num_kernels = num_t + num_s;
        let first_offset = last_t - first_s - (num_kernels as i64 - 1);
        let mut minus = vec![Kernels::default(); num_kernels];
        for (first, minus) in chunks(first_offset, &mut minus, at_once, is_wanted) {
            engine.map(
                first,
                minus,
                #[inline(always)]
                |cos, sin| weights.minus(measure, cos, sin),
            );
        }
        minus.reverse();
        let plus_from = |first: i64, num: usize| -> Vec<f64> {
            let mut plus = vec![0.0; if waves.is_paired() { 0 } else { num }];
            for (first, plus) in chunks(first, &mut plus, at_once, is_wanted) {
                engine.map(
                    first,
                    plus,
                    #[inline(always)]
                    |cos, _| weights.plus(cos),
                );
            }
            plus
        };
        let norms_from = |first: i64, num: usize| -> Vec<f64> {
            // K₊ is needed at 2t, which is every second sum.
            let sums = plus_from(2 * first, 2 * num);
            sums.iter().step_by(2).map(|&plus| weights.squared_norm(plus)).collect()
        };
        let plus = plus_from(first_t + first_s, num_kernels);
        let (norms_t, norms_s) = (norms_from(first_t, num_t), norms_from(first_s, num_s));
        Self { waves, measure, weights, first_t, last_t, first_s, minus, plus, norms_t, norms_s }
    }

    /// Fills `out` with rows from position `t` on and a range of the columns of the block.
    fn fill<T: Number>(
        &self,
        t: i64,
        columns: Range<usize>,
        out: &mut [T],
        is_wanted: IsWanted<'_>,
    ) {
        let width = columns.len();
        if out.is_empty() {
            return;
        }
        let paired = self.weights.paired_square();
        if self.plus.is_empty() {
            let value = |&minus: &Kernels| {
                let norm = paired;
                T::nearest(from_kernels(self.measure, paired, minus, 0.0, norm, norm))
            };
            // The last row begins at the largest offset.
            let num_rows = out.len() / width;
            let end = (self.last_t - t) as usize + columns.end;
            let begin = end + 1 - width - num_rows;
            let values: Vec<T> = self.minus[begin..end].iter().map(value).collect();
            for_each_row(out, width, &|i, row| {
                let from = num_rows - 1 - i;
                row.copy_from_slice(&values[from..from + width]);
            });
            return;
        }
        for_each_row(out, width, &|i, row| {
            self.fill_lone_row(t + i as i64, columns.start, paired, row, is_wanted);
        });
    }

    fn fill_lone_row<T: Number>(
        &self,
        t: i64,
        first_column: usize,
        paired: f64,
        row: &mut [T],
        is_wanted: IsWanted<'_>,
    ) {
        let minus = &self.minus[(self.last_t - t) as usize + first_column..];
        let plus = &self.plus[(t - self.first_t) as usize + first_column..];
        let norm_t = self.norms_t[(t - self.first_t) as usize];
        let parts = minus.iter().zip(plus).zip(&self.norms_s[first_column..]);
        let first_s = self.first_s + first_column as i64;
        let mut own = None;
        for ((value, s), ((&minus, &plus), &norm_s)) in row.iter_mut().zip(first_s..).zip(parts) {
            let mut of = from_kernels(self.measure, paired, minus, plus, norm_t, norm_s);
            if self.weights.is_cancelled(self.measure, of, norm_t, norm_s) {
                if !is_wanted() {
                    return;
                }
                let own = own.get_or_insert_with(|| self.waves.row(t));
                of = self.measure.of_rows(own, &self.waves.row(s));
            }
            *value = T::nearest(of);
        }
    }
}

/// Parts of at most `at_once` values for consecutive positions, each with its first position, as long as somebody
/// waits.
fn chunks<'a, T>(
    first: i64,
    values: &'a mut [T],
    at_once: usize,
    is_wanted: IsWanted<'a>,
) -> impl Iterator<Item = (i64, &'a mut [T])> {
    (first..).step_by(at_once).zip(values.chunks_mut(at_once)).take_while(move |_| is_wanted())
}
