//! Failures to draw or encode a figure.

use krilla::error::KrillaError;
use resvg::usvg;
use thiserror::Error;

use super::request::FigureRequest;

/// Failure to draw or encode a figure.
#[derive(Debug, Error)]
pub enum FigureError {
    /// The pixels do not fit into memory.
    #[error("a figure of {width} x {height} pixels is too large for the memory of this machine")]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The cells are too many to be written as rectangles.
    #[error(
        "the cells of this figure are too many to be rectangles (at most {}): write them as a \
         raster, or show fewer",
        FigureRequest::MOST_RECTANGLES
    )]
    TooManyRectangles,
    /// Names for the axes of a figure without axes.
    #[error("--x-label and --y-label need a view with axes, such as heatmap")]
    NoAxes,
    /// The SVG text of the figure cannot be parsed.
    #[error(transparent)]
    Svg(#[from] usvg::Error),
    /// The encoder refused the pixels.
    #[error(transparent)]
    Png(#[from] png::EncodingError),
    /// The size is not possible for a page of a PDF.
    #[error("a page cannot have that size")]
    PageSize,
    /// The shapes cannot be drawn on a page.
    #[error("the figure cannot be drawn")]
    NotDrawn,
    /// The page cannot be written as PDF.
    #[error("{0:?}")]
    Pdf(KrillaError),
}
