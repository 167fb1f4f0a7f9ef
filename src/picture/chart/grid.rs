//! Cells of a grid with text in them, and the numbers of rows and columns around them.

use super::{Align, Point, Rect, Shape, Text, canvas::Canvas};
use crate::picture::{Face, Rgb, contrast};

/// Height of a row.
pub(super) const ROW: f32 = 20.0;
pub(super) const TEXT_SIZE: f32 = 12.0;
const BLACK: Rgb = [0x00; 3];
const WHITE: Rgb = [0xff; 3];

/// What part of a table a grid shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridShown {
    /// Where its cells are.
    pub rect: Rect,
    /// Number of the first row, and of how many it shows whole.
    pub first_row: i64,
    /// Rows shown.
    pub num_rows: i64,
    /// The first column.
    pub first_column: i64,
    /// Columns shown.
    pub num_columns: i64,
}

impl GridShown {
    /// Row and column that a view should begin with, so that a cell is seen: moved no farther than needed.
    pub fn revealing(&self, row: i64, column: i64) -> (i64, i64) {
        let moved = |first: i64, num: i64, at: i64| first.clamp(at + 1 - num.max(1), at);
        (
            moved(self.first_row, self.num_rows, row),
            moved(self.first_column, self.num_columns, column),
        )
    }
}

/// The first of so many that are seen around one, inside the whole.
pub(super) fn first_around(at: i64, num: i64, whole: i64) -> i64 {
    (at - num / 2).min(whole - num).max(0)
}

impl Canvas<'_> {
    /// Text in the middle of a row's height.
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
        self.shape(Shape::Text(Text {
            at: Point { x, y: rect.y + rect.height / 2.0 + 0.36 * TEXT_SIZE },
            align,
            text: text.into(),
            size: TEXT_SIZE,
            face: if is_bold { Face::SemiBold } else { Face::Regular },
            color,
            is_turned: false,
        }));
    }

    /// A value on the ground of its color.
    pub(super) fn value_cell(&mut self, rect: Rect, ground: Rgb, text: &str) {
        self.fill(inner(rect), ground);
        self.cell_text(rect, text, Align::Center, ink_on(ground), false);
    }

    /// A binary digit.
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

    /// Lines above and below the selected row.
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

    /// A ring just inside a rectangle: the selection.
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

/// A cell without the gap between it and the next.
pub(super) fn inner(rect: Rect) -> Rect {
    Rect { x: rect.x + 1.0, y: rect.y + 1.0, width: rect.width - 2.0, height: rect.height - 2.0 }
}

/// Black or white, whichever is read on a ground.
pub(super) fn ink_on(ground: Rgb) -> Rgb {
    if contrast(BLACK, ground) > contrast(WHITE, ground) { BLACK } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_revealed_by_the_least_move() {
        let rect = Rect { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };
        let shown = GridShown { rect, first_row: 10, num_rows: 5, first_column: 3, num_columns: 4 };
        assert_eq!(shown.revealing(12, 3), (10, 3), "it is seen already");
        assert_eq!(shown.revealing(15, 7), (11, 4), "one farther down and to the right");
        assert_eq!(shown.revealing(2, 0), (2, 0), "back to it");
        assert_eq!(first_around(50, 10, 100), 45);
        assert_eq!(first_around(2, 10, 100), 0);
        assert_eq!(first_around(99, 10, 100), 90);
        assert_eq!(first_around(1, 10, 4), 0, "all of it is seen");
    }
}
