//! Similarity of positions from two kernels, never from n² dot products.
//!
//! ⟨PE(t), PE(s)⟩ = ½[K₋(t − s) + K₊(t + s)], with K₋(u) = Σ cos ωu over all columns and
//! K₊(u) = Σ ±cos ωu (cosine +, sine −) over the columns without a partner of the same ω. Where every
//! column has its partner K₊ is absent, the matrix is Toeplitz, and similarity depends on the offset
//! alone.

use rayon::prelude::*;

use super::{Encoding, Phasor, Sampler};
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
        let largest_square: f64 = encoding.frequencies().len() as f64;
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

/// K₋ and its parts at the offset `u`.
pub fn minus(encoding: &Encoding, u: i64) -> Kernels {
    minus_from(encoding, &phasors(encoding, u))
}

/// K₊ at t + s = `u`, over the lone columns; 0 where there are none.
pub fn plus(encoding: &Encoding, u: i64) -> f64 {
    plus_from(encoding, &phasors(encoding, u))
}

fn phasors(encoding: &Encoding, u: i64) -> Vec<Phasor> {
    encoding.frequencies().iter().map(|frequency| Phasor::at(frequency.omega, u)).collect()
}

fn minus_from(encoding: &Encoding, phasors: &[Phasor]) -> Kernels {
    let mut kernels = Kernels::default();
    for (frequency, phasor) in encoding.frequencies().iter().zip(phasors) {
        if frequency.pair().is_some() {
            kernels.pairs += phasor.cos;
            // 2 − 2 cos x = 4 sin²(x/2) = 2 sin²x/(1 + cos x): each form where it keeps its digits.
            kernels.pairs_squared_distance += if phasor.cos > 0.0 {
                2.0 * phasor.sin * phasor.sin / (1.0 + phasor.cos)
            } else {
                2.0 - 2.0 * phasor.cos
            };
        } else {
            kernels.lone += phasor.cos;
        }
    }
    kernels
}

fn plus_from(encoding: &Encoding, phasors: &[Phasor]) -> f64 {
    let lone = encoding.frequencies().iter().zip(phasors).filter(|(f, _)| f.pair().is_none());
    lone.map(|(f, phasor)| if f.cos_column.is_some() { phasor.cos } else { -phasor.cos }).sum()
}

/// |PE(t)|²: the number of pairs, and ½(1 ± cos 2ωt) for each lone column.
pub fn squared_norm(encoding: &Encoding, t: i64) -> f64 {
    let num_pairs = encoding.frequencies().iter().filter(|f| f.pair().is_some()).count();
    let num_lone = encoding.frequencies().len() - num_pairs;
    (num_pairs as f64 + 0.5 * (num_lone as f64 + plus(encoding, 2 * t))).max(0.0)
}

/// The measure of positions `t` and `s` from kernels already at hand.
pub fn from_kernels(
    measure: Measure,
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
            let pairs_square = 0.5 * minus.pairs_squared_distance + minus.pairs;
            let lone_norms = squared_norm_t + squared_norm_s - 2.0 * pairs_square;
            let lone = (lone_norms - 2.0 * lone_dot).max(0.0);
            (minus.pairs_squared_distance + lone).sqrt()
        }
    }
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
    if measure == Measure::Distance && !encoding.is_paired() {
        // Few numbers are asked for one by one: the plain difference keeps every digit.
        return encoding
            .row(t)
            .iter()
            .zip(encoding.row(s))
            .map(|(a, b)| (a - b) * (a - b))
            .sum::<f64>()
            .sqrt();
    }
    from_kernels(
        measure,
        minus(encoding, t - s),
        plus(encoding, t + s),
        squared_norm(encoding, t),
        squared_norm(encoding, s),
    )
}

/// Rows of the similarity matrix, with kernels computed once for all of them.
pub struct Matrix<'a> {
    encoding: &'a Encoding,
    measure: Measure,
    first_offset: i64,
    minus: Vec<Kernels>,
    first_sum: i64,
    plus: Vec<f64>,
    norms: Norms,
}

/// Squared norms of the rows and columns of a block.
struct Norms {
    first_t: i64,
    of_t: Vec<f64>,
    first_s: i64,
    of_s: Vec<f64>,
}

impl<'a> Matrix<'a> {
    /// Prepares the block of positions `t` from `first_t` and `s` from `first_s`.
    pub fn new(
        encoding: &'a Encoding,
        measure: Measure,
        (first_t, num_t): (i64, usize),
        (first_s, num_s): (i64, usize),
    ) -> Self {
        let num_kernels = num_t + num_s;
        let first_offset = first_t - (first_s + num_s as i64 - 1);
        let first_sum = first_t + first_s;
        let sampler = Sampler::new(encoding, 0..encoding.parameters().d_model());
        let mut minus = vec![Kernels::default(); num_kernels];
        sampler.for_each_row(first_offset, 1, &mut minus, |phasors, out| {
            out[0] = minus_from(encoding, phasors);
        });
        let mut plus = vec![0.0; if encoding.is_paired() { 0 } else { num_kernels }];
        sampler.for_each_row(first_sum, 1, &mut plus, |phasors, out| {
            out[0] = plus_from(encoding, phasors);
        });
        let norms_from = |first: i64, num: usize| -> Vec<f64> {
            let num = if encoding.is_paired() { 0 } else { num as i64 };
            (0..num).into_par_iter().map(|i| squared_norm(encoding, first + i)).collect()
        };
        let norms = Norms {
            first_t,
            of_t: norms_from(first_t, num_t),
            first_s,
            of_s: norms_from(first_s, num_s),
        };
        Self { encoding, measure, first_offset, minus, first_sum, plus, norms }
    }

    /// The value at positions `t` and `s` inside the block.
    pub fn value(&self, t: i64, s: i64) -> f64 {
        let minus = self.minus[(t - s - self.first_offset) as usize];
        if self.plus.is_empty() {
            let norm = self.encoding.frequencies().len() as f64;
            return from_kernels(self.measure, minus, 0.0, norm, norm);
        }
        if self.measure == Measure::Distance && (t - s).abs() <= 1 {
            return of(self.encoding, self.measure, t, s);
        }
        from_kernels(
            self.measure,
            minus,
            self.plus[(t + s - self.first_sum) as usize],
            self.norms.of_t[(t - self.norms.first_t) as usize],
            self.norms.of_s[(s - self.norms.first_s) as usize],
        )
    }
}
