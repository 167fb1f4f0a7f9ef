//! Kernels of similarity along rows of pixels, averaged over the cells under them.

use rayon::prelude::*;

use super::samples::{chain, dirichlet};
use crate::encoding::{Encoding, Frequency, similarity::Kernels};

/// The sum over frequencies of what `add` adds to a row of samples, shared between threads.
fn summed<T: Clone + Default + Send + Sync>(
    encoding: &Encoding,
    num: usize,
    add: impl Fn(&Frequency, &mut [T]) + Sync,
    join: impl Fn(&mut T, &T) + Sync,
) -> Vec<T> {
    // Fixed groups, joined in order: the same sum whatever the number of threads.
    const GROUP: usize = 256;
    let parts: Vec<Vec<T>> = encoding
        .frequencies()
        .par_chunks(GROUP)
        .map(|group| {
            let mut part = vec![T::default(); num];
            for frequency in group {
                add(frequency, &mut part);
            }
            part
        })
        .collect();
    let mut parts = parts.into_iter();
    let mut total = parts.next().unwrap_or_else(|| vec![T::default(); num]);
    for part in parts {
        for (a, b) in total.iter_mut().zip(&part) {
            join(a, b);
        }
    }
    total
}

/// How much of similarity is lost where a pixel covers `step` cells along each axis: the mean over
/// frequencies of 1 − D₁⁴, from 0 (all is shown) to 1 (nothing is).
pub(super) fn unresolved_share(encoding: &Encoding, step: f64) -> f64 {
    let frequencies = encoding.frequencies();
    if frequencies.is_empty() {
        return 0.0;
    }
    let kept: f64 = frequencies.iter().map(|f| dirichlet(f.omega.hi, step).powi(4)).sum();
    1.0 - kept / frequencies.len() as f64
}

/// K₋ at a row of offsets, each the mean over the cells under two pixels: D₁² a frequency.
pub(super) struct KernelRow(pub(super) Vec<Kernels>);

impl KernelRow {
    pub(super) fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        Self(summed(
            encoding,
            num,
            |frequency, row: &mut [Kernels]| {
                let d1 = dirichlet(frequency.omega.hi, step);
                let weight = d1 * d1;
                let is_pair = frequency.pair().is_some();
                chain(frequency.omega, first, step, num, |i, phasor| {
                    let cos = weight * phasor.cos;
                    if is_pair {
                        row[i].pairs += cos;
                        row[i].pairs_squared_distance += 2.0 - 2.0 * cos;
                    } else {
                        row[i].lone += cos;
                    }
                });
            },
            |a, b| {
                a.pairs += b.pairs;
                a.pairs_squared_distance += b.pairs_squared_distance;
                a.lone += b.lone;
            },
        ))
    }
}

/// K₊ at a row of sums t + s; empty where every column has its partner.
pub(super) struct PlusRow(pub(super) Vec<f64>);

impl PlusRow {
    pub(super) fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        if encoding.is_paired() {
            return Self(Vec::new());
        }
        Self::filtered(encoding, first, step, num, |omega| dirichlet(omega, step).powi(2))
    }

    fn filtered(
        encoding: &Encoding,
        first: f64,
        step: f64,
        num: usize,
        weight: impl Fn(f64) -> f64 + Sync,
    ) -> Self {
        Self(summed(
            encoding,
            num,
            |frequency, row: &mut [f64]| {
                if frequency.pair().is_some() {
                    return;
                }
                let sign = if frequency.cos_column.is_some() { 1.0 } else { -1.0 };
                let weight = sign * weight(frequency.omega.hi);
                chain(frequency.omega, first, step, num, |i, phasor| row[i] += weight * phasor.cos);
            },
            |a, b| *a += b,
        ))
    }
}

/// |PE(t)|² at a row of positions, each the mean over the cells under a pixel.
pub(super) struct SquaredNorms(pub(super) Vec<f64>);

impl SquaredNorms {
    pub(super) fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        let num_pairs = encoding.num_pairs();
        let num_lone = encoding.frequencies().len() - num_pairs;
        if num_lone == 0 {
            return Self(vec![num_pairs as f64; num]);
        }
        // cos 2ωt over t in steps is cos ω(2t) over 2t in double steps.
        let plus = PlusRow::filtered(encoding, 2.0 * first, 2.0 * step, num, |omega| {
            dirichlet(2.0 * omega, step)
        });
        let norm = |plus: f64| (num_pairs as f64 + 0.5 * (num_lone as f64 + plus)).max(0.0);
        Self(plus.0.into_iter().map(norm).collect())
    }
}
