//! Bias of every head, for any query and key.

use std::sync::Arc;

use super::{BiasConvention, BiasRule, Buckets, LearnedBias, alibi};
use crate::encoding::OutOfLimits;

/// Distance over which XPos lets a pair decay by its factor once.
const XPOS_SCALE: f64 = 512.0;
/// Typical numbers of FIRE: that in ψ(x) = ln(c·x + 1), and the length below which all queries share a curve.
const FIRE_C: f64 = 0.1;
const FIRE_LENGTH: f64 = 512.0;

/// Choice of a bias, not yet validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiasDraft {
    /// Rule.
    pub convention: BiasConvention,
    /// Number of heads; for XPos that of pairs.
    pub num_heads: u32,
    /// Buckets of offsets, which only T5 has.
    pub buckets: Buckets,
}

/// Bias of every head, for any query and key.
///
/// ```
/// use phasor::encoding::bias::{Bias, BiasConvention, BiasDraft, Buckets};
/// let convention = BiasConvention::ALIBI_PAPER;
/// let bias = Bias::new(BiasDraft { convention, num_heads: 8, buckets: Buckets::default() })?;
/// assert_eq!(bias.slope(0), Some(0.5));
/// assert_eq!(bias.relative(0, 42, -10), -5.0);
/// assert_eq!(bias.half_life(0).map(f64::round), Some(1.0));
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bias {
    draft: BiasDraft,
    slopes: Vec<f64>,
    /// Numbers of buckets and heads that a model has learned.
    learned: Option<Arc<LearnedBias>>,
}

impl Bias {
    /// Largest number of heads.
    pub const MOST_HEADS: u32 = 4096;

    /// Validates a draft.
    pub fn new(draft: BiasDraft) -> Result<Self, OutOfLimits> {
        if !(1..=Self::MOST_HEADS).contains(&draft.num_heads) {
            return Err(OutOfLimits {
                name: "heads",
                value: draft.num_heads.to_string(),
                allowed: format!("a whole number from 1 to {}", Self::MOST_HEADS),
            });
        }
        let slopes = alibi::slopes(draft.convention.rule(), draft.num_heads);
        Ok(Self { draft, slopes, learned: None })
    }

    /// Bias of learned numbers, a row for each bucket and a column for each head.
    ///
    /// # Errors
    ///
    /// Fails for too many heads, and for a number of buckets that no rule has.
    pub fn learned(
        max_distance: u32,
        is_bidirectional: bool,
        learned: LearnedBias,
    ) -> Result<Self, OutOfLimits> {
        let draft = BiasDraft {
            convention: BiasConvention::T5,
            num_heads: learned.num_heads(),
            buckets: Buckets::new(learned.num_buckets(), max_distance, is_bidirectional)?,
        };
        Ok(Self { learned: Some(Arc::new(learned)), ..Self::new(draft)? })
    }

    /// The same numbers with another distance from which all keys share the last bucket.
    ///
    /// # Errors
    ///
    /// Fails for a distance that no rule of so many buckets has.
    pub fn with_max_distance(&self, max_distance: u32) -> Result<Self, OutOfLimits> {
        let own = self.draft.buckets;
        let buckets = Buckets::new(own.num(), max_distance, own.is_bidirectional())?;
        Ok(Self { draft: BiasDraft { buckets, ..self.draft }, ..self.clone() })
    }

    /// Rule of the bias.
    pub fn convention(&self) -> BiasConvention {
        self.draft.convention
    }

    fn rule(&self) -> BiasRule {
        self.draft.convention.rule()
    }

    /// Number of heads.
    pub fn num_heads(&self) -> u32 {
        self.draft.num_heads
    }

    /// Buckets of offsets; `None` but for T5.
    pub fn buckets(&self) -> Option<Buckets> {
        (self.rule() == BiasRule::Buckets).then_some(self.draft.buckets)
    }

    /// Buckets of offsets whose biases are not known; `None` for all biases with numbers.
    pub fn unknown_buckets(&self) -> Option<Buckets> {
        self.buckets().filter(|_| self.learned.is_none())
    }

    /// True if the numbers are those that a model has learned.
    pub fn is_learned(&self) -> bool {
        self.learned.is_some()
    }

    /// True if only keys up to the query are seen.
    pub fn is_causal(&self) -> bool {
        let is_of_encoders = self.rule() == BiasRule::DistanceOfTwoSeries;
        !is_of_encoders && self.buckets().is_none_or(|it| !it.is_bidirectional())
    }

    /// Slope of a head, per position; `None` unless the convention has slopes.
    pub fn slope(&self, head: u32) -> Option<f64> {
        self.slopes.get(head as usize).copied()
    }

    /// Slopes of all heads; empty unless the convention has slopes.
    pub fn slopes(&self) -> &[f64] {
        &self.slopes
    }

    /// Bias that a head adds to the score of query t and key s, as the program computes it, where `last` is the last
    /// key. NaN for T5 without the numbers that it has learned.
    pub fn value(&self, head: u32, (t, s): (i64, i64), last: i64) -> f64 {
        let slope = self.slope(head).unwrap_or_default();
        let single = |value: f64| f64::from(value as f32);
        let distance = t.abs_diff(s) as f64;
        match self.rule() {
            BiasRule::Distance => -slope * distance,
            BiasRule::DistanceOfTwoSeries => -single(slope * distance),
            BiasRule::Position(rounding) => rounding.nearest(slope * rounding.nearest(s as f64)),
            BiasRule::BeforeLast => single(slope * single((s - last) as f64)),
            BiasRule::Buckets => self
                .learned
                .as_ref()
                .map_or(f64::NAN, |learned| learned.value(self.draft.buckets.of(s - t), head)),
            BiasRule::Logarithm => -self.weight(head) * distance.ln_1p(),
            BiasRule::Power => -self.weight(head) * distance.sqrt(),
            BiasRule::Fire => {
                let whole = fire(FIRE_LENGTH.max(t as f64));
                -4.0 * self.weight(head) * fire(distance) / whole
            }
            BiasRule::Decay => self.zeta(head).ln() * distance / XPOS_SCALE,
        }
    }

    /// Bias of the key at an offset from query t, beside that of the query's own key. What all keys of a query share
    /// vanishes in softmax.
    pub fn relative(&self, head: u32, t: i64, offset: i64) -> f64 {
        let last = t + offset.max(0);
        self.value(head, (t, t + offset), last) - self.value(head, (t, t), last)
    }

    /// Distance of the key that weighs half of the query's own: where the bias is −ln 2, at a query up to position 512
    /// for FIRE. `None` for T5, and where no key is far enough.
    pub fn half_life(&self, head: u32) -> Option<f64> {
        self.distance_of(head, std::f64::consts::LN_2)
    }

    /// Distance at which the bias has fallen by a number.
    pub fn distance_of(&self, head: u32, fall: f64) -> Option<f64> {
        let distance = match self.rule() {
            BiasRule::Buckets => return self.learned_distance_of(head, fall),
            BiasRule::Logarithm => (fall / self.weight(head)).exp_m1(),
            BiasRule::Power => (fall / self.weight(head)).powi(2),
            BiasRule::Fire => {
                let psi = fall / (4.0 * self.weight(head)) * fire(FIRE_LENGTH);
                psi.exp_m1() / FIRE_C
            }
            BiasRule::Decay => -fall * XPOS_SCALE / self.zeta(head).ln(),
            _ => fall / self.slope(head)?,
        };
        let is_reached = self.rule() != BiasRule::Fire || distance <= FIRE_LENGTH;
        (distance.is_finite() && is_reached).then_some(distance)
    }

    /// Distance back from which on the learned bias of a head stays below that of the query's own key by a number;
    /// `None` if it does not.
    fn learned_distance_of(&self, head: u32, fall: f64) -> Option<f64> {
        self.learned.as_ref()?;
        // From the farthest on, which all keys beyond share a bucket with.
        let farthest = i64::from(self.draft.buckets.max_distance());
        let runs = self.draft.buckets.runs(-farthest, -1);
        let is_below = |&&(offset, _): &&(i64, u32)| self.relative(head, 0, offset) <= -fall;
        let num = runs.iter().take_while(is_below).count();
        let nearer = runs.get(num).map_or(0, |it| it.0);
        (num > 0).then_some((1 - nearer) as f64)
    }

    /// Distance back from which on all keys share the last bucket of a learned bias, and their weight beside that of
    /// the heaviest key up to the query: 1 for a head that weighs no other key more than those.
    pub fn far_back(&self, head: u32) -> Option<(i64, f64)> {
        self.learned.as_ref()?;
        let farthest = i64::from(self.draft.buckets.max_distance());
        let runs = self.draft.buckets.runs(-farthest, 0);
        let biases = runs.iter().map(|&(offset, _)| self.relative(head, 0, offset));
        let heaviest = biases.clone().fold(f64::MIN, f64::max);
        let weight = (biases.clone().next()? - heaviest).exp();
        Some((1 - runs.get(1)?.0, weight))
    }

    /// Typical number of a head, in place of a learned one: evenly spread over 0 to 2.
    fn weight(&self, head: u32) -> f64 {
        (2.0 * f64::from(head) + 1.0) / f64::from(self.draft.num_heads)
    }

    /// Base of the decay of a pair of XPos: (2k + 0.4·D)/(1.4·D), with D dimensions.
    fn zeta(&self, pair: u32) -> f64 {
        let dimensions = 2.0 * f64::from(self.draft.num_heads);
        (2.0 * f64::from(pair) + 0.4 * dimensions) / (1.4 * dimensions)
    }
}

/// ψ(x) = ln(c·x + 1).
fn fire(x: f64) -> f64 {
    (FIRE_C * x).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(key: &str) -> BiasConvention {
        BiasConvention::of_key(key).unwrap()
    }

    fn bias(convention: BiasConvention, num_heads: u32) -> Bias {
        Bias::new(BiasDraft { convention, num_heads, buckets: Buckets::default() }).unwrap()
    }

    #[test]
    fn half_life_is_where_the_bias_halves_the_weight() {
        for convention in BiasConvention::all() {
            let bias = bias(convention, 7);
            for head in 0..7 {
                let Some(distance) = bias.half_life(head) else {
                    assert!(bias.slopes().is_empty(), "{convention:?} has a half-life");
                    continue;
                };
                if distance > 1e6 || convention == of("alibi-falcon") {
                    continue;
                }
                // Beside the nearest whole distances, on both sides.
                let weight = |n: f64| bias.relative(head, 500, -(n as i64)).exp();
                let [before, after] = [weight(distance.floor()), weight(distance.ceil())];
                assert!(before >= 0.4999 && after <= 0.5001, "{convention:?}, head {head}");
            }
        }
    }

    #[test]
    fn encoders_weigh_keys_on_both_sides_alike() {
        let own = bias(of("alibi-mosaic-bert"), 12);
        assert!(!own.is_causal() && bias(of("alibi-bloom"), 12).is_causal());
        for head in 0..12 {
            assert_eq!(own.value(head, (9, 4), 20), own.value(head, (9, 14), 20), "head {head}");
        }
    }

    #[test]
    fn programs_differ_by_a_constant_per_query() {
        let (bloom, mpt) = (bias(of("alibi-bloom"), 8), bias(of("alibi-mpt"), 8));
        let difference = |s: i64| bloom.value(3, (9, s), 9) - mpt.value(3, (9, s), 9);
        assert!((0..9).all(|s| difference(s) == difference(9)), "constant along a row");
        assert!(difference(0) != 0.0, "and not 0");
    }

    #[test]
    fn falcon_shares_biases_beyond_position_256() {
        let falcon = bias(of("alibi-falcon"), 8);
        let value = |s: i64| falcon.value(0, (1000, s), 1000);
        assert_eq!(value(256), value(257), "257 is no number of bf16");
        assert!(value(255) != value(256));
    }

    #[test]
    fn refuses_no_heads_and_too_many() {
        for num_heads in [0, Bias::MOST_HEADS + 1] {
            let draft =
                BiasDraft { convention: of("alibi-bloom"), num_heads, buckets: Buckets::default() };
            let error = Bias::new(draft).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("invalid heads \"{num_heads}\": expected a whole number from 1 to 4096")
            );
        }
    }
}
