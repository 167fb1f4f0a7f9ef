//! Drawing surface of every figure: titles, caption, and the simplest shapes.

use super::{Align, Drawing, Figure, Frame, Part, Point, Rect, Shape, Text};
use crate::picture::{Face, Formula, Rgb};

/// Smallest font size that must stay readable: that of tick labels.
pub const SMALLEST_TYPE: f32 = TICK_SIZE;
/// Font size of axis names.
pub(super) const NAME_SIZE: f32 = 11.5;
/// Font size of tick labels.
pub(super) const TICK_SIZE: f32 = 11.0;
/// Half the height of digits, relative to the font size: from the middle of a tick to the baseline of its label.
pub(super) const HALF_FIGURE: f32 = 0.36;
const CAPTION_LINE: f32 = 14.0;
/// Gap above the caption.
const CAPTION_GAP: f32 = 12.0;
const SENTENCE_SIZE: f32 = 12.5;
/// Height of title and sentence.
const TITLES: f32 = 52.0;
/// Smallest share of a figure's height that is reserved for data and axes.
const LEAST_SHARE: f32 = 0.5;
const SAYS_SIZE: f32 = 13.0;
const SAYS_LINE: f32 = 18.0;
const DISPLAY_SIZE: f32 = 17.0;
const SMALLEST_DISPLAY: f32 = 0.55;

/// Shapes, collected from the bottom up.
pub(super) struct Canvas<'a> {
    pub(super) frame: &'a Frame,
    pub(super) shapes: Vec<Shape>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(frame: &'a Frame) -> Self {
        Self { frame, shapes: Vec::new() }
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

    /// Draws titles above, and text and caption below. Returns the area left for the data.
    pub(super) fn surround(&mut self, figure: &Figure) -> Rect {
        let Frame { width, height, theme, parts, .. } = *self.frame;
        let (has_title, has_caption) = (parts.has(Part::Title), parts.has(Part::Caption));
        let is_figure = has_title || has_caption;
        let side = if is_figure { 16.0 } else { 4.0 };
        let x = if is_figure { 20.0 } else { side };
        let room = width - 2.0 * x;
        // Data come first where space is short: the text goes first, then the caption, then the title.
        let mut left = height - 2.0 * side - if has_title { TITLES } else { 0.0 };
        let caption = lines(figure.caption.split(" · "), " · ", room, TICK_SIZE);
        left -= if has_caption { CAPTION_LINE * caption.len() as f32 + CAPTION_GAP } else { 0.0 };
        let explanation = lines(figure.explanation.split(' '), " ", room, SAYS_SIZE);
        let says_height = SAYS_LINE * explanation.len() as f32;
        let has_words = !figure.explanation.is_empty() && parts.has(Part::Words);
        left -= if has_words { says_height } else { 0.0 };
        let mut spare = |is_there: bool, block: f32| {
            let stays = is_there && (!is_figure || left >= LEAST_SHARE * height);
            left += if is_there && !stays { block } else { 0.0 };
            stays
        };
        let has_words = spare(has_words, says_height);
        let has_caption = spare(has_caption, CAPTION_LINE * caption.len() as f32 + CAPTION_GAP);
        let has_title = spare(has_title, TITLES);
        let (mut top, mut bottom) = (side, height - side);
        if has_title {
            self.shape(Shape::Text(Text {
                at: Point { x, y: 32.0 },
                align: Align::Left,
                text: figure.title.clone(),
                size: 17.0,
                face: Face::SemiBold,
                color: theme.text,
                is_turned: false,
            }));
            let at = Point { x, y: 52.0 };
            // One line; an ellipsis marks a longer sentence.
            let mut sentence = lines(figure.sentence.split(' '), " ", room, SENTENCE_SIZE);
            let is_cut = sentence.len() > 1;
            sentence.truncate(1);
            let sentence = sentence.concat() + if is_cut { " …" } else { "" };
            self.text(sentence, at, Align::Left, SENTENCE_SIZE, theme.weak_text);
            top += TITLES;
        }
        if has_caption {
            let block = CAPTION_LINE * caption.len() as f32;
            let first = Point { x, y: height - block };
            self.lines(caption, first, CAPTION_LINE, TICK_SIZE, theme.weak_text);
            bottom -= block + CAPTION_GAP;
        }
        if has_words {
            let first = Point { x, y: bottom - says_height + SAYS_SIZE };
            self.lines(explanation, first, SAYS_LINE, SAYS_SIZE, theme.text);
            bottom -= says_height + 4.0;
        }
        // A formula that is too wide is shrunk rather than cut, and omitted if it would be unreadable.
        let shrunk = |formula: &Formula| {
            let share = (room / formula.laid(DISPLAY_SIZE).width).min(1.0);
            (share >= SMALLEST_DISPLAY).then(|| formula.laid(DISPLAY_SIZE * share))
        };
        if let Some(laid) = figure.display.as_ref().and_then(shrunk) {
            let at =
                Point { x: x + (room - laid.width).max(0.0) / 2.0, y: bottom - laid.descent - 6.0 };
            self.formula(&laid, at, theme.text);
            bottom -= laid.ascent + laid.descent + 14.0;
        }
        let size = (width - 2.0 * side, bottom - top);
        Rect { x: side, y: top, width: size.0.max(8.0), height: size.1.max(8.0) }
    }

    /// Draws text in the middle of an area, in place of a picture.
    pub(super) fn note(mut self, text: &str, area: Rect) -> Drawing {
        let lines = lines(text.split(' '), " ", 0.86 * area.width, SAYS_SIZE);
        let mut y = area.y + (area.height - SAYS_LINE * lines.len() as f32) / 2.0 + SAYS_SIZE;
        for line in lines {
            let at = Point { x: area.x + area.width / 2.0, y };
            self.text(line, at, Align::Center, SAYS_SIZE, self.frame.theme.weak_text);
            y += SAYS_LINE;
        }
        Drawing { lines: vec![(area, text.to_owned())], ..Drawing::of(self.shapes) }
    }

    /// Draws lines of text below each other.
    fn lines(&mut self, lines: Vec<String>, first: Point, line: f32, size: f32, color: Rgb) {
        for (i, text) in lines.into_iter().enumerate() {
            let at = Point { y: first.y + line * i as f32, ..first };
            self.text(text, at, Align::Left, size, color);
        }
    }
}

/// Breaks parts into lines that fit into a width.
fn lines<'a>(
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
