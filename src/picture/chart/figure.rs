//! What a view shows, described once.

use super::{
    Board, Candidates, Counter, Curves, Dials, Matrices, ProfileCurve, Sheet, Trace, Values,
};
use crate::picture::{ColorScale, Formula, Pixels, RasterRequest, Rgb, Source, Span};

/// What stands along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Whole cells, counted from 0. Down the page they grow downwards, as rows do.
    Cells {
        /// Number of cell 0, for the ticks.
        first_label: i64,
    },
    /// A few cells, each with a name; they grow as others do.
    Names(Vec<String>),
    /// Real values. Down the page they grow upwards.
    Values,
    /// Real values by their logarithms to base 10, in which the axis is measured. They grow as others do.
    Logarithms,
}

/// Dimension of the encoding that the cells of an axis count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Positions t.
    Positions,
    /// Columns j.
    Columns,
    /// Frequencies by their index.
    Frequencies,
    /// Anything else.
    Other,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it is, with its letter: `position t`.
    pub name: String,
    /// What stands along it.
    pub kind: AxisKind,
    /// Dimension that its cells count.
    pub dimension: Dimension,
    /// What is shown of it.
    pub span: Span,
    /// All of it.
    pub whole: Span,
}

impl Axis {
    /// An axis of cells, the first of which is called `first_label`.
    pub fn cells(name: &str, first_label: i64, span: Span, num_cells: f64) -> Self {
        Self {
            name: name.to_owned(),
            kind: AxisKind::Cells { first_label },
            dimension: Dimension::Other,
            span,
            whole: Span { start: 0.0, end: num_cells },
        }
    }

    /// An axis of named cells, all of them shown.
    pub fn names(names: Vec<String>) -> Self {
        let whole = Span { start: 0.0, end: names.len() as f64 };
        let kind = AxisKind::Names(names);
        Self { name: String::new(), kind, dimension: Dimension::Other, span: whole, whole }
    }

    /// An axis of values.
    pub fn values(name: &str, span: Span, whole: Span) -> Self {
        let (name, kind) = (name.to_owned(), AxisKind::Values);
        Self { name, kind, dimension: Dimension::Other, span, whole }
    }

    /// An axis of values by their logarithms to base 10.
    pub fn logarithms(name: &str, span: Span, whole: Span) -> Self {
        Self { kind: AxisKind::Logarithms, ..Self::values(name, span, whole) }
    }

    /// The same axis, whose cells count a dimension of the encoding.
    #[must_use]
    pub fn counting(self, dimension: Dimension) -> Self {
        Self { dimension, ..self }
    }

    /// Number of cell 0, where cells are counted.
    pub fn first_label(&self) -> i64 {
        match self.kind {
            AxisKind::Cells { first_label } => first_label,
            AxisKind::Names(_) | AxisKind::Values | AxisKind::Logarithms => 0,
        }
    }

    /// Whether it has values, not cells.
    pub(super) fn has_values(&self) -> bool {
        matches!(self.kind, AxisKind::Values | AxisKind::Logarithms)
    }

    /// All of it, whatever part is shown.
    pub(super) fn unzoomed(&self) -> Self {
        Self { span: self.whole, ..self.clone() }
    }
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
    /// Columns of waves as continuous curves over the positions across.
    Curves(Curves),
    /// The selected position across, and what every curve has there.
    PositionMarker(i64),
    /// Similarity against the offset across.
    Profile(ProfileCurve),
    /// A value for every cell across, as dots; those above a limit have another color.
    Points {
        /// Of the cells from 0 on.
        values: Vec<f64>,
        /// Above it they are others.
        limit: f64,
    },
    /// A value for every cell across, as bars from 0 on.
    Bars(Vec<f64>),
    /// A line across at a value, with a word on it.
    HorizontalLine {
        /// The value.
        at: f64,
        /// The word.
        label: String,
        /// Whether the word stands at the right end, not the left.
        is_right: bool,
    },
    /// The selected cell across, and what points or bars have there.
    Cell(i64),
    /// Positions as points on a curve.
    Trace(Trace),
    /// A line through points.
    Path {
        /// Along both axes.
        points: Vec<(f64, f64)>,
        /// How thick, in points of the screen.
        width: f32,
        /// Its color.
        color: Rgb,
    },
    /// A dot with a word beside it.
    Dot {
        /// On both axes.
        at: (f64, f64),
        /// Its color.
        color: Rgb,
        /// The word; it stands on the side that leads away from 0.
        label: String,
    },
    /// A selected rectangle of cells: first column, first row, number of each.
    Cells {
        /// First column and first row.
        at: (i64, i64),
        /// Columns and rows.
        size: (i64, i64),
    },
}

/// Everything that a view shows, without its size and without a theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is.
    pub title: String,
    /// One sentence about its content.
    pub sentence: String,
    /// The parameters, for the caption of a figure.
    pub caption: String,
    /// What it proves, in words below it; empty where it speaks for itself.
    pub explanation: String,
    /// A formula below it.
    pub display: Option<Formula>,
    /// What is drawn.
    pub body: Body,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Data along axes.
    Chart(Chart),
    /// Formulas with their numbers, line by line.
    Sheet(Sheet),
    /// Frequencies as hands on dials.
    Dials(Dials),
    /// The bits of positions beside the sinusoids.
    Counter(Counter),
    /// Encodings side by side.
    Candidates(Candidates),
    /// A table of numbers.
    Values(Values),
    /// Figures of what is compared.
    Board(Board),
    /// Every one of a few with every one.
    Matrices(Matrices),
    /// Words in place of a picture that there is not.
    Note(String),
}

impl Figure {
    /// The figure without what is hidden, which only a window can show again.
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

    /// The chart, where it is one.
    pub fn chart(&self) -> Option<&Chart> {
        match &self.body {
            Body::Chart(chart) => Some(chart),
            _ => None,
        }
    }
}

/// Data along axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Across.
    pub x: Axis,
    /// Down the page.
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
            _ => None,
        })
    }

    /// What the values of its raster are.
    pub(crate) fn value_name(&self) -> &str {
        let name = self.layers.iter().find_map(|layer| match layer {
            Layer::Raster { name, .. } => Some(name.as_str()),
            _ => None,
        });
        name.unwrap_or_default()
    }

    /// The whole of it, whatever part is shown.
    #[must_use]
    pub fn overview(&self) -> Self {
        Self { x: self.x.unzoomed(), y: self.y.unzoomed(), ..self.clone() }
    }

    /// Its curves.
    pub(super) fn curves(&self) -> Option<&Curves> {
        self.layers.iter().find_map(|layer| match layer {
            Layer::Curves(curves) => Some(curves),
            _ => None,
        })
    }

    /// The raster at a number of pixels.
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
