//! Pixels of the similarity matrix, from two vectors instead of n² dot products.
//!
//! All pixels of a diagonal have the same offset. Where every column has a partner, a row of pixels is therefore a
//! slice of one vector of colors, and the picture is symmetric and constant along diagonals, bit for bit.

use super::{
    Pixels, RasterRequest,
    ink::{Ink, Pixel, enlarged},
};
use crate::{
    encoding::{
        Waves,
        parallel::{for_each_row, map_each},
        similarity::{self, Kernels, Measure, from_kernels},
    },
    picture::{
        raster::kernels::{KernelAxis, KernelRow, PlusRow, SquaredNorms},
        raster::samples::Samples,
    },
};

pub(super) fn pixels<K, P>(
    request: &RasterRequest,
    (waves, start): (&Waves, i64),
    measure: Measure,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P>
where
    K: Copy + Default,
    P: Copy + Default + Send + Sync,
{
    let (width, height) = (request.width as usize, request.height as usize);
    let (down, across) = (Samples::new(request.y, height), Samples::new(request.x, width));
    let of = |value| (ink.color)((ink.key)(Pixel { value, variance: 0.0 }));
    let paired = waves.paired_square();
    if request.pixels == Pixels::Nearest && down.step > 1.0 {
        return nearest(request, (waves, start), measure, of);
    }
    let start = start as f64;
    let num = down.num + across.num - 1;
    let minus = offsets(waves, measure, &down, &across);
    if waves.is_paired() {
        let norm = paired;
        // Offsets increase downward and to the left. In reverse order they run along a row.
        let color = |i: usize| {
            of(from_kernels(measure, paired, minus[minus.len() - 1 - i], 0.0, norm, norm))
        };
        let along: Vec<P> = map_each(minus.len(), &color);
        let mut grid = vec![P::default(); across.num * down.num];
        for_each_row(&mut grid, across.num, &|i, line| {
            let from = down.num - 1 - i;
            line.copy_from_slice(&along[from..from + across.num]);
        });
        return enlarged(grid, across.num, &across.index, &down.index);
    }
    let first_sum = 2.0 * start + down.first + across.first;
    let plus = PlusRow::new(waves, first_sum, down.step, num, KernelAxis::Both).0;
    let norms = |samples: &Samples| {
        SquaredNorms::new(waves, start + samples.first, samples.step, samples.num).0
    };
    let (norms_t, norms_s) = (norms(&down), norms(&across));
    let mut grid = vec![P::default(); across.num * down.num];
    for_each_row(&mut grid, across.num, &|i, line| {
        for (j, pixel) in line.iter_mut().enumerate() {
            let minus = minus[i + across.num - 1 - j];
            let value = from_kernels(measure, paired, minus, plus[i + j], norms_t[i], norms_s[j]);
            *pixel = of(value);
        }
    });
    enlarged(grid, across.num, &across.index, &down.index)
}

/// K₋ of every diagonal, from the upper right to the lower left.
fn offsets(waves: &Waves, measure: Measure, down: &Samples, across: &Samples) -> Vec<Kernels> {
    let kernels =
        |first, num| KernelRow::new(waves, measure, first, down.step, num, KernelAxis::Both).0;
    let of_first_cells = down.first - across.first;
    if of_first_cells == 0.0 {
        // The offsets are symmetric about 0: one half mirrors the other, bit for bit.
        let forward = kernels(0.0, down.num.max(across.num));
        let back = forward[1..across.num].iter().rev();
        return back.chain(&forward[..down.num]).copied().collect();
    }
    let first = of_first_cells - (across.num - 1) as f64 * across.step;
    kernels(first, down.num + across.num - 1)
}

/// Shows the cell in the middle of every pixel. The offsets of these cells are not evenly spaced, but each diagonal
/// of pixels has at most two of them, and so has each diagonal of sums.
fn nearest<P: Copy + Default + Send + Sync>(
    request: &RasterRequest,
    (waves, start): (&Waves, i64),
    measure: Measure,
    of: impl Fn(f64) -> P + Sync,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let positions = |span, pixels: usize| -> Vec<i64> {
        (0..pixels).map(|pixel| start + RasterRequest::cell(span, pixel, pixels)).collect()
    };
    let (t, s) = (positions(request.y, height), positions(request.x, width));
    let last_s = s.len() - 1;
    // One cell of every diagonal; the others on that diagonal differ by at most 1.
    let along = |num: usize, cell: &dyn Fn(usize) -> i64| -> Vec<i64> {
        (0..num).flat_map(|k| (-1..=1).map(move |by| (k, by))).map(|(k, by)| cell(k) + by).collect()
    };
    let num = t.len() + s.len() - 1;
    let offset = |k: usize| t[k.saturating_sub(last_s)] - s[last_s.saturating_sub(k)];
    let sum = |k: usize| t[k.saturating_sub(last_s)] + s[k.min(last_s)];
    let offsets = along(num, &offset);
    let minus = similarity::minus_at(waves, measure, &offsets);
    let sums = if waves.is_paired() { Vec::new() } else { along(num, &sum) };
    let plus = similarity::plus_at(waves, &sums);
    let norms = |positions: &[i64]| similarity::squared_norms_at(waves, positions);
    let (norms_t, norms_s) = (norms(&t), norms(&s));
    let paired = waves.paired_square();
    let at = |all: &[i64], k: usize, cell: i64| (3 * k) + (cell - all[3 * k]).clamp(0, 2) as usize;
    let mut out = vec![P::default(); width * height];
    for_each_row(&mut out, width, &|i, line| {
        for (j, pixel) in line.iter_mut().enumerate() {
            let minus: Kernels = minus[at(&offsets, i + last_s - j, t[i] - s[j])];
            let plus = if sums.is_empty() { 0.0 } else { plus[at(&sums, i + j, t[i] + s[j])] };
            let value = from_kernels(measure, paired, minus, plus, norms_t[i], norms_s[j]);
            *pixel = of(value);
        }
    });
    out
}
