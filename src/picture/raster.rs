//! Rasters: the pixels of a picture, computed from closed forms at the resolution of the screen.
//!
//! A pixel that covers m ≥ 1 cells shows their exact mean. The mean of sin(ωt + φ) over m consecutive
//! positions from a is D₁·sin(ω(a + (m − 1)/2) + φ) with D₁ = sin(mω/2)/(m·sin(ω/2)): again a phasor, at
//! the pixel's center, with one factor a frequency. So a picture of any size costs its pixels. Where the
//! cells under one pixel differ too much for their mean to say anything, the pixel fades to gray.

use std::sync::Arc;

use rayon::prelude::*;

use super::{
    ColorScale, Rgb, Span,
    color::mixed,
    kernels::{KernelRow, PlusRow, SquaredNorms},
    samples::{Covered, Samples, chain, dirichlet},
};
use crate::encoding::{
    Column, Component, Encoding, Rotation,
    similarity::{self, Measure},
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
        let Column::Wave { frequency, component } = column else { return };
        let omega = self.encoding.frequencies()[frequency].omega;
        let d1 = dirichlet(omega.hi, positions.step);
        let d2 = dirichlet(2.0 * omega.hi, positions.step);
        chain(omega, start + positions.first, positions.step, positions.num, |i, phasor| {
            let (sin, cos) = match component {
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
        let num_pairs = self.encoding.num_pairs() as f64;
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
            for (j, entry) in rotation.row(i) {
                let x = ((f64::from(j) + 0.5 - self.x.start) / cells_per_pixel) as usize;
                if let Some(pixel) = row.get_mut(x) {
                    pixel.mean = entry;
                }
            }
        });
        out
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
        let draft = ParameterDraft { start: 3, ..Convention::PAPER.draft(32, 64) };
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
        let draft = Convention::PAPER.draft(4, 4);
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
            let draft = ParameterDraft { components, start: 2, ..Convention::PAPER.draft(16, 24) };
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
        let draft = ParameterDraft { length: 1 << 32, ..Convention::PAPER.draft(16_384, 8) };
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
