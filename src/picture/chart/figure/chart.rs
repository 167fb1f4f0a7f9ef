//! Charts: layers of data over two axes.

use super::{Axis, Curves, ProfileCurve, Trace, ValueName};
use crate::picture::{ColorScale, Pixels, RasterRequest, Rgb, Source};

/// Data with axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// True if cells are square.
    pub is_square: bool,
    /// Layers from the bottom up.
    pub layers: Vec<Layer>,
}

impl Chart {
    /// Color scale of the raster.
    pub fn scale(&self) -> Option<ColorScale> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { scale, .. } => Some(*scale),
            _ => None,
        })
    }

    /// Name of the raster's values.
    pub fn value_name(&self) -> Option<&ValueName> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { name, .. } => Some(name),
            _ => None,
        })
    }

    /// The same chart, zoomed out to its full range.
    #[must_use]
    pub fn overview(&self) -> Self {
        Self { x: self.x.unzoomed(), y: self.y.unzoomed(), ..self.clone() }
    }

    /// Curves, if the chart has any.
    pub(in crate::picture::chart) fn curves(&self) -> Option<&Curves> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Curves(curves) => Some(curves),
            _ => None,
        })
    }

    /// Raster request for a number of pixels.
    pub(in crate::picture::chart) fn raster(
        &self,
        size: [u32; 2],
        unresolved: Rgb,
    ) -> Option<RasterRequest> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { source, scale, pixels, .. } => Some(RasterRequest {
                source: source.clone(),
                pixels: *pixels,
                x: self.x.span,
                y: self.y.span,
                width: size[0],
                height: size[1],
                scale: *scale,
                unresolved,
            }),
            _ => None,
        })
    }
}

/// Layer inside the frame of a chart. Cells are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Raster of values. A chart has at most one, at the bottom.
    Raster {
        /// Values to rasterize.
        source: Source,
        /// Color scale of the values.
        scale: ColorScale,
        /// Name of the values, for the label of the color bar.
        name: ValueName,
        /// Quantity shown by a pixel that covers several cells.
        pixels: Pixels,
    },
    /// Selected row, over the full width.
    Row(i64),
    /// Selected column, over the full height.
    Column(i64),
    /// Columns of waves as continuous curves over positions.
    Curves(Curves),
    /// Selected position on the horizontal axis, with the value of every curve there.
    PositionMarker(i64),
    /// Similarity against the offset.
    Profile(ProfileCurve),
    /// One dot per cell of the horizontal axis.
    Points {
        /// Value of each cell, from cell 0 on. One that is not finite has no dot.
        values: Vec<f64>,
        /// Index of the color of each cell, as of curves.
        colors: Vec<u8>,
        /// Colors with their meanings. They are written where the chart has several of them.
        meanings: Vec<(u8, String)>,
    },
    /// One bar per cell of the horizontal axis, from 0 up to its value.
    Bars(Vec<f64>),
    /// Horizontal line at a value, with a label.
    HorizontalLine {
        /// Value of the line.
        at: f64,
        /// Text on the line.
        label: String,
        /// True if the label is at the right end, false for the left end.
        is_right: bool,
    },
    /// Selected cell of the horizontal axis, with its point or bar.
    Cell(i64),
    /// Positions as points on a curve.
    Trace(Trace),
    /// Line through points.
    Path {
        /// Points in axis coordinates.
        points: Vec<(f64, f64)>,
        /// Thickness in screen points.
        width: f32,
        /// Color of the line.
        color: Rgb,
    },
    /// Dot with a label.
    Dot {
        /// Place in axis coordinates.
        at: (f64, f64),
        /// Color of dot and label.
        color: Rgb,
        /// Text beside the dot, on the side away from 0. A dot without one marks the selection.
        label: String,
    },
    /// Selected rectangle of cells.
    Cells {
        /// First column and first row.
        at: (i64, i64),
        /// Number of columns and of rows.
        size: (i64, i64),
    },
}
