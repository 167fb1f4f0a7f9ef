//! Pixels of the table.

use rayon::prelude::*;

use super::{
    Pixels, RasterRequest,
    ink::{Ink, Pixel, enlarged},
};
use crate::{
    encoding::{
        Column, Component, Level, Omegas, Phasors, Waves,
        parallel::map_each,
        wave_sums::{Filter, SampledRow, Wave, WaveSums, filters},
    },
    picture::raster::samples::{Covered, Samples},
};

/// Computes the pixels strip by strip, each strip along the positions. The flag is true if that order is transposed
/// relative to the picture.
pub(super) fn pixels<K, P>(
    request: &RasterRequest,
    (waves, start): (&Waves, i64),
    is_transposed: bool,
    ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
) -> (Vec<P>, bool)
where
    K: Copy + Default,
    P: Copy + Default + Send + Sync,
{
    let (x, y) = ((request.x, request.width as usize), (request.y, request.height as usize));
    let (positions, columns) = if is_transposed { (x, y) } else { (y, x) };
    let is_sparse = |(span, pixels): (crate::picture::Span, usize)| span.length() > pixels as f64;
    if request.pixels == Pixels::Nearest && (is_sparse(positions) || is_sparse(columns)) {
        let of = |value| (ink.color)((ink.key)(Pixel { value, variance: 0.0 }));
        return (nearest(request, (waves, start), is_transposed, of), is_transposed);
    }
    let samples = Samples::new(positions.0, positions.1);
    let covered = Covered::new(columns.0, columns.1);
    let row =
        SampledRow { first: start as f64 + samples.first, step: samples.step, num: samples.num };
    let filters = filters(waves, row.step);
    let shared = Shared { request, waves, row, filters: &filters };
    // Each strip is a sum over the few columns under it, and its samples are contiguous. The grid is cleared in
    // parallel: on one thread, clearing it would take a tenth as long as the sums.
    let places = (0..covered.num * row.num).into_par_iter().with_min_len(1 << 16);
    let mut grid: Vec<P> = places.map(|_| P::default()).collect();
    grid.par_chunks_mut(row.num).enumerate().for_each_init(
        || (TableStrip::default(), vec![K::default(); row.num]),
        |(strip, keys), (i, colors)| {
            strip.renew(&shared, covered.columns(waves, i));
            strip.keys(keys, ink.key);
            for (color, &key) in colors.iter_mut().zip(keys.iter()) {
                *color = (ink.color)(key);
            }
        },
    );
    (enlarged(grid, row.num, &samples.index, &covered.index), !is_transposed)
}

/// Inputs of all strips.
struct Shared<'a> {
    request: &'a RasterRequest,
    waves: &'a Waves,
    row: SampledRow,
    filters: &'a [Filter],
}

/// Shares of a strip that are covered by the sine and the cosine of a frequency.
struct Share {
    frequency: usize,
    sin: f64,
    cos: f64,
}

/// One strip of pixels: sums over the table's columns under it. Its memory is reused for many strips.
#[derive(Default)]
struct TableStrip {
    shares: Vec<Share>,
    waves: Vec<Wave>,
    sums: WaveSums,
    /// Part of the mean square that is the same at every sample.
    square: f64,
    is_one_cell: bool,
    is_spread: bool,
}

impl TableStrip {
    fn renew(&mut self, shared: &Shared<'_>, covered: impl Iterator<Item = (Column, f64)>) {
        let Shared { request, waves, row, filters } = *shared;
        self.shares.clear();
        let mut num_columns = 0;
        for (column, share) in covered {
            num_columns += 1;
            let Column::Wave { frequency, component } = column else { continue };
            if self.shares.last().is_none_or(|last| last.frequency != frequency) {
                self.shares.push(Share { frequency, sin: 0.0, cos: 0.0 });
            }
            if let Some(last) = self.shares.last_mut() {
                match component {
                    Component::Sin => last.sin += share,
                    Component::Cos => last.cos += share,
                }
            }
        }
        self.square = 0.0;
        self.waves.clear();
        for &Share { frequency, sin, cos } in &self.shares {
            let Filter { d1, d2 } = filters[frequency];
            // The mean of sin² is ½(1 − D₂) + D₂·sin²θ; the mean of cos² is the same with cos²θ.
            self.square += 0.5 * (1.0 - d2) * (sin + cos) + d2 * cos;
            let omega = waves.frequencies()[frequency].omega;
            let square = d2 * (sin - cos);
            self.waves.push(Wave { omega, sin: d1 * sin, cos: d1 * cos, square });
        }
        self.sums.renew(row, &self.waves);
        self.is_one_cell = num_columns == 1 && row.step <= 1.0;
        self.is_spread = request.pixels == Pixels::Spread;
    }

    /// Computes the color key of each sample.
    fn keys<K>(&self, out: &mut [K], key: impl Fn(Pixel) -> K + Copy) {
        // Two separate loops, so that neither mode pays for the other.
        if self.is_spread {
            self.keys_of(
                out,
                #[inline(always)]
                move |_, variance| key(Pixel { value: variance.sqrt(), variance: 0.0 }),
            );
        } else {
            self.keys_of(
                out,
                #[inline(always)]
                move |value, variance| key(Pixel { value, variance }),
            );
        }
    }

    /// Applies `key` to the mean and the variance of every sample.
    fn keys_of<K>(&self, out: &mut [K], key: impl Fn(f64, f64) -> K + Copy) {
        let samples = self.sums.sum().iter().zip(self.sums.squares());
        // A single cell has no variance; the difference of two means would leave rounding errors.
        let resolved = if self.is_one_cell { 0.0 } else { 1.0 };
        let constant = self.square;
        // Copied: a value behind a reference would be loaded again for every sample.
        Level::detected().run(
            #[inline(always)]
            move || {
                for (out, (&mean, &square)) in out.iter_mut().zip(samples) {
                    let variance = resolved * positive(constant + square - mean * mean);
                    *out = key(mean, variance);
                }
            },
        );
    }
}

/// Clamps to 0 what rounding has made negative.
#[inline(always)]
fn positive(value: f64) -> f64 {
    if value > 0.0 { value } else { 0.0 }
}

/// Shows the cell in the middle of every pixel.
fn nearest<P: Copy + Default + Send + Sync>(
    request: &RasterRequest,
    (waves, start): (&Waves, i64),
    is_transposed: bool,
    of: impl Fn(f64) -> P + Sync,
) -> Vec<P> {
    let (width, height) = (request.width as usize, request.height as usize);
    let cells = |span, pixels: usize| -> Vec<i64> {
        (0..pixels).map(|pixel| RasterRequest::cell(span, pixel, pixels).max(0)).collect()
    };
    let (across, down) = (cells(request.x, width), cells(request.y, height));
    let (positions, columns) = if is_transposed { (across, down) } else { (down, across) };
    let columns: Vec<Column> = columns.into_iter().map(|j| waves.column(j as u32)).collect();
    let omega = |column: &Column| match *column {
        Column::Wave { frequency, .. } => waves.frequencies()[frequency].omega,
        Column::Zero => crate::encoding::Double::new(0.0),
    };
    let omegas = Omegas {
        hi: columns.iter().map(|column| omega(column).hi).collect(),
        lo: columns.iter().map(|column| omega(column).lo).collect(),
    };
    let line = |i: usize| {
        let phasors = Phasors::new(Level::detected(), &omegas, (start + positions[i]) as f64);
        let value = |(i, column): (usize, &Column)| match *column {
            Column::Wave { component: Component::Sin, .. } => phasors.sin[i],
            Column::Wave { component: Component::Cos, .. } => phasors.cos[i],
            Column::Zero => 0.0,
        };
        columns.iter().enumerate().map(value).map(&of).collect()
    };
    let lines: Vec<Vec<P>> = map_each(positions.len(), &line);
    lines.concat()
}
