//! Largest |A − B| of every position and of every column, on a logarithmic axis with the tolerance as a line.

use super::{
    Behavior, Cells, Computation, Fact, Need, Subject, ViewSides, caption, column_at, explanation,
    names, position_at, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::Comparison,
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Span, number},
    scene::{View, Viewport},
};

/// Largest differences along one of the axes of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferenceView {
    /// Largest difference of every position.
    ByPosition,
    /// Largest difference of every column.
    ByColumn,
}

/// Powers of ten that the axis shows at least.
const FEWEST_DECADES: f64 = 4.0;
/// Powers of ten below the largest difference that the axis shows at most.
const MOST_DECADES: f64 = 16.0;
/// Sentence where there is no B.
const NO_B: &str =
    "Choose B under Compare with, such as another convention or a table from a file.";
/// Sentence where A and B cannot be subtracted.
const APART: &str =
    "A and B differ in width, or have no position in common: nothing can be compared.";

/// Computation of the differences; `None` if nothing is compared.
pub(super) fn computation(subject: Subject<'_>) -> Option<Computation> {
    let counterpart = subject.counterpart.filter(|it| it.difference.is_some())?;
    if counterpart.table.encoding.is_missing() || subject.table_of_a().encoding.is_missing() {
        return None;
    }
    let tolerance = subject.scene_of_a().draft().tolerance;
    let (a, b) = (subject.table_of_a().clone(), counterpart.own_rows());
    Some(Computation::Differences(a, b, tolerance))
}

impl DifferenceView {
    fn view(self) -> View {
        match self {
            Self::ByPosition => View::DifferenceByPosition,
            Self::ByColumn => View::DifferenceByColumn,
        }
    }

    /// Name of what has a difference.
    fn each(self) -> &'static str {
        match self {
            Self::ByPosition => "row",
            Self::ByColumn => "column",
        }
    }

    /// Differences in the order of the cells.
    fn values(self, found: &Comparison) -> &[f64] {
        match self {
            Self::ByPosition => &found.by_position,
            Self::ByColumn => &found.by_column,
        }
    }

    /// First cell of the differences, and the number of cells of each.
    fn first_and_run(self, subject: Subject<'_>, found: &Comparison) -> (i64, i64) {
        match self {
            Self::ByPosition => {
                let first = found.positions.start() - subject.scene.extent().start();
                (first, found.run() as i64)
            }
            Self::ByColumn => (0, 1),
        }
    }

    fn axis(self, subject: Subject<'_>, span: Span) -> Axis {
        let Viewport { x: whole, .. } = self.whole(subject);
        match self {
            Self::ByPosition => {
                let first = subject.scene.extent().start();
                Axis::cells("position t (token)", first, span, whole.end)
                    .counting(Dimension::Positions)
            }
            Self::ByColumn => Axis::cells(names::columns(&subject), 0, span, whole.end)
                .counting(Dimension::Columns),
        }
    }
}

/// Differences, if there are any to be shown; else the reason.
pub(super) fn found(subject: Subject<'_>) -> Result<&Comparison, &'static str> {
    let Some(counterpart) = subject.counterpart else { return Err(NO_B) };
    if counterpart.table.encoding.is_missing() {
        return Err("The table of B has not been read.");
    }
    if counterpart.difference.is_none() {
        return Err(APART);
    }
    let Some(known) = subject.differences() else { return Err("Comparing A and B…") };
    known.found().ok_or(APART)
}

/// Largest of the differences that are finite, and the least that is not 0, as powers of ten.
fn decades(values: &[f64]) -> Option<(f64, f64)> {
    let shown = values.iter().filter(|value| value.is_finite() && **value > 0.0);
    let ends = shown.fold(None, |ends: Option<(f64, f64)>, &value| {
        let (least, greatest) = ends.unwrap_or((value, value));
        Some((least.min(value), greatest.max(value)))
    });
    ends.map(|(least, greatest)| (least.log10(), greatest.log10()))
}

/// Powers of ten along the vertical axis: all differences, with the tolerance.
pub(super) fn axis_range(values: &[f64], tolerance: f64) -> Span {
    let of_tolerance = (tolerance > 0.0).then(|| tolerance.log10());
    let (least, greatest) =
        decades(values).unwrap_or_else(|| of_tolerance.map_or((-4.0, 0.0), |it| (it, it)));
    let end = of_tolerance.map_or(greatest, |it| greatest.max(it));
    let start = of_tolerance.map_or(least, |it| least.min(it));
    // A difference at the upper edge would hide in the frame.
    let end = (end + 0.05).ceil();
    Span { start: start.floor().clamp(end - MOST_DECADES, end - FEWEST_DECADES), end }
}

/// Lines through the differences in a span that are finite and not 0, each step the largest of the cells under it.
pub(super) fn paths(
    subject: Subject<'_>,
    values: &[f64],
    (first, run): (i64, i64),
    shown: Span,
) -> Vec<Layer> {
    /// Largest number of steps: more than a tile has pixels.
    const MOST: usize = 2048;
    let color = subject.theme.curve(0);
    let mut paths = Vec::new();
    let mut points: Vec<(f64, f64)> = Vec::new();
    let path = |points| Layer::Path { points, width: 1.5, color };
    let place = |cell: f64| ((cell - first as f64) / run as f64).clamp(0.0, values.len() as f64);
    let (from, to) = (place(shown.start).floor() as usize, place(shown.end).ceil() as usize);
    let at_once = (to - from).div_ceil(MOST).max(1);
    for (i, values) in values[from..to].chunks(at_once).enumerate() {
        let value = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
        if value > 0.0 {
            // A step of the width of its cells, so that a single row is seen as well.
            let begin = (first + (from + i * at_once) as i64 * run) as f64;
            let end = begin + (values.len() as i64 * run) as f64;
            let inside = |cell: f64| cell.clamp(shown.start, shown.end);
            points.extend([begin, end].map(|cell| (inside(cell), value.log10())));
        } else if !points.is_empty() {
            paths.push(path(std::mem::take(&mut points)));
        }
    }
    if !points.is_empty() {
        paths.push(path(points));
    }
    paths
}

fn explanation(view: DifferenceView, subject: Subject<'_>) -> String {
    let found = match found(subject) {
        Ok(found) => found,
        Err(reason) => return reason.to_owned(),
    };
    let values = view.values(found);
    let each = view.each();
    let equal = values.iter().filter(|&&value| value == 0.0).count();
    if equal == values.len() {
        return format!("A and B are equal in every {each}.");
    }
    let unlike = values.iter().filter(|value| value.is_infinite()).count();
    let mut text = String::new();
    if view.first_and_run(subject, found).1 == 1 && equal > 0 {
        text = format!(
            "A and B are equal in {} of {}. ",
            number::grouped(equal as i64),
            number::counted(values.len() as i64, each)
        );
    }
    if unlike > 0 {
        text += "Values that are not finite are left out. ";
    }
    text.trim_end().to_owned()
}

impl Behavior for DifferenceView {
    fn title(&self) -> &'static str {
        match self {
            Self::ByPosition => "Difference by position",
            Self::ByColumn => "Difference by column",
        }
    }

    fn need(&self) -> Need {
        Need::Rows
    }

    fn sides(&self) -> ViewSides {
        ViewSides::Joint
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match found(subject) {
            Err(reason) => Body::Note(reason.to_owned()),
            Ok(found) => {
                let values = self.values(found);
                let tolerance = subject.scene.draft().tolerance;
                let viewport = visible(self.view(), self, subject);
                let cells = self.first_and_run(subject, found);
                let mut layers = paths(subject, values, cells, viewport.x);
                if tolerance > 0.0 {
                    layers.push(Layer::HorizontalLine {
                        at: tolerance.log10(),
                        label: format!("tolerance {}", explanation::tolerance_text(tolerance)),
                        is_right: true,
                    });
                }
                layers.push(Layer::Cell(self.selected(subject).0));
                Body::Chart(Chart {
                    x: self.axis(subject, viewport.x),
                    y: Axis::logarithms("largest |A − B|", viewport.y, self.whole(subject).y),
                    is_square: false,
                    layers,
                })
            }
        };
        Figure {
            title: self.title().to_owned(),
            sentence: format!("largest |A − B| of each {}", self.each()),
            caption: caption(subject.scene),
            explanation: if matches!(body, Body::Note(_)) {
                String::new()
            } else {
                explanation(*self, subject)
            },
            display: None,
            body,
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        format!("{}. {}", self.title(), explanation(*self, subject))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        computation(subject)
    }
}

impl Cells for DifferenceView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let Subject { scene, .. } = subject;
        let num_cells = match self {
            Self::ByPosition => scene.extent().length() as f64,
            Self::ByColumn => f64::from(scene.num_columns()),
        };
        let tolerance = scene.draft().tolerance;
        let values = found(subject).map_or(&[][..], |found| self.values(found));
        Viewport { x: Span { start: 0.0, end: num_cells }, y: axis_range(values, tolerance) }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, 0.1]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        match self {
            Self::ByPosition => (scene.position() - scene.extent().start(), 0),
            Self::ByColumn => (i64::from(scene.column()), 0),
        }
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let (position, column) = match self {
            Self::ByPosition => (position_at(scene, cell.0), scene.column()),
            Self::ByColumn => (scene.position(), column_at(scene, cell.0)),
        };
        Action::Select { position, column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let mut facts: Vec<Fact> = vec![match self {
            Self::ByPosition => {
                ("position".into(), number::grouped(position_at(subject.scene, cell.0)))
            }
            Self::ByColumn => {
                let column = column_at(subject.scene, cell.0);
                ("column".into(), number::grouped(i64::from(column)))
            }
        }];
        if let Ok(found) = found(subject) {
            let (first, run) = self.first_and_run(subject, found);
            let place = usize::try_from((cell.0 - first).div_euclid(run)).ok();
            let value = place.and_then(|place| self.values(found).get(place));
            let text = match value {
                None => "not in both".to_owned(),
                Some(value) if value.is_infinite() => "not finite".to_owned(),
                Some(&value) => number::readable(value, 6),
            };
            facts.push(("largest |A − B|".into(), text));
        }
        facts
    }
}
