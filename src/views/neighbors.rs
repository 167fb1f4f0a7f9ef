//! Distance of each position and the one before, and where rounding makes them equal.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Requirement, Subject, ViewSides,
    along::{Along, OneEach, axis_range, paths, position_axis},
    position_at, rounding, visible,
};
use crate::{
    encoding::neighbor_distance,
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
    scene::{View, Viewport},
};

pub(super) struct NeighborsView;

impl Behavior for NeighborsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            shown_with: "round=bf16",
            ..Descriptor::of("Neighbors")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        rounding::refusal(subject)
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let viewport = visible(View::Neighbors, self, subject);
        let whole = self.whole(subject);
        let body = match rounding::found(subject) {
            Err(reason) => Body::Note(reason.to_owned()),
            Ok(found) => {
                let run = found.neighbors.run as i64;
                let values = &found.neighbors.by_position;
                let mut layers = marks(values, run, viewport, subject);
                layers.extend(paths(subject, values, (0, run), viewport.x));
                layers.push(Layer::Cell(self.selected(subject).0));
                Body::Chart(Chart {
                    x: position_axis(subject, viewport.x),
                    y: Axis::logarithms("|PE(t) − PE(t − 1)|", viewport.y, whole.y),
                    is_square: false,
                    layers,
                })
            }
        };
        self.drawn(subject, "distance of each position and the one before", body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let found = match rounding::found(subject) {
            Ok(found) => found,
            Err(reason) => return reason.to_owned(),
        };
        let neighbors = &found.neighbors;
        let num = found.found.positions.end() - found.found.positions.start() + 1;
        let mut sentences = Vec::new();
        sentences.push(match neighbors.first_equal {
            None => format!("All {} differ from the one before.", number::counted(num, "position")),
            Some(first) => format!(
                "{} of {} equal the one before, first {}: marked in red.",
                number::grouped(neighbors.num_equal as i64),
                number::counted(num, "position"),
                number::grouped(first)
            ),
        });
        if neighbors.least.is_finite() {
            sentences.push(format!(
                "Neighbors keep a distance from {} to {}.",
                number::readable(neighbors.least, 6),
                number::readable(neighbors.greatest, 6)
            ));
        }
        sentences.join(" ")
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        rounding::computation(subject)
    }
}

/// Strokes along the axis where a position equals the one before.
fn marks(values: &[f64], run: i64, shown: Viewport, subject: Subject<'_>) -> Vec<Layer> {
    /// Largest number of strokes: more would be one band.
    const MOST: usize = 1024;
    let height = 0.05 * shown.y.length();
    let cell = |index: usize| (index as i64 * run) as f64;
    let is_shown = |index: usize| cell(index + 1) >= shown.x.start && cell(index) <= shown.x.end;
    let equal: Vec<usize> =
        (0..values.len()).filter(|&index| values[index] == 0.0 && is_shown(index)).collect();
    let step = equal.len().div_ceil(MOST).max(1);
    let stroke = |&index: &usize| {
        let x = (cell(index) + 0.5 * run as f64).clamp(shown.x.start, shown.x.end);
        Layer::Path {
            points: vec![(x, shown.y.start), (x, shown.y.start + height)],
            width: 1.0,
            color: subject.theme.error,
        }
    };
    equal.iter().step_by(step).map(stroke).collect()
}

impl OneEach for NeighborsView {
    fn along(&self, _subject: Subject<'_>) -> Along {
        Along::Positions
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        let values = rounding::found(subject).map_or(&[][..], |it| &it.neighbors.by_position);
        axis_range(values, 0.0)
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let t = position_at(subject.scene, cell);
        let mut facts: Vec<Fact> = Vec::new();
        if t > subject.scene.extent().start() {
            let distance = neighbor_distance(&subject.table.encoding, t);
            let text = if distance == 0.0 {
                "0: equal to the one before".to_owned()
            } else {
                super::error_map::value_text(distance)
            };
            facts.push(("distance".into(), text));
        }
        facts
    }
}
