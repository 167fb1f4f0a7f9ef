//! Lists of numbers about positions: what a vector, or a table of one row or column, holds.

use super::recognition::{KnownFrequencies, of_presets, recognize};
use crate::encoding::{
    Arithmetic, Rounding,
    bias::{Bias, BiasConvention, BiasDraft, Buckets},
    proof::{MARGIN, SINGLE, choice_bits, last_place, number_bits, significand_bits, value_bits},
    rotary::{angle_error, scaling::Scaling},
};

/// Numbers that a list holds.
#[derive(Clone, Debug, PartialEq)]
pub enum KnownList {
    /// Frequencies of rotary pairs, the best answer first.
    Frequencies(Vec<KnownFrequencies>),
    /// Reciprocals of such frequencies.
    Divisors(Vec<KnownFrequencies>),
    /// Numbers by which a scaling divides the frequencies of a base, as GGUF files keep them.
    ScalingDivisors {
        /// Presets with these divisors: name, and set of layers.
        presets: Vec<(String, String)>,
        /// Base θ.
        base: f64,
        /// Rule of scaling.
        scaling: Scaling,
    },
    /// Slopes of a bias, one a head.
    Slopes(BiasConvention),
    /// Positions, evenly spaced.
    Positions {
        /// First position.
        start: f64,
        /// Distance between two positions.
        step: f64,
    },
}

/// Finds out what a list holds; `None` if that is no list about positions.
pub fn recognize_list(vector: &[f64]) -> Option<KnownList> {
    let frequencies = recognize(vector);
    let is_certain = |found: &[KnownFrequencies]| found.first().is_some_and(|it| it.is_certain);
    let slopes = slopes(vector);
    if is_certain(&frequencies) {
        // The slopes of some numbers of heads are powers of two, as frequencies of a base may be.
        return Some(match slopes {
            Some((convention, score)) if score > frequencies[0].score => {
                KnownList::Slopes(convention)
            }
            _ => KnownList::Frequencies(frequencies),
        });
    }
    if let Some((convention, _)) = slopes {
        return Some(KnownList::Slopes(convention));
    }
    if let Some((start, step)) = positions(vector) {
        return Some(KnownList::Positions { start, step });
    }
    let reciprocals: Vec<f64> = vector.iter().map(|it| 1.0 / it).collect();
    let divisors = recognize(&reciprocals);
    if is_certain(&divisors) {
        return Some(KnownList::Divisors(divisors));
    }
    scaling_divisors(vector)
        .or_else(|| (!frequencies.is_empty()).then_some(KnownList::Frequencies(frequencies)))
}

/// Bits that the entries of a list explain; `None` if one is not as expected.
fn explained(vector: &[f64], expected: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let rounding = Rounding::narrowest(vector);
    let mut bits = 0.0;
    for (&own, (value, error)) in vector.iter().zip(expected) {
        let tolerance = error + last_place(rounding, value);
        let is_close = (own - value).abs() <= tolerance;
        if !is_close {
            return None;
        }
        if own != 0.0 && own.to_bits() != 1.0_f64.to_bits() {
            bits += value_bits(value, tolerance, rounding);
        }
    }
    Some(bits)
}

/// Convention of biases with these slopes, and the bits that they explain.
fn slopes(vector: &[f64]) -> Option<(BiasConvention, f64)> {
    /// Relative error of a power in single precision.
    const POWER: f64 = 8.0 * SINGLE;
    let num_heads = u32::try_from(vector.len()).ok()?;
    BiasConvention::ALL.iter().find_map(|&convention| {
        let draft = BiasDraft { convention, num_heads, buckets: Buckets::default() };
        let bias = Bias::new(draft).ok()?;
        let own: Vec<f64> = (0..num_heads).map_while(|head| bias.slope(head)).collect();
        let expected = own.iter().map(|&it| (it, POWER * it));
        let score = explained(vector, expected)? - choice_bits(BiasConvention::ALL.len() as u64);
        (own.len() == vector.len() && score >= MARGIN).then_some((convention, score))
    })
}

/// First position and step of evenly spaced numbers.
fn positions(vector: &[f64]) -> Option<(f64, f64)> {
    /// Least number of entries, and number of roundings of each.
    const LEAST: usize = 4;
    const STEPS: f64 = 4.0;
    let (&start, &last) = (vector.first()?, vector.last()?);
    let step = (last - start) / (vector.len() - 1).max(1) as f64;
    // The ends are rounded.
    let is_whole = (step.round() / step - 1.0).abs() < STEPS * SINGLE;
    let step = if is_whole { step.round() } else { step };
    let rounding = Rounding::narrowest(vector);
    let unit = if rounding.is_none() { f64::EPSILON / 2.0 } else { SINGLE };
    let error = STEPS * unit * start.abs().max(last.abs());
    let expected = (0..vector.len()).map(|i| (start + step * i as f64, error));
    let bits = explained(vector, expected)?;
    let most = significand_bits(rounding);
    let choices = number_bits(start).min(most) + number_bits(step).min(most);
    (vector.len() >= LEAST && step != 0.0 && bits - choices >= MARGIN).then_some((start, step))
}

/// Rule whose frequencies are those of its base, divided by these numbers.
fn scaling_divisors(vector: &[f64]) -> Option<KnownList> {
    let num = vector.len() as u32;
    let mut found: Option<KnownList> = None;
    for (base, scaling, preset) in of_presets(vector.len()) {
        if matches!(
            scaling,
            Scaling::Default | Scaling::Dynamic { .. } | Scaling::Proportional { .. }
        ) {
            continue;
        }
        if let Some(KnownList::ScalingDivisors { presets, base: known, scaling: own }) = &mut found
        {
            if (*known, &*own) == (base, &scaling) {
                presets.extend(preset);
            }
            continue;
        }
        let plain = Scaling::Default.frequencies(base, 2 * num, None);
        let scaled = scaling.frequencies(base, 2 * num, None);
        let expected = (0..).zip(plain.iter().zip(&scaled)).map(|(k, (plain, scaled))| {
            let error = angle_error(Arithmetic::F32, (base, &scaling), (k, num), 1.0);
            (plain.hi / scaled.hi, 2.0 * error * plain.hi / scaled.hi)
        });
        let choices = number_bits(base) + scaling.choice_bits();
        if explained(vector, expected).is_some_and(|bits| bits - choices >= MARGIN) {
            let presets = preset.into_iter().collect();
            found = Some(KnownList::ScalingDivisors { presets, base, scaling });
        }
    }
    found
}
