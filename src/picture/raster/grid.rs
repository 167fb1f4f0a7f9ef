//! Pixels of similarity on a grid: of one cell to all others, or of every cell to every cell as a grid of small grids.
//! Frames stand beside each other.

use super::{
    RasterRequest,
    ink::{Ink, Pixel, enlarged},
};
use crate::{
    encoding::{
        Table,
        grid::{GridLayout, PatchSimilarity},
        parallel::for_each_row,
        similarity::{self, Measure},
    },
    picture::Span,
};

/// Largest number of values of a picture. Above it pixels become coarser, to keep frames short.
const MOST_VALUES: usize = 1 << 18;

/// Two positions whose similarity a cell of the picture shows: those of `at` and of the cell or, without `at`, of the
/// small grid and of the cell in it. `None` outside.
pub(in crate::picture) fn positions(
    layout: GridLayout,
    at: Option<i64>,
    row: i64,
    column: i64,
) -> Option<(i64, i64)> {
    let (height, width) = layout.size();
    let (rows, columns) =
        if at.is_some() { (height, width) } else { (height * height, width * width) };
    if !(0..rows).contains(&row) || !(0..columns).contains(&column) {
        return None;
    }
    let s = layout.position_at(row % height, column % width);
    Some((at.unwrap_or_else(|| layout.position_at(row / height, column / width)), s))
}

/// Cells under the pixels, each once, and the index of that of each pixel.
fn cells(span: Span, num_pixels: usize, step: usize) -> (Vec<i64>, Vec<usize>) {
    let (mut cells, mut index) = (Vec::new(), Vec::with_capacity(num_pixels));
    for pixel in 0..num_pixels {
        let cell = RasterRequest::cell(span, pixel - pixel % step, num_pixels);
        if cells.last() != Some(&cell) {
            cells.push(cell);
        }
        index.push(cells.len() - 1);
    }
    (cells, index)
}

pub(super) fn pixels<K, P>(
    request: &RasterRequest,
    (table, measure, layout, at): (&Table, Measure, GridLayout, Option<i64>),
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P>
where
    P: Copy + Default + Send + Sync,
{
    let (width, height) = (request.width as usize, request.height as usize);
    let lattice = |step: usize| (cells(request.x, width, step), cells(request.y, height, step));
    let (mut across, mut down) = lattice(1);
    let too_many = (across.0.len() * down.0.len()).div_ceil(MOST_VALUES);
    if too_many > 1 {
        (across, down) = lattice((too_many as f64).sqrt().ceil() as usize);
    }
    let similarity = PatchSimilarity::new(&table.encoding, measure, layout, at);
    let value = |row: i64, column: i64| {
        let pair = positions(layout, at, row, column);
        pair.map_or(f64::NAN, |(t, s)| similarity.of(t, s))
    };
    let mut values = vec![P::default(); across.0.len() * down.0.len()];
    for_each_row(&mut values, across.0.len(), &|i, line| {
        let row = down.0[i];
        for (pixel, &column) in line.iter_mut().zip(&across.0) {
            *pixel = (ink.color)((ink.key)(Pixel::of(value(row, column), 0.0)));
        }
    });
    enlarged(values, across.0.len(), &across.1, &down.1)
}

/// Value of a cell of the picture.
pub(in crate::picture) fn value(
    (table, measure, layout, at): (&Table, Measure, GridLayout, Option<i64>),
    row: i64,
    column: i64,
) -> f64 {
    let at = positions(layout, at, row, column);
    at.map_or(f64::NAN, |(t, s)| similarity::of(&table.encoding, measure, t, s))
}
