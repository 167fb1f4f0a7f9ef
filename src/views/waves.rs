//! Columns as curves over the positions: the heatmap shows the same values as colors, this view as heights.

use std::sync::Arc;

use super::{
    Behavior, Cells, Descriptor, Fact, Subject, ViewSides,
    along::position_axis,
    column_at,
    controls::{Control, ControlRow},
    names, position_at, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::Frequency,
    picture::{Axis, Body, Chart, Curve, Curves, Figure, Layer, Span, number},
    scene::{self, Key, Setting, View, Viewport},
};

pub(super) struct WavesView;

/// Smallest range of values that fills the view: ticks of finer steps would run out of digits.
const SMALLEST_VALUES: f64 = 1e-6;

/// Columns drawn: the chosen ones, or the selected one with its partner if none is chosen.
fn columns(subject: Subject<'_>) -> Vec<u32> {
    let scene = subject.scene;
    let d_model = scene.num_columns();
    let curves = scene.draft().curves;
    let chosen: Vec<u32> = curves.columns().iter().copied().filter(|&j| j < d_model).collect();
    if !chosen.is_empty() {
        return chosen;
    }
    let selected = scene.column();
    match subject.column_waves().frequency_of(selected).and_then(Frequency::pair) {
        Some((a, b)) => vec![a.min(b), a.max(b)],
        None => vec![selected],
    }
}

/// Names the drawn columns for a sentence: `column 4`, `columns 4 and 5`, `columns 0, 1 and 2`.
fn names(columns: &[u32]) -> String {
    let numbers: Vec<String> = columns.iter().map(u32::to_string).collect();
    match numbers.split_last() {
        Some((last, [])) => format!("column {last}"),
        Some((last, others)) => format!("columns {} and {last}", others.join(", ")),
        None => "all curves hidden".to_owned(),
    }
}

/// Range of all values, with a margin.
fn values(subject: Subject<'_>) -> Span {
    let amplitude = subject.column_waves().amplitude().abs().max(1.0);
    let Span { start, end } = Viewport::VALUES;
    Span { start: amplitude * start, end: amplitude * end }.finite()
}

impl WavesView {
    fn sentence(&self, subject: Subject<'_>, drawn: &[u32]) -> String {
        let names = names(drawn);
        let is_opening = subject.scene.draft().viewports.get(View::Waves).is_none();
        let shown = visible(View::Waves, self, subject).x;
        if is_opening && shown.length() < self.whole(subject).x.length() {
            return format!("{names}, eight wavelengths around t = {}", subject.scene.position());
        }
        format!("{} for every real t, {names}", names::values(&subject))
    }
}

impl Behavior for WavesView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            sides: ViewSides::Both,
            control_keys: &[Key::Curves, Key::Link],
            ..Descriptor::of("Waves")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.column_waves();
        let extent = scene.extent();
        let name = names::values(&subject);
        let viewport = visible(View::Waves, self, subject);
        let columns = columns(subject);
        let hidden = scene.draft().hidden;
        let curve = |(color, &column): (usize, &u32)| {
            let is_hidden = hidden.columns().contains(&column);
            Curve { column, color, is_hidden }
        };
        let curves = columns.iter().enumerate().map(curve).collect();
        let drawn: Vec<u32> =
            columns.into_iter().filter(|column| !hidden.columns().contains(column)).collect();
        self.drawn(
            subject,
            self.sentence(subject, &drawn),
            Body::Chart(Chart {
                x: position_axis(subject, viewport.x),
                y: Axis::values(&name, viewport.y, values(subject)),
                is_square: false,
                layers: vec![
                    Layer::Curves(Curves {
                        waves: Arc::clone(waves),
                        start: extent.start(),
                        columns: curves,
                    }),
                    Layer::PositionMarker(scene.position() - extent.start()),
                ],
            }),
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let t = scene.position();
        let columns = columns(subject);
        let values: Vec<String> = columns
            .iter()
            .map(|&column| number::readable(subject.column_waves().value(t, column), 6))
            .collect();
        format!(
            "Waves, {} over {} positions; at position {t}: {}",
            names(&columns),
            scene.extent().length(),
            values.join(", ")
        )
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let draft = subject.scene.draft();
        let curves = draft.curves;
        let edit = |curves| Action::Edit(Setting::Curves(curves), Gesture::Single);
        let follow = Control::choice(
            "Selected pair",
            "The waves of the selected column's pair",
            curves == scene::CurveColumns::default(),
            Setting::Curves(scene::CurveColumns::default()),
        );
        let remove = |&column: &u32| Control::Button {
            title: format!("{column} ×"),
            help: format!("Remove column {column}"),
            action: Some(edit(curves.without(column))),
        };
        let selected = subject.scene.column();
        let with = curves.with(selected);
        let help = match with {
            Some(_) => "Keep the wave of the selected column (six at most)",
            None => "Already shown, or six are shown",
        };
        let add = Control::Button {
            title: format!("Add {selected}"),
            help: help.to_owned(),
            action: with.map(edit),
        };
        let removals = curves.columns().iter().map(remove);
        let controls = [follow].into_iter().chain(removals).chain([add]).collect::<Vec<_>>();
        let link = Control::Toggle {
            title: "Same positions as the heatmap",
            is_on: draft.link,
            setting: Setting::Link(!draft.link),
        };
        vec![ControlRow::new(Key::Curves, controls), ControlRow::new(Key::Link, [link])]
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn toggle_curve(&self, subject: Subject<'_>, column: u32) -> Option<Action> {
        let hidden = subject.scene.draft().hidden;
        // Hidden columns that the view no longer draws are dropped.
        let others = columns(subject)
            .into_iter()
            .filter(|&listed| (listed == column) != hidden.columns().contains(&listed));
        let hidden = others.fold(scene::CurveColumns::default(), |hidden, column| {
            hidden.with(column).unwrap_or(hidden)
        });
        Some(Action::Edit(Setting::Hidden(hidden), Gesture::Single))
    }
}

impl Cells for WavesView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        Viewport { x: subject.scene.whole_table().y, y: values(subject) }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, SMALLEST_VALUES]
    }

    /// Some wavelengths of the selected column around the position, where all of them would be a solid block.
    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        /// Wavelengths that can be told apart, and those that are shown otherwise.
        const MOST: f64 = 40.0;
        const SHOWN: f64 = 8.0;
        let whole = self.whole(subject);
        let frequency = subject.column_waves().frequency_of(subject.scene.column());
        let Some(wavelength) = frequency.map(Frequency::wavelength) else { return whole };
        if whole.x.length() <= MOST * wavelength {
            return whole;
        }
        let length = (SHOWN * wavelength).ceil();
        let (selected, _) = self.selected(subject);
        let last = whole.x.end - length;
        let start = (selected as f64 + 0.5 - length / 2.0).floor().clamp(whole.x.start, last);
        Viewport { x: Span { start, end: start + length }, ..whole }
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (subject.scene.position() - subject.scene.extent().start(), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let position = position_at(subject.scene, cell.0);
        Action::Select { position, column: subject.scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let t = position_at(subject.scene, cell.0);
        let position = ("position".into(), number::grouped(t));
        let values = columns(subject).into_iter().map(|column| {
            let value = number::shortest(subject.column_waves().value(t, column));
            (format!("column {column}").into(), number::typographic(&value))
        });
        [position].into_iter().chain(values).collect()
    }

    /// Moves horizontally from position to position, and vertically from column to column.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let row = self.selected(subject).0.saturating_add(by.0);
        let column = column_at(scene, i64::from(scene.column()).saturating_add(by.1));
        Action::Select { position: position_at(scene, row), column, gesture }
    }
}
