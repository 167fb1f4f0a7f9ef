//! The numbers themselves.

use egui::Ui;

use super::{Behavior, Need, Subject, caption, controls};
use crate::{
    action::Action,
    picture::{Body, Figure, Values as Table, number},
    scene::{Digits, Key, Scene, View, Viewport},
};

pub(super) struct Values;

/// What is marked, inside the table; `None` where nothing is, or all of it lies outside.
fn marked(scene: &Scene) -> Option<Viewport> {
    let table = scene.whole_table();
    let marked = scene.draft().marked?;
    let is_inside = marked.x.start < table.x.end && marked.y.start < table.y.end;
    is_inside.then(|| marked.whole_cells(table))
}

/// Rows and columns that are marked, for copying.
pub fn marked_range(scene: &Scene) -> Option<(std::ops::Range<u64>, std::ops::Range<u64>)> {
    let Viewport { x, y } = marked(scene)?;
    Some((y.start as u64..y.end as u64, x.start as u64..x.end as u64))
}

fn said(scene: &Scene) -> String {
    match marked_range(scene) {
        Some((rows, columns)) => {
            let start = scene.extent().start();
            format!(
                "Marked: positions {} to {}, columns {} to {}.",
                number::grouped(start + rows.start as i64),
                number::grouped(start + rows.end as i64 - 1),
                columns.start,
                columns.end - 1
            )
        }
        None => String::new(),
    }
}

impl Behavior for Values {
    fn title(&self) -> &'static str {
        "Values"
    }

    fn need(&self) -> Need {
        Need::Rows
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, table, .. } = subject;
        let extent = scene.extent();
        let window = scene.draft().viewports.get(View::Values);
        Figure {
            title: self.title().to_owned(),
            sentence: format!(
                "PE(t, j), {} × {}",
                number::counted(extent.length() as i64, "position"),
                number::counted(i64::from(scene.num_columns()), "column")
            ),
            caption: caption(scene),
            says: said(scene),
            display: None,
            body: Body::Values(Table {
                table: table.clone(),
                first: window.map(|window| (window.y.start as i64, window.x.start as i64)),
                selected: (scene.position() - extent.start(), i64::from(scene.column())),
                marked: marked(scene).map(|marked| (marked.x, marked.y)),
                decimals: scene.draft().digits.get(),
            }),
        }
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
            said(scene)
        )
    }

    fn control_keys(&self) -> &'static [Key] {
        &[Key::Digits, Key::Range]
    }

    fn controls_ui(&self, ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        let scene = subject.scene;
        controls::of_key(ui, scene, Key::Digits, |ui| {
            ui.label("Digits").on_hover_text(Key::Digits.help());
            let mut digits = scene.draft().digits.get();
            let range = Digits::FEWEST..=Digits::MOST;
            let drag = egui::DragValue::new(&mut digits).range(range).speed(0.05);
            let response = ui.add(drag).accessible_name("Digits").on_hover_text(Key::Digits.help());
            controls::changed_by(&response, Key::Digits, &digits, actions);
        });
        controls::of_key(ui, scene, Key::Range, |ui| {
            let is_marked = scene.draft().marked.is_some();
            let button = egui::Button::new("Clear the mark");
            let help = "Shift + click or Shift + arrow keys mark a range; Copy values copies it";
            let response =
                ui.add_enabled(is_marked, button).on_hover_text(help).on_disabled_hover_text(help);
            if response.clicked() {
                actions.push(Action::Mark(None));
            }
        });
    }
}
