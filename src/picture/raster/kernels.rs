//! Similarity kernels along rows of pixels, averaged over the cells under each pixel.

use crate::encoding::{
    Frequency, Waves,
    parallel::map_each,
    similarity::{Kernels, Measure},
    wave_sums::{Filter, SampledRow, Wave, WaveSums, filters},
};

/// Sums one wave per frequency along a row, in parallel; `None` if there are no waves.
fn summed(
    waves: &Waves,
    row: SampledRow,
    wave: impl Fn(usize, &Frequency) -> Option<Wave>,
) -> Option<WaveSums> {
    // Groups are fixed and joined in order, so the sum does not depend on the number of threads.
    const GROUP: usize = 128;
    let frequencies = waves.frequencies().iter().enumerate();
    let waves: Vec<Wave> = frequencies.filter_map(|(i, frequency)| wave(i, frequency)).collect();
    let groups: Vec<&[Wave]> = waves.chunks(GROUP).collect();
    let mut parts = map_each(groups.len(), &|i| WaveSums::new(row, groups[i])).into_iter();
    let mut total = parts.next()?;
    for part in parts {
        total.join(&part);
    }
    Some(total)
}

/// Σ weight·cos ωu along a row.
fn summed_cosines(
    waves: &Waves,
    row: SampledRow,
    weight: impl Fn(usize, &Frequency) -> Option<f64>,
) -> Vec<f64> {
    let sums = summed(waves, row, |i, frequency| {
        let cos = weight(i, frequency)?;
        Some(Wave { omega: frequency.omega, sin: 0.0, cos, square: 0.0 })
    });
    let mut sum = sums.map_or_else(|| vec![0.0; row.num], WaveSums::into_sum);
    sum.truncate(row.num);
    sum
}

/// Share of the similarity that is lost where a pixel covers `step` cells along each axis: the mean over
/// frequencies of 1 − D₁⁴, from 0 (everything is shown) to 1 (nothing is).
pub(in crate::picture) fn unresolved_share(waves: &Waves, step: f64) -> f64 {
    let filters = filters(waves, step);
    if filters.is_empty() {
        return 0.0;
    }
    let kept: f64 = filters.iter().map(|filter| filter.d1.powi(4)).sum();
    1.0 - kept / filters.len() as f64
}

/// Axes along which the cells under a pixel are averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::picture) enum KernelAxis {
    /// Offsets, or one of the two positions: a frequency keeps the factor D₁.
    One,
    /// Both positions: a frequency keeps the factor D₁².
    Both,
}

impl KernelAxis {
    fn kept(self, filter: Filter) -> f64 {
        match self {
            Self::One => filter.d1,
            Self::Both => filter.d1 * filter.d1,
        }
    }
}

/// K₋ at a row of offsets, each the mean over the cells under a pixel. Parts that the measure does not need are 0.
pub(in crate::picture) struct KernelRow(pub(in crate::picture) Vec<Kernels>);

impl KernelRow {
    pub(in crate::picture) fn new(
        waves: &Waves,
        measure: Measure,
        first: f64,
        step: f64,
        num: usize,
        along: KernelAxis,
    ) -> Self {
        let row = SampledRow { first, step, num };
        let filters = filters(waves, step);
        let lone = summed_cosines(waves, row, |i, frequency| {
            frequency.pair().is_none().then(|| along.kept(filters[i]))
        });
        let is_distance = measure == Measure::Distance;
        let weight = waves.pair_weight();
        let pairs = if is_distance {
            squared_distances(waves, row, &filters, along)
        } else {
            summed_cosines(waves, row, |i, frequency| {
                frequency.pair().is_some().then(|| weight * along.kept(filters[i]))
            })
        };
        let kernels = lone.into_iter().zip(pairs).map(|(lone, pairs)| {
            if is_distance {
                Kernels { pairs: 0.0, pairs_squared_distance: pairs, lone }
            } else {
                Kernels { pairs, pairs_squared_distance: 0.0, lone }
            }
        });
        Self(kernels.collect())
    }
}

/// |PE(t) − PE(s)|² over pairs: Σ (2 − 2D·cos ωu) = Σ 2(1 − D) + Σ 4D·sin²(ωu/2), where D is the factor that the
/// mean keeps. The form with half angles avoids the cancellation of large numbers at nearby positions.
fn squared_distances(
    waves: &Waves,
    row: SampledRow,
    filters: &[Filter],
    along: KernelAxis,
) -> Vec<f64> {
    let half = SampledRow { first: row.first / 2.0, step: row.step / 2.0, num: row.num };
    let is_pair = |frequency: &Frequency| frequency.pair().is_some();
    let weight = waves.pair_weight();
    let within_pixels: f64 = waves
        .frequencies()
        .iter()
        .filter(|frequency| is_pair(frequency))
        .map(|frequency| {
            let lost = lost_by_mean(frequency.omega.hi, row.step);
            match along {
                KernelAxis::One => 2.0 * weight * lost,
                KernelAxis::Both => 2.0 * weight * lost * (2.0 - lost),
            }
        })
        .sum();
    let sums = summed(waves, half, |i, frequency| {
        let square = 4.0 * weight * along.kept(filters[i]);
        let wave = Wave { omega: frequency.omega, sin: 0.0, cos: 0.0, square };
        is_pair(frequency).then_some(wave)
    });
    let sines = sums.map_or_else(|| vec![0.0; row.num], |sums| sums.squares().to_vec());
    sines.into_iter().take(row.num).map(|sines| within_pixels + sines).collect()
}

/// 1 − D₁ for the mean over m cells, accurate to the last digits even where almost nothing is lost: (s(mω/2) −
/// s(ω/2))/(1 − s(ω/2)) with s(y) = 1 − sin y / y.
fn lost_by_mean(omega: f64, m: f64) -> f64 {
    if m <= 1.0 {
        return 0.0;
    }
    let s = |y: f64| {
        if y > 1.0 {
            return 1.0 - libm::sin(y) / y;
        }
        // y²/3! − y⁴/5! + …; the first omitted term is below 1e-17 of the sum.
        let z = y * y;
        [210.0, 156.0, 110.0, 72.0, 42.0, 20.0]
            .into_iter()
            .fold(1.0, |sum, divisor| 1.0 - z / divisor * sum)
            * z
            / 6.0
    };
    let (whole, one) = (s(0.5 * omega * m), s(0.5 * omega));
    (whole - one) / (1.0 - one)
}

/// K₊ at a row of sums t + s.
pub(in crate::picture) struct PlusRow(pub(in crate::picture) Vec<f64>);

impl PlusRow {
    pub(in crate::picture) fn new(
        waves: &Waves,
        first: f64,
        step: f64,
        num: usize,
        along: KernelAxis,
    ) -> Self {
        let filters = filters(waves, step);
        Self::filtered(waves, SampledRow { first, step, num }, |i| along.kept(filters[i]))
    }

    fn filtered(waves: &Waves, row: SampledRow, weight: impl Fn(usize) -> f64) -> Self {
        Self(summed_cosines(waves, row, |i, frequency| {
            let sign = if frequency.cos_column.is_some() { 1.0 } else { -1.0 };
            frequency.pair().is_none().then(|| sign * weight(i))
        }))
    }
}

/// |PE(t)|² at a row of positions, each the mean over the cells under a pixel.
pub(in crate::picture) struct SquaredNorms(pub(in crate::picture) Vec<f64>);

impl SquaredNorms {
    pub(in crate::picture) fn new(waves: &Waves, first: f64, step: f64, num: usize) -> Self {
        let num_pairs = waves.num_pairs();
        let num_lone = waves.frequencies().len() - num_pairs;
        // cos 2ωt is computed as cos ω(2t), on a row with twice the first position and twice the step. Its mean
        // keeps the factor D₂.
        let row = SampledRow { first: 2.0 * first, step: 2.0 * step, num };
        let filters: Vec<Filter> = filters(waves, step);
        let plus = PlusRow::filtered(waves, row, |i| filters[i].d2);
        let paired = waves.paired_square();
        let norm = |plus: f64| (paired + 0.5 * (num_lone as f64 + plus)).max(0.0);
        Self(plus.0.into_iter().map(norm).collect())
    }
}
