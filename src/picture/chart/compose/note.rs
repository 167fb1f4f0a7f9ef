//! Composes a text in place of a picture.

use super::canvas::{Canvas, EXPLANATION_LINE, EXPLANATION_SIZE, lines};
use crate::picture::{Align, Drawing, Point, Rect};

/// Draws text in the middle of an area, in place of a picture.
pub(super) fn compose(text: &str, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let lines = lines(text.split(' '), " ", 0.86 * area.width, EXPLANATION_SIZE);
    let mut y =
        area.y + (area.height - EXPLANATION_LINE * lines.len() as f32) / 2.0 + EXPLANATION_SIZE;
    for line in lines {
        let at = Point { x: area.x + area.width / 2.0, y };
        canvas.text(line, at, Align::Center, EXPLANATION_SIZE, canvas.frame.theme.weak_text);
        y += EXPLANATION_LINE;
    }
    Drawing { lines: vec![(area, text.to_owned())], ..Drawing::of(canvas.shapes) }
}
