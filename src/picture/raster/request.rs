//! Requests for rasters, and the pixels that they give.

use std::sync::Arc;

use crate::picture::{ColorScale, Rgb, Span};
use crate::{
    encoding::{Rows, Table, Waves, similarity::Measure},
    stable_enum::stable_enum,
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

stable_enum! {
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

impl RasterRequest {
    /// The cell under the middle of a pixel.
    pub(super) fn cell(span: Span, pixel: usize, num_pixels: usize) -> i64 {
        (span.start + (pixel as f64 + 0.5) * span.length() / num_pixels as f64).floor() as i64
    }
}
