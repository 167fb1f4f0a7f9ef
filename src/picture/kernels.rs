//! Kernels of similarity along rows of pixels, averaged over the cells under them.

use rayon::prelude::*;

use super::waves::{Filter, Row, Sums, Wave, filters};
use crate::encoding::{Encoding, Frequency, similarity::Kernels};

/// Σ weight·cos ωu along a row, shared between threads.
fn summed(
    encoding: &Encoding,
    row: Row,
    weight: impl Fn(usize, &Frequency) -> Option<f64> + Sync,
) -> Option<Vec<f64>> {
    // Fixed groups, joined in order: the same sum whatever the number of threads.
    const GROUP: usize = 128;
    let waves: Vec<Wave> = encoding
        .frequencies()
        .iter()
        .enumerate()
        .filter_map(|(i, frequency)| {
            let cos = weight(i, frequency)?;
            Some(Wave { omega: frequency.omega, sin: 0.0, cos, square: 0.0 })
        })
        .collect();
    let parts: Vec<Sums> = waves.par_chunks(GROUP).map(|waves| Sums::new(row, waves)).collect();
    let mut parts = parts.into_iter();
    let mut total = parts.next()?;
    for part in parts {
        total.join(&part);
    }
    let mut sum = total.into_sum();
    sum.truncate(row.num);
    Some(sum)
}

/// How much of similarity is lost where a pixel covers `step` cells along each axis: the mean over
/// frequencies of 1 − D₁⁴, from 0 (all is shown) to 1 (nothing is).
pub(super) fn unresolved_share(encoding: &Encoding, step: f64) -> f64 {
    let filters = filters(encoding, step);
    if filters.is_empty() {
        return 0.0;
    }
    let kept: f64 = filters.iter().map(|filter| filter.d1.powi(4)).sum();
    1.0 - kept / filters.len() as f64
}

/// K₋ at a row of offsets, each the mean over the cells under two pixels: D₁² a frequency.
pub(super) struct KernelRow(pub(super) Vec<Kernels>);

impl KernelRow {
    pub(super) fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        let row = Row { first, step, num };
        let filters = filters(encoding, step);
        let weight = |i: usize| filters[i].d1 * filters[i].d1;
        let pairs =
            summed(encoding, row, |i, frequency| frequency.pair().is_some().then(|| weight(i)));
        let lone =
            summed(encoding, row, |i, frequency| frequency.pair().is_none().then(|| weight(i)));
        let num_pairs = encoding.num_pairs() as f64;
        let at = |row: &Option<Vec<f64>>, i: usize| row.as_ref().map_or(0.0, |row| row[i]);
        let kernels = |i| {
            let pairs = at(&pairs, i);
            Kernels {
                pairs,
                // |PE(t) − PE(s)|² over pairs is Σ (2 − 2 cos ωu).
                pairs_squared_distance: (2.0 * (num_pairs - pairs)).max(0.0),
                lone: at(&lone, i),
            }
        };
        Self((0..num).map(kernels).collect())
    }
}

/// K₊ at a row of sums t + s.
pub(super) struct PlusRow(pub(super) Vec<f64>);

impl PlusRow {
    pub(super) fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        let filters = filters(encoding, step);
        Self::filtered(encoding, Row { first, step, num }, |i| filters[i].d1 * filters[i].d1)
    }

    fn filtered(encoding: &Encoding, row: Row, weight: impl Fn(usize) -> f64 + Sync) -> Self {
        let sum = summed(encoding, row, |i, frequency| {
            let sign = if frequency.cos_column.is_some() { 1.0 } else { -1.0 };
            frequency.pair().is_none().then(|| sign * weight(i))
        });
        Self(sum.unwrap_or_else(|| vec![0.0; row.num]))
    }
}

/// |PE(t)|² at a row of positions, each the mean over the cells under a pixel.
pub(super) struct SquaredNorms(pub(super) Vec<f64>);

impl SquaredNorms {
    pub(super) fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        let num_pairs = encoding.num_pairs();
        let num_lone = encoding.frequencies().len() - num_pairs;
        // cos 2ωt over t in steps is cos ω(2t) over 2t in double steps, and its mean has D₂.
        let row = Row { first: 2.0 * first, step: 2.0 * step, num };
        let filters: Vec<Filter> = filters(encoding, step);
        let plus = PlusRow::filtered(encoding, row, |i| filters[i].d2);
        let norm = |plus: f64| (num_pairs as f64 + 0.5 * (num_lone as f64 + plus)).max(0.0);
        Self(plus.0.into_iter().map(norm).collect())
    }
}
