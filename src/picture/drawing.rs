//! Drawings: shapes at their places, made by [`super::compose`] and painted by the window or written as
//! SVG.

use super::{Axis, ColorScale, Face, RasterRequest, Rgb, Theme};

/// A point; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Rect {
    /// Right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// Whether a point is inside.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..self.right()).contains(&point.x) && (self.y..self.bottom()).contains(&point.y)
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Left,
    /// Its middle is there.
    Center,
    /// It ends there.
    Right,
}

/// Text on a baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// On the baseline.
    pub at: Point,
    /// How it stands to `at`.
    pub align: Align,
    /// What it says.
    pub text: String,
    /// Size of the type.
    pub size: f32,
    /// Typeface.
    pub face: Face,
    /// Color.
    pub color: Rgb,
    /// Whether it runs upwards.
    pub is_turned: bool,
}

/// Something to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle; thin ones are lines.
    Fill {
        /// Where.
        rect: Rect,
        /// Its color.
        color: Rgb,
    },
    /// Text.
    Text(Text),
    /// A picture, one of its pixels on one of the screen.
    Raster {
        /// Where.
        rect: Rect,
        /// Which.
        request: RasterRequest,
    },
    /// A color bar, highest value on top.
    ColorBar {
        /// Where.
        rect: Rect,
        /// Its colors.
        scale: ColorScale,
    },
}

/// How a chart is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Width of the whole.
    pub width: f32,
    /// Height of the whole.
    pub height: f32,
    /// Pixels of the screen or image a unit of length.
    pub pixels_per_point: f32,
    /// Colors.
    pub theme: Theme,
    /// Whether title, sentence and caption are part of the picture, as in a figure.
    pub has_titles: bool,
}

/// A chart drawn: shapes from the bottom up, and where the data are.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What to paint.
    pub shapes: Vec<Shape>,
    /// The frame of the data.
    pub plot: Rect,
    pub(super) x: Axis,
    pub(super) y: Axis,
}

impl Drawing {
    /// The cell under a point: column and row, counted from 0.
    pub fn cell_at(&self, point: Point) -> Option<(i64, i64)> {
        if !self.plot.contains(point) {
            return None;
        }
        let cell = |axis: &Axis, share: f32| {
            let cell = (axis.span.start + f64::from(share) * axis.span.cells()).floor();
            // A share that rounds up to 1 would name the cell beyond the last.
            cell.min(axis.span.end.ceil() - 1.0) as i64
        };
        Some((
            cell(&self.x, (point.x - self.plot.x) / self.plot.width),
            cell(&self.y, (point.y - self.plot.y) / self.plot.height),
        ))
    }
}
