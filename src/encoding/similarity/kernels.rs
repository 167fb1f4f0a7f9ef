//! Kernels K₋ and K₊ of the waves of an encoding, and the measures computed from them.

use super::measure::Measure;
use crate::encoding::{Frequency, Waves, engine, parallel::map_each, phasor::Phasors, simd::Level};

/// Parts of K₋ from which the measures of two positions are computed.
///
/// Paired columns, which contribute by the offset alone, and lone columns are summed separately.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kernels {
    /// Sum of cos ωu over pairs.
    pub pairs: f64,
    /// Sum of 4 sin²(ωu/2) over pairs: their squared distance, without cancellation. 0 unless the measure is distance.
    pub pairs_squared_distance: f64,
    /// Sum of cos ωu over lone columns.
    pub lone: f64,
}

/// Weight of each frequency in the kernels.
pub(in crate::encoding) struct Weights {
    /// Weight of a pair, 1 for a sinusoid; 0 for a lone column.
    pair: Vec<f64>,
    /// 1 for a lone column, 0 for a pair.
    lone: Vec<f64>,
    /// 1 for a lone cosine, −1 for a lone sine, 0 for a pair.
    signed_lone: Vec<f64>,
}

impl Weights {
    pub(in crate::encoding) fn new(waves: &Waves) -> Self {
        let weights = |of: fn(&Frequency) -> f64| waves.frequencies().iter().map(of).collect();
        let weight = waves.pair_weight();
        let pair = |f: &Frequency| if f.pair().is_some() { weight } else { 0.0 };
        Self {
            pair: waves.frequencies().iter().map(pair).collect(),
            lone: weights(|f| if f.pair().is_some() { 0.0 } else { 1.0 }),
            signed_lone: weights(|f| match (f.sin_column, f.cos_column) {
                (None, Some(_)) => 1.0,
                (Some(_), None) => -1.0,
                _ => 0.0,
            }),
        }
    }

    /// Parts of K₋ from the phasors at an offset.
    #[inline(always)]
    pub(in crate::encoding) fn minus(&self, measure: Measure, cos: &[f64], sin: &[f64]) -> Kernels {
        let squared = |i: usize| {
            // 2 − 2 cos x = 4 sin²(x/2) = 2 sin²x/(1 + cos x). Each form is used where it is accurate.
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
    pub(in crate::encoding) fn plus(&self, cos: &[f64]) -> f64 {
        weighted_sum(&self.signed_lone, |i| cos[i])
    }

    /// Squared norm of the paired columns.
    pub(in crate::encoding) fn paired_square(&self) -> f64 {
        self.pair.iter().sum()
    }

    /// Squared norm |PE(t)|² from K₊ at 2t: that of the pairs, plus ½(1 ± cos 2ωt) for each lone column.
    pub(in crate::encoding) fn squared_norm(&self, plus_at_twice: f64) -> f64 {
        let num_lone: f64 = self.lone.iter().sum();
        (self.paired_square() + 0.5 * (num_lone + plus_at_twice)).max(0.0)
    }
}

/// Weighted sum in eight lanes, which vector instructions add in parallel and scalar code in the same order.
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

/// Measure of the positions `t` and `s`, from kernels already computed.
///
/// `paired_square` is the squared norm of the frequencies with both columns, `minus` is K₋ at t − s, and `plus` is K₊
/// at t + s. The cosine with a zero vector is 0.
pub fn from_kernels(
    measure: Measure,
    paired_square: f64,
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
            // Only the lone columns need norms; the squared distance of the pairs is already exact.
            let lone_norms = (squared_norm_t - paired_square) + (squared_norm_s - paired_square);
            let lone = (lone_norms - 2.0 * lone_dot).max(0.0);
            (minus.pairs_squared_distance + lone).sqrt()
        }
    }
}

/// Contribution of each frequency to |PE(t) − PE(s)|², in the order of [`Waves::frequencies`].
///
/// With k = s − t, a pair contributes 4 sin²(ωk/2). A lone sine contributes that times cos²ω(t + k/2), a lone cosine
/// that times sin²ω(t + k/2).
pub fn squared_distances(waves: &Waves, t: i64, s: i64) -> Vec<f64> {
    let omegas = engine::omegas(waves.frequencies());
    let at = |u: f64| Phasors::new(Level::detected(), &omegas, u);
    let half = at((s - t) as f64 / 2.0);
    let middle = at((t + s) as f64 / 2.0);
    let weight = waves.pair_weight();
    let share = |i: usize, frequency: &Frequency| match (frequency.sin_column, frequency.cos_column)
    {
        (Some(_), Some(_)) => weight,
        (Some(_), None) => middle.cos[i] * middle.cos[i],
        (None, Some(_)) => middle.sin[i] * middle.sin[i],
        (None, None) => 0.0,
    };
    let part = |(i, frequency)| 4.0 * half.sin[i] * half.sin[i] * share(i, frequency);
    waves.frequencies().iter().enumerate().map(part).collect()
}

/// Kernels K₋ at an offset t − s and K₊ at a sum t + s. The dot product of both positions is ½(K₋ + K₊).
pub fn kernels(waves: &Waves, offset: i64, sum: i64) -> (f64, f64) {
    let weights = Weights::new(waves);
    let (minus, plus) = (waves.phasors(offset), waves.phasors(sum));
    let minus = weights.minus(Measure::Dot, &minus.cos, &minus.sin);
    (2.0 * minus.pairs + minus.lone, weights.plus(&plus.cos))
}

/// Measure of the positions `t` and `s`, computed from the kernels.
pub fn of_waves(waves: &Waves, measure: Measure, t: i64, s: i64) -> f64 {
    let weights = Weights::new(waves);
    let level = Level::detected();
    let minus = waves.phasors(t - s);
    let minus = level.run(
        #[inline(always)]
        || weights.minus(measure, &minus.cos, &minus.sin),
    );
    let plus = |u: i64| {
        if waves.is_paired() {
            return 0.0;
        }
        let phasors = waves.phasors(u);
        level.run(
            #[inline(always)]
            || weights.plus(&phasors.cos),
        )
    };
    let norm = |t: i64| weights.squared_norm(plus(2 * t));
    let (norm_t, norm_s) = (norm(t), norm(s));
    let value = from_kernels(measure, weights.paired_square(), minus, plus(t + s), norm_t, norm_s);
    if !waves.is_paired() && weights.is_cancelled(measure, value, norm_t, norm_s) {
        return measure.of_rows(&waves.row(t), &waves.row(s));
    }
    value
}

/// Parts of K₋ at arbitrary offsets.
pub(crate) fn minus_at(waves: &Waves, measure: Measure, offsets: &[i64]) -> Vec<Kernels> {
    let weights = Weights::new(waves);
    at(waves, offsets, |cos, sin| weights.minus(measure, cos, sin))
}

/// K₊ at arbitrary sums of two positions.
pub(crate) fn plus_at(waves: &Waves, sums: &[i64]) -> Vec<f64> {
    let weights = Weights::new(waves);
    at(waves, sums, |cos, _| weights.plus(cos))
}

/// Squared norms |PE(t)|² at arbitrary positions.
pub(crate) fn squared_norms_at(waves: &Waves, positions: &[i64]) -> Vec<f64> {
    let weights = Weights::new(waves);
    if waves.is_paired() {
        return vec![weights.paired_square(); positions.len()];
    }
    let twice: Vec<i64> = positions.iter().map(|t| 2 * t).collect();
    plus_at(waves, &twice).into_iter().map(|plus| weights.squared_norm(plus)).collect()
}

fn at<T: Send>(
    waves: &Waves,
    positions: &[i64],
    each: impl Fn(&[f64], &[f64]) -> T + Sync,
) -> Vec<T> {
    let omegas = engine::omegas(waves.frequencies());
    let of = |i: usize| {
        let phasors = Phasors::new(Level::detected(), &omegas, positions[i] as f64);
        each(&phasors.cos, &phasors.sin)
    };
    map_each(positions.len(), &of)
}

impl Weights {
    /// True if a measure with lone columns has lost digits because norms and products cancelled.
    ///
    /// The absolute error of a kernel is about 1e-16 times the number of frequencies, however small the result. In
    /// case of cancellation the rows themselves are compared.
    pub(in crate::encoding) fn is_cancelled(
        &self,
        measure: Measure,
        value: f64,
        norm_t: f64,
        norm_s: f64,
    ) -> bool {
        let left = match measure {
            // Small dot products are frequent, and accurate enough until they are very small.
            Measure::Dot => 1e4 * value.abs(),
            Measure::Cosine => norm_t.min(norm_s),
            Measure::Distance => value * value,
        };
        left < 0.01 * self.pair.len() as f64
    }
}
