//! Pixels of a few rows of precomputed numbers.

use super::{
    Pixels, RasterRequest,
    ink::{Ink, Pixel, enlarged},
};
use crate::encoding::parallel::map_each;

/// Mean and variance of the numbers under each pixel of a row.
pub(super) fn pixels<K, P: Copy + Default + Send + Sync>(
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
    let row_of = |y| {
        let row = RasterRequest::cell(request.y, y, height);
        row.clamp(0, rows.len() as i64 - 1) as usize
    };
    let (across, down): (Vec<usize>, Vec<usize>) =
        ((0..width).collect(), (0..height).map(row_of).collect());
    enlarged(lines.concat(), width, &across, &down)
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
