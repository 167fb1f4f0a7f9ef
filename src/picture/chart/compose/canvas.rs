//! Drawing surface of every figure: the simplest shapes, text and formulas.

use super::formula::formula_shapes;
use crate::picture::{Align, Face, Frame, Laid, Part, Point, Rect, Rgb, Shape, Text};

/// Smallest font size that must stay readable: that of tick labels.
pub const SMALLEST_TYPE: f32 = TICK_SIZE;
/// Font size of axis names.
pub(super) const NAME_SIZE: f32 = 11.5;
/// Font size of tick labels.
pub(super) const TICK_SIZE: f32 = 11.0;
/// Font size of explanatory text.
pub(super) const EXPLANATION_SIZE: f32 = 13.0;
/// Line height of explanatory text.
pub(super) const EXPLANATION_LINE: f32 = 18.0;
/// Half the height of digits, relative to the font size: from the middle of a tick to the baseline of its label.
pub(super) const HALF_FIGURE: f32 = 0.36;

/// Shapes, collected from the bottom up.
pub(super) struct Canvas<'a> {
    pub(super) frame: &'a Frame,
    pub(super) shapes: Vec<Shape>,
    /// Terms of the picture, each with its meaning.
    pub(super) terms: Vec<(Rect, &'static str)>,
    /// Labels and texts for which there was no room.
    pub(super) omitted: Vec<String>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(frame: &'a Frame) -> Self {
        Self { frame, shapes: Vec::new(), terms: Vec::new(), omitted: Vec::new() }
    }

    /// True if something is selected and the selection is drawn.
    pub(super) fn marks(&self, is_selected: bool) -> bool {
        is_selected && self.frame.parts.has(Part::Selection)
    }

    /// Rounds to whole pixels, for crisp cells and lines.
    pub(super) fn snapped(&self, length: f32) -> f32 {
        (length * self.frame.pixels_per_point).round() / self.frame.pixels_per_point
    }

    /// Thinnest visible line: about one point, in whole pixels, and at least one pixel.
    pub(super) fn hairline(&self) -> f32 {
        self.snapped(1.0).max(1.0 / self.frame.pixels_per_point)
    }

    /// Adds a shape. Empty texts (names that did not fit) are skipped.
    pub(super) fn shape(&mut self, shape: Shape) {
        let is_empty = matches!(&shape, Shape::Text(text) if text.text.is_empty());
        if !is_empty {
            self.shapes.push(shape);
        }
    }

    pub(super) fn fill(&mut self, rect: Rect, color: Rgb) {
        self.shape(Shape::Fill { rect, color });
    }

    /// Fills the part of a rectangle that lies inside another.
    pub(super) fn fill_inside(&mut self, outer: Rect, rect: Rect, color: Rgb) {
        let (x0, x1) = (rect.x.max(outer.x), rect.right().min(outer.right()));
        let (y0, y1) = (rect.y.max(outer.y), rect.bottom().min(outer.bottom()));
        if x1 > x0 && y1 > y0 {
            self.fill(Rect { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }, color);
        }
    }

    pub(super) fn text(
        &mut self,
        text: impl Into<String>,
        at: Point,
        align: Align,
        size: f32,
        color: Rgb,
    ) {
        self.shape(Shape::Text(Text {
            at,
            align,
            text: text.into(),
            size,
            face: Face::Regular,
            color,
            is_turned: false,
        }));
    }

    /// Name of an axis or a color bar with its unit, without it, or empty, whichever first fits into `length`.
    pub(super) fn fitting_name(&mut self, name: &str, length: f32) -> String {
        let fitting = fitting_name(name, length);
        if fitting.is_empty() && !name.is_empty() {
            self.omitted.push(name.to_owned());
        }
        fitting
    }

    /// Draws the name of a vertical axis, running upward and centered at a point.
    pub(super) fn turned_name(&mut self, text: String, at: Point) {
        self.shape(Shape::Text(Text {
            at,
            align: Align::Center,
            text,
            size: NAME_SIZE,
            face: Face::Regular,
            color: self.frame.theme.weak_text,
            is_turned: true,
        }));
    }

    /// Draws lines of text below each other.
    pub(super) fn lines(
        &mut self,
        lines: Vec<String>,
        first: Point,
        line: f32,
        size: f32,
        color: Rgb,
    ) {
        for (i, text) in lines.into_iter().enumerate() {
            let at = Point { y: first.y + line * i as f32, ..first };
            self.text(text, at, Align::Left, size, color);
        }
    }

    /// Draws a formula with its baseline at a point.
    pub(super) fn formula(&mut self, laid: &Laid, at: Point, color: Rgb) {
        let hairline = 1.0 / self.frame.pixels_per_point;
        let colors = [color, self.frame.theme.selection];
        self.shapes.extend(formula_shapes(laid, at, colors, hairline));
    }
}

/// Name with its unit, without it, or empty, whichever first fits into `length`.
pub(super) fn fitting_name(name: &str, length: f32) -> String {
    let without_unit = name.split(" (").next().unwrap_or_default();
    [name, without_unit]
        .into_iter()
        .find(|name| Face::Regular.width(name, NAME_SIZE) <= length)
        .unwrap_or_default()
        .to_owned()
}

/// Breaks parts into lines that fit into a width.
pub(super) fn lines<'a>(
    parts: impl Iterator<Item = &'a str>,
    between: &str,
    room: f32,
    size: f32,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if Face::Regular.width(&format!("{line}{between}{part}"), size) <= room => {
                line.push_str(between);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}
