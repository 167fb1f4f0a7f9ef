//! Offsets of keys from their query as the horizontal axis of charts, and curves over them.

use std::sync::Arc;

use super::Subject;
use crate::{
    action::{Action, Gesture},
    encoding::bias::Bias,
    picture::{Axis, Layer, Rgb, Span},
    scene::Setting,
};

/// Bias of a subject. Only for views whose `Requirement` is `Bias`.
pub(super) fn bias(subject: Subject<'_>) -> &Arc<Bias> {
    let found = subject.table.encoding.bias();
    found.expect("View::behavior offers such views only where there is a bias")
}

/// First offset, and the number of offsets: back to the first position of the scene and, where keys after the query
/// count, as far ahead.
pub(super) fn offsets(subject: Subject<'_>) -> (i64, i64) {
    let back = subject.scene.extent().length() as i64 - 1;
    let ahead = if bias(subject).is_causal() { 0 } else { back };
    (-back, back + 1 + ahead)
}

/// All cells of the axis.
pub(super) fn whole(subject: Subject<'_>) -> Span {
    Span { start: 0.0, end: offsets(subject).1 as f64 }
}

/// Axis over a span of cells.
pub(super) fn axis(subject: Subject<'_>, span: Span) -> Axis {
    let (first, num) = offsets(subject);
    Axis::cells("offset k (key − query)", first, span, num as f64)
}

/// Offset of a cell, the nearest on the axis.
pub(super) fn offset_at(subject: Subject<'_>, cell: i64) -> i64 {
    let (first, num) = offsets(subject);
    first + cell.clamp(0, num - 1)
}

/// Line at the selected offset; none where it is beyond the axis.
pub(super) fn mark(subject: Subject<'_>) -> Option<Layer> {
    let (first, num) = offsets(subject);
    let cell = subject.scene.offset() - first;
    (0..num).contains(&cell).then_some(Layer::Column(cell))
}

/// Cell of the selected offset, the nearest on the axis.
pub(super) fn selected(subject: Subject<'_>) -> i64 {
    let (first, num) = offsets(subject);
    (subject.scene.offset() - first).clamp(0, num - 1)
}

/// Selection of the offset of a cell.
pub(super) fn pick(subject: Subject<'_>, cell: i64, gesture: Gesture) -> Action {
    Action::Edit(Setting::Offset(offset_at(subject, cell)), gesture)
}

/// Line through the values of the offsets in a span of cells. Of more offsets than a picture has pixels, some are
/// taken.
pub(super) fn curve(
    subject: Subject<'_>,
    span: Span,
    (width, color): (f32, Rgb),
    value: impl Fn(i64) -> f64,
) -> Layer {
    /// Largest number of points.
    const MOST: i64 = 1024;
    let (first, num) = offsets(subject);
    let from = (span.start.floor() as i64).clamp(0, num - 1);
    let to = (span.end.ceil() as i64).clamp(from + 1, num);
    let step = ((to - from) / MOST).max(1);
    let mut cells: Vec<i64> = (from..to).step_by(step as usize).collect();
    if cells.last() != Some(&(to - 1)) {
        cells.push(to - 1);
    }
    let points = cells.into_iter().map(|cell| (cell as f64 + 0.5, value(first + cell)));
    Layer::Path { points: points.filter(|(_, y)| y.is_finite()).collect(), width, color }
}
