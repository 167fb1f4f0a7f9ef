//! Similarity of positions from two kernels, never from n² dot products.
//!
//! ⟨PE(t), PE(s)⟩ = ½[K₋(t − s) + K₊(t + s)], with K₋(u) = Σ cos ωu over all columns and
//! K₊(u) = Σ ±cos ωu (cosine +, sine −) over the columns without a partner of the same ω. Where every
//! column but zeros has its partner K₊ is absent, the matrix is Toeplitz, and similarity depends on the offset
//! alone.

use rayon::prelude::*;

use super::{Encoding, Frequency, Number, engine, phasor::Phasors, simd::Level};
use crate::keyed::keyed;

keyed! {
    /// How two positions are compared.
    pub enum Measure {
        /// ⟨PE(t), PE(s)⟩
        Dot = "dot",
        /// ⟨PE(t), PE(s)⟩ / (|PE(t)|·|PE(s)|); 0 where one of them is the zero vector.
        Cosine = "cosine",
        /// |PE(t) − PE(s)|
        Distance = "distance",
    }
}

impl Measure {
    /// Name to show.
    pub fn title(self) -> &'static str {
        match self {
            Self::Dot => "Dot product",
            Self::Cosine => "Cosine",
            Self::Distance => "Distance",
        }
    }

    /// Largest absolute value that it can have: |PE|² ≤ the number of pairs and lone columns.
    pub fn bound(self, encoding: &Encoding) -> f64 {
        // Not 0 even where all columns are: a scale needs a width.
        let largest_square = encoding.frequencies().len().max(1) as f64;
        match self {
            Self::Dot => largest_square,
            Self::Cosine => 1.0,
            Self::Distance => 2.0 * largest_square.sqrt(),
        }
    }
}

/// The parts that make every measure of one pair of positions.
///
/// For the columns with a partner only the offset counts; the lone ones are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kernels {
    /// Σ cos ωu over pairs.
    pub pairs: f64,
    /// Σ 4 sin²(ωu/2) over pairs: the squared distance, without the difference of large numbers.
    pub pairs_squared_distance: f64,
    /// Σ cos ωu over lone columns.
    pub lone: f64,
}

/// What each frequency counts for in a kernel.
pub(super) struct Weights {
    /// 1 for a pair, 0 for a lone column.
    pair: Vec<f64>,
    /// 1 for a lone column, 0 for a pair.
    lone: Vec<f64>,
    /// ±1 for a lone cosine or sine, 0 for a pair.
    signed_lone: Vec<f64>,
}

impl Weights {
    pub(super) fn new(encoding: &Encoding) -> Self {
        let weights = |of: fn(&Frequency) -> f64| encoding.frequencies().iter().map(of).collect();
        Self {
            pair: weights(|f| if f.pair().is_some() { 1.0 } else { 0.0 }),
            lone: weights(|f| if f.pair().is_some() { 0.0 } else { 1.0 }),
            signed_lone: weights(|f| match (f.sin_column, f.cos_column) {
                (None, Some(_)) => 1.0,
                (Some(_), None) => -1.0,
                _ => 0.0,
            }),
        }
    }

    /// K₋ from the phasors at an offset.
    #[inline(always)]
    pub(super) fn minus(&self, measure: Measure, cos: &[f64], sin: &[f64]) -> Kernels {
        let squared = |i: usize| {
            // 2 − 2 cos x = 4 sin²(x/2) = 2 sin²x/(1 + cos x): each form where it keeps its digits.
            let near = 2.0 * sin[i] * sin[i] / (1.0 + cos[i]);
            let far = 2.0 - 2.0 * cos[i];
            if cos[i] > 0.0 { near } else { far }
        };
        Kernels {
            pairs: weighted_sum(&self.pair, |i| cos[i]),
            pairs_squared_distance: match measure {
                Measure::Distance => weighted_sum(&self.pair, squared),
                Measure::Dot | Measure::Cosine => 0.0,
            },
            lone: weighted_sum(&self.lone, |i| cos[i]),
        }
    }

    /// K₊ from the phasors at t + s.
    #[inline(always)]
    pub(super) fn plus(&self, cos: &[f64]) -> f64 {
        weighted_sum(&self.signed_lone, |i| cos[i])
    }

    pub(super) fn num_pairs(&self) -> f64 {
        self.pair.iter().sum()
    }

    /// |PE(t)|² from K₊ at 2t: the number of pairs, and ½(1 ± cos 2ωt) for each lone column.
    pub(super) fn squared_norm(&self, plus_at_twice: f64) -> f64 {
        let num_lone: f64 = self.lone.iter().sum();
        (self.num_pairs() + 0.5 * (num_lone + plus_at_twice)).max(0.0)
    }
}

/// A sum in eight lanes: vectors add them at once, and plain code in the same order.
#[inline(always)]
fn weighted_sum(weights: &[f64], value: impl Fn(usize) -> f64) -> f64 {
    const LANES: usize = 8;
    let mut lanes = [0.0_f64; LANES];
    let whole = weights.len() / LANES * LANES;
    for first in (0..whole).step_by(LANES) {
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = weights[first + i].mul_add(value(first + i), *lane);
        }
    }
    for i in whole..weights.len() {
        lanes[i - whole] = weights[i].mul_add(value(i), lanes[i - whole]);
    }
    lanes.iter().sum()
}

/// The measure of positions `t` and `s` from kernels already at hand. `num_pairs` is the number of
/// frequencies with both columns.
pub fn from_kernels(
    measure: Measure,
    num_pairs: f64,
    minus: Kernels,
    plus: f64,
    squared_norm_t: f64,
    squared_norm_s: f64,
) -> f64 {
    let lone_dot = 0.5 * (minus.lone + plus);
    let dot = minus.pairs + lone_dot;
    match measure {
        Measure::Dot => dot,
        Measure::Cosine => {
            let norms = (squared_norm_t * squared_norm_s).sqrt();
            if norms > 0.0 { (dot / norms).clamp(-1.0, 1.0) } else { 0.0 }
        }
        Measure::Distance => {
            // What the lone columns add; the pairs have equal norms and are exact already.
            let lone_norms = (squared_norm_t - num_pairs) + (squared_norm_s - num_pairs);
            let lone = (lone_norms - 2.0 * lone_dot).max(0.0);
            (minus.pairs_squared_distance + lone).sqrt()
        }
    }
}

/// What each frequency adds to |PE(t) − PE(s)|², in the order of [`Encoding::frequencies`]: 4 sin²(ωk/2) with
/// k = s − t for a pair, and of it the share cos²ω(t + k/2) for a sine, sin²ω(t + k/2) for a cosine alone.
pub fn squared_distances(encoding: &Encoding, t: i64, s: i64) -> Vec<f64> {
    let omegas = engine::omegas(encoding);
    let at = |u: f64| Phasors::new(Level::detected(), &omegas, u);
    let half = at((s - t) as f64 / 2.0);
    let middle = at((t + s) as f64 / 2.0);
    let share = |i: usize, frequency: &Frequency| match (frequency.sin_column, frequency.cos_column)
    {
        (Some(_), Some(_)) => 1.0,
        (Some(_), None) => middle.cos[i] * middle.cos[i],
        (None, Some(_)) => middle.sin[i] * middle.sin[i],
        (None, None) => 0.0,
    };
    let part = |(i, frequency)| 4.0 * half.sin[i] * half.sin[i] * share(i, frequency);
    encoding.frequencies().iter().enumerate().map(part).collect()
}

/// K₋ at an offset and K₊ at a sum of two positions; their dot product is half of both together.
pub fn kernels(encoding: &Encoding, offset: i64, sum: i64) -> (f64, f64) {
    let weights = Weights::new(encoding);
    let (minus, plus) = (engine::phasors_at(encoding, offset), engine::phasors_at(encoding, sum));
    let minus = weights.minus(Measure::Dot, &minus.cos, &minus.sin);
    (2.0 * minus.pairs + minus.lone, weights.plus(&plus.cos))
}

/// The measure of positions `t` and `s`.
///
/// ```
/// use phasor::encoding::{Encoding, Parameters, similarity::{self, Measure}};
/// let encoding = Encoding::new(Parameters::default());
/// assert_eq!(similarity::of(&encoding, Measure::Dot, 42, 42), 64.0);
/// assert_eq!(similarity::of(&encoding, Measure::Distance, 42, 42), 0.0);
/// ```
pub fn of(encoding: &Encoding, measure: Measure, t: i64, s: i64) -> f64 {
    let weights = Weights::new(encoding);
    let level = Level::detected();
    let minus = engine::phasors_at(encoding, t - s);
    let minus = level.run(
        #[inline(always)]
        || weights.minus(measure, &minus.cos, &minus.sin),
    );
    let plus = |u: i64| {
        if encoding.is_paired() {
            return 0.0;
        }
        let phasors = engine::phasors_at(encoding, u);
        level.run(
            #[inline(always)]
            || weights.plus(&phasors.cos),
        )
    };
    let norm = |t: i64| weights.squared_norm(plus(2 * t));
    let (norm_t, norm_s) = (norm(t), norm(s));
    let value = from_kernels(measure, weights.num_pairs(), minus, plus(t + s), norm_t, norm_s);
    if !encoding.is_paired() && weights.is_cancelled(measure, value, norm_t, norm_s) {
        return of_rows(measure, &encoding.row(t), &encoding.row(s));
    }
    value
}

/// K₋ at any offsets.
pub(crate) fn minus_at(encoding: &Encoding, measure: Measure, offsets: &[i64]) -> Vec<Kernels> {
    let weights = Weights::new(encoding);
    at(encoding, offsets, |cos, sin| weights.minus(measure, cos, sin))
}

/// K₊ at any sums of two positions.
pub(crate) fn plus_at(encoding: &Encoding, sums: &[i64]) -> Vec<f64> {
    let weights = Weights::new(encoding);
    at(encoding, sums, |cos, _| weights.plus(cos))
}

/// |PE(t)|² at any positions.
pub(crate) fn squared_norms_at(encoding: &Encoding, positions: &[i64]) -> Vec<f64> {
    let weights = Weights::new(encoding);
    if encoding.is_paired() {
        return vec![weights.num_pairs(); positions.len()];
    }
    let twice: Vec<i64> = positions.iter().map(|t| 2 * t).collect();
    plus_at(encoding, &twice).into_iter().map(|plus| weights.squared_norm(plus)).collect()
}

fn at<T: Send>(
    encoding: &Encoding,
    positions: &[i64],
    each: impl Fn(&[f64], &[f64]) -> T + Sync,
) -> Vec<T> {
    let omegas = engine::omegas(encoding);
    let of = |&t: &i64| {
        let phasors = Phasors::new(Level::detected(), &omegas, t as f64);
        each(&phasors.cos, &phasors.sin)
    };
    positions.par_iter().map(of).collect()
}

impl Weights {
    /// Whether a measure with lone columns has lost digits, because norms and products cancelled: the
    /// kernels are exact to some 1e-16 of the number of frequencies, whatever is left of it. Then the
    /// rows themselves are compared.
    pub(super) fn is_cancelled(
        &self,
        measure: Measure,
        value: f64,
        norm_t: f64,
        norm_s: f64,
    ) -> bool {
        let left = match measure {
            // Small ones are frequent, and have digits enough until they are very small.
            Measure::Dot => 1e4 * value.abs(),
            Measure::Cosine => norm_t.min(norm_s),
            Measure::Distance => value * value,
        };
        left < 0.01 * self.pair.len() as f64
    }
}

/// The measure of two rows by its definition.
fn of_rows(measure: Measure, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    match measure {
        Measure::Dot => dot(a, b),
        Measure::Cosine => {
            let norms = (dot(a, a) * dot(b, b)).sqrt();
            if norms > 0.0 { (dot(a, b) / norms).clamp(-1.0, 1.0) } else { 0.0 }
        }
        Measure::Distance => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}

/// A block of the similarity matrix, with kernels computed once for all of it.
pub struct Matrix<'a> {
    encoding: &'a Encoding,
    measure: Measure,
    weights: Weights,
    first_t: i64,
    last_t: i64,
    first_s: i64,
    num_s: usize,
    /// K₋ at falling offsets, so that a row runs through them upwards: element 0 is the last t minus the
    /// first s.
    minus: Vec<Kernels>,
    /// K₊ at rising sums, and squared norms of rows and columns; empty where every column is paired.
    plus: Vec<f64>,
    norms_t: Vec<f64>,
    norms_s: Vec<f64>,
}

impl<'a> Matrix<'a> {
    /// Prepares the block of positions `t` from `first_t` and `s` from `first_s`.
    pub fn new(
        encoding: &'a Encoding,
        measure: Measure,
        (first_t, num_t): (i64, usize),
        (first_s, num_s): (i64, usize),
    ) -> Self {
        let weights = Weights::new(encoding);
        let engine = encoding.engine();
        let last_t = first_t + num_t as i64 - 1;
        let num_kernels = num_t + num_s;
        let first_offset = last_t - first_s - (num_kernels as i64 - 1);
        let mut minus = vec![Kernels::default(); num_kernels];
        engine.map(
            first_offset,
            &mut minus,
            #[inline(always)]
            |cos, sin| weights.minus(measure, cos, sin),
        );
        minus.reverse();
        let plus_from = |first: i64, num: usize| -> Vec<f64> {
            let mut plus = vec![0.0; if encoding.is_paired() { 0 } else { num }];
            engine.map(
                first,
                &mut plus,
                #[inline(always)]
                |cos, _| weights.plus(cos),
            );
            plus
        };
        let norms_from = |first: i64, num: usize| -> Vec<f64> {
            // K₊ at 2t: every second sum.
            let sums = plus_from(2 * first, 2 * num);
            sums.iter().step_by(2).map(|&plus| weights.squared_norm(plus)).collect()
        };
        let plus = plus_from(first_t + first_s, num_kernels);
        let (norms_t, norms_s) = (norms_from(first_t, num_t), norms_from(first_s, num_s));
        Self {
            encoding,
            measure,
            weights,
            first_t,
            last_t,
            first_s,
            num_s,
            minus,
            plus,
            norms_t,
            norms_s,
        }
    }

    /// Rows from position `t` on and all columns of the block, as many as `out` holds whole ones.
    pub fn fill<T: Number>(&self, t: i64, out: &mut [T]) {
        let num_pairs = self.weights.num_pairs();
        if self.plus.is_empty() {
            let value = |&minus: &Kernels| {
                let norm = num_pairs;
                T::nearest(from_kernels(self.measure, num_pairs, minus, 0.0, norm, norm))
            };
            let values: Vec<T> = self.minus.iter().map(value).collect();
            out.par_chunks_exact_mut(self.num_s).enumerate().for_each(|(i, row)| {
                let from = (self.last_t - t) as usize - i;
                row.copy_from_slice(&values[from..from + self.num_s]);
            });
            return;
        }
        out.par_chunks_exact_mut(self.num_s).enumerate().for_each(|(i, row)| {
            self.fill_lone_row(t + i as i64, num_pairs, row);
        });
    }

    fn fill_lone_row<T: Number>(&self, t: i64, num_pairs: f64, row: &mut [T]) {
        let from = (self.last_t - t) as usize;
        let minus = &self.minus[from..from + self.num_s];
        let plus = &self.plus[(t - self.first_t) as usize..];
        let norm_t = self.norms_t[(t - self.first_t) as usize];
        let parts = minus.iter().zip(plus).zip(&self.norms_s);
        let mut own = None;
        for ((value, s), ((&minus, &plus), &norm_s)) in
            row.iter_mut().zip(self.first_s..).zip(parts)
        {
            let mut of = from_kernels(self.measure, num_pairs, minus, plus, norm_t, norm_s);
            if self.weights.is_cancelled(self.measure, of, norm_t, norm_s) {
                let own = own.get_or_insert_with(|| self.encoding.row(t));
                of = of_rows(self.measure, own, &self.encoding.row(s));
            }
            *value = T::nearest(of);
        }
    }
}
