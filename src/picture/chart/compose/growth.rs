//! Enlarges small tables and matrices until they fill their area, numbers with them.

use super::{candidates, canvas::Canvas, counter, matrices, values};
use crate::picture::{Body, Drawing, Frame, GridShown, Rect, Shape, Target};

/// Largest enlargement.
const LARGEST: f32 = 2.6;

/// Factor by which the content of a figure is enlarged, at least 1.
pub(super) fn growth(body: &Body, area: Rect) -> f32 {
    let wanted = match body {
        Body::Values(values) => values::wanted(values),
        Body::Counter(counter) => counter::wanted(counter),
        Body::Candidates(candidates) => candidates::wanted(candidates),
        Body::Matrices(several) => matrices::wanted(several),
        _ => return 1.0,
    };
    (area.width / wanted.0).min(area.height / wanted.1).clamp(1.0, LARGEST)
}

/// Draws with `compose` into an area that is smaller by a factor, and enlarges the result to the whole area.
pub(super) fn enlarged(
    (frame, mut shapes): (&Frame, Vec<Shape>),
    area: Rect,
    by: f32,
    compose: impl FnOnce(Canvas<'_>, Rect) -> Drawing,
) -> Drawing {
    let own = Frame { pixels_per_point: frame.pixels_per_point * by, ..*frame };
    let inner = Rect { x: 0.0, y: 0.0, width: area.width / by, height: area.height / by };
    let drawing = compose(Canvas::new(&own), inner);
    let placed = |rect: Rect| Rect {
        x: area.x + by * rect.x,
        y: area.y + by * rect.y,
        width: by * rect.width,
        height: by * rect.height,
    };
    let enlarge = |shape: Shape| shape.enlarged(by).moved(area.x, area.y);
    shapes.extend(drawing.shapes.into_iter().map(enlarge));
    Drawing {
        lines: drawing.lines.into_iter().map(|(rect, text)| (placed(rect), text)).collect(),
        targets: (drawing.targets.into_iter())
            .map(|target| Target { rect: placed(target.rect), ..target })
            .collect(),
        omitted: drawing.omitted,
        grid: drawing.grid.map(|grid| GridShown { rect: placed(grid.rect), ..grid }),
        ..Drawing::of(shapes)
    }
}
