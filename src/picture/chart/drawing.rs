//! Drawings: shapes at their places, made by [`super::compose`] and painted by the window or written as
//! SVG.

use std::ops::Range;

use super::{Axis, AxisKind, GridShown, Parts};
use crate::picture::{ColorScale, Face, RasterRequest, Rgb, Span, Theme};

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

    /// Smallest rectangle around this one and another.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { x, y, width: right - x, height: bottom - y }
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
    /// A filled rectangle through which the ground is seen.
    Tint {
        /// Where.
        rect: Rect,
        /// Its color.
        color: Rgb,
        /// From 0, not seen at all, to 1.
        opacity: f32,
    },
    /// A line through points.
    Line {
        /// Where it goes.
        points: Vec<Point>,
        /// How thick it is.
        width: f32,
        /// Its color.
        color: Rgb,
        /// From 0, not seen at all, to 1.
        opacity: f32,
    },
    /// What lies between two lines that have their points at the same places across, through which the
    /// ground is seen.
    Band {
        /// The upper line.
        upper: Vec<Point>,
        /// The lower line.
        lower: Vec<Point>,
        /// Its color.
        color: Rgb,
        /// From 0, not seen at all, to 1.
        opacity: f32,
    },
    /// A filled circle.
    Disc {
        /// Its middle.
        center: Point,
        /// From there to its edge.
        radius: f32,
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
    /// What is drawn of it.
    pub parts: Parts,
}

/// A composed figure: shapes from the bottom up, and the places in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Shapes to paint, in this order.
    pub shapes: Vec<Shape>,
    /// Shapes that show data inside the frame of a chart; the others are its surroundings.
    pub data: Vec<Range<usize>>,
    /// Frame and axes of a chart.
    pub plot: Option<Plot>,
    /// Where the lines of a sheet are, and what each says in plain text.
    pub lines: Vec<(Rect, String)>,
    /// Where a click selects something, from the bottom up.
    pub targets: Vec<Target>,
    /// Entries of the key of curves, each to be clicked.
    pub key: Vec<KeyEntry>,
    /// What part of a table is shown, where it is a grid of numbers.
    pub grid: Option<GridShown>,
}

impl Drawing {
    /// Topmost hit target at a point.
    pub fn target_at(&self, point: Point) -> Option<&Target> {
        self.targets.iter().rev().find(|target| target.rect.contains(point))
    }

    /// Shapes alone.
    pub(super) fn of(shapes: Vec<Shape>) -> Self {
        Self {
            shapes,
            data: Vec::new(),
            plot: None,
            lines: Vec::new(),
            targets: Vec::new(),
            key: Vec::new(),
            grid: None,
        }
    }
}

/// Entry of the key of curves.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyEntry {
    /// Its place.
    pub rect: Rect,
    /// Name of the curve.
    pub name: String,
    /// Column of the curve.
    pub column: u32,
    /// The curve is not drawn.
    pub is_hidden: bool,
}

/// A place where a click selects a position, a column, both, or a cell of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Where.
    pub rect: Rect,
    /// Position t.
    pub position: Option<i64>,
    /// Column j.
    pub column: Option<u32>,
    /// Line and column of a board.
    pub cell: Option<(usize, usize)>,
}

/// Where data are drawn: a rectangle, and what runs along its sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The frame of the data.
    pub rect: Rect,
    /// Axis across.
    pub x: Axis,
    /// Axis down the page.
    pub y: Axis,
}

impl Plot {
    /// The same axes, with all that they have, in another place.
    #[must_use]
    pub fn overview(&self, rect: Rect) -> Self {
        Self { rect, x: self.x.unzoomed(), y: self.y.unzoomed() }
    }

    /// Whether values, not cells, run down the page.
    pub fn has_values_down(&self) -> bool {
        self.y.has_values()
    }

    /// Where something of the axis across is drawn.
    pub fn x_of(&self, at: f64) -> f32 {
        let share = (at - self.x.span.start) / self.x.span.length();
        self.rect.x + share as f32 * self.rect.width
    }

    /// Where something of the axis down the page is drawn.
    pub fn y_of(&self, at: f64) -> f32 {
        let share = (at - self.y.span.start) / self.y.span.length();
        let share = if self.has_values_down() { 1.0 - share } else { share };
        self.rect.y + share as f32 * self.rect.height
    }

    /// Where something of both axes is drawn.
    pub fn point_of(&self, (x, y): (f64, f64)) -> Point {
        Point { x: self.x_of(x), y: self.y_of(y) }
    }

    /// A cell, of the column and row counted from 0; where values run down the page, all of its height.
    pub fn rect_of(&self, (column, row): (i64, i64)) -> Rect {
        let (column, row) = (column as f64, row as f64);
        let (x, right) = (self.x_of(column), self.x_of(column + 1.0));
        let rect = Rect { x, width: right - x, ..self.rect };
        if self.has_values_down() {
            return rect;
        }
        let (y, bottom) = (self.y_of(row), self.y_of(row + 1.0));
        Rect { y, height: bottom - y, ..rect }
    }

    /// What is at a point, on both axes, parts of cells included.
    pub fn at(&self, point: Point) -> (f64, f64) {
        let along = |span: Span, share: f32| span.start + f64::from(share) * span.length();
        let down = (point.y - self.rect.y) / self.rect.height;
        (
            along(self.x.span, (point.x - self.rect.x) / self.rect.width),
            along(self.y.span, if self.has_values_down() { 1.0 - down } else { down }),
        )
    }

    /// Cell at data coordinates inside the frame: column and row, counted from 0. Where values run down
    /// the page, the row is 0.
    pub fn cell(&self, (x, y): (f64, f64)) -> (i64, i64) {
        let cell = |axis: &Axis, at: f64| match axis.kind {
            // A share that rounds up to 1 would name the cell beyond the last.
            AxisKind::Cells { .. } | AxisKind::Names(_) => {
                at.floor().min(axis.span.end.ceil() - 1.0) as i64
            }
            AxisKind::Values | AxisKind::Logarithms => 0,
        };
        (cell(&self.x, x), cell(&self.y, y))
    }
}
