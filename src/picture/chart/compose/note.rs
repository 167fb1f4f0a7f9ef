//! Composes a text in place of a picture.

use super::canvas::{Canvas, EXPLANATION_LINE, EXPLANATION_SIZE};
use crate::picture::{Align, Drawing, Face, Point, Rect, typeset::text_lines};

/// Draws text in the middle of an area, in place of a picture.
pub(super) fn compose(text: &str, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let lines =
        text_lines(text.split(' '), " ", 0.86 * area.width, (Face::Regular, EXPLANATION_SIZE));
    let mut y =
        area.y + (area.height - EXPLANATION_LINE * lines.len() as f32) / 2.0 + EXPLANATION_SIZE;
    for line in lines {
        let at = Point { x: area.x + area.width / 2.0, y };
        canvas.text(line, at, Align::Center, EXPLANATION_SIZE, canvas.frame.theme.weak_text);
        y += EXPLANATION_LINE;
    }
    canvas.say(area, text.to_owned());
    canvas.finished()
}
