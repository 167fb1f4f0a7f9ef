//! Grid cells with text, and the labels of rows and columns around them.

use std::ops::RangeInclusive;

use super::canvas::{Canvas, HALF_FIGURE};
use crate::encoding::Extent;
use crate::picture::{Align, ColorScale, Face, Point, Rect, Rgb, Shape, Text, contrast, number};

/// Height of a row.
pub(super) const ROW: f32 = 20.0;
pub(super) const TEXT_SIZE: f32 = 12.0;
const BLACK: Rgb = [0x00; 3];
const WHITE: Rgb = [0xff; 3];

/// First of `num` visible indexes centered on `at`, kept inside `0..whole`.
pub(super) fn first_around(at: i64, num: i64, whole: i64) -> i64 {
    (at - num / 2).min(whole - num).max(0)
}

/// Number of decimals with which the widest value of a color scale fits into a cell, the largest of a range.
pub(super) fn fitting_decimals(
    scale: ColorScale,
    size: f32,
    room: f32,
    allowed: RangeInclusive<usize>,
) -> Option<usize> {
    let fits = |decimals: &usize| {
        Face::Regular.width(&number::decimal(-scale.reach(), *decimals), size) <= room
    };
    allowed.rev().find(fits)
}

/// Width of the labels of positions, with space on both sides.
pub(super) fn label_width(extent: Extent, padding: f32) -> f32 {
    let labels = [extent.start(), extent.last()].map(number::grouped);
    let widths = labels.iter().map(|label| Face::Regular.width(label, TEXT_SIZE));
    widths.fold(0.0, f32::max) + 2.0 * padding
}

/// Rows of consecutive positions in an area, as many as fit.
pub(super) struct PositionRows {
    area: Rect,
    extent: Extent,
    /// Selected position.
    selected: i64,
    /// Index of the first row shown, and number of rows shown.
    pub(super) first: i64,
    pub(super) shown: i64,
}

/// One of these rows.
pub(super) struct PositionRow {
    pub(super) rect: Rect,
    /// Index in the table.
    pub(super) index: i64,
    /// Position t.
    pub(super) position: i64,
    pub(super) is_selected: bool,
}

impl PositionRows {
    /// Rows around the selected position, or from a row on.
    pub(super) fn new(extent: Extent, selected: i64, area: Rect, first: Option<i64>) -> Self {
        let num_rows = extent.length() as i64;
        let shown = ((area.height / ROW).floor() as i64).clamp(1, num_rows);
        let around = || first_around(selected - extent.start(), shown, num_rows);
        let first = first.unwrap_or_else(around).clamp(0, num_rows - shown);
        Self { area, extent, selected, first, shown }
    }

    /// Draws every row: its label, as wide as `label_width`, and what `draw` adds, which returns the row's words.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        label_width: f32,
        mut draw: impl FnMut(&mut Canvas<'_>, &PositionRow) -> String,
    ) {
        for index in self.first..self.first + self.shown {
            let position = self.extent.start() + index;
            let y = self.area.y + (index - self.first) as f32 * ROW;
            let rect = Rect { y, height: ROW, ..self.area };
            let is_selected = canvas.marks(position == self.selected);
            let head = Rect { width: label_width, ..rect };
            canvas.label(head, number::grouped(position), is_selected);
            let words = draw(canvas, &PositionRow { rect, index, position, is_selected });
            canvas.say(rect, format!("position {}: {words}", number::grouped(position)));
        }
    }
}

impl Canvas<'_> {
    /// Draws the label of a row or a column, which ends at the right.
    pub(super) fn label(&mut self, rect: Rect, text: impl Into<String>, is_selected: bool) {
        let theme = self.frame.theme;
        let color = if is_selected { theme.selection } else { theme.weak_text };
        self.cell_text(rect, text, Align::Right, color, is_selected);
    }

    /// Draws text, vertically centered in a cell.
    pub(super) fn cell_text(
        &mut self,
        rect: Rect,
        text: impl Into<String>,
        align: Align,
        color: Rgb,
        is_bold: bool,
    ) {
        let x = match align {
            Align::Left => rect.x,
            Align::Center => rect.x + rect.width / 2.0,
            Align::Right => rect.right(),
        };
        self.shape(Shape::Text(Text::new(
            Point { x, y: rect.y + rect.height / 2.0 + HALF_FIGURE * TEXT_SIZE },
            align,
            text.into(),
            TEXT_SIZE,
            if is_bold { Face::SemiBold } else { Face::Regular },
            color,
        )));
    }

    /// Draws a value on its color.
    pub(super) fn value_cell(&mut self, rect: Rect, ground: Rgb, text: &str) {
        self.fill(inner(rect), ground);
        self.written_value(
            (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0),
            ground,
            text,
            TEXT_SIZE,
        );
    }

    /// Writes a value, centered at a point, so that it is read on the color of its cell.
    pub(super) fn written_value(&mut self, (x, y): (f32, f32), ground: Rgb, text: &str, size: f32) {
        let at = Point { x, y: y + HALF_FIGURE * size };
        self.text(text, at, Align::Center, size, ink_on(ground));
    }

    /// Draws a binary digit.
    pub(super) fn bit_cell(&mut self, rect: Rect, is_one: bool) {
        let theme = self.frame.theme;
        let (ground, ink, text) = if is_one {
            (theme.accent, theme.on_accent, "1")
        } else {
            (theme.panel, theme.weak_text, "0")
        };
        self.fill(inner(rect), ground);
        self.cell_text(rect, text, Align::Center, ink, is_one);
    }

    /// Draws lines above and below the selected row.
    pub(super) fn selected_row(&mut self, rect: Rect) {
        if !self.marks(true) {
            return;
        }
        let line = self.hairline();
        for y in [rect.y - line / 2.0, rect.bottom() - line / 2.0] {
            let y = self.snapped(y);
            self.fill(Rect { y, height: line, ..rect }, self.frame.theme.selection);
        }
    }

    /// Draws the selection as a ring just inside a rectangle.
    pub(super) fn outline(&mut self, rect: Rect, color: Rgb, width: f32) {
        if !self.marks(true) {
            return;
        }
        let Rect { x, y, width: w, height: h } = rect;
        for side in [
            Rect { x, y, width: w, height: width },
            Rect { x, y: y + h - width, width: w, height: width },
            Rect { x, y, width, height: h },
            Rect { x: x + w - width, y, width, height: h },
        ] {
            self.fill(side, color);
        }
    }
}

/// Cell without the gap to its neighbors.
pub(super) fn inner(rect: Rect) -> Rect {
    Rect { x: rect.x + 1.0, y: rect.y + 1.0, width: rect.width - 2.0, height: rect.height - 2.0 }
}

/// Black or white, whichever has the higher contrast on a background.
fn ink_on(ground: Rgb) -> Rgb {
    if contrast(BLACK, ground) > contrast(WHITE, ground) { BLACK } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selected_index_is_centered_within_limits() {
        assert_eq!(first_around(50, 10, 100), 45);
        assert_eq!(first_around(2, 10, 100), 0);
        assert_eq!(first_around(99, 10, 100), 90);
        assert_eq!(first_around(1, 10, 4), 0, "all of it is seen");
    }
}
