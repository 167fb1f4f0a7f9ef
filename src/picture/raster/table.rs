//! Pixels of the table.

use rayon::prelude::*;

use super::{Ink, Pixel, Pixels, RasterRequest, enlarged};
use crate::{
    encoding::{Column, Component, Level, Omegas, Phasors},
    picture::{
        samples::{Covered, Samples},
        waves::{Filter, Row, Sums, Wave, filters},
    },
};

pub(super) fn pixels<K, P>(
    request: &RasterRequest,
    is_transposed: bool,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> Vec<P>
where
    K: Copy + Default + Send + Sync,
    P: Copy + Default + Send + Sync,
{
    let (x, y) = ((request.x, request.width as usize), (request.y, request.height as usize));
    let (positions, columns) = if is_transposed { (x, y) } else { (y, x) };
    let is_sparse = |(span, pixels): (crate::picture::Span, usize)| span.cells() > pixels as f64;
    if request.pixels == Pixels::Nearest && (is_sparse(positions) || is_sparse(columns)) {
        let of = |value| (ink.color)((ink.key)(Pixel { value, variance: 0.0 }));
        return nearest(request, is_transposed, of);
    }
    let samples = Samples::new(positions.0, positions.1);
    let covered = Covered::new(&request.encoding, columns.0, columns.1);
    let start = request.encoding.parameters().start() as f64;
    let row = Row { first: start + samples.first, step: samples.step, num: samples.num };
    let filters = filters(&request.encoding, row.step);
    // Each strip is a sum over the few columns under it. The samples of one strip are neighbours.
    let mut keys = vec![K::default(); covered.cells.len() * row.num];
    keys.par_chunks_mut(row.num).zip(&covered.cells).for_each(|(keys, columns)| {
        Strip::new(request, columns, row, &filters).keys(keys, ink.key);
    });
    if is_transposed {
        let grid = keys.par_iter().map(|&key| (ink.color)(key)).collect();
        return enlarged(grid, row.num, &samples.index, &covered.index);
    }
    let grid = colored_across(&keys, row.num, ink.color);
    enlarged(grid, covered.cells.len(), &covered.index, &samples.index)
}

/// The colors of keys that stand strip by strip, sample by sample: a few strips and samples at a time, so
/// that whole lines of memory are read and written.
fn colored_across<K, P>(keys: &[K], num: usize, color: impl Fn(K) -> P + Copy + Sync) -> Vec<P>
where
    K: Copy + Sync,
    P: Copy + Default + Send,
{
    // Of the samples more at once than of the strips: each strip's are neighbours in memory.
    const STRIPS: usize = 16;
    const SAMPLES: usize = 64;
    let num_strips = keys.len() / num;
    let mut grid = vec![P::default(); keys.len()];
    grid.par_chunks_mut(SAMPLES * num_strips).enumerate().for_each(|(i, lines)| {
        let first = i * SAMPLES;
        let num_lines = lines.len() / num_strips;
        for (j, strips) in keys.chunks(STRIPS * num).enumerate() {
            let at = |line: usize| line * num_strips + j * STRIPS;
            let mut tile: [&[K]; STRIPS] = [&[]; STRIPS];
            for (tile, strip) in tile.iter_mut().zip(strips.chunks_exact(num)) {
                *tile = &strip[first..first + num_lines];
            }
            let width = strips.len() / num;
            let whole: Option<[&[K; SAMPLES]; STRIPS]> = array_of(&tile);
            if let Some(tile) = whole {
                // Of a known size: nothing is left to check in the loop.
                for sample in 0..SAMPLES {
                    let out = &mut lines[at(sample)..at(sample) + STRIPS];
                    for (out, strip) in out.iter_mut().zip(tile) {
                        *out = color(strip[sample]);
                    }
                }
                continue;
            }
            for sample in 0..num_lines {
                let out = &mut lines[at(sample)..at(sample) + width];
                for (out, strip) in out.iter_mut().zip(&tile) {
                    *out = color(strip[sample]);
                }
            }
        }
    });
    grid
}

/// All of them as arrays, where each is as long as one.
fn array_of<'a, K, const N: usize, const M: usize>(
    slices: &[&'a [K]; M],
) -> Option<[&'a [K; N]; M]> {
    let first = slices[0].first_chunk()?;
    let mut arrays = [first; M];
    for (array, slice) in arrays.iter_mut().zip(slices) {
        *array = slice.first_chunk()?;
    }
    Some(arrays)
}

/// One column of pixels: the sums of the table's columns under it.
struct Strip {
    sums: Sums,
    /// The part of the mean square that is the same at every sample.
    square: f64,
    is_one_cell: bool,
    is_spread: bool,
}

impl Strip {
    fn new(
        request: &RasterRequest,
        covered: &[(Column, f64)],
        row: Row,
        filters: &[Filter],
    ) -> Self {
        let frequencies = request.encoding.frequencies();
        // The share of the strip that sine and cosine of each frequency have.
        let mut shares: Vec<(usize, f64, f64)> = Vec::new();
        for &(column, share) in covered {
            let Column::Wave { frequency, component } = column else { continue };
            if shares.last().is_none_or(|&(last, ..)| last != frequency) {
                shares.push((frequency, 0.0, 0.0));
            }
            if let Some((_, sin, cos)) = shares.last_mut() {
                match component {
                    Component::Sin => *sin += share,
                    Component::Cos => *cos += share,
                }
            }
        }
        let mut square = 0.0;
        let waves: Vec<Wave> = shares
            .into_iter()
            .map(|(frequency, sin, cos)| {
                let Filter { d1, d2 } = filters[frequency];
                // The mean of sin² is ½(1 − D₂) + D₂·sin²θ, that of cos² the same with cos²θ.
                square += 0.5 * (1.0 - d2) * (sin + cos) + d2 * cos;
                let omega = frequencies[frequency].omega;
                Wave { omega, sin: d1 * sin, cos: d1 * cos, square: d2 * (sin - cos) }
            })
            .collect();
        Self {
            sums: Sums::new(row, &waves),
            square,
            is_one_cell: covered.len() == 1 && row.step <= 1.0,
            is_spread: request.pixels == Pixels::Spread,
        }
    }

    /// What each sample's color is to be found by.
    fn keys<K>(&self, out: &mut [K], key: impl Fn(Pixel) -> K) {
        let samples = self.sums.sum().iter().zip(self.sums.squares());
        // One cell has no variance; the difference of two means would leave the dust of rounding.
        let resolved = if self.is_one_cell { 0.0 } else { 1.0 };
        let (constant, is_spread) = (self.square, self.is_spread);
        Level::detected().run(
            #[inline(always)]
            || {
                for (out, (&mean, &square)) in out.iter_mut().zip(samples) {
                    let variance = resolved * positive(constant + square - mean * mean);
                    *out = if is_spread {
                        key(Pixel { value: variance.sqrt(), variance: 0.0 })
                    } else {
                        key(Pixel { value: mean, variance })
                    };
                }
            },
        );
    }
}

/// 0 in place of what rounding has made negative.
#[inline(always)]
fn positive(value: f64) -> f64 {
    if value > 0.0 { value } else { 0.0 }
}

/// The cell in the middle of every pixel.
fn nearest<P: Copy + Default + Send + Sync>(
    request: &RasterRequest,
    is_transposed: bool,
    of: impl Fn(f64) -> P + Sync,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let cells = |span, pixels: usize| -> Vec<i64> {
        (0..pixels).map(|pixel| RasterRequest::cell(span, pixel, pixels).max(0)).collect()
    };
    let (across, down) = (cells(request.x, width), cells(request.y, height));
    let (positions, columns) = if is_transposed { (across, down) } else { (down, across) };
    let encoding = &request.encoding;
    let columns: Vec<Column> = columns.into_iter().map(|j| encoding.column(j as u32)).collect();
    let omega = |column: &Column| match *column {
        Column::Wave { frequency, .. } => encoding.frequencies()[frequency].omega,
        Column::Zero => crate::encoding::Double::new(0.0),
    };
    let omegas = Omegas {
        hi: columns.iter().map(|column| omega(column).hi).collect(),
        lo: columns.iter().map(|column| omega(column).lo).collect(),
    };
    let start = encoding.parameters().start();
    let lines: Vec<Vec<P>> = positions
        .par_iter()
        .map(|&cell| {
            let phasors = Phasors::new(Level::detected(), &omegas, (start + cell) as f64);
            let value = |(i, column): (usize, &Column)| match *column {
                Column::Wave { component: Component::Sin, .. } => phasors.sin[i],
                Column::Wave { component: Component::Cos, .. } => phasors.cos[i],
                Column::Zero => 0.0,
            };
            columns.iter().enumerate().map(value).map(&of).collect()
        })
        .collect();
    if !is_transposed {
        return lines.concat();
    }
    (0..height).flat_map(|y| lines.iter().map(move |line| line[y])).collect()
}
