//! Lists of numbers about positions: what a vector, or a table of one row or column, holds.

use super::recognition::{KnownFrequencies, of_presets, recognize};
use crate::encoding::{
    Arithmetic, Rounding,
    bias::{Bias, BiasConvention, BiasDraft, Buckets},
    proof::{MARGIN, SINGLE, choice_bits, last_place, number_bits, significand_bits, value_bits},
    rotary::{angle_error, scaling::Scaling},
};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Order in which a list holds its numbers.
    pub enum Arrangement {
        /// As they are computed.
        Plain = "plain",
        /// The last first.
        Reversed = "reversed",
        /// All of them, and all of them again, as code leaves them that joins the numbers with themselves.
        Twice = "twice",
        /// Each of them twice in a row, as code leaves them that repeats each.
        EachTwice = "each-twice",
        /// Each with the other sign.
        Negated = "negated",
    }
}

/// Numbers that a list holds, and in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrangedList {
    /// The numbers.
    pub list: KnownList,
    /// Their order.
    pub arrangement: Arrangement,
    /// How many there are, each counted once.
    pub num: usize,
}

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

impl KnownList {
    /// True if the numbers are these with certainty.
    pub fn is_certain(&self) -> bool {
        match self {
            Self::Frequencies(found) | Self::Divisors(found) => {
                found.first().is_some_and(|it| it.is_certain)
            }
            Self::ScalingDivisors { .. } | Self::Slopes(_) | Self::Positions { .. } => true,
        }
    }

    /// True if all of them agree.
    pub fn is_exact(&self) -> bool {
        match self {
            Self::Frequencies(found) | Self::Divisors(found) => {
                found.first().is_some_and(|it| it.wrong.is_none())
            }
            Self::ScalingDivisors { .. } | Self::Slopes(_) | Self::Positions { .. } => true,
        }
    }
}

impl Arrangement {
    /// The numbers of a list that is arranged so, in their own order; `None` if it is not.
    pub fn undone(self, vector: &[f64]) -> Option<Vec<f64>> {
        let half = vector.len() / 2;
        match self {
            Self::Plain => Some(vector.to_vec()),
            Self::Reversed => Some(vector.iter().rev().copied().collect()),
            Self::Twice => (2 * half == vector.len() && vector[..half] == vector[half..])
                .then(|| vector[..half].to_vec()),
            Self::EachTwice => {
                let is_pair = |pair: &[f64]| pair.len() == 2 && pair[0] == pair[1];
                let first = || vector.iter().step_by(2).copied().collect();
                vector.chunks(2).all(is_pair).then(first)
            }
            Self::Negated => {
                let is_negative = vector.iter().all(|&it| it <= 0.0);
                is_negative.then(|| vector.iter().map(|it| -it).collect())
            }
        }
    }
}

/// Finds out what a list holds; `None` if that is no list about positions.
pub fn recognize_list(vector: &[f64]) -> Option<ArrangedList> {
    let plain = recognize_plain(vector);
    if !plain.as_ref().is_some_and(KnownList::is_certain) {
        for &arrangement in &Arrangement::ALL[1..] {
            let Some(own) = arrangement.undone(vector) else { continue };
            let is_it = |it: &KnownList| it.is_certain() && it.is_exact();
            if let Some(list) = recognize_plain(&own).filter(is_it) {
                return Some(ArrangedList { list, arrangement, num: own.len() });
            }
        }
    }
    let (arrangement, num) = (Arrangement::Plain, vector.len());
    plain.map(|list| ArrangedList { list, arrangement, num })
}

/// Finds out what a list holds whose numbers stand in their own order.
fn recognize_plain(vector: &[f64]) -> Option<KnownList> {
    let frequencies = recognize(vector);
    let is_certain = |found: &[KnownFrequencies]| found.first().is_some_and(|it| it.is_certain);
    let slopes = slopes(vector);
    if is_certain(&frequencies) {
        // Slopes are powers of two, as the frequencies of a base may be that no model has.
        return Some(match slopes {
            Some(convention) if frequencies[0].presets.is_empty() => KnownList::Slopes(convention),
            _ => KnownList::Frequencies(frequencies),
        });
    }
    if let Some(convention) = slopes {
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

/// Bits that the entries of a list in a type explain; `None` if one is not as expected.
fn explained(
    vector: &[f64],
    rounding: Option<Rounding>,
    expected: impl Iterator<Item = (f64, f64)>,
) -> Option<f64> {
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

/// Convention of biases with these slopes.
fn slopes(vector: &[f64]) -> Option<BiasConvention> {
    /// Relative error of a power, in units of the arithmetic.
    const POWER: f64 = 8.0;
    let num_heads = u32::try_from(vector.len()).ok()?;
    let origins = [(None, f64::EPSILON / 2.0), (Rounding::narrowest(vector), SINGLE)];
    BiasConvention::all().find_map(|convention| {
        let draft = BiasDraft { convention, num_heads, buckets: Buckets::default() };
        let bias = Bias::new(draft).ok()?;
        let own: Vec<f64> = (0..num_heads).map_while(|head| bias.slope(head)).collect();
        let bits = origins.iter().find_map(|&(rounding, unit)| {
            explained(vector, rounding, own.iter().map(|&it| (it, POWER * unit * it)))
        });
        let score = bits? - choice_bits(BiasConvention::all().len() as u64);
        (own.len() == vector.len() && score >= MARGIN).then_some(convention)
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
    let bits = explained(vector, rounding, expected)?;
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
        if explained(vector, Rounding::narrowest(vector), expected)
            .is_some_and(|bits| bits - choices >= MARGIN)
        {
            let presets = preset.into_iter().collect();
            found = Some(KnownList::ScalingDivisors { presets, base, scaling });
        }
    }
    found
}
