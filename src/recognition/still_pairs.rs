//! Caches whose last pairs do not turn: those of proportional scaling, and of heads that are padded by ones and zeros.

use std::io;

use ndarray::{Array2, ArrayView1, Axis};

use super::{
    cache_candidates::Rules,
    cache_layout::CacheLayout,
    caches::{recognize_cache, recognize_placed_cache},
    known_cache::KnownCache,
    ladder_hypotheses::of_presets,
};
use crate::encoding::{
    Component, Rounding, fewest_digits_first, proof::SINGLE, rotary::scaling::Scaling,
};

/// Finds the cache that the first pairs of a table are, where the others have the values of position 0 in all rows;
/// `None` if there is none with certainty.
///
/// # Errors
///
/// Fails if the table cannot be read.
pub(super) fn recognize_partly_still(cells: &Array2<f64>) -> io::Result<Option<KnownCache>> {
    let Some(all) = cells.as_slice() else { return Ok(None) };
    for layout in CacheLayout::of_cells(all, cells.ncols()) {
        for &component in layout.components() {
            if let Some(found) = of_layout(cells, layout, component)? {
                return Ok(Some(found));
            }
        }
    }
    recognize_padded(cells)
}

/// Finds the cache of the first columns of a table, where all others are 1 or 0, as of dimensions that do not turn.
fn recognize_padded(cells: &Array2<f64>) -> io::Result<Option<KnownCache>> {
    /// Fewest columns that turn, and that do not.
    const LEAST: usize = 4;
    let num_columns = cells.ncols();
    let Some(&value) = cells.last() else { return Ok(None) };
    let component = match value {
        1.0 => Component::Cos,
        0.0 => Component::Sin,
        _ => return Ok(None),
    };
    let is_still = |&j: &usize| cells.column(j).iter().all(|it| *it == value);
    let num_still = (0..num_columns).rev().take_while(is_still).count();
    if num_still < LEAST || num_columns - num_still < LEAST {
        return Ok(None);
    }
    let turning: Vec<usize> = (0..num_columns - num_still).collect();
    let own = cells.select(Axis(1), &turning);
    let is_it = |it: &KnownCache| {
        let is_alone = !it.layout.has_both() && it.layout != CacheLayout::Pairs;
        is_plain(it) && is_alone && it.component == component && turns_visibly(it)
    };
    let Some(mut cache) = recognized(&own, is_it)? else { return Ok(None) };
    cache.num_still = num_still as u32;
    cache.evidence.num_agreeing += (num_still * cells.nrows()) as u64;
    Ok(Some(cache))
}

/// The cache that a table is, if it is one of some kind.
fn recognized(
    cells: &Array2<f64>,
    is_it: impl Fn(&KnownCache) -> bool,
) -> io::Result<Option<KnownCache>> {
    let mut found = recognize_cache(cells)?;
    if !found.as_ref().is_some_and(&is_it) {
        found = recognize_placed_cache(cells, found, Rules::Plain)?;
    }
    Ok(found.filter(is_it))
}

/// True for an unscaled cache without deviations.
fn is_plain(it: &KnownCache) -> bool {
    it.is_clean() && it.scaling == Scaling::Default
}

/// True if the slowest pair of a cache is seen to turn: in a few rows, those of any cache stand still.
fn turns_visibly(it: &KnownCache) -> bool {
    let farthest = it.positions.range().map_or(0.0, |(a, b)| a.abs().max(b.abs()));
    let angle = farthest / it.base;
    let has_sines = it.layout.has_both() || it.component == Component::Sin;
    let unit = it.rounding.map_or(SINGLE, Rounding::unit).max(SINGLE);
    // A sine is the small angle, and a cosine half its square below 1.
    let off = if has_sines { angle } else { angle * angle / 2.0 };
    off >= 16.0 * unit
}

fn of_layout(
    cells: &Array2<f64>,
    layout: CacheLayout,
    component: Component,
) -> io::Result<Option<KnownCache>> {
    /// Fewest pairs that turn, and that do not.
    const LEAST: u32 = 2;
    /// Largest relative difference of a round base from the fitted one.
    const NEAR: f64 = 1e-4;
    /// A round base is taken if its largest error is at most so many times that of the fitted one.
    const AS_WELL: f64 = 1.25;
    let Some(num_pairs) = layout.num_pairs(cells.ncols() as u32) else { return Ok(None) };
    let columns = layout.columns(num_pairs, component);
    let is_still = |&pair: &u32| {
        columns.iter().enumerate().filter(|(_, it)| it.0 == pair).all(|(j, it)| {
            let own = if it.1 == Component::Cos { 1.0 } else { 0.0 };
            cells.column(j).iter().all(|&value| it.2 * value == own)
        })
    };
    let num_still = (0..num_pairs).rev().take_while(is_still).count() as u32;
    let num_turning = num_pairs - num_still;
    if num_still < LEAST || num_turning < LEAST {
        return Ok(None);
    }
    let turning: Vec<usize> = (0..columns.len()).filter(|&j| columns[j].0 < num_turning).collect();
    let own = cells.select(Axis(1), &turning);
    let is_it = |it: &KnownCache| {
        is_plain(it) && (it.layout, it.component) == (layout, component) && turns_visibly(it)
    };
    let Some(mut cache) = recognized(&own, is_it)? else { return Ok(None) };
    let scaling = Scaling::Proportional { factor: 1.0, num_turning };
    let fitted = cache.base.powf(f64::from(num_pairs) / f64::from(num_turning));
    // The base that was fitted, or a round one that explains the values as well.
    let largest = |base: f64| {
        let omegas = scaling.frequencies(base, 2 * num_pairs, None);
        let of_row = |(row, t): (ArrayView1<'_, f64>, Option<f64>)| {
            let t = t.unwrap_or(0.0);
            let off = |&j: &usize| {
                let (pair, of, sign) = columns[j];
                let angle = omegas[pair as usize].hi * t;
                (row[j] - sign * if of == Component::Cos { angle.cos() } else { angle.sin() }).abs()
            };
            turning.iter().map(off).fold(0.0, f64::max)
        };
        cells.rows().into_iter().zip(cache.positions.iter()).map(of_row).fold(0.0, f64::max)
    };
    let least = largest(fitted);
    let round = fewest_digits_first(fitted, 8);
    let near = round.filter(|it| (it / fitted - 1.0).abs() < NEAR);
    let found = near.map(|base| (base, largest(base))).find(|it| it.1 <= AS_WELL * least);
    let (base, difference) = found.unwrap_or((fitted, least));
    cache.evidence.largest_difference = difference;
    cache.others = Vec::new();
    cache.scaling = scaling;
    cache.base = base;
    cache.evidence.num_agreeing += cells.len() as u64 - own.len() as u64;
    let known = of_presets(num_pairs as usize).into_iter();
    let is_of = |it: &(f64, Scaling, _)| it.0 == base && it.1 == cache.scaling;
    cache.presets = known.filter(is_of).filter_map(|it| it.2).collect();
    Ok(Some(cache))
}
