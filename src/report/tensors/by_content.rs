//! Tensors whose names speak of no positions, but whose numbers are those of an encoding by rule.
//!
//! Of each tensor two rows are looked at: an encoding has signs that no trained weights have, such as rows of one
//! length.

use super::{
    find::TensorCandidate,
    positional::{FoundBy, LayersOf},
};
use crate::{
    encoding::RowSource as _,
    import::{Checkpoint, StoredTensor, TensorKind},
};

/// Largest number of values that are looked at in one checkpoint.
const MOST_VALUES: u64 = 1 << 20;
/// Fewest numbers of a list, and fewest rows of a table.
const FEWEST: u64 = 4;
/// Rounding of sines and cosines in half precision.
const ROUNDING: f64 = 2e-3;

/// Tensors that may be an encoding; only their identity tells.
pub(super) fn candidates<'a>(
    checkpoint: &'a Checkpoint,
    known: &[TensorCandidate<'a>],
) -> Vec<TensorCandidate<'a>> {
    let mut left = MOST_VALUES;
    let is_known = |tensor: &StoredTensor| known.iter().any(|it| std::ptr::eq(it.tensor, tensor));
    let unknown = checkpoint.tensors.iter().filter(|tensor| !is_known(tensor));
    let found = unknown.filter_map(|tensor| {
        let kind = kind(checkpoint, tensor, &mut left)?;
        Some(TensorCandidate {
            tensor,
            kind,
            found_by: FoundBy::Content,
            mechanism: None,
            layers: LayersOf::Input,
            num_parts: 1,
        })
    });
    found.collect()
}

fn kind(checkpoint: &Checkpoint, tensor: &StoredTensor, left: &mut u64) -> Option<TensorKind> {
    let table = tensor.facts.is_float().then(|| checkpoint.table(tensor).ok()).flatten()?;
    let (num_rows, width) = (table.num_rows(), table.num_columns());
    let is_list = num_rows.min(width.into()) == 1;
    let num_values = if is_list { num_rows * u64::from(width) } else { 2 * u64::from(width) };
    if num_rows.max(width.into()) < FEWEST || num_values > *left {
        return None;
    }
    *left -= num_values;
    let mut first = vec![0.0; num_values as usize];
    if is_list {
        table.fill(0, &mut first).ok()?;
        return is_falling(&first).then_some(TensorKind::InvFreq);
    }
    let mut last = first.split_off(width as usize);
    table.fill(0, &mut first).ok()?;
    table.fill(num_rows - 1, &mut last).ok()?;
    if [&first, &last].into_iter().all(|row| has_waves(row)) {
        return Some(TensorKind::Sinusoidal);
    }
    let is_bounded = last.iter().all(|it| it.abs() <= 1.0 + ROUNDING);
    let is_cosine = is_bounded && first.iter().all(|it| *it == 1.0);
    // Weights of a norm are all 1.
    if is_cosine && last != first {
        return Some(TensorKind::RotaryCache);
    }
    if !is_bounded || first.iter().any(|it| *it != 0.0) {
        return None;
    }
    // Sines at position 0 are zeros, as is the row of a token for padding.
    table.fill(1, &mut first).ok()?;
    is_sine_of_one(&first).then_some(TensorKind::RotaryCache)
}

/// True for the sines of the frequencies of a ladder, the first of which is 1, at position 1.
fn is_sine_of_one(row: &[f64]) -> bool {
    let half = &row[..row.len() / 2];
    let begins = half.first().is_some_and(|it| (it - 1.0_f64.sin()).abs() <= ROUNDING);
    begins && half.iter().all(|it| *it > 0.0) && half.windows(2).all(|pair| pair[1] <= pair[0])
}

/// True for a list that falls far and stays above 0, as rotary frequencies do, in steps that grow smaller.
fn is_falling(values: &[f64]) -> bool {
    /// Ratio of the ends.
    const FAR: f64 = 8.0;
    let [first, second, .., before, last] = values else { return false };
    values.iter().all(|it| *it > 0.0 && it.is_finite())
        && values.windows(2).all(|pair| pair[1] < pair[0])
        && *first >= FAR * last
        && first - second > 2.0 * (before - last)
}

/// True for sines and cosines in pairs: none is above 1, and half of the width is the sum of their squares.
fn has_waves(row: &[f64]) -> bool {
    let squares: f64 = row.iter().map(|it| it * it).sum();
    let half = 0.5 * row.len() as f64;
    let is_bounded = row.iter().all(|it| it.abs() <= 1.0 + ROUNDING);
    // A column of an odd width has no partner.
    is_bounded && (squares - half).abs() <= 0.5 + ROUNDING * half
}
