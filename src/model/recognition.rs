//! Vectors of rotary frequencies (`inv_freq`): which base and which scaling they come from.

use std::{cmp::Reverse, f64::consts::PI, ops::Range};

use super::{config::Config, list_precision::ListOrigin, preset::Preset, reader::Reader};
use crate::encoding::{
    Double, Exponent, Rounding,
    median::median,
    proof::{MARGIN, SINGLE, are_few, choice_bits, number_bits, value_bits},
    rotary::scaling::{Llama3, Scaling, Yarn},
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
    /// True if somebody may have chosen the base and the factor. If not, the entries are a geometric progression, and nothing
    /// says of what.
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
    const MOST: usize = 16_384;
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

/// The smallest and the largest of the bases that agree with a vector as well as that of an answer; `None` where a number of as
/// few digits would seldom be among them by chance, and for bases of presets.
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
    fn rotary((base, scaling, preset): Hypothesis) -> Self {
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
    fn choices(&self) -> f64 {
        /// Bits of a rule other than that of rotary pairs.
        const RULE: f64 = 8.0;
        let rule = if self.exponent == Exponent::Half { 0.0 } else { RULE };
        number_bits(self.base) + self.scaling.choice_bits() + rule
    }

    /// True if the base and the factor have few digits, and, but for unscaled rotary pairs, fewer than some numbers tell.
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
        // Powers of a short number, such as 1/3, are nobody's base but by chance.
        let num_digits =
            |value: f64| (0..WHOLE).find(|&digits| with_digits(value, digits) == value);
        let num_steps = if self.exponent == Exponent::Endpoint { num - 1 } else { num };
        let ratio = self.base.powf(1.0 / f64::from(num_steps));
        let ratio = rounded(ratio, SINGLE).and_then(num_digits);
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

/// Hypothesis: base, rule, and the preset that it is of.
pub(super) type Hypothesis = (f64, Scaling, Option<(String, String)>);

/// Hypotheses of the presets with as many frequencies.
pub(super) fn of_presets(num: usize) -> Vec<Hypothesis> {
    let models = Preset::all().iter().filter_map(|preset| {
        Some((preset, Config::of_preset(preset).model(None, Reader::Transformers5).ok()?))
    });
    let sets = models.flat_map(|(preset, model)| {
        let sets =
            model.sets.clone().into_iter().filter(|set| set.exponent_dim as usize == 2 * num);
        sets.filter_map(|set| {
            Some((set.base?.value, set.scaling, Some((preset.name.clone(), set.name))))
        })
    });
    sets.collect()
}

/// Hypotheses whose numbers the vector itself tells.
fn fitted(vector: &[f64]) -> Vec<Hypothesis> {
    let num = vector.len();
    let near = if is_coarse(vector) { COARSE } else { FINE };
    let num_turning = vector.iter().rposition(|&it| it != 0.0).map_or(0, |last| last + 1);
    let mut found = Vec::new();
    let mut add = |base: f64, scaling: Scaling| found.push((base, scaling, None));
    for base in bases(&vector[..num_turning], num) {
        if num_turning < num {
            let num_turning = num_turning as u32;
            add(base, Scaling::Proportional { factor: 1.0, num_turning });
            continue;
        }
        // A base that nobody chose may be a usual one that was enlarged.
        let d = 2.0 * num as f64;
        for usual in [1e4, 5e5, 1e6] {
            let grown = rounded((base / usual).powf((d - 2.0) / d), FINE).filter(|&it| it > 1.0);
            if let Some(factor) =
                grown.filter(|&it| with_digits(it, 2) == it && with_digits(base, 2) != base)
            {
                add(usual, Scaling::Ntk { factor });
            }
        }
        add(base, Scaling::Default);
        let first = 1.0 / vector[0];
        if let Some(factor) = rounded(first, near).filter(|&it| it > 1.0) {
            add(base, Scaling::Linear { factor });
        }
        // Slow pairs tell the factor by which they are divided.
        let slowest = base.powf(-((num - 1) as f64) / num as f64);
        if let Some(factor) = rounded(slowest / vector[num - 1], near).filter(|&it| it > 1.0) {
            blended(factor).for_each(|scaling| add(base, scaling));
            if let Some(llama) = blend_of(vector, base, factor) {
                add(base, Scaling::Llama3(llama));
            }
        }
    }
    found
}

/// Llama 3's rule with the numbers that the blended frequencies of a vector tell: the share s of a frequency ω that is left whole
/// is (L·ω/2π − low) / (high − low), and low is 1.
fn blend_of(vector: &[f64], base: f64, factor: f64) -> Option<Llama3> {
    const NEAR: f64 = 1e-3;
    const UNIT: f64 = 256.0;
    let num = vector.len() as f64;
    let shares = (0..).zip(vector).map(|(k, &own)| {
        let omega = base.powf(-f64::from(k) / num);
        let share = (own / omega - 1.0 / factor) / (1.0 - 1.0 / factor);
        (omega / (2.0 * PI), share)
    });
    let blended: Vec<(f64, f64)> =
        shares.filter(|(_, share)| (NEAR..1.0 - NEAR).contains(share)).collect();
    let (&(x, y), &(last_x, last_y)) = (blended.first()?, blended.last()?);
    let slope = (y - last_y) / (x - last_x);
    let low = y - slope * x;
    let high = rounded(1.0 - 1.0 / low, NEAR).filter(|&it| it > 1.0)?;
    // Lengths are multiples of a power of two, but for few.
    let length = slope * (high - 1.0);
    let usual = (length / UNIT).round() * UNIT;
    let is_usual = (usual / length - 1.0).abs() < NEAR;
    let original_length = if is_usual { usual } else { length.round() };
    (original_length >= 1.0).then_some(Llama3 {
        factor,
        low_freq_factor: 1.0,
        high_freq_factor: high,
        original_length,
    })
}

/// Rules that divide slow frequencies by a factor, with the numbers that configurations have.
pub(super) fn blended(factor: f64) -> impl Iterator<Item = Scaling> {
    const LENGTHS: [f64; 9] =
        [2048.0, 4096.0, 8192.0, 16_384.0, 32_768.0, 40_960.0, 65_536.0, 131_072.0, 262_144.0];
    LENGTHS.into_iter().flat_map(move |original_length| {
        let llama3 = [4.0, 8.0].map(|high_freq_factor| {
            let low_freq_factor = 1.0;
            Scaling::Llama3(Llama3 { factor, low_freq_factor, high_freq_factor, original_length })
        });
        let ramps = [(32.0, true), (32.0, false), (1.0, true)];
        let yarn = ramps.map(|(beta_fast, is_truncated)| {
            Scaling::Yarn(Yarn {
                factor,
                original_length,
                beta_fast,
                beta_slow: 1.0,
                is_truncated,
                attention_factor: None,
                mscale: None,
                mscale_all_dim: None,
            })
        });
        llama3.into_iter().chain(yarn)
    })
}

/// Relative error of numbers of few bits, and of numbers in single precision.
const COARSE: f64 = 0.01;
const FINE: f64 = 1e-4;

/// True for numbers of few bits.
fn is_coarse(vector: &[f64]) -> bool {
    matches!(Rounding::narrowest(vector), Some(Rounding::Bf16 | Rounding::F16))
}

/// Round base that the frequencies of fast pairs tell: rules that divide slow ones leave them as they are.
pub(super) fn fast_base(
    omega: impl Fn(usize) -> Option<f64>,
    num_pairs: u32,
    near: f64,
) -> Option<f64> {
    /// Pairs that are asked, and digits of a round base.
    const PAIRS: Range<usize> = 4..9;
    const DIGITS: usize = 3;
    let of_pair = |pair: usize| {
        let omega = omega(pair).filter(|it| (1e-3..1.0).contains(it))?;
        Some(omega.powf(-f64::from(num_pairs) / pair as f64))
    };
    let base = median(&mut PAIRS.filter_map(of_pair).collect::<Vec<f64>>())?;
    let mut round = (0..DIGITS).map(|digits| with_digits(base, digits));
    round.find(|it| (it / base - 1.0).abs() < near)
}

/// Base of the line through the logarithms of some frequencies, by least squares.
fn base_of_line(frequencies: &[f64], num: usize) -> Option<f64> {
    let points: Vec<(f64, f64)> = (0..)
        .zip(frequencies)
        .filter(|(_, omega)| **omega > 0.0)
        .map(|(k, omega)| (f64::from(k) / num as f64, omega.ln()))
        .collect();
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let (xx, xy) = points.iter().fold((0.0, 0.0), |(xx, xy), (own_x, own_y)| {
        (xx + (own_x - x).powi(2), xy + (own_x - x) * (own_y - y))
    });
    let base = (-xy / xx).exp();
    (points.len() >= 3 && base.is_finite()).then_some(base)
}

/// Bases that the ratios of neighboring frequencies tell: those that several share; of numbers of few bits, those of the
/// lines through all of them, through the fast ones and through the slow ones.
pub(super) fn bases(vector: &[f64], num: usize) -> Vec<f64> {
    /// Number of bases that are worth a comparison.
    const MOST: usize = 4;
    let pairs = vector.windows(2).filter(|pair| pair[0] > 0.0 && pair[1] > 0.0);
    let ratios = pairs.map(|pair| (pair[0] / pair[1]).ln() * num as f64);
    let mut logs: Vec<f64> = ratios.filter(|ln| *ln > 1e-3 && ln.is_finite()).collect();
    logs.sort_by(f64::total_cmp);
    // Neighbors of the same base differ by the error of a quotient, of which the logarithm is num times as large.
    let near = 0.01 * num as f64 / 64.0;
    let mut groups: Vec<(usize, f64)> = Vec::new();
    for ln in logs {
        match groups.last_mut() {
            Some((of, sum)) if ln - *sum / *of as f64 <= near => (*of, *sum) = (*of + 1, *sum + ln),
            _ => groups.push((1, ln)),
        }
    }
    groups.sort_by_key(|&(of, _)| std::cmp::Reverse(of));
    let middles = groups.into_iter().take(MOST).map(|(of, sum)| (sum / of as f64).exp());
    let third = vector.len() / 3;
    let parts = [vector, &vector[..third], &vector[vector.len() - third..]];
    let lines = parts.into_iter().filter_map(|part| base_of_line(part, num));
    let lines: Vec<f64> = if is_coarse(vector) { lines.collect() } else { Vec::new() };
    let middles = lines.into_iter().chain(middles);
    let mut found = Vec::new();
    for base in middles {
        // A base that somebody has chosen, and the fitted one.
        let near = |it: f64| (it / base - 1.0).abs() < 0.02;
        for base in
            (0..6).map(|digits| with_digits(base, digits)).filter(|&it| near(it)).chain([base])
        {
            if base > 1.0 && base <= 1e12 && !found.contains(&base) {
                found.push(base);
            }
        }
    }
    found
}

/// Number with a few digits near another, as factors are.
fn rounded(value: f64, near: f64) -> Option<f64> {
    let near = |it: &f64| (it / value - 1.0).abs() < near;
    (0..6).map(|digits| with_digits(value, digits)).find(near)
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
    let choices = ladder.choices();
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
