//! Lists of numbers about positions: what a vector, or a table of one row or column, holds.

use super::{
    known_frequencies::{KnownFrequencies, recognize},
    known_list::KnownList,
    ladder_hypotheses::of_presets,
    list_arrangement::Arrangement,
    list_precision::explained,
    list_rules::{
        divisor_hypotheses, even_frequencies, longrope_factors, octaves, position_runs, schedule,
    },
};
use crate::encoding::{
    Arithmetic, Rounding,
    bias::{Bias, BiasConvention, BiasDraft, Buckets},
    fewest_digits_first,
    proof::{MARGIN, SINGLE, choice_bits, number_bits, significand_bits},
    rotary::{angle_error, scaling::Scaling},
};

/// Numbers that a list holds, and in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrangedList {
    /// The numbers.
    pub list: KnownList,
    /// Their order.
    pub arrangement: Arrangement,
    /// Their number, each counted once.
    pub num: usize,
    /// Other readings of the same numbers that hold.
    pub also: Vec<KnownList>,
}

/// Finds out what a list holds; `None` if that is no list about positions.
pub fn recognize_list(vector: &[f64]) -> Option<ArrangedList> {
    let mut plain = recognize_plain(vector);
    if !plain.first().is_some_and(KnownList::is_certain) {
        for &arrangement in &Arrangement::ALL[1..] {
            let Some(own) = arrangement.undone(vector) else { continue };
            // Units and orders are those of frequencies; the others are written as they are.
            let is_usual = arrangement <= Arrangement::Negated;
            let is_it = |it: &KnownList| {
                let is_paid = is_usual || it.outweighs(arrangement.choice_bits(own.len()));
                it.is_certain() && it.is_exact() && is_paid
            };
            if let Some(list) = recognize_plain(&own).into_iter().next().filter(is_it) {
                let also = plain.into_iter().filter(KnownList::is_certain).collect();
                return Some(ArrangedList { list, arrangement, num: own.len(), also });
            }
        }
    }
    let (arrangement, num) = (Arrangement::Plain, vector.len());
    let list = (!plain.is_empty()).then(|| plain.remove(0))?;
    plain.retain(KnownList::is_certain);
    Some(ArrangedList { list, arrangement, num, also: plain })
}

/// All certain readings of a list in natural order, the preferred one first; otherwise the closest one.
fn recognize_plain(vector: &[f64]) -> Vec<KnownList> {
    let frequencies = recognize(vector);
    let is_certain = |found: &[KnownFrequencies]| found.first().is_some_and(|it| it.is_certain);
    if let Some(buckets) = buckets(vector) {
        return vec![buckets];
    }
    let slopes = slopes(vector).map(KnownList::Slopes);
    let mut found: Vec<KnownList> = Vec::new();
    let is_first = is_certain(&frequencies);
    // Powers of two fit both slopes and the frequencies of some base. Slopes come first unless a preset has these
    // frequencies.
    let is_slopes_first = !is_first || frequencies[0].presets.is_empty();
    let own = is_first.then(|| KnownList::Frequencies(frequencies.clone()));
    found.extend(if is_slopes_first { [slopes, own] } else { [own, slopes] }.into_iter().flatten());
    if let Some((start, step)) = positions(vector) {
        found.extend(even_frequencies(vector, (start, step)));
        found.push(KnownList::Positions { start, step });
    }
    if !found.is_empty() {
        return found;
    }
    found.extend(octaves(vector));
    found.extend(longrope_factors(vector));
    let reciprocals: Vec<f64> = vector.iter().map(|it| 1.0 / it).collect();
    let divisors = recognize(&reciprocals);
    if is_certain(&divisors) {
        found.push(KnownList::Divisors(divisors));
    }
    found.extend(scaling_divisors(vector));
    found.extend(schedule(vector));
    found.extend(position_runs(vector).map(KnownList::PositionRuns));
    if found.is_empty() && !frequencies.is_empty() {
        found.push(KnownList::Frequencies(frequencies));
    }
    found
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

/// Rule whose buckets the offsets of a list have, one after the other: those on both sides of 0.
fn buckets(vector: &[f64]) -> Option<KnownList> {
    /// Numbers of buckets, and distances from which all share one, that models have.
    const NUMS: [u32; 8] = [32, 16, 64, 8, 24, 48, 128, 256];
    const DISTANCES: [u32; 12] = [128, 64, 256, 32, 512, 1024, 48, 96, 192, 800, 2048, 20];
    let first = -(vector.iter().position(|&it| it == 0.0)? as i64);
    let own: Vec<u32> = vector.iter().map(|&it| it as u32).collect();
    let is_whole = own.iter().zip(vector).all(|(&own, &it)| f64::from(own) == it);
    let is_it = |rule: &Buckets| (first..).zip(&own).all(|(offset, &own)| rule.of(offset) == own);
    let of_num = |num: u32| DISTANCES.iter().map(move |&distance| (num, distance));
    let all = NUMS.into_iter().flat_map(of_num);
    let mut rules = all
        .flat_map(|(num, distance)| [true, false].map(|both| Buckets::new(num, distance, both)))
        .filter_map(Result::ok)
        .filter(|rule| is_whole && is_it(rule));
    let rule = rules.next()?;
    // Certain only if the list extends beyond the exact buckets, where a list of positions goes on, and no other rule
    // fits.
    let is_told = -first > i64::from(rule.num_exact()) + 4 && rules.next().is_none();
    is_told.then_some(KnownList::Buckets { rule, first })
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
    let off = STEPS * unit * start.abs().max(last.abs()) / (vector.len() - 1).max(1) as f64;
    let short = fewest_digits_first(step, 7).find(|it| (it - step).abs() <= off);
    let step = short.unwrap_or(step);
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
    for (base, scaling, preset) in
        of_presets(vector.len()).into_iter().chain(divisor_hypotheses(vector))
    {
        // Numbers that a preset has need no other rule.
        if preset.is_none() && found.is_some() {
            break;
        }
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
