//! Composes several figures in a grid.

use super::canvas::Canvas;
use crate::picture::{Align, Drawing, Face, Figure, Frame, Panels, Part, Point, Rect, Shape, Text};

/// Gap between two panels.
const GAP: f32 = 14.0;
/// Height of the line with the letter and the title of a panel, and its font size.
const HEAD: f32 = 22.0;
const HEAD_SIZE: f32 = 13.0;

/// Draws each figure in its place with `compose`, and a letter and its title above.
pub(super) fn compose(
    panels: &Panels,
    mut canvas: Canvas<'_>,
    area: Rect,
    compose: impl Fn(&Figure, &Frame) -> Drawing,
) -> Drawing {
    let own = frame(panels, canvas.frame, area);
    for (i, panel) in panels.figures.iter().enumerate() {
        let (column, row) = (i as u32 % panels.across, i as u32 / panels.across);
        let x = area.x + column as f32 * (own.width + GAP);
        let mut y = area.y + row as f32 * (own.height + head(panels, canvas.frame) + GAP);
        if head(panels, canvas.frame) > 0.0 {
            canvas.shape(Shape::Text(Text {
                at: Point { x: x + 4.0, y: y + HEAD_SIZE + 2.0 },
                align: Align::Left,
                text: Face::SemiBold.fitting_heading(
                    &heading(panels, i, canvas.frame),
                    HEAD_SIZE,
                    own.width - 8.0,
                ),
                size: HEAD_SIZE,
                face: Face::SemiBold,
                color: canvas.frame.theme.text,
                is_turned: false,
            }));
            y += head(panels, canvas.frame);
        }
        let drawing = compose(panel, &own);
        canvas.omitted.extend(drawing.omitted);
        canvas.shapes.extend(drawing.shapes.into_iter().map(|shape| shape.moved(x, y)));
    }
    let titles: Vec<&str> = panels.figures.iter().map(|figure| figure.title.as_str()).collect();
    let omitted = canvas.omitted;
    Drawing { lines: vec![(area, titles.join(", "))], omitted, ..Drawing::of(canvas.shapes) }
}

/// True if every figure has room in its place.
pub(super) fn fits(
    panels: &Panels,
    whole: &Frame,
    area: Rect,
    has_room: impl Fn(&Figure, &Frame) -> bool,
) -> bool {
    let own = frame(panels, whole, area);
    panels.figures.iter().all(|figure| has_room(figure, &own))
}

/// Frame of one panel. Its title stands above it, and the caption below all.
fn frame(panels: &Panels, whole: &Frame, area: Rect) -> Frame {
    let (across, down) = (panels.across.max(1) as f32, panels.down.max(1) as f32);
    let (gaps_across, gaps_down) = ((across - 1.0) * GAP, (down - 1.0) * GAP);
    Frame {
        width: (area.width - gaps_across) / across,
        height: (area.height - gaps_down) / down - head(panels, whole),
        parts: whole.parts.without(Part::Title).without(Part::Caption),
        ..*whole
    }
}

/// Height of the line above each panel.
fn head(panels: &Panels, whole: &Frame) -> f32 {
    if panels.has_letters || has_titles(panels, whole) { HEAD } else { 0.0 }
}

/// True if the panels have their titles above them.
fn has_titles(panels: &Panels, whole: &Frame) -> bool {
    panels.are_sides || whole.parts.has(Part::Title)
}

fn heading(panels: &Panels, i: usize, whole: &Frame) -> String {
    let letter = char::from(b'a' + (i % 26) as u8);
    let letter = if panels.has_letters { format!("({letter})") } else { String::new() };
    let title = if has_titles(panels, whole) { panels.figures[i].title.as_str() } else { "" };
    format!("{letter} {title}").trim().to_owned()
}
