//! Axis and wavelength of every column of a grid's encoding, or of every pair of a head whose tokens have three
//! positions.

use std::f64::consts::TAU;

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Subject, ViewSides, by_frequency, column_at,
    names, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        ends_of,
        grid::{Grid, GridAxis, GridColumn},
        rotary::{Rotary, SectionRule, Sections, TokenAxis},
    },
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Span, number},
    scene::{View, Viewport},
};

pub(super) struct GridAxes;

/// Encoding of several axes.
#[derive(Clone, Copy)]
enum Own<'a> {
    Grid(&'a Grid),
    Sections(&'a Rotary, Sections),
}

/// Encoding of a subject. Only for views whose `Requirement` is `Axes`.
fn own(subject: Subject<'_>) -> Own<'_> {
    if let Some(grid) = subject.table.encoding.grid() {
        return Own::Grid(grid);
    }
    let rotary = subject.table.waves().and_then(|waves| waves.rotary());
    let sections = rotary.and_then(|rotary| Some(Own::Sections(rotary, rotary.sections()?)));
    sections.expect("View::behavior offers such views only where there are several axes")
}

impl Own<'_> {
    /// Axis, as the grid's of the same place, and wavelength, in cells or positions, of every column or pair.
    fn columns(self) -> Vec<(GridAxis, f64)> {
        match self {
            Self::Grid(grid) => {
                grid.columns().iter().map(|it| (it.axis, wavelength(grid, it))).collect()
            }
            Self::Sections(rotary, sections) => {
                let omegas = (0..).zip(rotary.omegas());
                omegas
                    .map(|(pair, omega)| (of_token(sections.axis(pair)), TAU / omega.hi))
                    .collect()
            }
        }
    }

    fn has_frames(self) -> bool {
        match self {
            Self::Grid(grid) => grid.shape().has_frames(),
            Self::Sections(..) => true,
        }
    }
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

/// Colors of the axes, with their names.
fn meanings(own: Own<'_>) -> Vec<(u8, String)> {
    let name = |axis| match (own, axis) {
        (Own::Sections(..), axis) => axis_of_token(axis),
        (_, GridAxis::Row) => "row y",
        (_, GridAxis::Column) => "column x",
        (_, GridAxis::Frame) => "frame",
    };
    let axes = [GridAxis::Row, GridAxis::Column, GridAxis::Frame];
    axes.map(|axis| (color(axis), name(axis).to_owned())).into()
}

/// Runs of columns that belong to one axis.
fn runs(columns: &[(GridAxis, f64)]) -> Vec<(GridAxis, usize, usize)> {
    let mut runs: Vec<(GridAxis, usize, usize)> = Vec::new();
    for (j, &(axis, _)) in columns.iter().enumerate() {
        match runs.last_mut() {
            Some((known, _, last)) if *known == axis => *last = j,
            _ => runs.push((axis, j, j)),
        }
    }
    runs
}

fn of_grid(own: Own<'_>) -> String {
    /// Number of runs that are named.
    const MOST: usize = 6;
    let frames = if own.has_frames() { ", green: frame" } else { "" };
    let runs = runs(&own.columns());
    let named = |(axis, first, last): &(GridAxis, usize, usize)| match axis {
        GridAxis::Frame => format!("{first} to {last} show the frame"),
        GridAxis::Row => format!("{first} to {last} show the row"),
        GridAxis::Column => format!("{first} to {last} show the column"),
    };
    let list: Vec<String> = runs.iter().take(MOST).map(named).collect();
    let rest = if runs.len() > MOST { " and so on" } else { "" };
    format!("Columns {}{rest}. Blue: row y, orange: column x{frames}.", list.join(", "))
}

fn of_sections(rotary: &Rotary, sections: Sections) -> String {
    let num = rotary.num_pairs();
    let count = |axis| (0..num).filter(|&pair| sections.axis(pair) == axis).count();
    let [t, h, w] = [TokenAxis::Time, TokenAxis::Row, TokenAxis::Column].map(count);
    let rule = match sections.rule {
        SectionRule::Contiguous => "one after the other",
        SectionRule::Interleaved => "in turns",
        SectionRule::Alternating => "height and width in turns, then time",
    };
    let own = format!(
        "Green: {t} pairs turn with the time t, blue: {h} with the row h, orange: {w} with the column w, {rule}."
    );
    let other = Sections {
        rule: match sections.rule {
            SectionRule::Interleaved => SectionRule::Contiguous,
            SectionRule::Contiguous | SectionRule::Alternating => SectionRule::Interleaved,
        },
        ..sections
    };
    let wrong = (0..num).filter(|&pair| sections.axis(pair) != other.axis(pair)).count();
    let [a, b, c] = sections.sizes;
    format!(
        "{own} A program that takes the sections {a}, {b}, {c} as {} turns {wrong} of {num} pairs by another axis: text \
         stays as it is, images do not.",
        other.rule.key()
    )
}

/// Axis of a grid that a position of a token corresponds to.
fn of_token(axis: TokenAxis) -> GridAxis {
    match axis {
        TokenAxis::Time => GridAxis::Frame,
        TokenAxis::Row => GridAxis::Row,
        TokenAxis::Column => GridAxis::Column,
    }
}

/// Letter and name of an axis of a token.
fn axis_of_token(axis: GridAxis) -> &'static str {
    match axis {
        GridAxis::Frame => "t (time)",
        GridAxis::Row => "h (row)",
        GridAxis::Column => "w (column)",
    }
}

/// Selected column or pair.
fn selected(subject: Subject<'_>) -> i64 {
    match own(subject) {
        Own::Grid(_) => i64::from(subject.scene.column()),
        Own::Sections(..) => by_frequency::selected(subject).map_or(0, |pair| pair as i64),
    }
}

impl Behavior for GridAxes {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Axes,
            sides: ViewSides::Both,
            shown_with: "convention=mae-2d&grid=5x8",
            ..Descriptor::of("Axes of the columns")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let own = own(subject);
        let viewport = visible(View::GridAxes, self, subject);
        let whole = self.whole(subject);
        let columns = own.columns();
        let (x, dimension, y, sentence) = match own {
            Own::Grid(_) => (
                names::columns(&subject),
                Dimension::Columns,
                "wavelength (cells)",
                "which coordinate a column shows, and its wavelength",
            ),
            Own::Sections(..) => (
                "pair (frequency index)",
                Dimension::Frequencies,
                "wavelength (positions)",
                "by which of its three positions a token turns a pair",
            ),
        };
        self.drawn(
            subject,
            sentence.to_owned(),
            Body::Chart(Chart {
                x: Axis::cells(x, 0, viewport.x, whole.x.end).counting(dimension),
                y: Axis::logarithms(y, viewport.y, whole.y),
                is_square: false,
                layers: vec![
                    Layer::Points {
                        values: columns.iter().map(|(_, length)| length.log10()).collect(),
                        colors: columns.iter().map(|&(axis, _)| color(axis)).collect(),
                        meanings: meanings(own),
                    },
                    Layer::Cell(selected(subject)),
                ],
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        match own(subject) {
            own @ Own::Grid(_) => of_grid(own),
            Own::Sections(rotary, sections) => of_sections(rotary, sections),
        }
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for GridAxes {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let columns = own(subject).columns();
        let (low, high) = ends_of(columns.iter().map(|(_, length)| length.log10()));
        let y = if low <= high {
            Span { start: (low - 0.1).floor(), end: (high + 0.1).ceil() }
        } else {
            Span { start: 0.0, end: 1.0 }
        };
        Viewport { x: Span { start: 0.0, end: columns.len().max(1) as f64 }, y }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, 0.1]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (selected(subject), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        match own(subject) {
            Own::Grid(_) => {
                let column = column_at(subject.scene, cell.0);
                Action::Select { position: subject.scene.position(), column, gesture }
            }
            Own::Sections(..) => by_frequency::pick(subject, cell.0, gesture),
        }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let own = own(subject);
        let j = cell.0.max(0) as usize;
        let Some((axis, length)) = own.columns().get(j).copied() else { return Vec::new() };
        let length = number::readable(length, 6);
        match own {
            Own::Grid(grid) => vec![
                ("column".into(), j.to_string()),
                ("axis".into(), axis.key().to_owned()),
                ("component".into(), grid.columns()[j].component.name().to_owned()),
                ("wavelength".into(), format!("{length} cells")),
            ],
            Own::Sections(..) => vec![
                ("pair".into(), j.to_string()),
                ("turned by".into(), axis_of_token(axis).to_owned()),
                ("wavelength".into(), format!("{length} positions")),
            ],
        }
    }
}
