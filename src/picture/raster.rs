//! Rasters: the pixels of a picture, computed from closed forms at the resolution of the screen.
//!
//! A pixel that covers m ≥ 1 cells shows their exact mean. The mean of sin(ωt + φ) over m consecutive
//! positions from a is D₁·sin(ω(a + (m − 1)/2) + φ) with D₁ = sin(mω/2)/(m·sin(ω/2)): again a phasor, at
//! the pixel's center, with one factor a frequency. So a picture of any size costs its pixels. Where the
//! cells under one pixel differ too much for their mean to say anything, the pixel fades to gray.

mod matrix;
mod rows;
mod sampled;
mod similarity;
mod table;

use std::sync::Arc;

use rayon::prelude::*;

use super::{
    ColorScale, Rgb, Span,
    color::{Places, WHOLE, between, mixed, rounded},
};
use crate::{
    encoding::{Rotation, Rows, Table, Waves, similarity::Measure},
    keyed::keyed,
};

/// Values of a raster, with the encoding that they come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A table: positions down and columns across, or the other way round.
    Table {
        /// Table that is shown.
        table: Table,
        /// Whether positions run across.
        is_transposed: bool,
    },
    /// Similarity of position (down) and position (across).
    Similarity {
        /// Table whose rows are compared.
        table: Table,
        /// Measure of similarity.
        measure: Measure,
    },
    /// `M_k`.
    Rotation {
        /// Waves that are rotated.
        waves: Arc<Waves>,
        /// k.
        offset: i64,
    },
    /// PE(t), `M_k`·PE(t), PE(t + k), and what the last two differ by: columns across.
    Shift {
        /// Waves that are rotated.
        waves: Arc<Waves>,
        /// t.
        position: i64,
        /// k.
        offset: i64,
    },
    /// Rows that are at hand; what is NaN in them is no value.
    Rows(Rows),
}

keyed! {
    /// What a pixel shows that covers more than one cell.
    pub enum Pixels {
        /// The mean of its cells, fading to gray where they differ too much for it to say anything.
        Mean = "mean",
        /// The cell in its middle. What is finer than a pixel may alias.
        Nearest = "nearest",
        /// The standard deviation of its cells; for the table.
        Spread = "spread",
    }
}

/// Everything that determines a raster; equal requests give equal pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterRequest {
    /// Values to rasterize.
    pub source: Source,
    /// What a pixel shows of several cells.
    pub pixels: Pixels,
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

/// A picture in the order in which it is computed. Turning millions of pixels costs as much as computing
/// them, and who paints them can turn the whole for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<P> {
    /// Pixels across and down.
    pub size: [usize; 2],
    /// Whether the pixels stand column by column from the left, not row by row from the top.
    pub is_turned: bool,
    /// The pixels.
    pub pixels: Vec<P>,
}

impl<P: Copy> Image<P> {
    /// The pixels row by row.
    pub fn upright(self) -> Vec<P> {
        if !self.is_turned {
            return self.pixels;
        }
        let [width, height] = self.size;
        let at = |y: usize, x: usize| self.pixels[x * height + y];
        (0..height).flat_map(|y| (0..width).map(move |x| (y, x))).map(|(y, x)| at(y, x)).collect()
    }
}

/// What a pixel knows of the cells under it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pixel {
    value: f64,
    variance: f64,
}

/// From what a pixel knows to its color, in two steps: the first is arithmetic, for vectors; the second a
/// look into a table.
struct Ink<F, G> {
    key: F,
    color: G,
}

/// Steps in which colors fade: finer than the eye, and so few that all colors stay in the first cache.
const STEPS: u32 = 24;
/// Colors of one step; a little more than a map has.
const STRIDE: u32 = 256;
/// Places for all of them: a power of two.
const PLACES: usize = (STRIDE * (STEPS + 1)).next_power_of_two() as usize;

/// Every color that a picture can have: those of its map, in steps of fading. As many as a mask lets
/// through, so that no look into it needs a check.
fn palette<P: Copy + Default>(
    scale: ColorScale,
    unresolved: Rgb,
    paint: impl Fn(Rgb) -> P,
) -> [P; PLACES] {
    let table = scale.map.table();
    let mut palette = [P::default(); PLACES];
    let places = (0..=STEPS).flat_map(|step| (0..STRIDE).map(move |index| (step, index as usize)));
    for (color, (step, index)) in palette.iter_mut().zip(places) {
        *color = paint(mixed(table[index.min(table.len() - 1)], unresolved, 256 * step / STEPS));
    }
    palette
}

/// Where a pixel's color is in the palette.
#[inline(always)]
fn palette_index(places: Places, pixel: Pixel) -> u16 {
    // A full wave under a pixel has variance ½: nothing is left to show.
    let step = rounded(between(2.0 * f64::from(STEPS) * pixel.variance, f64::from(STEPS)));
    let index = step * f64::from(STRIDE) + places.place(pixel.value);
    (index + WHOLE).to_bits() as u16
}

impl RasterRequest {
    /// The pixels. Costs their number, and the frequencies under them, whatever the size of the table.
    pub fn render(&self) -> Raster {
        let pixels = self.render_as(|rgb| rgb).upright();
        Raster { width: self.width, height: self.height, pixels }
    }

    /// The pixels as whatever `paint` makes of a color, in the order in which they are computed.
    pub fn render_as<P: Copy + Default + Send + Sync>(
        &self,
        paint: impl Fn(Rgb) -> P + Sync,
    ) -> Image<P> {
        let palette = &palette(self.scale, self.unresolved, paint);
        let places = self.scale.places();
        self.pixels_as(&Ink {
            key: move |pixel| palette_index(places, pixel),
            color: move |index: u16| palette[usize::from(index) % PLACES],
        })
    }

    fn pixels_as<K, P>(
        &self,
        ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
    ) -> Image<P>
    where
        K: Copy + Default,
        P: Copy + Default + Send + Sync,
    {
        let (pixels, is_turned) = match &self.source {
            Source::Table { table, is_transposed } => match table.waves() {
                Some(waves) => {
                    let start = table.extent.start();
                    table::pixels(self, (waves, start), *is_transposed, ink)
                }
                None => (sampled::table_pixels(self, table, *is_transposed, ink), false),
            },
            Source::Similarity { table, measure } => {
                let pixels = match table.waves() {
                    Some(waves) => {
                        let start = table.extent.start();
                        similarity::pixels(self, (waves, start), *measure, ink)
                    }
                    None => sampled::similarity_pixels(self, table, *measure, ink),
                };
                (pixels, false)
            }
            Source::Rotation { waves, offset } => {
                (matrix::pixels(self, &Rotation::new(waves, *offset), ink), false)
            }
            Source::Shift { waves, position, offset } => {
                let shift = Rotation::new(waves, *offset).shift(*position);
                let lines: Vec<&[f64]> = shift.iter().map(Vec::as_slice).collect();
                (rows::pixels(self, &lines, ink), false)
            }
            Source::Rows(rows) => {
                let lines: Vec<&[f64]> = rows.iter().collect();
                (rows::pixels(self, &lines, ink), false)
            }
        };
        let size = [self.width as usize, self.height as usize];
        Image { size, is_turned, pixels }
    }

    /// The cell under the middle of a pixel.
    fn cell(span: Span, pixel: usize, num_pixels: usize) -> i64 {
        (span.start + (pixel as f64 + 0.5) * span.length() / num_pixels as f64).floor() as i64
    }
}

/// Every pixel from the sample that it shows.
fn enlarged<P: Copy + Default + Send + Sync>(
    grid: Vec<P>,
    num_across: usize,
    across: &[usize],
    down: &[usize],
) -> Vec<P> {
    let is_identity = |index: &[usize]| index.iter().enumerate().all(|(i, &sample)| i == sample);
    let is_across_whole = across.len() == num_across && is_identity(across);
    if is_across_whole && down.len() * num_across == grid.len() && is_identity(down) {
        return grid;
    }
    let mut out = vec![P::default(); across.len() * down.len()];
    out.par_chunks_mut(across.len()).zip(down).for_each(|(row, &sample)| {
        let samples = &grid[sample * num_across..(sample + 1) * num_across];
        if is_across_whole {
            row.copy_from_slice(samples);
            return;
        }
        for (pixel, &sample) in row.iter_mut().zip(across) {
            *pixel = samples[sample];
        }
    });
    out
}

#[cfg(test)]
mod tests;
