//! Axis and wavelength of every column of a grid's encoding.

use std::f64::consts::TAU;

use super::{Behavior, Cells, Fact, Need, Subject, ViewSides, caption, column_at, names, visible};
use crate::{
    action::{Action, Gesture},
    encoding::grid::{Grid, GridAxis, GridColumn},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Span, number},
    scene::{View, Viewport},
};

pub(super) struct GridAxes;

/// Grid of a subject. Only for views whose `Need` is `Grid`.
fn grid(subject: Subject<'_>) -> &Grid {
    let found = subject.table.encoding.grid();
    found.expect("View::behavior offers such views only where there is a grid")
}

/// Wavelength of a column in cells.
fn wavelength(own: &Grid, column: &GridColumn) -> f64 {
    let n = own.shape().along(column.axis);
    TAU / (column.omega * (own.coordinate(1, n) - own.coordinate(0, n)))
}

/// Index of the color of an axis.
fn color(axis: GridAxis) -> u8 {
    match axis {
        GridAxis::Row => 0,
        GridAxis::Column => 1,
        GridAxis::Frame => 2,
    }
}

/// Runs of columns that belong to one axis.
fn runs(own: &Grid) -> Vec<(GridAxis, usize, usize)> {
    let mut runs: Vec<(GridAxis, usize, usize)> = Vec::new();
    for (j, column) in own.columns().iter().enumerate() {
        match runs.last_mut() {
            Some((axis, _, last)) if *axis == column.axis => *last = j,
            _ => runs.push((column.axis, j, j)),
        }
    }
    runs
}

fn explanation(own: &Grid) -> String {
    /// Number of runs that are named.
    const MOST: usize = 6;
    let frames = if own.shape().has_frames() { ", green: frame" } else { "" };
    let runs = runs(own);
    let named = |(axis, first, last): &(GridAxis, usize, usize)| match axis {
        GridAxis::Frame => format!("{first} to {last} show the frame"),
        GridAxis::Row => format!("{first} to {last} show the row"),
        GridAxis::Column => format!("{first} to {last} show the column"),
    };
    let list: Vec<String> = runs.iter().take(MOST).map(named).collect();
    let rest = if runs.len() > MOST { " and so on" } else { "" };
    format!("Columns {}{rest}. Blue: row y, orange: column x{frames}.", list.join(", "))
}

impl Behavior for GridAxes {
    fn title(&self) -> &'static str {
        "Axes of the columns"
    }

    fn need(&self) -> Need {
        Need::Grid
    }

    fn sides(&self) -> ViewSides {
        ViewSides::Both
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let own = grid(subject);
        let viewport = visible(View::GridAxes, self, subject);
        let whole = self.whole(subject);
        let columns = own.columns();
        Figure {
            title: self.title().to_owned(),
            sentence: "which coordinate a column shows, and its wavelength".to_owned(),
            caption: caption(subject.scene),
            explanation: explanation(own),
            display: None,
            body: Body::Chart(Chart {
                x: Axis::cells(names::columns(&subject), 0, viewport.x, whole.x.end)
                    .counting(Dimension::Columns),
                y: Axis::logarithms("wavelength (cells)", viewport.y, whole.y),
                is_square: false,
                layers: vec![
                    Layer::Points {
                        values: columns.iter().map(|it| wavelength(own, it).log10()).collect(),
                        colors: columns.iter().map(|it| color(it.axis)).collect(),
                    },
                    Layer::Cell(i64::from(subject.scene.column())),
                ],
            }),
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        format!("{}. {}", self.title(), explanation(grid(subject)))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for GridAxes {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let own = grid(subject);
        let logarithms = own.columns().iter().map(|it| wavelength(own, it).log10());
        let finite = logarithms.filter(|it| it.is_finite());
        let (low, high) =
            finite.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        let y = if low <= high {
            Span { start: (low - 0.1).floor(), end: (high + 0.1).ceil() }
        } else {
            Span { start: 0.0, end: 1.0 }
        };
        Viewport { x: Span { start: 0.0, end: f64::from(own.num_columns().max(1)) }, y }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, 0.1]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (i64::from(subject.scene.column()), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let column = column_at(subject.scene, cell.0);
        Action::Select { position: subject.scene.position(), column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let own = grid(subject);
        let j = column_at(subject.scene, cell.0);
        let mut facts: Vec<Fact> = vec![("column".into(), j.to_string())];
        if let Some(column) = own.columns().get(j as usize) {
            facts.extend([
                ("axis".into(), column.axis.key().to_owned()),
                ("component".into(), column.component.name().to_owned()),
                (
                    "wavelength".into(),
                    format!("{} cells", number::readable(wavelength(own, column), 6)),
                ),
            ]);
        }
        facts
    }
}
