//! Manifold: positions as points on the curve t ↦ PE(t), which is an interpolation, not a lookup.

use super::{
    Behavior, Computation, Descriptor, Requirement, Subject, ViewSides,
    controls::{Control, ControlRow},
};
use crate::{
    encoding::{Principal, PrincipalQuestion},
    picture::{Axis, Body, Chart, Coordinate, Figure, Layer, Span, Trace, number},
    scene::{CurveAxes, CurveAxis, Key, Scene, Setting},
};

pub(super) struct Manifold;

/// Maximum number of positions drawn at once: more would hide each other.
const MOST: i64 = 512;
/// Half the range of an axis along a column: the largest value, 1, with a margin.
const REACH: f64 = 1.15;

/// First and last position drawn: around the selected one, within the table.
fn shown(scene: &Scene) -> (i64, i64) {
    let extent = scene.extent();
    let num = MOST.min(extent.length() as i64);
    let first = (scene.position() - num / 2).clamp(extent.start(), extent.last() - num + 1);
    (first, first + num - 1)
}

/// First and last position that the principal directions are computed from, if they exceed those drawn. `None`
/// along columns, where the additional positions would fill the frame.
fn context_range(subject: Subject<'_>, first: i64, last: i64) -> Option<(i64, i64)> {
    let scene = subject.scene;
    let principal = subject.principal().filter(|_| scene.draft().axes.has_directions())?;
    let start = scene.extent().start();
    let end = start + principal.num_positions() as i64 - 1;
    (start < first || end > last).then_some((start, end))
}

/// Axis as it is drawn: its label, half of its range, and the coordinate of rows along it.
struct DrawnAxis {
    name: String,
    reach: f64,
    coordinate: Coordinate,
}

/// Axis along a column or a principal direction. `None` for a direction that is not computed yet, or that the
/// table does not have.
fn drawn_axis(subject: Subject<'_>, axis: CurveAxis) -> Option<DrawnAxis> {
    let Subject { scene, .. } = subject;
    let encoding = &subject.table.encoding;
    match axis {
        CurveAxis::Column(column) => {
            let column = column.min(scene.num_columns() - 1);
            Some(DrawnAxis {
                name: format!("PE(t, {column})"),
                reach: REACH
                    * match subject.table.column_waves() {
                        Some(waves) => waves.amplitude().abs().max(1.0),
                        None => subject.table.bound(),
                    },
                coordinate: Coordinate::column(encoding, column),
            })
        }
        CurveAxis::Direction(index) => {
            let principal = subject.principal()?;
            let direction = principal.directions().get(usize::from(index))?;
            let percent = number::readable(100.0 * principal.shares()[usize::from(index)], 3);
            Some(DrawnAxis {
                name: format!("principal direction {} ({percent} % of the variance)", index + 1),
                reach: (REACH * principal.reaches()[usize::from(index)]).max(1e-3),
                coordinate: Coordinate::along(encoding, direction, principal.mean()),
            })
        }
    }
}

/// Reason why the curve cannot be drawn.
fn missing(subject: Subject<'_>) -> String {
    let d_model = subject.scene.num_columns();
    if d_model > Principal::MOST_COLUMNS {
        return format!(
            "Principal directions are computed for d_model up to {}: choose two columns.",
            Principal::MOST_COLUMNS
        );
    }
    match subject.principal() {
        Some(_) => format!(
            "A table of {} has no such direction.",
            number::counted(i64::from(d_model), "column")
        ),
        None => "Computing the principal directions…".to_owned(),
    }
}

impl Behavior for Manifold {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            is_wide: false,
            control_keys: &[Key::Axes],
            ..Descriptor::of("Manifold")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let found = scene.draft().axes.0.map(|axis| drawn_axis(subject, axis));
        let (first, last) = shown(scene);
        let span = |reach: f64| Span { start: -reach, end: reach };
        let axis = |name: &str, reach: f64| Axis::values(name, span(reach), span(reach));
        let (x, y, layers) = match found {
            [Some(x), Some(y)] => {
                // Both axes have the same scale and range, so that a curve that hardly varies along one of them
                // looks flat.
                let reach = x.reach.max(y.reach);
                let axes = (axis(&x.name, reach), axis(&y.name, reach));
                let trace = Trace {
                    axes: [x.coordinate, y.coordinate],
                    first,
                    last,
                    position: scene.position(),
                    other: scene.other_position(),
                    behind: context_range(subject, first, last),
                };
                (axes.0, axes.1, vec![Layer::Trace(trace)])
            }
            _ => (axis("", 1.0), axis("", 1.0), Vec::new()),
        };
        self.drawn(
            subject,
            if last - first + 1 == scene.extent().length() as i64 {
                format!("positions {} to {}", number::grouped(first), number::grouped(last))
            } else {
                format!(
                    "{MOST} positions around t: {} to {}",
                    number::grouped(first),
                    number::grouped(last)
                )
            },
            Body::Chart(Chart { x, y, is_square: true, layers }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let axes = scene.draft().axes;
        let [Some(x), Some(y)] = axes.0.map(|axis| drawn_axis(subject, axis)) else {
            return missing(subject);
        };
        let t = scene.position();
        let at = |drawn_axis: &DrawnAxis| {
            number::typographic(&number::readable(drawn_axis.coordinate.at(t), 6))
        };
        let place = format!("Position {} is at ({}, {})", number::grouped(t), at(&x), at(&y));
        let between = if subject.table.column_waves().is_some() {
            "Between integer positions the curve continues: a function, not a lookup table."
        } else {
            "Between its rows a table has no values: the lines only join neighbors."
        };
        match subject.principal().filter(|_| axes.has_directions()) {
            Some(principal) => {
                let num = principal.num_positions();
                let of = match num {
                    1 => "the only position".to_owned(),
                    num if num == scene.extent().length() => format!("all {num} positions"),
                    num => format!("the first {num} positions"),
                };
                format!("{place} along the principal directions of {of}. {between}")
            }
            None => format!("{place}. {between}"),
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let scene = subject.scene;
        let axes = scene.draft().axes;
        let directions = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| {
            let these = CurveAxes([a, b].map(CurveAxis::Direction));
            let title = format!("Principal {}, {}", a + 1, b + 1);
            let help = "The directions of greatest variance as axes";
            Control::choice(title, help, axes == these, Setting::Axes(these))
        });
        // Initial columns when directions are drawn: the selected column and that of the next pair.
        let (j, last) = (scene.column(), scene.num_columns() - 1);
        let columns = match axes.0 {
            [CurveAxis::Column(a), CurveAxis::Column(b)] => [a, b].map(|j| j.min(last)),
            _ => [j, (j + 2).min(last)],
        };
        let these = |columns: [u32; 2]| Setting::Axes(CurveAxes(columns.map(CurveAxis::Column)));
        let help = "Two columns as axes, the selected one first";
        let choice = Control::choice("Columns", help, !axes.has_directions(), these(columns));
        let entry = |(i, name): (usize, _)| Control::Number {
            name,
            help: name,
            value: columns[i].into(),
            range: 0..=last.into(),
            setting: Box::new(move |column| {
                let mut columns = columns;
                columns[i] = column as u32;
                these(columns)
            }),
        };
        let entries = [(0, "Horizontal column"), (1, "Vertical column")].map(entry);
        vec![
            ControlRow::new(Key::Axes, directions),
            ControlRow::new(Key::Axes, [choice].into_iter().chain(entries).collect::<Vec<_>>()),
        ]
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        let Subject { scene, table, .. } = subject;
        let is_wanted =
            scene.draft().axes.has_directions() && scene.num_columns() <= Principal::MOST_COLUMNS;
        is_wanted.then(|| PrincipalQuestion { table: table.clone() }.into())
    }
}
