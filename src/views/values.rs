//! Values of the table as numbers.

use super::{
    Behavior, Descriptor, Requirement, Subject, ViewSides,
    controls::{Control, ControlRow},
    names,
};
use crate::{
    action::Action,
    picture::{Body, Figure, Span, Values as Table, number},
    scene::{Digits, Key, Scene, Setting, View, Viewport},
};

pub(super) struct ValuesView;

/// Marked range within the table; `None` if nothing is marked or the range lies outside.
fn marked(scene: &Scene) -> Option<Viewport> {
    let table = scene.whole_table();
    let marked = scene.draft().marked?;
    let overlaps = |span: Span, all: Span| span.start < all.end && span.end > all.start;
    let is_inside = overlaps(marked.x, table.x) && overlaps(marked.y, table.y);
    is_inside.then(|| marked.whole_cells(table))
}

/// Marked rows and columns, counted from 0, for copying; `None` if nothing is marked.
pub fn marked_range(scene: &Scene) -> Option<(std::ops::Range<u64>, std::ops::Range<u64>)> {
    let Viewport { x, y } = marked(scene)?;
    Some((y.start as u64..y.end as u64, x.start as u64..x.end as u64))
}

fn explanation(scene: &Scene) -> String {
    match marked_range(scene) {
        Some((rows, columns)) => {
            let start = scene.extent().start();
            format!(
                "Selected: positions {} to {}, columns {} to {}.",
                number::grouped(start + rows.start as i64),
                number::grouped(start + rows.end as i64 - 1),
                columns.start,
                columns.end - 1
            )
        }
        None => String::new(),
    }
}

impl Behavior for ValuesView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::All,
            control_keys: &[Key::Digits, Key::Range],
            ..Descriptor::of("Values")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, table, .. } = subject;
        let extent = scene.extent();
        let whole = scene.whole_table();
        let first = scene.draft().viewports.get(View::Values).map(|it| {
            let cell = |start: f64, all: Span| start.clamp(all.start, all.end - 1.0) as i64;
            (cell(it.y.start, whole.y), cell(it.x.start, whole.x))
        });
        self.drawn(
            subject,
            format!(
                "{}, {} × {}",
                names::values(&subject),
                number::counted(extent.length() as i64, "position"),
                number::counted(i64::from(scene.num_columns()), "column")
            ),
            Body::Values(Table {
                table: table.clone(),
                first,
                selected: (scene.position() - extent.start(), i64::from(scene.column())),
                marked: marked(scene).map(|marked| (marked.x, marked.y)),
                decimals: scene.draft().digits.get(),
            }),
        )
        .explained(|| explanation(scene))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let Subject { scene, table, .. } = subject;
        let extent = scene.extent();
        let (t, j) = (scene.position(), scene.column());
        let value = number::decimal(table.encoding.value(t, j), scene.draft().digits.get());
        format!(
            "Values, {} positions by {} columns; position {}, column {j}: {value}. {}",
            extent.length(),
            scene.num_columns(),
            number::grouped(t),
            explanation(scene)
        )
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let draft = subject.scene.draft();
        let digits = [
            Control::label("Digits", Key::Digits),
            Control::Number {
                name: "Digits",
                help: Key::Digits.help(),
                value: draft.digits.get() as i64,
                range: Digits::FEWEST as i64..=Digits::MOST as i64,
                setting: Box::new(|digits| Setting::Digits(Digits::new(digits))),
            },
        ];
        let clear = Control::Button {
            title: "Clear selection".to_owned(),
            help: "Shift + click or Shift + arrow keys select a range; Copy values copies it"
                .to_owned(),
            action: draft.marked.map(|_marked| Action::Mark(None)),
        };
        vec![ControlRow::new(Key::Digits, digits), ControlRow::new(Key::Range, [clear])]
    }
}
