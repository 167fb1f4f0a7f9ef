//! What a view shows, described once.

use super::{ColorScale, Pixels, RasterRequest, Source};
use crate::encoding::Encoding;
use std::sync::Arc;

/// A stretch of an axis in cells: cell i covers i..i+1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Where it begins.
    pub start: f64,
    /// Where it ends, beyond the last cell.
    pub end: f64,
}

impl Span {
    /// Number of cells, parts included.
    pub fn cells(&self) -> f64 {
        self.end - self.start
    }
}

/// An axis of whole cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is counted, with its letter: `position t`.
    pub name: String,
    /// Number of cell 0, for the ticks.
    pub first_label: i64,
    /// What is shown of it.
    pub span: Span,
    /// Number of all its cells.
    pub extent: f64,
}

/// One thing drawn inside the frame. Cells are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// A picture of values; one at most in a chart, at the bottom.
    Raster {
        /// Values of what.
        source: Source,
        /// Their colors.
        scale: ColorScale,
        /// What the values are, beside the color bar.
        name: String,
        /// What a pixel of several cells shows.
        pixels: Pixels,
    },
    /// The selected row, over the full width.
    Row(i64),
    /// The selected column, over the full height.
    Column(i64),
    /// A selected rectangle of cells: first column, first row, number of each.
    Cells {
        /// First column and first row.
        at: (i64, i64),
        /// Columns and rows.
        size: (i64, i64),
    },
}

/// A chart: everything that a figure shows, without its size and without a theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it is.
    pub title: String,
    /// One sentence about its content.
    pub sentence: String,
    /// The parameters, for the caption of a figure.
    pub caption: String,
    /// What it is made from.
    pub encoding: Arc<Encoding>,
    /// Across.
    pub x: Axis,
    /// Down.
    pub y: Axis,
    /// Whether cells are square.
    pub is_square: bool,
    /// What is drawn, from the bottom up.
    pub layers: Vec<Layer>,
}

impl Chart {
    /// The colors of its raster.
    pub fn scale(&self) -> Option<ColorScale> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { scale, .. } => Some(*scale),
            Layer::Row(_) | Layer::Column(_) | Layer::Cells { .. } => None,
        })
    }

    /// What the values of its raster are.
    pub(crate) fn value_name(&self) -> &str {
        let name = self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { name, .. } => Some(name.as_str()),
            Layer::Row(_) | Layer::Column(_) | Layer::Cells { .. } => None,
        });
        name.unwrap_or_default()
    }

    /// The whole of it, whatever part is shown.
    pub(crate) fn overview(&self) -> Self {
        let whole =
            |axis: &Axis| Axis { span: Span { start: 0.0, end: axis.extent }, ..axis.clone() };
        Self { x: whole(&self.x), y: whole(&self.y), ..self.clone() }
    }

    /// The raster at a number of pixels.
    pub(crate) fn raster(&self, size: [u32; 2], unresolved: super::Rgb) -> Option<RasterRequest> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { source, scale, pixels, .. } => Some(RasterRequest {
                encoding: Arc::clone(&self.encoding),
                source: *source,
                pixels: *pixels,
                x: self.x.span,
                y: self.y.span,
                width: size[0],
                height: size[1],
                scale: *scale,
                unresolved,
            }),
            Layer::Row(_) | Layer::Column(_) | Layer::Cells { .. } => None,
        })
    }
}
