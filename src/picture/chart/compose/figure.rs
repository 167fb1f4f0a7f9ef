//! Composes a figure of any kind, and finds the size that it needs.

use super::{
    board, candidates,
    canvas::Canvas,
    chart, counter, dials, fields, head,
    heading::Heading,
    matrices, note, panels,
    panels::PanelPlace,
    sheet,
    type_scale::{SetInType as _, scaled, type_scale},
    values,
};
use crate::picture::{Body, Drawing, Figure, Frame, Part, Point, Rect};

/// Composes a figure into a drawing.
pub fn compose(figure: &Figure, frame: &Frame) -> Drawing {
    composed(figure, frame, None)
}

/// Composes a figure, alone or as a panel.
fn composed(figure: &Figure, frame: &Frame, place: Option<PanelPlace<'_>>) -> Drawing {
    let own = surrounded(figure, frame);
    let mut canvas = Canvas::new(&own);
    let area = canvas.surround(figure);
    let heading = heading(figure, frame);
    let place = place.unwrap_or_else(|| {
        let head = heading.height(area.width);
        PanelPlace { heading: &heading, head, is_heading_left: false, data: None }
    });
    let is_chart = matches!(figure.body, Body::Chart(_));
    let area = match place.data.filter(|_| !is_chart) {
        // Beside charts, at the height of their data.
        Some(data) => {
            let top = data.y.max(area.y + place.head);
            Rect { y: top, height: area.bottom() - top, ..area }
        }
        None => Rect { y: area.y + place.head, height: area.height - place.head, ..area },
    };
    let mut omitted = std::mem::take(&mut canvas.omitted);
    // The frame as asked for: panels draw their titles themselves.
    let canvas = Canvas { frame, ..canvas };
    let mut drawing = match type_scale(&figure.body, area).filter(|&by| by != 1.0) {
        Some(by) => scaled(canvas, area, by, |canvas, area| body(figure, canvas, area, None)),
        None => body(figure, canvas, area, place.data),
    };
    // Above the upper left corner of the data.
    let at = drawing.plot.as_ref().map_or(area, |plot| plot.rect);
    let mut above = Canvas::new(frame);
    let x = match place.data {
        _ if place.is_heading_left => area.x,
        Some(data) if !is_chart => data.x,
        _ => at.x,
    };
    place.heading.draw(&mut above, Point { x, y: at.y }, frame.width - x, place.head);
    drawing.shapes.append(&mut above.shapes);
    omitted.append(&mut drawing.omitted);
    omitted.append(&mut above.omitted);
    Drawing { omitted, ..drawing }
}

/// Heading of a figure that stands alone: what it shows of the scene, unless a title says it.
fn heading<'a>(figure: &'a Figure, frame: &Frame) -> Heading<'a> {
    let is_said = frame.parts.has(Part::Title) || !frame.parts.has(Part::State);
    let state = if is_said { "" } else { &figure.state };
    Heading { state, ..Heading::default() }
}

/// Draws the content of a figure into an area, the data of a chart into a place of it.
fn body(figure: &Figure, canvas: Canvas<'_>, area: Rect, data: Option<Rect>) -> Drawing {
    match &figure.body {
        Body::Chart(chart) => chart::compose(chart, canvas, area, data),
        Body::Sheet(sheet) => sheet::compose(sheet, canvas, area),
        Body::Dials(dials) => dials::compose(dials, canvas, area),
        Body::Counter(counter) => counter::compose(counter, canvas, area),
        Body::Candidates(candidates) => candidates::compose(candidates, canvas, area),
        Body::Values(values) => values::compose(values, canvas, area),
        Body::Matrices(several) => matrices::compose(several, canvas, area),
        Body::Fields(fields) => fields::compose(fields, canvas, area),
        Body::Head(head) => head::compose(head, canvas, area),
        Body::Note(text) => note::compose(text, canvas, area),
        Body::Board(board) => board::compose(board, canvas, area),
        Body::Panels(several) => panels::compose(several, canvas, area, |figure, frame, place| {
            composed(figure, frame, Some(place))
        }),
    }
}

/// Height at which panels fill their figure; `None` where any height does.
pub fn fitting_height(figure: &Figure, frame: &Frame) -> Option<f32> {
    let Body::Panels(several) = &figure.body else { return None };
    let own = surrounded(figure, frame);
    panels::fitting_height(several, frame, Canvas::new(&own).surround(figure))
}

/// Returns the frame, or a larger one with the same number of pixels (and therefore smaller type) in which the
/// figure has enough space. For standalone pictures; a tile can be enlarged by the user.
pub fn roomy(figure: &Figure, frame: &Frame) -> Frame {
    /// Factor by which the frame grows at each try, and the number of tries: type shrinks to a quarter of its size.
    const MORE: f32 = 1.1;
    const TRIES: i32 = 15;
    let widened = |tries: i32| {
        let by = MORE.powi(tries);
        Frame {
            width: frame.width * by,
            height: frame.height * by,
            pixels_per_point: frame.pixels_per_point / by,
            ..*frame
        }
    };
    (0..TRIES).map(widened).find(|frame| has_room(figure, frame)).unwrap_or_else(|| widened(TRIES))
}

/// Frame for the texts around a figure: panels have titles of their own instead of one that names them all.
fn surrounded(figure: &Figure, frame: &Frame) -> Frame {
    let parts = match &figure.body {
        Body::Panels(panels) if panels.titles() == figure.title => frame.parts.without(Part::Title),
        _ => frame.parts,
    };
    Frame { parts, ..*frame }
}

fn has_room(figure: &Figure, frame: &Frame) -> bool {
    /// Smallest area in which ticks and names leave space for the data.
    const SMALLEST: (f32, f32) = (160.0, 130.0);
    /// The same on paper, where readable type is worth more than large data.
    const SMALLEST_TIGHT: (f32, f32) = (100.0, 60.0);
    let (least_width, least_height) = if frame.is_tight { SMALLEST_TIGHT } else { SMALLEST };
    let own = surrounded(figure, frame);
    let area = Canvas::new(&own).surround(figure);
    let is_large = area.width >= least_width && area.height >= least_height;
    is_large
        && match &figure.body {
            Body::Sheet(sheet) => sheet.is_readable(area),
            // On paper, readable type is worth more than all columns.
            Body::Board(board) => own.is_tight || board.is_readable(area),
            Body::Candidates(candidates) => candidates.is_readable(area),
            Body::Panels(several) => panels::fits(several, frame, area, has_room),
            Body::Fields(fields) => fields.is_readable(area),
            Body::Chart(_)
            | Body::Head(_)
            | Body::Dials(_)
            | Body::Counter(_)
            | Body::Values(_)
            | Body::Matrices(_)
            | Body::Note(_) => true,
        }
}
