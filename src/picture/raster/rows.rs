//! Pixels of a few rows of precomputed numbers.

use super::{
    Pixels, RasterRequest,
    ink::{Ink, Pixel},
};
use crate::encoding::parallel::map_each;

/// Mean and variance of the numbers under each pixel of a row.
pub(super) fn pixels<K, P: Copy + Send + Sync>(
    request: &RasterRequest,
    rows: &[&[f64]],
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let line = |row: usize| {
        let pixel = |i| (ink.color)((ink.key)(pixel(request, rows[row], i, width)));
        (0..width).map(pixel).collect()
    };
    let lines: Vec<Vec<P>> = map_each(rows.len(), &line);
    (0..height)
        .flat_map(|y| {
            let row = RasterRequest::cell(request.y, y, height);
            lines[row.clamp(0, rows.len() as i64 - 1) as usize].iter().copied()
        })
        .collect()
}

fn pixel(request: &RasterRequest, row: &[f64], i: usize, width: usize) -> Pixel {
    let last = row.len() - 1;
    let cells = request.x.length() / width as f64;
    if cells <= 1.0 || request.pixels == Pixels::Nearest {
        let cell = RasterRequest::cell(request.x, i, width).max(0) as usize;
        let value = row[cell.min(last)];
        return Pixel::of(value, 0.0);
    }
    let start = request.x.start + i as f64 * cells;
    let end = start + cells;
    let (mut sum, mut squares) = (0.0, 0.0);
    let first = start.floor() as usize;
    let covered = &row[first.min(row.len())..(end.ceil() as usize).min(row.len())];
    for (j, &value) in covered.iter().enumerate() {
        let j = (first + j) as f64;
        let share = (end.min(j + 1.0) - start.max(j)) / cells;
        sum += share * value;
        squares += share * value * value;
    }
    Pixel::of(sum, (squares - sum * sum).max(0.0))
}
