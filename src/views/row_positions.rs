//! Position of every row: those of an encoding by its rule, and those that the values of a file tell.

use std::borrow::Cow;

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Requirement, Subject,
    behavior::position_at,
    position_words::{sentences, shown},
    visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{RowPositions, RowRun, Spacing, Spec},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Span, number},
    recognition::{PlacedRows, RowPositionsQuestion},
    scene::{View, Viewport},
};

pub(super) struct RowPositionsView;

/// Question of the positions that a file's values tell; `None` where a rule tells them.
fn question(subject: Subject<'_>) -> Option<RowPositionsQuestion> {
    let is_read = matches!(subject.table.encoding.spec().exact(), Spec::Data { .. });
    is_read.then(|| RowPositionsQuestion { table: subject.table.clone() })
}

/// Positions of the rows, or the reason that there are none.
fn found(subject: Subject<'_>) -> Result<Cow<'_, PlacedRows>, String> {
    let Some(question) = question(subject) else {
        let Spacing { start, step } = subject
            .scene
            .spacing()
            .unwrap_or_else(|| Spacing { start: subject.table.extent.start() as f64, step: 1.0 });
        let positions = RowPositions::line(subject.table.num_rows(), start, step);
        return Ok(Cow::Owned(PlacedRows::new(positions, true)));
    };
    match subject.results.find(&question).map(AsRef::as_ref) {
        None => Err("Which position is in each row?".to_owned()),
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(Some(found))) => Ok(Cow::Borrowed(found)),
        Some(Ok(None)) => {
            Err("The numbers are of no encoding that is known, so nothing tells their positions."
                .to_owned())
        }
    }
}

/// Staircase of each run that can be seen, and a line at the lower edge below rows of no position.
fn stairs(subject: Subject<'_>, positions: &RowPositions, shown: Viewport) -> Vec<Layer> {
    /// Largest number of runs, and of all steps: more could not be told apart.
    const MOST_RUNS: usize = 1024;
    const MOST_STEPS: u64 = 4096;
    let span = shown.x;
    let first = positions.runs.partition_point(|run| run.rows.end as f64 <= span.start);
    let end = positions.runs.partition_point(|run| (run.rows.start as f64) < span.end);
    let runs = positions.runs.get(first..end).unwrap_or_default();
    let every = runs.len().div_ceil(MOST_RUNS).max(1);
    let num = runs.len().div_ceil(every).max(1) as u64;
    let layer = |run: &RowRun| {
        let points = steps(run, span, MOST_STEPS / num);
        if points.is_empty() {
            let ends = [run.rows.start, run.rows.end];
            let points = ends.map(|row| (row as f64, shown.y.start)).to_vec();
            Layer::Path { points, width: 6.0, color: subject.theme.error }
        } else {
            Layer::Path { points, width: 2.0, color: subject.theme.curve(0) }
        }
    };
    runs.iter().step_by(every).map(layer).collect()
}

/// Steps of the rows of a run within a span: one after the other, or every so many where they are more than `most`.
fn steps(run: &RowRun, span: Span, most: u64) -> Vec<(f64, f64)> {
    let first = (span.start.max(0.0) as u64).saturating_sub(1).max(run.rows.start);
    let end = (span.end.max(0.0).ceil() as u64).saturating_add(1).min(run.rows.end);
    let every = end.saturating_sub(first).div_ceil(most).max(1);
    let rows = (first..end).step_by(every as usize);
    rows.filter_map(|row| Some((row, run.position(row - run.rows.start)?)))
        .flat_map(|(row, position)| {
            let end = (row + every).min(end);
            [(row as f64, position), (end as f64, position)]
        })
        .collect()
}

impl Behavior for RowPositionsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Rows, ..Descriptor::of("Position of each row") }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match found(subject) {
            Err(reason) => Body::Note(reason),
            Ok(found) => {
                let viewport = visible(View::RowPositions, self, subject);
                let whole = self.whole(subject);
                let mut layers = stairs(subject, &found.positions, viewport);
                layers.push(Layer::Cell(self.selected(subject).0));
                Body::Chart(Chart {
                    x: Axis::cells("row", 0, viewport.x, whole.x.end)
                        .counting(Dimension::Positions),
                    y: Axis::values("position", viewport.y, whole.y),
                    is_square: false,
                    layers,
                })
            }
        };
        self.drawn(subject, "which position is in each row", body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let found = match found(subject) {
            Ok(found) => found,
            Err(reason) => return reason,
        };
        let mut all = sentences(&found.positions);
        if all.is_empty() {
            let last = found.positions.num_rows().saturating_sub(1) as i64;
            all.push(format!("Row i is position i, from 0 to {}.", number::grouped(last)));
        }
        if !found.is_certain {
            all.insert(0, "By the closest encoding, which is not certain:".to_owned());
        }
        all.join(" ")
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        /// Largest number of rows in the text for the clipboard.
        const MOST: usize = 1_000_000;
        let found = found(subject).ok()?;
        let line = |(row, position): (usize, Option<f64>)| {
            format!("{row}\t{}", position.map_or_else(String::new, number::shortest))
        };
        let rows = found.positions.iter().take(MOST).enumerate().map(line);
        Some(std::iter::once("row\tposition".to_owned()).chain(rows).collect::<Vec<_>>().join("\n"))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        question(subject).map(Computation::from)
    }
}

impl Cells for RowPositionsView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let Ok(found) = found(subject) else { return Viewport::whole([1.0, 1.0]) };
        let rows = found.positions.num_rows().max(1) as f64;
        let Span { start, end } = Span { start: found.range.0, end: found.range.1 }.finite();
        let margin = (0.05 * (end - start)).max(0.5);
        Viewport {
            x: Span { start: 0.0, end: rows },
            y: Span { start: start - margin, end: end + margin },
        }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, 1e-3]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (subject.scene.position() - subject.scene.extent().start(), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        Action::Select { position: position_at(scene, cell.0), column: scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let Ok(found) = found(subject) else { return Vec::new() };
        let row = cell.0.max(0) as u64;
        let told = found.positions.position(row).map_or_else(
            || "none".to_owned(),
            |it| {
                let sign = if found.positions.is_up_to_sign && it != 0.0 { "±" } else { "" };
                format!("{sign}{}", shown(it))
            },
        );
        vec![("row".into(), number::grouped(row as i64)), ("position".into(), told)]
    }
}
