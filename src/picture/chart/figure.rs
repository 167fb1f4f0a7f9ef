//! Description of the contents of a view, independent of size and theme.

use super::{
    Board, Candidates, Counter, Curves, Dials, Matrices, ProfileCurve, Sheet, Trace, Values,
};
use crate::picture::{ColorScale, Formula, Pixels, RasterRequest, Rgb, Source, Span};

/// Kind of coordinate along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Cells, counted from 0. On a vertical axis they run downward, as rows do.
    Cells {
        /// Number that labels cell 0.
        first_label: i64,
    },
    /// A few named cells. They run in the same direction as `Cells`.
    Names(Vec<String>),
    /// Real values. On a vertical axis they run upward.
    Values,
    /// Real values on a logarithmic axis, which is measured in base-10 logarithms. They run in the same direction
    /// as `Values`.
    Logarithms,
}

/// Dimension of the encoding that the cells of an axis count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Positions t.
    Positions,
    /// Columns j.
    Columns,
    /// Frequencies, by index.
    Frequencies,
    /// Any other dimension.
    Other,
}

/// Axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Axis label with its symbol, such as `position t`.
    pub name: String,
    /// Kind of coordinate along the axis.
    pub kind: AxisKind,
    /// Dimension that the cells of the axis count.
    pub dimension: Dimension,
    /// Visible part.
    pub span: Span,
    /// Full range.
    pub whole: Span,
}

impl Axis {
    /// Creates an axis of cells; the first is labeled `first_label`.
    pub fn cells(name: &str, first_label: i64, span: Span, num_cells: f64) -> Self {
        Self {
            name: name.to_owned(),
            kind: AxisKind::Cells { first_label },
            dimension: Dimension::Other,
            span,
            whole: Span { start: 0.0, end: num_cells },
        }
    }

    /// Creates an axis of named cells, all of them visible.
    pub fn names(names: Vec<String>) -> Self {
        let whole = Span { start: 0.0, end: names.len() as f64 };
        let kind = AxisKind::Names(names);
        Self { name: String::new(), kind, dimension: Dimension::Other, span: whole, whole }
    }

    /// Creates an axis of values.
    pub fn values(name: &str, span: Span, whole: Span) -> Self {
        let (name, kind) = (name.to_owned(), AxisKind::Values);
        Self { name, kind, dimension: Dimension::Other, span, whole }
    }

    /// Creates an axis of values, given by their base-10 logarithms.
    pub fn logarithms(name: &str, span: Span, whole: Span) -> Self {
        Self { kind: AxisKind::Logarithms, ..Self::values(name, span, whole) }
    }

    /// Sets the dimension of the encoding that the cells count.
    #[must_use]
    pub fn counting(self, dimension: Dimension) -> Self {
        Self { dimension, ..self }
    }

    /// Number that labels cell 0; 0 for any axis but one of counted cells.
    pub fn first_label(&self) -> i64 {
        match self.kind {
            AxisKind::Cells { first_label } => first_label,
            AxisKind::Names(_) | AxisKind::Values | AxisKind::Logarithms => 0,
        }
    }

    /// True if values, not cells, run along the axis.
    pub(super) fn has_values(&self) -> bool {
        matches!(self.kind, AxisKind::Values | AxisKind::Logarithms)
    }

    /// The same axis with its full range visible.
    pub(super) fn unzoomed(&self) -> Self {
        Self { span: self.whole, ..self.clone() }
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
        name: String,
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
    /// One dot per cell of the horizontal axis. Values above a limit have another color.
    Points {
        /// Value of each cell, from cell 0 on.
        values: Vec<f64>,
        /// Limit above which the color changes.
        limit: f64,
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
        /// Text beside the dot, on the side away from 0.
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

/// Contents of a view, without size and theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name of the view.
    pub title: String,
    /// Sentence about the content.
    pub sentence: String,
    /// Parameters, for the caption.
    pub caption: String,
    /// Explanatory text below the drawing; empty if none is needed.
    pub explanation: String,
    /// Display formula below the drawing.
    pub display: Option<Formula>,
    /// Main content.
    pub body: Body,
}

/// Main content of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Data with axes.
    Chart(Chart),
    /// Lines of formulas with their numbers.
    Sheet(Sheet),
    /// Frequencies as hands on dials.
    Dials(Dials),
    /// Bits of positions beside the sinusoids.
    Counter(Counter),
    /// Encodings side by side.
    Candidates(Candidates),
    /// Table of numbers.
    Values(Values),
    /// Comparison of encodings by several criteria.
    Board(Board),
    /// Square matrices over the same few names, side by side.
    Matrices(Matrices),
    /// Text in place of a picture.
    Note(String),
}

impl Figure {
    /// Removes hidden curves, for an export: only the window can show them again.
    #[must_use]
    pub fn without_hidden(mut self) -> Self {
        if let Body::Chart(chart) = &mut self.body {
            for layer in &mut chart.layers {
                if let Layer::Curves(curves) = layer {
                    curves.columns.retain(|curve| !curve.is_hidden);
                }
            }
        }
        self
    }

    /// Returns the chart, if the body is one.
    pub fn chart(&self) -> Option<&Chart> {
        match &self.body {
            Body::Chart(chart) => Some(chart),
            _ => None,
        }
    }
}

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

    /// Name of the raster's values; empty without a raster.
    pub(crate) fn value_name(&self) -> &str {
        let name = self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { name, .. } => Some(name.as_str()),
            _ => None,
        });
        name.unwrap_or_default()
    }

    /// The same chart, zoomed out to its full range.
    #[must_use]
    pub fn overview(&self) -> Self {
        Self { x: self.x.unzoomed(), y: self.y.unzoomed(), ..self.clone() }
    }

    /// Curves, if the chart has any.
    pub(super) fn curves(&self) -> Option<&Curves> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Curves(curves) => Some(curves),
            _ => None,
        })
    }

    /// Raster request for a number of pixels.
    pub(crate) fn raster(&self, size: [u32; 2], unresolved: Rgb) -> Option<RasterRequest> {
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
