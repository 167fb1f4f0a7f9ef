//! Raster requests, and the pixels that result.

use std::sync::Arc;

use crate::picture::{ColorScale, Rgb, Span};
use crate::{
    encoding::{Extent, Rows, Table, Waves, bias::Bias, grid::GridLayout, similarity::Measure},
    stable_enum::stable_enum,
};

/// Values of a raster, with the encoding that they come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Table with positions down and columns across, or transposed.
    Table {
        /// Table to show.
        table: Table,
        /// True if positions run across.
        is_transposed: bool,
    },
    /// Powers of ten of |PE(t, j)|, positions down and columns across, or transposed. A pixel of several cells shows
    /// their root mean square.
    Magnitudes {
        /// Table to show.
        table: Table,
        /// True if positions run across.
        is_transposed: bool,
    },
    /// Values of a source minus those of another of the same kind.
    Difference(Box<[Self; 2]>),
    /// Similarity of two positions, one down and one across.
    Similarity {
        /// Table whose rows are compared.
        table: Table,
        /// Measure of similarity.
        measure: Measure,
    },
    /// Rotation matrix `M_k`.
    Rotation {
        /// Waves that are rotated.
        waves: Arc<Waves>,
        /// Offset k.
        offset: i64,
    },
    /// PE(t), `M_k`·PE(t), PE(t + k), and the difference of the last two, as rows; columns run across.
    Shift {
        /// Waves that are rotated.
        waves: Arc<Waves>,
        /// Position t.
        position: i64,
        /// Offset k.
        offset: i64,
    },
    /// Power of ten by which the score of (t + u, t + u + k) differs from that of (t, t + k); t down, u across.
    Drift {
        /// Table whose rows are compared.
        table: Table,
        /// Offset k.
        offset: i64,
    },
    /// Bias of a head: queries down, keys across. For T5 the bucket.
    Bias {
        /// Bias of all heads.
        bias: Arc<Bias>,
        /// Head that is shown.
        head: u32,
        /// Positions of queries and keys.
        extent: Extent,
    },
    /// Similarity on a grid: of the cell at a position to all others or, without one, of every cell to every cell.
    Grid {
        /// Table of the grid.
        table: Table,
        /// Measure of similarity.
        measure: Measure,
        /// Rows of the table as cells.
        layout: GridLayout,
        /// Position of the cell.
        at: Option<i64>,
    },
    /// Rows of precomputed numbers. NaN means "no value".
    Rows(Rows),
}

stable_enum! {
    /// Quantity shown by a pixel that covers more than one cell.
    pub enum Pixels {
        /// Mean of the cells, fading to gray where they differ too much for the mean to be meaningful.
        Mean = "mean",
        /// Cell in the middle of the pixel. Structures finer than a pixel may alias.
        Nearest = "nearest",
        /// Standard deviation of the cells; for the table only.
        Spread = "spread",
    }
}

/// Everything that determines a raster. Equal requests give equal pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterRequest {
    /// Values to rasterize.
    pub source: Source,
    /// Quantity shown by a pixel that covers several cells.
    pub pixels: Pixels,
    /// Interval of cells across.
    pub x: Span,
    /// Interval of cells down.
    pub y: Span,
    /// Number of pixels across.
    pub width: u32,
    /// Number of pixels down.
    pub height: u32,
    /// Color scale of the values.
    pub scale: ColorScale,
    /// Color of pixels whose cells cannot be resolved.
    pub unresolved: Rgb,
}

/// Pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Number of pixels across.
    pub width: u32,
    /// Number of pixels down.
    pub height: u32,
    /// Colors of the pixels.
    pub pixels: Vec<Rgb>,
}

/// Picture whose pixels are stored in the order in which they were computed. Transposing millions of pixels costs
/// as much as computing them, while the painter can transpose the whole picture at no cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<P> {
    /// Number of pixels across and down.
    pub size: [usize; 2],
    /// True if the pixels are stored column by column from the left instead of row by row from the top.
    pub is_turned: bool,
    /// Pixels, in the order given by `is_turned`.
    pub pixels: Vec<P>,
}

impl<P: Copy> Image<P> {
    /// Returns the pixels row by row.
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
    /// Cell under the middle of a pixel.
    pub(super) fn cell(span: Span, pixel: usize, num_pixels: usize) -> i64 {
        (span.start + (pixel as f64 + 0.5) * span.length() / num_pixels as f64).floor() as i64
    }
}
