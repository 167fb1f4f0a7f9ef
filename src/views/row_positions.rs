//! Position of every row: those of an encoding by its rule, and those that the values of a file tell.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Need, Subject, behavior::position_at,
    position_words::sentences, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{Places, RowPositions, RowRun, Spacing, Spec},
    model::{Identified, IdentityQuestion},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Span, number},
    scene::{View, Viewport},
};

pub(super) struct RowPositionsView;

/// Question of the positions of a file's rows; `None` where a rule tells them.
fn question(subject: Subject<'_>) -> Option<IdentityQuestion> {
    let is_read = matches!(subject.table.encoding.spec().exact(), Spec::Data { .. });
    is_read.then(|| IdentityQuestion { table: subject.table.clone() })
}

/// Positions of the rows, and whether they are certain; or the reason that there are none.
fn found(subject: Subject<'_>) -> Result<(RowPositions, bool), String> {
    let Some(question) = question(subject) else {
        let Spacing { start, step } = subject
            .scene
            .spacing()
            .unwrap_or_else(|| Spacing { start: subject.table.extent.start() as f64, step: 1.0 });
        return Ok((RowPositions::line(subject.table.num_rows(), start, step), true));
    };
    match subject.results.find(&question).map(AsRef::as_ref) {
        None => Err("Which position is in each row?".to_owned()),
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(found)) => match found.row_positions() {
            Some(positions) => Ok((positions, found.is_certain())),
            None if matches!(found, Identified::List(..)) => {
                Err("A list of numbers has no rows at positions.".to_owned())
            }
            None => {
                Err("The rows are of no encoding that is known, so nothing tells their positions."
                    .to_owned())
            }
        },
    }
}

/// Runs of rows that can be seen.
fn shown(positions: &RowPositions, span: Span) -> impl Iterator<Item = &RowRun> {
    let is_shown =
        move |run: &&RowRun| run.rows.end as f64 > span.start && (run.rows.start as f64) < span.end;
    positions.runs.iter().filter(is_shown)
}

/// Steps of the rows of a run within a span: one after the other, or every so many where they are more than can be told
/// apart.
fn steps(run: &RowRun, span: Span) -> Vec<(f64, f64)> {
    /// Largest number of steps.
    const MOST: u64 = 2048;
    let first = (span.start.max(0.0) as u64).saturating_sub(1).max(run.rows.start);
    let end = (span.end.max(0.0).ceil() as u64).saturating_add(1).min(run.rows.end);
    let num = end.saturating_sub(first);
    let every = num.div_ceil(MOST).max(1);
    let rows = (first..end).step_by(every as usize);
    rows.filter_map(|row| Some((row, run.position(row - run.rows.start)?)))
        .flat_map(|(row, position)| {
            let end = (row + every).min(end);
            [(row as f64, position), (end as f64, position)]
        })
        .collect()
}

/// Range of the positions.
fn range(positions: &RowPositions) -> Span {
    let mut range = Span { start: f64::INFINITY, end: f64::NEG_INFINITY };
    for run in &positions.runs {
        let all: &[f64] = match &run.places {
            Places::List(all) => all,
            _ => &[],
        };
        let ends = run.ends().into_iter().flat_map(|(first, last)| [first, last]);
        for position in ends.chain(all.iter().copied()) {
            range.start = range.start.min(position);
            range.end = range.end.max(position);
        }
    }
    let Span { start, end } = range.finite();
    let margin = (0.05 * (end - start)).max(0.5);
    Span { start: start - margin, end: end + margin }
}

fn explanation(subject: Subject<'_>) -> String {
    let (positions, is_certain) = match found(subject) {
        Ok(found) => found,
        Err(reason) => return reason,
    };
    let mut all = sentences(&positions);
    if all.is_empty() {
        let last = positions.num_rows().saturating_sub(1) as i64;
        all.push(format!("Row i is position i, from 0 to {}.", number::grouped(last)));
    }
    if !is_certain {
        all.insert(0, "By the closest encoding, which is not certain:".to_owned());
    }
    all.join(" ")
}

impl Behavior for RowPositionsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor { need: Need::Rows, ..Descriptor::of("Position of each row") }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match found(subject) {
            Err(reason) => Body::Note(reason),
            Ok((positions, _)) => {
                let viewport = visible(View::RowPositions, self, subject);
                let whole = self.whole(subject);
                let theme = subject.theme;
                let mut layers = Vec::new();
                for run in shown(&positions, viewport.x) {
                    let points = steps(run, viewport.x);
                    layers.push(if points.is_empty() {
                        // At the lower edge: rows of no position.
                        let (first, end) = (run.rows.start as f64, run.rows.end as f64);
                        let y = viewport.y.start;
                        Layer::Path {
                            points: vec![(first, y), (end, y)],
                            width: 6.0,
                            color: theme.error,
                        }
                    } else {
                        Layer::Path { points, width: 2.0, color: theme.curve(0) }
                    });
                }
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
            .explained(|| explanation(subject))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        format!("{}. {}", self.title(), explanation(subject))
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        /// Largest number of rows in the text for the clipboard.
        const MOST: usize = 1_000_000;
        let (positions, _) = found(subject).ok()?;
        let line = |(row, position): (usize, Option<f64>)| {
            format!("{row}\t{}", position.map_or_else(String::new, number::shortest))
        };
        let rows = positions.iter().take(MOST).enumerate().map(line);
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
        let Ok((positions, _)) = found(subject) else { return Viewport::whole([1.0, 1.0]) };
        let end = positions.num_rows().max(1) as f64;
        Viewport { x: Span { start: 0.0, end }, y: range(&positions) }
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
        let Ok((positions, _)) = found(subject) else { return Vec::new() };
        let row = cell.0.max(0) as u64;
        let run = positions.runs.iter().find(|run| run.rows.contains(&row));
        let position = run.and_then(|run| run.position(row - run.rows.start));
        let sign = if positions.is_up_to_sign { "±" } else { "" };
        let told = position.map_or_else(
            || "none".to_owned(),
            |it| {
                let sign = if it == 0.0 { "" } else { sign };
                format!("{sign}{}", number::typographic(&number::shortest(it)))
            },
        );
        vec![("row".into(), number::grouped(row as i64)), ("position".into(), told)]
    }
}
