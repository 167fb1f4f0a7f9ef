//! Positions of rows as a line through those of some rows.

use std::f64::consts::{PI, TAU};

use crate::encoding::median::median;
use crate::encoding::{Spacing, fewest_digits_first};

/// Spacings of the line through most of some rows, given as number and position, the simplest first. None if the
/// positions are consecutive whole numbers, or on no line.
pub(super) fn spacings_through(found: &[(f64, f64)], num_rows: usize) -> Vec<Spacing> {
    let mut slopes: Vec<f64> = Vec::new();
    for (at, a) in found.iter().enumerate() {
        slopes.extend(found[at + 1..].iter().map(|b| (b.1 - a.1) / (b.0 - a.0)));
    }
    let Some(step) = median(&mut slopes) else { return Vec::new() };
    let mut starts: Vec<f64> = found.iter().map(|(i, p)| p - step * i).collect();
    let Some(start) = median(&mut starts) else { return Vec::new() };
    if !(step.is_finite() && start.is_finite()) || step == 0.0 {
        return Vec::new();
    }
    // Least squares over the rows that lie on the line.
    let near = |it: &&(f64, f64)| {
        (it.1 - start - step * it.0).abs() < 0.1 * step.abs() + 1e-3 * start.abs().max(1.0)
    };
    let on: Vec<&(f64, f64)> = found.iter().filter(near).collect();
    if on.len() < 2 || 2 * on.len() < found.len() {
        return Vec::new();
    }
    let n = on.len() as f64;
    let (mean_i, mean_p) = on.iter().fold((0.0, 0.0), |(a, b), it| (a + it.0 / n, b + it.1 / n));
    let (xx, xy) = on.iter().fold((0.0, 0.0), |(xx, xy), it| {
        let (x, y) = (it.0 - mean_i, it.1 - mean_p);
        (xx + x * x, xy + x * y)
    });
    let step = xy / xx;
    let start = mean_p - step * mean_i;
    let off = on.iter().map(|it| (it.1 - start - step * it.0).abs()).fold(1e-12, f64::max);
    simple_spacings(start, step, off, num_rows)
}

/// Spacings near a fitted one whose last row is as near, the simplest first, then the fitted one. None if the positions
/// are consecutive whole numbers.
pub(super) fn simple_spacings(start: f64, step: f64, off: f64, num_rows: usize) -> Vec<Spacing> {
    /// Number of simple spacings that are worth a comparison.
    const MOST: usize = 3;
    let last = (num_rows - 1) as f64;
    // Errors of single rows, and of the line through them.
    let (of_start, of_step) = (4.0 * off, 8.0 * off / last);
    let mut found: Vec<Spacing> = Vec::new();
    for simple in simple_steps(step, of_step, num_rows) {
        let starts = [1.0, 2.0, 4.0].map(|parts| (start * parts).round() / parts);
        let on_grid = (start / simple).round() * simple;
        // In reverse, the last row is often a whole position.
        let from_last = (start + simple * last).round() - simple * last;
        let starts = starts.into_iter().chain([on_grid, from_last]);
        if let Some(start) = starts.into_iter().find(|it| (it - start).abs() <= of_start) {
            let spacing = Spacing { start, step: simple };
            if !found.contains(&spacing) {
                found.push(spacing);
            }
        }
        if found.len() == MOST {
            break;
        }
    }
    found.push(Spacing { start, step });
    let is_usual = |it: &Spacing| it.step.to_bits() == 1.0_f64.to_bits() && it.start.fract() == 0.0;
    if found.first().is_some_and(is_usual) { Vec::new() } else { found }
}

/// Steps near a fitted one: from 0 to 1 or once around, and fractions, with the sign of the fitted one.
pub(super) fn simple_steps(step: f64, off: f64, num_rows: usize) -> impl Iterator<Item = f64> {
    let wholes = [(num_rows - 1) as f64, num_rows as f64];
    let normalized =
        wholes.into_iter().flat_map(|whole| [1.0, 2.0, TAU, PI].map(|length| length / whole));
    let fractions = (1..=4096_u32).filter_map(move |divisor| {
        let multiple = (step.abs() * f64::from(divisor)).round();
        (multiple >= 1.0).then_some(multiple / f64::from(divisor))
    });
    // Whole steps are the simplest.
    let one = std::iter::once(1.0);
    one.chain(normalized)
        .chain(fractions)
        .map(move |simple| simple.copysign(step))
        .filter(move |simple| (simple - step).abs() <= off)
}

/// Number of the fewest digits near another.
pub(super) fn shortest(value: f64, off: f64) -> f64 {
    if value.abs() <= off {
        return 0.0;
    }
    let rounded = fewest_digits_first(value, 16);
    rounded.into_iter().find(|it| (it - value).abs() <= off).unwrap_or(value)
}

/// True for a step of few digits, a simple fraction, or one that divides a whole length. Any other, and one that is all
/// but a whole number, rather says that the frequencies are off.
pub(super) fn is_chosen(step: f64, num_rows: u64) -> bool {
    const NEAR_WHOLE: f64 = 0.01;
    /// Largest relative error of a step that is measured.
    const MEASURED: f64 = 1e-7;
    /// Steps with so many digits are chosen; near a whole number with fewer.
    const DIGITS: [i32; 2] = [6, 5];
    /// Largest denominator of a simple fraction.
    const SIMPLE: u32 = 64;
    let is_whole = |it: f64| (it - it.round()).abs() <= MEASURED * it.abs();
    let is_near = step.abs() > 0.5 && (step - step.round()).abs() < NEAR_WHOLE;
    let rows = [num_rows.saturating_sub(1) as f64, num_rows as f64];
    let divides = |length: f64| rows.iter().any(|num| is_whole(step * num / length));
    let is_fraction = || (1..=SIMPLE).any(|it| is_whole(step * f64::from(it)));
    let last_digit = DIGITS[usize::from(is_near)] - 1 - step.abs().log10().floor() as i32;
    let has_few_digits = is_whole(step * 10.0_f64.powi(last_digit));
    has_few_digits || [1.0, PI].into_iter().any(divides) || !is_near && is_fraction()
}
