//! Drawings: placed shapes, composed by [`super::compose()`], painted by the window or written as SVG.

use std::ops::Range;

use super::{Axis, AxisKind, Parts, Point, Rect, Shape};
use crate::picture::{Span, Theme};

/// Size, resolution and appearance of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Total width, in points.
    pub width: f32,
    /// Total height, in points.
    pub height: f32,
    /// Screen or image pixels per point.
    pub pixels_per_point: f32,
    /// Colors outside the data.
    pub theme: Theme,
    /// Parts of the figure to draw.
    pub parts: Parts,
    /// True to spare space between the parts, as on paper.
    pub is_tight: bool,
}

/// Composed figure: shapes from the bottom up, and the areas that react to the pointer or carry text.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Shapes, in painting order.
    pub shapes: Vec<Shape>,
    /// Ranges of shapes that show data inside the frame of a chart; all others surround the data.
    pub data: Vec<Range<usize>>,
    /// Frame and axes of a chart.
    pub plot: Option<Plot>,
    /// Areas of the lines of a sheet, each with its plain text.
    pub lines: Vec<(Rect, String)>,
    /// Areas where a click selects something, from the bottom up.
    pub targets: Vec<Target>,
    /// Clickable entries of the key of curves.
    pub key: Vec<KeyEntry>,
    /// Visible part of the table, for a grid of numbers.
    pub grid: Option<GridShown>,
    /// Terms of the picture, each with its meaning.
    pub terms: Vec<(Rect, &'static str)>,
    /// Parts for which there was no room.
    pub omitted: Vec<Omission>,
}

/// Part of a figure for which there is no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Part of the data: `496 of 512 columns`.
    Data(String),
    /// Label, text or another element beside the data.
    Element(String),
}

impl Omission {
    /// The part in words.
    pub fn text(&self) -> &str {
        match self {
            Self::Data(text) | Self::Element(text) => text,
        }
    }
}

impl Drawing {
    /// Places of the texts among the data.
    pub fn texts(&self) -> impl Iterator<Item = Point> {
        let shapes = self.data.iter().filter_map(|range| self.shapes.get(range.clone())).flatten();
        shapes.filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.at),
            _ => None,
        })
    }

    /// Topmost target at a point.
    pub fn target_at(&self, point: Point) -> Option<&Target> {
        self.targets.iter().rev().find(|target| target.rect.contains(point))
    }

    /// Creates a drawing of shapes alone.
    pub(super) fn of(shapes: Vec<Shape>) -> Self {
        Self {
            shapes,
            data: Vec::new(),
            plot: None,
            lines: Vec::new(),
            targets: Vec::new(),
            key: Vec::new(),
            grid: None,
            terms: Vec::new(),
            omitted: Vec::new(),
        }
    }
}

/// Entry of the key of curves.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyEntry {
    /// Area of the entry.
    pub rect: Rect,
    /// Name of the curve.
    pub name: String,
    /// Column of the curve.
    pub column: u32,
    /// True if the curve is not drawn.
    pub is_hidden: bool,
}

/// Area where a click selects a position, a column, both, or a cell of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Clickable area.
    pub rect: Rect,
    /// Position t.
    pub position: Option<i64>,
    /// Column j.
    pub column: Option<u32>,
    /// Line and column of a board.
    pub cell: Option<(usize, usize)>,
}

/// Part of a table that a grid shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridShown {
    /// Area of the cells.
    pub rect: Rect,
    /// Index of the first row shown.
    pub first_row: i64,
    /// Number of rows shown completely.
    pub num_rows: i64,
    /// Index of the first column shown.
    pub first_column: i64,
    /// Number of columns shown completely.
    pub num_columns: i64,
}

impl GridShown {
    /// First row and column after the smallest scroll that makes a cell visible.
    pub fn revealing(&self, row: i64, column: i64) -> (i64, i64) {
        let moved = |first: i64, num: i64, at: i64| first.clamp(at + 1 - num.max(1), at);
        (
            moved(self.first_row, self.num_rows, row),
            moved(self.first_column, self.num_columns, column),
        )
    }
}

/// Data area of a chart: a rectangle and its two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Area inside the frame.
    pub rect: Rect,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
}

impl Plot {
    /// The same axes at full range, in another rectangle.
    #[must_use]
    pub fn overview(&self, rect: Rect) -> Self {
        Self { rect, x: self.x.unzoomed(), y: self.y.unzoomed() }
    }

    /// True if values, not cells, run along the vertical axis.
    pub fn has_values_down(&self) -> bool {
        self.y.has_values()
    }

    /// x coordinate of a value on the horizontal axis.
    pub fn x_of(&self, at: f64) -> f32 {
        let share = (at - self.x.span.start) / self.x.span.length();
        self.rect.x + share as f32 * self.rect.width
    }

    /// y coordinate of a value on the vertical axis.
    pub fn y_of(&self, at: f64) -> f32 {
        let share = (at - self.y.span.start) / self.y.span.length();
        let share = if self.has_values_down() { 1.0 - share } else { share };
        self.rect.y + share as f32 * self.rect.height
    }

    /// Point of a pair of axis values.
    pub fn point_of(&self, (x, y): (f64, f64)) -> Point {
        Point { x: self.x_of(x), y: self.y_of(y) }
    }

    /// Rectangle of a cell, by column and row counted from 0. Where values run vertically, it has the full height.
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

    /// Axis values at a point, including fractions of cells.
    pub fn at(&self, point: Point) -> (f64, f64) {
        let along = |span: Span, share: f32| span.start + f64::from(share) * span.length();
        let down = (point.y - self.rect.y) / self.rect.height;
        (
            along(self.x.span, (point.x - self.rect.x) / self.rect.width),
            along(self.y.span, if self.has_values_down() { 1.0 - down } else { down }),
        )
    }

    /// Cell at axis values inside the frame: column and row, counted from 0. Along an axis of values, the index
    /// is 0.
    pub fn cell(&self, (x, y): (f64, f64)) -> (i64, i64) {
        let cell = |axis: &Axis, at: f64| match axis.kind {
            // A value that rounds up to the end would give the cell after the last.
            AxisKind::Cells { .. } | AxisKind::Groups { .. } | AxisKind::Names(_) => {
                at.floor().min(axis.span.end.ceil() - 1.0) as i64
            }
            AxisKind::Values | AxisKind::Logarithms => 0,
        };
        (cell(&self.x, x), cell(&self.y, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_is_revealed_by_smallest_scroll() {
        let rect = Rect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        let shown = GridShown { rect, first_row: 10, num_rows: 5, first_column: 3, num_columns: 4 };
        assert_eq!(shown.revealing(12, 3), (10, 3), "it is seen already");
        assert_eq!(shown.revealing(15, 7), (11, 4), "one farther down and to the right");
        assert_eq!(shown.revealing(2, 0), (2, 0), "back to it");
    }
}
