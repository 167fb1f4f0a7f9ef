//! Marks the view, cell or row that a lesson points out.

use egui::{Painter, Pos2, Rect, Stroke, StrokeKind};

use super::paint::on_screen;
use crate::{
    app::look::style,
    lesson::Highlight,
    picture::Drawing,
    views::{Subject, View},
};

/// Thickness of the mark.
const LINE: f32 = 3.0;

/// Draws a frame around a view that is pointed out.
pub(crate) fn at_view(
    painter: &Painter,
    target: Highlight,
    view: View,
    subject: Subject<'_>,
    tile: Rect,
) {
    if target == Highlight::View(view) {
        let line = Stroke::new(LINE, style::color(subject.theme.accent));
        painter.rect_stroke(tile, 5.0, line, StrokeKind::Inside);
    }
}

/// Draws a frame around the cell or row that is pointed out in a view.
pub(crate) fn in_view(
    painter: &Painter,
    target: Highlight,
    view: View,
    subject: Subject<'_>,
    drawing: &Drawing,
    origin: Pos2,
) {
    let is_row = match target {
        Highlight::Cell(of) if of == view => false,
        Highlight::Row(of) if of == view => true,
        _ => return,
    };
    for rect in places(view, subject, drawing, origin, is_row) {
        let casing = Stroke::new(LINE + 1.5, style::color(subject.theme.tile));
        let line = Stroke::new(LINE, style::color(subject.theme.accent));
        painter.rect_stroke(rect, 4.0, casing, StrokeKind::Outside);
        painter.rect_stroke(rect, 4.0, line, StrokeKind::Outside);
    }
}

/// Rectangles of the selected cell or row on the screen; a cell may appear several times.
fn places(
    view: View,
    subject: Subject<'_>,
    drawing: &Drawing,
    origin: Pos2,
    is_row: bool,
) -> Vec<Rect> {
    if let (Some(plot), Some(cells)) = (&drawing.plot, view.cells(subject.table)) {
        let frame = on_screen(plot.rect, origin);
        let mut rect = on_screen(plot.rect_of(cells.selected(subject)), origin);
        if is_row {
            (rect.min.x, rect.max.x) = (frame.min.x, frame.max.x);
        }
        // A cell outside the visible part has no rectangle.
        let is_seen = frame.expand(1.0).intersects(rect);
        return if is_seen { vec![rect.intersect(frame)] } else { Vec::new() };
    }
    let scene = subject.scene;
    let chosen = view.chosen(subject);
    let is_it = |target: &&crate::picture::Target| match (is_row, target.cell) {
        (true, Some((row, _))) => chosen.is_some_and(|(chosen, _)| chosen == row),
        (false, Some(cell)) => chosen == Some(cell),
        (true, None) => target.position == Some(scene.position()),
        (false, None) => {
            target.column == Some(scene.column())
                && target.position.is_none_or(|position| position == scene.position())
        }
    };
    let rects = drawing.targets.iter().filter(is_it).map(|target| on_screen(target.rect, origin));
    // A row is the union of its pieces.
    if is_row { rects.reduce(Rect::union).into_iter().collect() } else { rects.collect() }
}
