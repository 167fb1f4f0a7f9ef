//! Tables that are no encoding: zeros, noise, memory that was never written.

use super::{answer::Nothing, values::TableValues};

/// Reason why a list of numbers is none about positions, from their size alone.
pub(crate) fn nothing_in_list(list: &[f64]) -> Nothing {
    let values = TableValues::new(list.len(), 1, list.to_vec());
    let is_unwritten = || num_tiny(&values) > 0;
    match nothing(&values.cells) {
        Some(nothing) => nothing,
        None if is_unwritten() => Nothing::Uninitialized,
        None if is_normal(&values) => Nothing::Random,
        None => Nothing::Unknown,
    }
}

/// Reason why some values are no encoding, from their size alone.
pub(crate) fn nothing(all: &[f64]) -> Option<Nothing> {
    let num_finite = all.iter().filter(|value| value.is_finite()).count();
    if 4 * num_finite < 3 * all.len() {
        return Some(Nothing::NotFinite);
    }
    if all.iter().all(|&value| value == 0.0) {
        return Some(Nothing::Zeros);
    }
    if all.len() > 1 && all.iter().all(|&value| value == all[0]) {
        return Some(Nothing::Constant);
    }
    // Missing cells are not finite.
    let is_wild =
        |value: f64| value != 0.0 && value.is_finite() && !(1e-30..1e30).contains(&value.abs());
    let wild = || all.iter().copied().filter(|&value| is_wild(value));
    // Masks have the least number of their type, again and again.
    let are_several = wild().zip(wild().skip(1)).any(|(a, b)| a != b);
    (10 * wild().count() > all.len() && are_several).then_some(Nothing::Uninitialized)
}

/// True if many values are next to nothing beside the largest, as in memory that was never written.
pub(super) fn is_unwritten(values: &TableValues) -> bool {
    10 * num_tiny(values) > values.cells.len()
}

/// Number of values that are next to nothing beside the largest, and either subnormal or far from the value before:
/// what was computed, as by a kernel, falls gradually.
fn num_tiny(values: &TableValues) -> usize {
    /// Factor by which neighbors differ that no function gives.
    const JUMP: f64 = 1e12;
    /// Share of the largest value, or of 1, below which numbers that were computed are rare: the sine of a multiple of
    /// π is further from 0.
    const TINY: f64 = 1e-17;
    let sizes = || values.cells.iter().map(|it| it.abs()).filter(|it| it.is_finite() && *it > 0.0);
    let largest = sizes().fold(0.0, f64::max);
    let least = match values.rounding {
        None => f64::MIN_POSITIVE,
        Some(_) => f32::MIN_POSITIVE.into(),
    };
    let mut before = 0.0;
    sizes()
        .filter(|&it| {
            let jump = if it > before { it / before } else { before / it };
            before = it;
            it < TINY * largest.max(1.0) && (it < least || jump > JUMP)
        })
        .count()
}

/// True if the values have the third and fourth moments of a normal distribution, enough of them to tell it from
/// others, and neighbors do not depend on each other.
pub(super) fn is_normal(values: &TableValues) -> bool {
    /// Least number of values that tell a normal distribution, and how far off its fourth moment may be: that of a
    /// uniform distribution is 1.2 less.
    const LEAST: f64 = 256.0;
    const NEAR: f64 = 0.7;
    let all: Vec<f64> = values.cells.iter().copied().filter(|it| it.is_finite()).collect();
    let num = all.len() as f64;
    if num < LEAST || all.iter().all(|it| it.fract() == 0.0) {
        return false;
    }
    let mean = all.iter().sum::<f64>() / num;
    let moment = |power: i32| all.iter().map(|it| (it - mean).powi(power)).sum::<f64>() / num;
    let deviation = moment(2).sqrt();
    let (skewness, kurtosis) = (moment(3) / deviation.powi(3), moment(4) / deviation.powi(4));
    // Five standard errors of each.
    let is_shaped = skewness.abs() < 5.0 * (6.0 / num).sqrt()
        && (kurtosis - 3.0).abs() < (5.0 * (24.0 / num).sqrt()).min(NEAR);
    let correlation = |pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        let products = pairs.map(|(a, b)| (a - mean) * (b - mean));
        products.filter(|it| it.is_finite()).sum::<f64>() / num / deviation.powi(2)
    };
    let rows = || (0..values.num_rows).map(|i| values.row(i));
    let mut beside = rows().flat_map(|row| row.windows(2).map(|it| (it[0], it[1])));
    let mut below =
        rows().zip(rows().skip(1)).flat_map(|(a, b)| a.iter().copied().zip(b.iter().copied()));
    let are_free = |correlation: f64| correlation.abs() < 5.0 / num.sqrt();
    is_shaped && are_free(correlation(&mut beside)) && are_free(correlation(&mut below))
}
