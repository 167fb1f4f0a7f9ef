//! Lists of positions and factors by other rules than even steps.

use std::f64::consts::PI;

use super::{
    known_list::{KnownList, Schedule},
    ladder_hypotheses::{LadderHypothesis, blended},
    list_precision::explained,
};
use crate::encoding::{
    Limits, NearBase, Places, Rounding, RowPositions, RowRun, fewest_digits_first,
    proof::{MARGIN, SINGLE, number_bits},
    rotary::scaling::Scaling,
    row_positions,
};
use crate::model::{Config, Preset, Reader};

/// Most digits of the ends of a schedule.
const DIGITS: usize = 5;

/// Number of few digits near another.
fn short(value: f64) -> Option<f64> {
    let near = |it: &f64| (it - value).abs() <= 4.0 * SINGLE * value.abs();
    fewest_digits_first(value, DIGITS).find(near)
}

/// Positions of a schedule with its first and its last one, which have few digits.
pub(super) fn schedule(vector: &[f64]) -> Option<KnownList> {
    const LEAST: usize = 5;
    // A last 0 is added to noise levels.
    let (first, rest) = (vector.first()?, vector.get(1..)?);
    let has_zero = rest.last() == Some(&0.0) && vector.iter().any(|it| it.fract() != 0.0);
    let own = if has_zero { &vector[..vector.len() - 1] } else { vector };
    let (start, end) = (short(*first)?, short(*own.last()?)?);
    if own.len() < LEAST || start == end {
        return None;
    }
    Schedule::ALL.iter().find_map(|&rule| {
        let bits = match rule {
            Schedule::Rounded => rounded_bits(own, start, end)?,
            Schedule::Geometric if start > 0.0 && end > 0.0 && start != 1.0 && end != 1.0 => {
                curved_bits(own, (start.ln(), end.ln()), f64::exp)?
            }
            Schedule::Karras if start > 0.0 && end > 0.0 => {
                const RHO: f64 = 7.0;
                let root = |value: f64| value.powf(1.0 / RHO);
                curved_bits(own, (root(start), root(end)), |it| it.powf(RHO))?
            }
            Schedule::Geometric | Schedule::Karras => return None,
        };
        let choices = 2.0 + number_bits(start) + number_bits(end);
        (bits - choices >= MARGIN).then_some(KnownList::Schedule { rule, start, end })
    })
}

/// Whole positions that run one by one for the most part, as of several texts in a row or of padding.
pub(super) fn position_runs(vector: &[f64]) -> Option<RowPositions> {
    /// Numbers of a run.
    const LEAST: u64 = 4;
    let largest = vector.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
    if vector.iter().any(|it| it.fract() != 0.0) || largest > Limits::POSITION_MAX as f64 {
        return None;
    }
    let all: Vec<Option<f64>> = vector.iter().copied().map(Some).collect();
    let positions = row_positions(&all, false, |_| 0.0);
    let is_run = |run: &&RowRun| {
        let is_by_one =
            matches!(run.places, Places::Line { step: Some(step), .. } if step.abs() == 1.0);
        is_by_one && run.num_rows() >= LEAST
    };
    let in_runs: u64 = positions.runs.iter().filter(is_run).map(RowRun::num_rows).sum();
    let bits = in_runs as f64 * (largest + 2.0).log2();
    let is_it = 2 * in_runs >= vector.len() as u64 && bits - positions.run_bits() >= MARGIN;
    is_it.then_some(positions)
}

/// Bits of whole numbers that are evenly spaced ones, rounded to nearest or downward.
fn rounded_bits(own: &[f64], start: f64, end: f64) -> Option<f64> {
    let num = own.len() - 1;
    let step = (end - start) / num as f64;
    let even = |i: usize| start + step * i as f64;
    let is_rounded = |round: fn(f64) -> f64| {
        (0..=num).all(|i| own[i].fract() == 0.0 && own[i] == round(even(i)))
    };
    let is_it = [f64::round, f64::round_ties_even, f64::floor].into_iter().any(is_rounded);
    (is_it && step.abs() > 1.0 && step.fract() != 0.0).then(|| (num - 1) as f64 * step.abs().log2())
}

/// Bits of numbers that are a function of evenly spaced ones.
fn curved_bits(own: &[f64], (start, end): (f64, f64), value: fn(f64) -> f64) -> Option<f64> {
    /// Roundings of the function and of its argument.
    const STEPS: f64 = 48.0;
    let num = (own.len() - 1) as f64;
    let rounding = Rounding::narrowest(own);
    let expected = (0..own.len()).map(|i| {
        let it = value(start + (end - start) * i as f64 / num);
        (it, STEPS * SINGLE * it.abs())
    });
    explained(own, rounding, expected)
}

/// Frequencies that are evenly spaced multiples of π, as of pixels.
pub(super) fn even_frequencies(vector: &[f64], (start, step): (f64, f64)) -> Option<KnownList> {
    let near = |value: f64| {
        let it = value / PI;
        let half = (2.0 * it).round() / 2.0;
        ((it - half).abs() <= 1e-6 * it.abs().max(0.1)).then_some(half)
    };
    let last = start + step * (vector.len() - 1) as f64;
    let (first, last) = (near(start)?, near(last)?);
    (first != 0.0).then_some(KnownList::EvenFrequencies { first, last })
}

/// Frequencies of Fourier features: each is twice the one before.
pub(super) fn octaves(vector: &[f64]) -> Option<KnownList> {
    /// Fewest frequencies.
    const LEAST: usize = 5;
    /// Relative error of one in single precision.
    const NEAR: f64 = 4.0 * SINGLE;
    let first =
        *vector.first().filter(|it| vector.len() >= LEAST && it.is_normal() && **it > 0.0)?;
    let all = [(0, 1.0), (1, PI), (2, 2.0 * PI)].into_iter().filter_map(|(turns, unit)| {
        let exponent = (first / unit).log2().round();
        let own = |i: usize| unit * (exponent + i as f64).exp2();
        let is_it = (0..vector.len()).all(|i| (vector[i] - own(i)).abs() <= NEAR * own(i));
        is_it.then_some((exponent as i32, turns))
    });
    // Twice π is the first octave of 2π.
    let (first, turns) = all.min_by_key(|it| it.0.unsigned_abs())?;
    Some(KnownList::Octaves { first, turns })
}

/// Lists of factors of longrope that presets have.
pub(super) fn longrope_factors(vector: &[f64]) -> Option<KnownList> {
    let is_it = |list: &[f64]| {
        list.len() == vector.len()
            && list.iter().zip(vector).all(|(own, it)| (own - it).abs() <= 2.0 * SINGLE * own.abs())
    };
    if vector.iter().all(|it| *it == vector[0]) {
        return None;
    }
    Preset::all().iter().find_map(|preset| {
        let model = Config::of_preset(preset).model(None, Reader::Transformers5).ok()?;
        model.sets.iter().find_map(|set| {
            let Scaling::LongRope(own) = &set.scaling else { return None };
            let list = [("short_factor", &own.short_factor), ("long_factor", &own.long_factor)]
                .into_iter()
                .find(|(_, list)| is_it(list))?;
            Some(KnownList::Factors { preset: preset.name.clone(), list: list.0 })
        })
    })
}

/// Candidate rules of scaling on usual bases, whose factor is the last of a list of divisors.
pub(super) fn divisor_hypotheses(vector: &[f64]) -> Vec<LadderHypothesis> {
    let Some(factor) = vector.last().and_then(|&it| short(it)).filter(|it| *it > 1.0) else {
        return Vec::new();
    };
    let of_base = |base| blended(factor).map(move |scaling| (base, scaling, None));
    NearBase::USUAL.into_iter().flat_map(of_base).collect()
}
