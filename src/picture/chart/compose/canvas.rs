//! Drawing surface of every figure: the simplest shapes, text and formulas.

use super::formula::formula_shapes;
use crate::picture::{
    Align, Drawing, Face, Formula, Frame, Laid, Omission, Part, Point, Rect, Rgb, Shape, Target,
    Text,
};

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

/// Gap between related elements.
pub(super) const GAP: f32 = 6.0;
/// Gaps of a frame that spares space.
const TIGHT_GAP: f32 = 4.0;
const TIGHT_SIDE_GAP: f32 = 6.0;
/// Gap between the data and the elements right of them.
pub(super) const SIDE_GAP: f32 = 14.0;

/// Shapes, collected from the bottom up, and what belongs to them.
pub(super) struct Canvas<'a> {
    pub(super) frame: &'a Frame,
    /// Factor by which the drawing is enlarged afterwards.
    pub(super) scale: f32,
    pub(super) shapes: Vec<Shape>,
    /// Areas with their plain text, for readers of the picture.
    pub(super) said: Vec<(Rect, String)>,
    pub(super) targets: Vec<Target>,
    /// Terms of the picture, each with its meaning.
    pub(super) terms: Vec<(Rect, &'static str)>,
    /// Parts for which there was no room.
    pub(super) omitted: Vec<Omission>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(frame: &'a Frame) -> Self {
        Self {
            frame,
            scale: 1.0,
            shapes: Vec::new(),
            said: Vec::new(),
            targets: Vec::new(),
            terms: Vec::new(),
            omitted: Vec::new(),
        }
    }

    /// Drawing of all that was collected.
    pub(super) fn finished(self) -> Drawing {
        Drawing {
            lines: self.said,
            targets: self.targets,
            terms: self.terms,
            omitted: self.omitted,
            ..Drawing::of(self.shapes)
        }
    }

    /// Adds the plain text of an area.
    pub(super) fn say(&mut self, rect: Rect, text: String) {
        self.said.push((rect, text));
    }

    /// Makes a click on an area select a position, a column, or both.
    pub(super) fn target(&mut self, rect: Rect, position: Option<i64>, column: Option<u32>) {
        self.targets.push(Target { rect, position, column, cell: None });
    }

    /// Makes a click on an area select a cell, by row and column.
    pub(super) fn target_cell(&mut self, rect: Rect, cell: (usize, usize)) {
        self.targets.push(Target { rect, position: None, column: None, cell: Some(cell) });
    }

    /// Notes that data had no room.
    pub(super) fn omit(&mut self, data: String) {
        self.omitted.push(Omission::Data(data));
    }

    /// Gap between related elements.
    pub(super) fn gap(&self) -> f32 {
        if self.frame.is_tight { TIGHT_GAP } else { GAP }
    }

    /// Gap between the data and the elements right of them.
    pub(super) fn side_gap(&self) -> f32 {
        if self.frame.is_tight { TIGHT_SIDE_GAP } else { SIDE_GAP }
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
        self.snapped(1.0 / self.scale).max(1.0 / self.frame.pixels_per_point)
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
        self.shape(Shape::Text(Text::new(at, align, text.into(), size, Face::Regular, color)));
    }

    /// Draws a text on a ground of its own, where lines may pass behind it.
    pub(super) fn text_on_ground(
        &mut self,
        text: impl Into<String>,
        at: Point,
        align: Align,
        size: f32,
        color: Rgb,
    ) {
        const OPACITY: f32 = 0.85;
        let text = text.into();
        let width = Face::Regular.width(&text, size);
        let left = match align {
            Align::Left => at.x,
            Align::Center => at.x - width / 2.0,
            Align::Right => at.x - width,
        };
        let (y, height) = (at.y - 0.85 * size, 1.05 * size);
        let rect = Rect { x: left - 1.0, y, width: width + 2.0, height };
        self.shape(Shape::Tint { rect, color: self.frame.theme.tile, opacity: OPACITY });
        self.text(text, at, align, size, color);
    }

    /// Draws the name of an axis or a color bar, centered at a point and, with `is_turned`, running upward: with its
    /// unit, or without where `length` has no room for it.
    pub(super) fn title(&mut self, name: &Name<'_>, at: Point, length: f32, is_turned: bool) {
        let Some((words, laid)) = name.fitting(length) else {
            self.omitted.push(Omission::Element(name.text.to_owned()));
            return;
        };
        let half = laid.width / 2.0;
        let at =
            if is_turned { Point { y: at.y + half, ..at } } else { Point { x: at.x - half, ..at } };
        let first = self.shapes.len();
        self.words(words, &laid, at, self.frame.theme.weak_text);
        if is_turned {
            let shapes = self.shapes.split_off(first);
            self.shapes.extend(shapes.into_iter().map(|shape| shape.turned(at)));
        }
    }

    /// Draws words that are set in several runs, with the left end of their baseline at a point.
    pub(super) fn words(&mut self, words: &str, laid: &Laid, at: Point, color: Rgb) {
        let mut words = Some(words.replace('$', ""));
        for mut shape in self.formula_shapes(laid, at, color) {
            if let Shape::Text(text) = &mut shape {
                text.words = Some(words.take().unwrap_or_default());
            }
            self.shapes.push(shape);
        }
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
        let shapes = self.formula_shapes(laid, at, color);
        self.shapes.extend(shapes);
    }

    fn formula_shapes(&self, laid: &Laid, at: Point, color: Rgb) -> Vec<Shape> {
        let hairline = 1.0 / self.frame.pixels_per_point;
        formula_shapes(laid, at, [color, self.frame.theme.selection], hairline)
    }
}

/// Name of an axis or of values.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    /// True for a typed name, in which dollar signs enclose mathematics.
    pub(super) is_typed: bool,
}

impl<'a> Name<'a> {
    /// The name with its unit, without it, or its noun alone, as in `column of PE(t)`: whichever first fits into
    /// `length`.
    pub(super) fn fitting(&self, length: f32) -> Option<(&'a str, Laid)> {
        let before = |end: &str| self.text.split(end).next().unwrap_or_default();
        // Neither a unit nor half of a magnitude is cut off.
        let has_noun = !self.is_typed && !self.text.contains('|') && !self.text.contains(" (");
        let noun = if has_noun { before(" of ") } else { self.text };
        let set = if self.is_typed { Formula::typed } else { Formula::named };
        let laid = |name| (name, set(name).laid(NAME_SIZE / Formula::WORDS));
        [self.text, before(" ("), noun].into_iter().map(laid).find(|(_, laid)| laid.width <= length)
    }
}
