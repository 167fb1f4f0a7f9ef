//! One rule for the size of type in tables, matrices and sheets: as large as all of it fits, within limits.

use super::canvas::{Canvas, SMALLEST_TYPE};
use crate::picture::{Body, Drawing, Frame, GridShown, Rect, Shape, Target};

/// Smallest size of type, in points, in an exported figure: nearly as large as tick labels.
pub(super) const READABLE: f32 = 9.0;
/// Smallest size of lines of which none is left out, in a tile, which can be enlarged.
pub(super) const SMALLEST: f32 = 6.5;
/// Largest size of type: larger type is obtrusive.
const LARGEST: f32 = 31.2;
/// Largest distance of two scales that are tried.
const STEP: f32 = 0.025;

/// Content that is set in larger type where there is room for it, and in smaller type where there is little. It is
/// composed in full size: its area is made smaller or larger instead.
pub(super) trait SetInType {
    /// Size of its type in full size, in points.
    const SIZE: f32;
    /// Smallest size in which all of it is shown, rather than parts left out.
    const LEAST: f32 = SMALLEST_TYPE;

    /// Sizes, each of which has room for all of it in full size.
    fn wanted(&self) -> Vec<(f32, f32)>;

    /// True if all of it, or as much as is worth more than larger type, fits into an area in full size: lines may be
    /// broken, and rows closer together than they are at their ease. Always for tables, of which a part is shown.
    fn fits(&self, _area: Rect) -> bool {
        true
    }

    /// Scale of the type where not all of it fits: full size, with parts left out.
    fn scale_of_part(&self, _area: Rect) -> f32 {
        1.0
    }

    /// Scale, of at least some size, of the type in which all of it fits into an area: whole or, where that makes the
    /// type larger, broken.
    fn scale_of_all(&self, area: Rect, least: f32) -> Option<f32> {
        let of = |(width, height): (f32, f32)| (area.width / width).min(area.height / height);
        let whole = self.wanted().into_iter().map(of).fold(0.0, f32::max);
        let mut larger = steps(1.0, least).take_while(|&scale| scale > whole);
        let broken = larger.find(|&scale| self.fits(inner(area, scale)));
        broken.or_else(|| (whole >= least).then_some(whole))
    }

    /// Scale of the type in an area.
    fn scale(&self, area: Rect) -> f32 {
        let of_all = self.scale_of_all(area, Self::LEAST / Self::SIZE);
        of_all.map_or_else(|| self.scale_of_part(area), |scale| scale.min(LARGEST / Self::SIZE))
    }

    /// True if all of it fits into an area in readable type.
    fn is_readable(&self, area: Rect) -> bool {
        self.scale_of_all(area, READABLE.max(Self::LEAST) / Self::SIZE).is_some()
    }
}

/// Scales from one down to another.
pub(super) fn steps(first: f32, last: f32) -> impl Iterator<Item = f32> {
    let num = ((first - last) / STEP).ceil().max(1.0);
    (0..=num as u32).map(move |i| first + (last - first) * i as f32 / num)
}

/// Area of the same shape that is smaller by a factor.
pub(super) fn inner(area: Rect, by: f32) -> Rect {
    Rect { x: 0.0, y: 0.0, width: area.width / by, height: area.height / by }
}

/// Scale of the type of a body in an area; `None` if its parts have sizes of their own.
pub(super) fn type_scale(body: &Body, area: Rect) -> Option<f32> {
    Some(match body {
        Body::Sheet(sheet) => sheet.scale(area),
        Body::Counter(counter) => counter.scale(area),
        Body::Candidates(candidates) => candidates.scale(area),
        Body::Values(values) => values.scale(area),
        Body::Matrices(matrices) => matrices.scale(area),
        Body::Fields(fields) => fields.scale(area),
        Body::Board(board) => board.scale(area),
        Body::Chart(_) | Body::Dials(_) | Body::Head(_) | Body::Panels(_) | Body::Note(_) => {
            return None;
        }
    })
}

/// Draws with `compose` into an area that is smaller by a factor, and enlarges the result to the whole area.
pub(super) fn scaled(
    mut canvas: Canvas<'_>,
    area: Rect,
    by: f32,
    compose: impl FnOnce(Canvas<'_>, Rect) -> Drawing,
) -> Drawing {
    let own = Frame { pixels_per_point: canvas.frame.pixels_per_point * by, ..*canvas.frame };
    let inner_canvas = Canvas { scale: by, ..Canvas::new(&own) };
    let drawing = compose(inner_canvas, inner(area, by));
    let placed = |rect: Rect| Rect {
        x: area.x + by * rect.x,
        y: area.y + by * rect.y,
        width: by * rect.width,
        height: by * rect.height,
    };
    let enlarge = |shape: Shape| shape.enlarged(by).moved(area.x, area.y);
    let targets = drawing.targets.into_iter();
    canvas.shapes.extend(drawing.shapes.into_iter().map(enlarge));
    canvas.said.extend(drawing.lines.into_iter().map(|(rect, text)| (placed(rect), text)));
    canvas.terms.extend(drawing.terms.into_iter().map(|(rect, term)| (placed(rect), term)));
    canvas.targets.extend(targets.map(|target| Target { rect: placed(target.rect), ..target }));
    canvas.omitted.extend(drawing.omitted);
    let grid = drawing.grid.map(|grid| GridShown { rect: placed(grid.rect), ..grid });
    Drawing { grid, ..canvas.finished() }
}
