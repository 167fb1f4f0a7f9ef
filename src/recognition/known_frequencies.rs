//! Vectors of rotary frequencies (`inv_freq`): which base and which scaling they come from.

use std::cmp::Reverse;

use super::{
    ladder_hypotheses::{LadderHypothesis, bases, few_digits_near, fitted, of_presets},
    list_precision::ListOrigin,
};
use crate::encoding::{
    Double, Exponent, Limits, Rounding,
    proof::{MARGIN, SINGLE, are_few, choice_bits, number_bits, value_bits},
    rotary::scaling::Scaling,
    with_digits,
};

/// Bits by which hypotheses may differ that give the same numbers.
const EQUAL: f64 = 10.0;

/// Relative difference of two bases that give the same numbers in single precision.
const SAME_BASE: f64 = 2e-6;

/// Frequencies that a vector may hold.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownFrequencies {
    /// Presets with these frequencies: name, and set of layers.
    pub presets: Vec<(String, String)>,
    /// Base θ.
    pub base: f64,
    /// Rule of scaling with its numbers.
    pub scaling: Scaling,
    /// Exponent rule: that of rotary pairs, k/n, or another one of sinusoids, unscaled.
    pub exponent: Exponent,
    /// True if base and factor are plausible choices. If not, the entries are just some geometric progression.
    pub is_chosen: bool,
    /// Type to which the vector was rounded, if not to `f32`.
    pub rounding: Option<Rounding>,
    /// Number of significant digits that the vector was written with, if too few for `f32`.
    pub num_digits: Option<u32>,
    /// Largest relative difference of the entries that agree.
    pub largest_difference: f64,
    /// Entries that do not agree: the first, and how many.
    pub wrong: Option<(usize, usize)>,
    /// The smallest and the largest of the bases that give the same numbers, where its own is not told from them.
    pub same_bases: Option<(f64, f64)>,
    /// True if the entries are these frequencies and those of no other base, and explain more than was chosen.
    pub is_certain: bool,
    /// Bits that the entries explain, without those of the choices.
    pub(super) score: f64,
}

impl KnownFrequencies {
    /// Number of entries that do not agree.
    fn num_wrong(&self) -> usize {
        self.wrong.map_or(0, |(_, num)| num)
    }
}

/// Finds out which frequencies a vector holds, the best answer first. Empty if it is none: fewer than half its entries
/// are those of any.
pub fn recognize(vector: &[f64]) -> Vec<KnownFrequencies> {
    /// Least number of entries from which a base can be told, and most of the widest encoding.
    const LEAST: usize = 4;
    const MOST: usize = Limits::D_MODEL_MAX as usize;
    if !(LEAST..=MOST).contains(&vector.len()) {
        return Vec::new();
    }
    let origins = ListOrigin::of(vector);
    let mut found: Vec<KnownFrequencies> = Vec::new();
    for hypothesis in hypotheses(vector) {
        let is_same = |it: &&mut KnownFrequencies| hypothesis.is_of(it);
        if let Some(same) = found.iter_mut().find(is_same) {
            same.presets.extend(hypothesis.preset);
            continue;
        }
        found.extend(compared(vector, &origins, hypothesis));
    }
    // What explains most with the fewest choices.
    found.sort_by_key(|it| (!it.is_certain, Reverse(it.score as i64)));
    let rank = |it: &KnownFrequencies| (it.is_certain, it.is_chosen, it.num_wrong());
    let best = found.first().map(|it| (rank(it), it.score));
    found.retain(|it| {
        best.is_some_and(|(best, score)| rank(it) == best && it.score > score - EQUAL)
    });
    if found.first().is_some_and(|it| !it.is_chosen) {
        found.truncate(1);
    }
    let mut distinct: Vec<KnownFrequencies> = Vec::new();
    for it in found {
        let is_same = |known: &KnownFrequencies| {
            known.scaling.key() == it.scaling.key()
                && (known.base / it.base - 1.0).abs() < SAME_BASE
        };
        if !distinct.iter().any(is_same) {
            distinct.push(it);
        }
    }
    for it in &mut distinct {
        it.same_bases = same_bases(vector, &origins, it);
        it.is_certain &= it.same_bases.is_none();
    }
    distinct
}

/// The smallest and the largest of the bases that agree with a vector as well as that of an answer; `None` where a
/// number of as few digits would seldom be among them by chance, and for bases of presets.
fn same_bases(vector: &[f64], origins: &[ListOrigin], it: &KnownFrequencies) -> Option<(f64, f64)> {
    /// Number of bases on each side that are worth a comparison.
    const MOST: i32 = 100;
    /// Share of the distance of two numbers of as few digits by which others may agree.
    const SELDOM: f64 = 0.1;
    // Powers of two are chosen as well, whatever their digits.
    if !it.is_certain || !it.presets.is_empty() || it.base.log2().fract() == 0.0 {
        return None;
    }
    let digits = (0..17).find(|&digits| with_digits(it.base, digits) == it.base)?;
    let step = SELDOM * 10.0_f64.powf(it.base.log10().floor() - digits as f64);
    let step = if it.base.fract() == 0.0 { step.max(1.0) } else { step };
    let agrees = |base: &f64| {
        let (scaling, exponent) = (it.scaling.clone(), it.exponent);
        let ladder = Ladder { base: *base, scaling, exponent, preset: None };
        let is_as_good = |other: KnownFrequencies| other.score > it.score - EQUAL;
        *base > 1.0 && compared(vector, origins, ladder).is_some_and(is_as_good)
    };
    let last = |direction: f64| {
        let bases = (1..MOST).map(|i| it.base + direction * f64::from(i) * step);
        bases.take_while(agrees).last().unwrap_or(it.base)
    };
    let bases = (last(-1.0), last(1.0));
    (bases.0 < bases.1).then_some(bases)
}

/// Frequencies that a vector may hold.
struct Ladder {
    base: f64,
    scaling: Scaling,
    exponent: Exponent,
    preset: Option<(String, String)>,
}

impl Ladder {
    /// Frequencies of rotary pairs.
    fn rotary((base, scaling, preset): LadderHypothesis) -> Self {
        Self { base, scaling, exponent: Exponent::Half, preset }
    }

    /// Frequencies of a sinusoid.
    fn of_exponent(base: f64, exponent: Exponent) -> Self {
        Self { base, scaling: Scaling::Default, exponent, preset: None }
    }

    fn is_of(&self, known: &KnownFrequencies) -> bool {
        (self.base, &self.scaling, self.exponent) == (known.base, &known.scaling, known.exponent)
    }

    /// The first so many. Those of a sinusoid end with 1/base.
    fn frequencies(&self, num: u32) -> Vec<Double> {
        let whole = |num: u32| self.scaling.frequencies(self.base, 2 * num, None);
        let last = Double::new(1.0 / self.base);
        match self.exponent {
            Exponent::Endpoint => whole(num - 1).into_iter().chain([last]).collect(),
            Exponent::OneBased => whole(num).into_iter().skip(1).chain([last]).collect(),
            _ => whole(num),
        }
    }

    /// Bits of what was chosen.
    fn choice_bits(&self) -> f64 {
        /// Bits of a rule other than that of rotary pairs.
        const RULE: f64 = 8.0;
        let rule = if self.exponent == Exponent::Half { 0.0 } else { RULE };
        number_bits(self.base) + self.scaling.choice_bits() + rule
    }

    /// True if base and factor have few digits; unless unscaled rotary, also fewer than `bits` can determine.
    fn is_chosen(&self, bits: f64, num: u32) -> bool {
        /// Largest number of digits of a whole base, and of other numbers.
        const WHOLE: usize = 5;
        const MOST: usize = 3;
        /// Bits by which a number must be known better than it was chosen.
        const LEFT: f64 = 4.0;
        let is_plain = self.exponent == Exponent::Half && self.scaling == Scaling::Default;
        let has = |value: f64, most: usize| {
            let digits = (0..most).find(|&digits| with_digits(value, digits) == value);
            digits.is_some_and(|it| is_plain || (it + 1) as f64 * 10.0_f64.log2() + LEFT <= bits)
        };
        let is_power_of_two = self.base.log2().fract() == 0.0;
        // A ratio of neighbors that is rounder than the base was chosen itself.
        let num_digits =
            |value: f64| (0..WHOLE).find(|&digits| with_digits(value, digits) == value);
        let num_steps = if self.exponent == Exponent::Endpoint { num - 1 } else { num };
        let ratio = self.base.powf(1.0 / f64::from(num_steps));
        let ratio = few_digits_near(ratio, SINGLE).and_then(num_digits);
        let is_of_ratio = ratio.is_some_and(|it| num_digits(self.base).is_none_or(|own| it < own));
        let factor = match self.scaling {
            Scaling::Linear { factor } | Scaling::Ntk { factor } => factor,
            _ => 1.0,
        };
        let base = if self.base.fract() == 0.0 { WHOLE } else { MOST };
        let is_of_somebody = has(self.base, base) && !is_of_ratio || is_power_of_two;
        self.preset.is_some() || is_of_somebody && has(factor, MOST)
    }
}

/// Ladders of the presets, and those that the vector itself tells.
fn hypotheses(vector: &[f64]) -> impl Iterator<Item = Ladder> {
    let num = vector.len();
    let rotary = of_presets(num).into_iter().chain(fitted(vector)).map(Ladder::rotary);
    // The ratio of neighbors is base^(1/n), and base^(1/(n − 1)) where the last is 1/base.
    let of_exponent = |num_steps: usize, exponent: Exponent| {
        bases(vector, num_steps).into_iter().map(move |base| Ladder::of_exponent(base, exponent))
    };
    let others = of_exponent(num - 1, Exponent::Endpoint)
        .chain(of_exponent(num, Exponent::OneBased))
        .collect::<Vec<_>>();
    rotary.chain(others)
}

/// Compares a vector with a hypothesis; `None` if fewer than half its entries agree.
fn compared(vector: &[f64], origins: &[ListOrigin], ladder: Ladder) -> Option<KnownFrequencies> {
    /// Least number of entries from which a factor can be told besides a base.
    const LEAST_SCALED: u32 = 8;
    /// Number of entries that refuse most ladders: if fewer than a quarter of them agree.
    const PROBES: usize = 128;
    let num = vector.len() as u32;
    let omegas = ladder.frequencies(num);
    let is_close = |&k: &usize| {
        let omega = omegas[k].hi;
        let tolerance =
            |it: &ListOrigin| it.tolerance(omega, (ladder.base, &ladder.scaling), (k as u32, num));
        origins.iter().any(|it| (vector[k] - omega).abs() <= tolerance(it))
    };
    let probes = (0..vector.len()).step_by(vector.len().div_ceil(PROBES));
    if 4 * probes.clone().filter(is_close).count() < probes.len() {
        return None;
    }
    let choices = ladder.choice_bits();
    let of_origin = |&origin: &ListOrigin| {
        let (mut largest, mut wrong, mut bits) = (0.0_f64, None, 0.0);
        for (k, (&own, omega)) in (0..).zip(vector.iter().zip(&omegas)) {
            let omega = omega.hi;
            let tolerance = origin.tolerance(omega, (ladder.base, &ladder.scaling), (k, num));
            let off = (own - omega).abs();
            if off <= tolerance {
                largest = largest.max(if omega == 0.0 { off } else { off / omega });
                if own != 0.0 && own.to_bits() != 1.0_f64.to_bits() {
                    bits += value_bits(omega, tolerance, origin.rounding);
                }
            } else {
                let (first, num) = wrong.unwrap_or((k as usize, 0));
                wrong = Some((first, num + 1));
            }
        }
        let num_wrong = wrong.map_or(0, |(_, num)| num);
        let score = bits - choices - num_wrong as f64 * choice_bits(num.into());
        (origin, largest, wrong, score)
    };
    let all = origins.iter().map(of_origin);
    // The first of equals is the most precise.
    let (origin, largest_difference, wrong, score) =
        all.rev().max_by(|a, b| a.3.total_cmp(&b.3))?;
    let num_wrong = wrong.map_or(0, |(_, num)| num);
    // Any short geometric progression is the frequencies of some base, divided by some factor.
    let is_any =
        num < LEAST_SCALED && ladder.preset.is_none() && ladder.scaling != Scaling::Default;
    // Entries between fast and slow ones that do not agree are those of another rule.
    let is_blend = matches!(ladder.scaling, Scaling::Yarn(_) | Scaling::Llama3(_));
    let is_another_blend = is_blend && num_wrong > 0 && ladder.preset.is_none();
    // Many entries tell the ratio of neighbors better than two.
    let is_chosen = ladder.is_chosen(origin.bits() + 0.5 * choice_bits(num.into()), num);
    (2 * num_wrong < vector.len()).then(|| KnownFrequencies {
        presets: ladder.preset.into_iter().collect(),
        base: ladder.base,
        scaling: ladder.scaling,
        exponent: ladder.exponent,
        is_chosen,
        rounding: origin.rounding.filter(|it| *it != Rounding::F32),
        num_digits: origin.num_digits.filter(|_| origin.rounding.is_none()),
        largest_difference,
        wrong,
        same_bases: None,
        is_certain: is_chosen
            && !is_any
            && !is_another_blend
            && are_few(num_wrong as u64, num.into())
            && score >= MARGIN,
        score,
    })
}
