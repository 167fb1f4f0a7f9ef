//! Rasters: the pixels of a picture, computed from closed forms at the resolution of the screen.
//!
//! A pixel that covers m ≥ 1 cells shows their exact mean. The mean of sin(ωt + φ) over m consecutive
//! positions from a is D₁·sin(ω(a + (m − 1)/2) + φ) with D₁ = sin(mω/2)/(m·sin(ω/2)): again a phasor, at
//! the pixel's center, with one factor a frequency. So a picture of any size costs its pixels. Where the
//! cells under one pixel differ too much for their mean to say anything, the pixel fades to gray.

use std::sync::Arc;

use rayon::prelude::*;

use super::{ColorScale, Rgb, Span, color::mixed};
use crate::encoding::{
    Column, Component, Double, Encoding, Phasor, Rotation,
    similarity::{self, Kernels, Measure},
};

/// What the values of a raster are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The table: positions down and columns across, or the other way round.
    Table {
        /// Whether positions run across.
        is_transposed: bool,
    },
    /// Similarity of position (down) and position (across).
    Similarity {
        /// Compared how.
        measure: Measure,
    },
    /// `M_k`.
    Rotation {
        /// k.
        offset: i64,
    },
}

/// Everything that determines a raster; equal requests give equal pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterRequest {
    /// The encoding.
    pub encoding: Arc<Encoding>,
    /// What of it.
    pub source: Source,
    /// Cells across.
    pub x: Span,
    /// Cells down.
    pub y: Span,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Colors.
    pub scale: ColorScale,
    /// Color of pixels that cannot say what is under them.
    pub unresolved: Rgb,
}

/// Pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Their colors.
    pub pixels: Vec<Rgb>,
}

/// What a pixel knows of the cells under it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pixel {
    mean: f64,
    variance: f64,
}

impl RasterRequest {
    /// The pixels. Costs their number times the frequencies under them, whatever the size of the table.
    pub fn render(&self) -> Raster {
        let values = match self.source {
            Source::Table { is_transposed } => self.table(is_transposed),
            Source::Similarity { measure } => self.similarity(measure),
            Source::Rotation { offset } => self.rotation(offset),
        };
        let table = self.scale.map.table();
        let pixels = values
            .par_iter()
            .map(|pixel| {
                let color = table[self.scale.index(pixel.mean)];
                if pixel.variance > 0.0 {
                    // A full wave under a pixel has variance ½: nothing is left to show.
                    mixed(color, self.unresolved, (2.0 * pixel.variance).min(1.0))
                } else {
                    color
                }
            })
            .collect();
        Raster { width: self.width, height: self.height, pixels }
    }

    fn table(&self, is_transposed: bool) -> Vec<Pixel> {
        let (width, height) = (self.width as usize, self.height as usize);
        let (positions, columns) = if is_transposed {
            (Samples::new(self.x, width), Covered::new(&self.encoding, self.y, height))
        } else {
            (Samples::new(self.y, height), Covered::new(&self.encoding, self.x, width))
        };
        let start = self.encoding.parameters().start() as f64;
        // Column of pixels by column of pixels: each is a sum over the few table columns under it.
        let strips: Vec<Vec<Pixel>> = columns
            .cells
            .par_iter()
            .map(|covered| {
                let mut strip = vec![Pixel::default(); positions.num];
                for &(column, weight) in covered {
                    self.add_column(column, weight, start, &positions, &mut strip);
                }
                let is_one_cell = covered.len() == 1;
                for pixel in &mut strip {
                    // Until here `variance` is the mean of the squares.
                    pixel.variance = if is_one_cell && positions.step <= 1.0 {
                        0.0
                    } else {
                        (pixel.variance - pixel.mean * pixel.mean).max(0.0)
                    };
                }
                strip
            })
            .collect();
        let pixel =
            |strip: usize, position: usize| strips[columns.index[strip]][positions.index[position]];
        let mut out = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                out.push(if is_transposed { pixel(y, x) } else { pixel(x, y) });
            }
        }
        out
    }

    /// Adds one table column: its means, and the means of its squares.
    fn add_column(
        &self,
        column: Column,
        weight: f64,
        start: f64,
        positions: &Samples,
        strip: &mut [Pixel],
    ) {
        let omega = self.encoding.frequencies()[column.frequency].omega;
        let d1 = dirichlet(omega.hi, positions.step);
        let d2 = dirichlet(2.0 * omega.hi, positions.step);
        chain(omega, start + positions.first, positions.step, positions.num, |i, phasor| {
            let (sin, cos) = match column.component {
                Component::Sin => (phasor.sin, phasor.cos),
                Component::Cos => (phasor.cos, -phasor.sin),
            };
            let variance = if positions.step > 1.0 {
                0.5 * (1.0 - d2) * cos * cos + (0.5 * (1.0 + d2) - d1 * d1) * sin * sin
            } else {
                0.0
            };
            let mean = d1 * sin;
            strip[i].mean += weight * mean;
            strip[i].variance += weight * (mean * mean + variance.max(0.0));
        });
    }

    fn similarity(&self, measure: Measure) -> Vec<Pixel> {
        let (width, height) = (self.width as usize, self.height as usize);
        let (rows, columns) = (Samples::new(self.y, height), Samples::new(self.x, width));
        let start = self.encoding.parameters().start() as f64;
        let num = rows.num + columns.num - 1;
        let first_offset = rows.first - (columns.first + (columns.num - 1) as f64 * columns.step);
        let kernels = KernelRow::new(&self.encoding, first_offset, rows.step, num);
        let first_sum = 2.0 * start + rows.first + columns.first;
        let sums = PlusRow::new(&self.encoding, first_sum, rows.step, num);
        let norms_of = |samples: &Samples| {
            SquaredNorms::new(&self.encoding, start + samples.first, samples.step, samples.num)
        };
        let (row_norms, column_norms) = (norms_of(&rows), norms_of(&columns));
        let num_pairs =
            self.encoding.frequencies().iter().filter(|f| f.pair().is_some()).count() as f64;
        let mut out = vec![Pixel::default(); width * height];
        out.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
            let i = rows.index[y];
            for (pixel, &j) in row.iter_mut().zip(&columns.index) {
                pixel.mean = similarity::from_kernels(
                    measure,
                    num_pairs,
                    kernels.0[i + columns.num - 1 - j],
                    sums.0.get(i + j).copied().unwrap_or(0.0),
                    row_norms.0[i],
                    column_norms.0[j],
                );
            }
        });
        out
    }

    fn rotation(&self, offset: i64) -> Vec<Pixel> {
        let (width, height) = (self.width as usize, self.height as usize);
        let rotation = Rotation::new(&self.encoding, offset);
        let d_model = self.encoding.parameters().d_model();
        let cell = |span: Span, pixel: usize, pixels: usize| {
            (span.start + (pixel as f64 + 0.5) * span.cells() / pixels as f64).floor()
        };
        let cells_per_pixel = self.x.cells() / width as f64;
        let mut out = vec![Pixel::default(); width * height];
        out.par_chunks_mut(width).enumerate().for_each(|(y, row)| {
            let i = (cell(self.y, y, height).max(0.0) as u32).min(d_model - 1);
            if cells_per_pixel <= 1.0 {
                for (x, pixel) in row.iter_mut().enumerate() {
                    pixel.mean = rotation.entry(i, cell(self.x, x, width).max(0.0) as u32);
                }
                return;
            }
            // Averaged with the zeros around it a block would vanish: draw it one pixel wide.
            for j in [rotation.partner(i), Some(i)].into_iter().flatten() {
                let x = ((f64::from(j) + 0.5 - self.x.start) / cells_per_pixel) as usize;
                if let Some(pixel) = row.get_mut(x) {
                    pixel.mean = rotation.entry(i, j);
                }
            }
        });
        out
    }
}

/// Sample points along an axis: whole cells where a cell is larger than a pixel, else pixel centers.
struct Samples {
    /// First sample, in cells: a cell's number, or the center of the cells under a pixel.
    first: f64,
    /// Distance of samples; 1 for cells, else the number of cells a pixel.
    step: f64,
    num: usize,
    /// The sample that each pixel shows.
    index: Vec<usize>,
}

impl Samples {
    fn new(span: Span, pixels: usize) -> Self {
        let step = span.cells() / pixels as f64;
        if step > 1.0 {
            let first = span.start + (step - 1.0) / 2.0;
            return Self { first, step, num: pixels, index: (0..pixels).collect() };
        }
        let cell = |pixel: usize| (span.start + (pixel as f64 + 0.5) * step).floor();
        let first = cell(0);
        let index: Vec<usize> =
            (0..pixels).map(|pixel| (cell(pixel) - first).max(0.0) as usize).collect();
        let num = index.last().map_or(1, |last| last + 1);
        Self { first, step: 1.0, num, index }
    }
}

/// Columns of the table under each strip of pixels, with the share of the strip that they cover.
struct Covered {
    cells: Vec<Vec<(Column, f64)>>,
    /// The entry of `cells` that each pixel shows.
    index: Vec<usize>,
}

impl Covered {
    fn new(encoding: &Encoding, span: Span, pixels: usize) -> Self {
        let step = span.cells() / pixels as f64;
        if step <= 1.0 {
            let Samples { first, num, index, .. } = Samples::new(span, pixels);
            let cells =
                (0..num).map(|i| vec![(encoding.column(first as u32 + i as u32), 1.0)]).collect();
            return Self { cells, index };
        }
        let cells = (0..pixels)
            .map(|pixel| {
                let start = span.start + pixel as f64 * step;
                let end = start + step;
                (start.floor() as u32..end.ceil() as u32)
                    .map(|j| {
                        let covered = end.min(f64::from(j) + 1.0) - start.max(f64::from(j));
                        (encoding.column(j), covered / step)
                    })
                    .filter(|&(_, share)| share > 1e-9)
                    .collect()
            })
            .collect();
        Self { cells, index: (0..pixels).collect() }
    }
}

/// D₁: what is left of a wave of frequency ω averaged over `m` consecutive positions.
fn dirichlet(omega: f64, m: f64) -> f64 {
    if m <= 1.0 {
        return 1.0;
    }
    let half = (omega / 2.0).sin();
    if half == 0.0 { 1.0 } else { (m * omega / 2.0).sin() / (m * half) }
}

/// Phasors of ω at `first`, `first` + `step`…: one rotation each, begun anew before rounding adds up.
fn chain(omega: Double, first: f64, step: f64, num: usize, mut each: impl FnMut(usize, Phasor)) {
    const RENEW: usize = 128;
    let turn = Phasor::from_angle(omega.scaled(step));
    for begin in (0..num).step_by(RENEW) {
        let mut phasor = Phasor::from_angle(omega.scaled(first + begin as f64 * step));
        for i in begin..(begin + RENEW).min(num) {
            each(i, phasor);
            phasor = Phasor {
                cos: phasor.cos * turn.cos - phasor.sin * turn.sin,
                sin: phasor.sin * turn.cos + phasor.cos * turn.sin,
            };
        }
    }
}

/// The sum over frequencies of what `add` adds to a row of samples, shared between threads.
fn summed<T: Clone + Default + Send + Sync>(
    encoding: &Encoding,
    num: usize,
    add: impl Fn(&crate::encoding::Frequency, &mut [T]) + Sync,
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
    let mut total = parts.next().unwrap_or_default();
    for part in parts {
        for (a, b) in total.iter_mut().zip(&part) {
            join(a, b);
        }
    }
    total
}

/// K₋ at a row of offsets, each the mean over the cells under two pixels: D₁² a frequency.
struct KernelRow(Vec<Kernels>);

impl KernelRow {
    fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
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
struct PlusRow(Vec<f64>);

impl PlusRow {
    fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
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
struct SquaredNorms(Vec<f64>);

impl SquaredNorms {
    fn new(encoding: &Encoding, first: f64, step: f64, num: usize) -> Self {
        let num_pairs = encoding.frequencies().iter().filter(|f| f.pair().is_some()).count();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        encoding::{Components, Convention, ParameterDraft, Parameters},
        picture::ColorMap,
    };

    fn request(draft: ParameterDraft, source: Source, size: u32) -> RasterRequest {
        let rows = Span { start: 0.0, end: draft.length as f64 };
        let columns = Span { start: 0.0, end: f64::from(draft.d_model) };
        let (x, y) = match source {
            Source::Table { is_transposed: false } => (columns, rows),
            Source::Table { is_transposed: true } => (rows, columns),
            Source::Similarity { .. } => (rows, rows),
            Source::Rotation { .. } => (columns, columns),
        };
        RasterRequest {
            encoding: Arc::new(Encoding::new(Parameters::new(draft).unwrap())),
            source,
            x,
            y,
            width: size,
            height: size,
            scale: ColorScale { map: ColorMap::Vik, bound: 1.0 },
            unresolved: [0x80; 3],
        }
    }

    #[test]
    fn a_pixel_is_the_mean_and_the_variance_of_the_cells_under_it() {
        let draft = ParameterDraft { start: 3, ..Convention::Paper.draft(32, 64) };
        let request = request(draft, Source::Table { is_transposed: false }, 8);
        let pixels = request.table(false);
        for (y, x) in [(0, 0), (3, 1), (7, 7)] {
            let cells: Vec<f64> = (0..8)
                .flat_map(|row| (0..4).map(move |column| (row, column)))
                .map(|(row, column)| request.encoding.value(3 + y * 8 + row, x * 4 + column))
                .collect();
            let mean = cells.iter().sum::<f64>() / 32.0;
            let variance = cells.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / 32.0;
            let pixel = pixels[y as usize * 8 + x as usize];
            assert!((pixel.mean - mean).abs() < 1e-12, "mean {} of ({y}, {x})", pixel.mean);
            assert!(
                (pixel.variance - variance).abs() < 1e-12,
                "variance {} of ({y}, {x}) instead of {variance}",
                pixel.variance
            );
        }
    }

    #[test]
    fn cells_larger_than_pixels_are_exact_rectangles() {
        let draft = Convention::Paper.draft(4, 4);
        let pixels = request(draft, Source::Table { is_transposed: true }, 12).table(true);
        let encoding = Encoding::new(Parameters::new(draft).unwrap());
        for y in 0..12_usize {
            for x in 0..12_usize {
                let expected = encoding.value(x as i64 / 3, y as u32 / 3);
                let pixel = pixels[y * 12 + x];
                assert!((pixel.mean - expected).abs() < 1e-15, "pixel ({x}, {y})");
                assert_eq!(pixel.variance, 0.0, "one cell has no variance");
            }
        }
    }

    #[test]
    fn similarity_pixels_are_means_of_the_matrix() {
        for components in [Components::Both, Components::Sin, Components::Cos] {
            let draft = ParameterDraft { components, start: 2, ..Convention::Paper.draft(16, 24) };
            for (size, cells) in [(24, 1), (8, 3)] {
                let request = request(draft, Source::Similarity { measure: Measure::Dot }, size);
                let pixels = request.similarity(Measure::Dot);
                for (y, x) in [(0, 0), (2, 7), (7, 2)] {
                    let mut mean = 0.0;
                    for (i, j) in (0..cells * cells).map(|n| (n / cells, n % cells)) {
                        let (t, s) = (2 + y * cells + i, 2 + x * cells + j);
                        mean += similarity::of(&request.encoding, Measure::Dot, t, s)
                            / (cells * cells) as f64;
                    }
                    let pixel = pixels[(y * i64::from(size) + x) as usize].mean;
                    assert!((pixel - mean).abs() < 1e-12, "{components:?}: {pixel} not {mean}");
                }
            }
        }
    }

    #[test]
    fn the_largest_table_has_a_picture() {
        let draft = ParameterDraft { length: 1 << 32, ..Convention::Paper.draft(16_384, 8) };
        for source in [
            Source::Table { is_transposed: false },
            Source::Similarity { measure: Measure::Distance },
            Source::Rotation { offset: 1 << 32 },
        ] {
            let raster = request(draft, source, 16).render();
            assert_eq!(raster.pixels.len(), 256, "{source:?}");
        }
    }
}
