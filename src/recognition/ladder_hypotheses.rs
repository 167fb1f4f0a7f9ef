//! Hypotheses about the ladder of a vector of frequencies: those of the presets, and those that its numbers tell.

use std::{f64::consts::PI, ops::Range};

use crate::{
    encoding::{
        Limits, Rounding, WeightedLine, fewest_digits_first,
        median::median,
        rotary::scaling::{Llama3, Scaling, Yarn},
        with_digits,
    },
    model::{Config, Preset, Reader},
};

/// Hypothesis: base, rule, and the preset that it is of.
pub(super) type LadderHypothesis = (f64, Scaling, Option<(String, String)>);

/// Hypotheses of the presets with as many frequencies.
pub(super) fn of_presets(num: usize) -> Vec<LadderHypothesis> {
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
pub(super) fn fitted(vector: &[f64]) -> Vec<LadderHypothesis> {
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
        // An unusual base may be a usual one that was enlarged.
        let d = 2.0 * num as f64;
        for usual in [1e4, 5e5, 1e6] {
            let grown =
                few_digits_near((base / usual).powf((d - 2.0) / d), FINE).filter(|&it| it > 1.0);
            if let Some(factor) =
                grown.filter(|&it| with_digits(it, 2) == it && with_digits(base, 2) != base)
            {
                add(usual, Scaling::Ntk { factor });
            }
        }
        add(base, Scaling::Default);
        let first = 1.0 / vector[0];
        if let Some(factor) = few_digits_near(first, near).filter(|&it| it > 1.0) {
            add(base, Scaling::Linear { factor });
        }
        // Slow pairs tell the factor by which they are divided.
        let slowest = base.powf(-((num - 1) as f64) / num as f64);
        if let Some(factor) =
            few_digits_near(slowest / vector[num - 1], near).filter(|&it| it > 1.0)
        {
            blended(factor).for_each(|scaling| add(base, scaling));
            if let Some(llama) = blend_of(vector, base, factor) {
                add(base, Scaling::Llama3(llama));
            }
        }
    }
    found
}

/// Llama 3's rule with the numbers that the blended frequencies of a vector tell: the share s of a frequency ω that is
/// left whole is (L·ω/2π − low) / (high − low), and low is 1.
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
    let high = few_digits_near(1.0 - 1.0 / low, NEAR).filter(|&it| it > 1.0)?;
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
    let mut round = fewest_digits_first(base, DIGITS);
    round.find(|it| (it / base - 1.0).abs() < near)
}

/// Base of the line through the logarithms of some frequencies, by least squares.
fn base_of_line(frequencies: &[f64], num: usize) -> Option<f64> {
    let positive = (0..).zip(frequencies).filter(|(_, omega)| **omega > 0.0);
    let points = positive.map(|(k, omega)| (f64::from(k) / num as f64, omega.ln(), 1.0));
    let base = (-WeightedLine::through(points.clone()).slope()).exp();
    (points.count() >= 3 && base.is_finite()).then_some(base)
}

/// Bases that the ratios of neighboring frequencies tell: those that several share; of numbers of few bits, those of
/// the lines through all of them, through the fast ones and through the slow ones.
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
        // Short bases nearby, and the fitted one.
        let near = |it: f64| (it / base - 1.0).abs() < 0.02;
        for base in fewest_digits_first(base, 6).filter(|&it| near(it)).chain([base]) {
            if Limits::is_base(base) && !found.contains(&base) {
                found.push(base);
            }
        }
    }
    found
}

/// Number with a few digits near another, as factors are.
pub(super) fn few_digits_near(value: f64, near: f64) -> Option<f64> {
    let near = |it: &f64| (it / value - 1.0).abs() < near;
    fewest_digits_first(value, 6).find(near)
}
