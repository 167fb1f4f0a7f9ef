//! Pixels of the table.

use rayon::prelude::*;

use super::{Pixel, Pixels, RasterRequest, enlarged};
use crate::{
    encoding::{Column, Component, Level, Omegas, Phasors},
    picture::{
        samples::{Covered, Samples},
        waves::{Filter, Row, Sums, Wave, filters},
    },
};

/// Strips done by one thread at a time, so that whole lines of memory are copied.
const BAND: usize = 16;

pub(super) fn pixels<P: Copy + Default + Send + Sync>(
    request: &RasterRequest,
    is_transposed: bool,
    color: impl Fn(Pixel) -> P + Sync,
) -> Vec<P> {
    let (x, y) = ((request.x, request.width as usize), (request.y, request.height as usize));
    let (positions, columns) = if is_transposed { (x, y) } else { (y, x) };
    let is_sparse = |(span, pixels): (crate::picture::Span, usize)| span.cells() > pixels as f64;
    if request.pixels == Pixels::Nearest && (is_sparse(positions) || is_sparse(columns)) {
        return nearest(request, is_transposed, color);
    }
    let samples = Samples::new(positions.0, positions.1);
    let covered = Covered::new(&request.encoding, columns.0, columns.1);
    let start = request.encoding.parameters().start() as f64;
    let row = Row { first: start + samples.first, step: samples.step, num: samples.num };
    let filters = filters(&request.encoding, row.step);
    // Each strip is a sum over the few columns under it. The samples of one strip are neighbours.
    let bands: Vec<Vec<P>> = covered
        .cells
        .par_chunks(BAND)
        .map(|strips| {
            let mut band = vec![P::default(); strips.len() * row.num];
            for (i, strip) in strips.iter().enumerate() {
                let strip = Strip::new(request, strip, row, &filters);
                if is_transposed {
                    let line = &mut band[i * row.num..(i + 1) * row.num];
                    strip.pixels(line.iter_mut(), &color);
                } else {
                    strip.pixels(band[i..].iter_mut().step_by(strips.len()), &color);
                }
            }
            band
        })
        .collect();
    if is_transposed {
        return enlarged(bands.concat(), row.num, &samples.index, &covered.index);
    }
    let num_strips = covered.cells.len();
    let mut grid = vec![P::default(); num_strips * row.num];
    grid.par_chunks_mut(num_strips).enumerate().for_each(|(sample, line)| {
        for (out, band) in line.chunks_mut(BAND).zip(&bands) {
            out.copy_from_slice(&band[sample * out.len()..(sample + 1) * out.len()]);
        }
    });
    enlarged(grid, num_strips, &covered.index, &samples.index)
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

    /// The colors of all samples, in their order.
    fn pixels<'a, P: 'a>(&self, out: impl Iterator<Item = &'a mut P>, color: &impl Fn(Pixel) -> P) {
        let samples = self.sums.sum().iter().zip(self.sums.squares());
        for (out, (&mean, &square)) in out.zip(samples) {
            let variance = self.square + square - mean * mean;
            let variance = if self.is_one_cell { 0.0 } else { variance.max(0.0) };
            *out = color(if self.is_spread {
                Pixel { value: variance.sqrt(), variance: 0.0 }
            } else {
                Pixel { value: mean, variance }
            });
        }
    }
}

/// The cell in the middle of every pixel.
fn nearest<P: Copy + Default + Send + Sync>(
    request: &RasterRequest,
    is_transposed: bool,
    color: impl Fn(Pixel) -> P + Sync,
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
            let pixel = |value| color(Pixel { value, variance: 0.0 });
            columns.iter().enumerate().map(value).map(pixel).collect()
        })
        .collect();
    if !is_transposed {
        return lines.concat();
    }
    (0..height).flat_map(|y| lines.iter().map(move |line| line[y])).collect()
}
