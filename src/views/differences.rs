//! Largest |A − B| of every position and of every column, on a logarithmic axis with the tolerance as a line.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Requirement, Subject, ViewSides,
    along::{Along, OneEach, axis_range, paths, value_words},
    explanation, visible,
};
use crate::{
    encoding::Comparison,
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
    scene::{View, What},
};

/// Largest differences along one of the axes of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferenceView {
    /// Largest difference of every position.
    ByPosition,
    /// Largest difference of every column.
    ByColumn,
}

/// Sentence where there is no B.
pub(super) const NO_B: &str =
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
    Some(subject.differences_question()?.into())
}

impl DifferenceView {
    fn view(self) -> View {
        match self {
            Self::ByPosition => View::DifferenceByPosition,
            Self::ByColumn => View::DifferenceByColumn,
        }
    }

    /// Differences in the order of the cells.
    fn differences(self, found: &Comparison) -> &[f64] {
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
}

/// Reason that A and B have no differences.
pub(super) fn refusal(subject: Subject<'_>) -> Option<&'static str> {
    let Some(counterpart) = subject.counterpart else { return Some(NO_B) };
    if counterpart.table.encoding.is_missing() {
        return Some("The table of B has not been read.");
    }
    counterpart.difference.is_none().then_some(APART)
}

/// Differences, if there are any to be shown; else the reason.
pub(super) fn found(subject: Subject<'_>) -> Result<&Comparison, &'static str> {
    if let Some(reason) = refusal(subject) {
        return Err(reason);
    }
    let Some(known) = subject.differences() else { return Err("Comparing A and B…") };
    known.found().ok_or(APART)
}

impl Behavior for DifferenceView {
    fn descriptor(&self) -> Descriptor {
        let title = match self {
            Self::ByPosition => "Difference by position",
            Self::ByColumn => "Difference by column",
        };
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Joint,
            copies: What::Difference,
            shown_with: "b.base=500&tolerance=0.01",
            ..Descriptor::of(title)
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        refusal(subject).map(str::to_owned)
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match found(subject) {
            Err(reason) => Body::Note(reason.to_owned()),
            Ok(found) => {
                let values = self.differences(found);
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
                    x: self.along(subject).axis(subject, viewport.x),
                    y: Axis::logarithms("largest |A − B|", viewport.y, self.whole(subject).y),
                    is_square: false,
                    layers,
                })
            }
        };
        self.drawn(
            subject,
            format!("largest |A − B| of each {}", self.along(subject).each(subject)),
            body,
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let found = match found(subject) {
            Ok(found) => found,
            Err(reason) => return reason.to_owned(),
        };
        let values = self.differences(found);
        let each = self.along(subject).each(subject);
        let equal = values.iter().filter(|&&value| value == 0.0).count();
        if equal == values.len() {
            return format!("A and B are equal for every {each}.");
        }
        let unlike = values.iter().filter(|value| value.is_infinite()).count();
        let mut text = String::new();
        if self.first_and_run(subject, found).1 == 1 && equal > 0 {
            text = format!(
                "A and B are equal for {} of {}. ",
                number::grouped(equal as i64),
                number::counted(values.len() as i64, each)
            );
        }
        if unlike > 0 {
            text += "Values that are not finite are left out. ";
        }
        text.trim_end().to_owned()
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        computation(subject)
    }
}

impl OneEach for DifferenceView {
    fn along(&self, _subject: Subject<'_>) -> Along {
        match self {
            Self::ByPosition => Along::Positions,
            Self::ByColumn => Along::Columns,
        }
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        let values = found(subject).map_or(&[][..], |found| self.differences(found));
        axis_range(values, subject.scene.draft().tolerance)
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let Ok(found) = found(subject) else { return Vec::new() };
        let (first, run) = self.first_and_run(subject, found);
        let place = usize::try_from((cell - first).div_euclid(run)).ok();
        let value = place.and_then(|place| self.differences(found).get(place));
        vec![("largest |A − B|".into(), value_words(value, "not in both"))]
    }
}
