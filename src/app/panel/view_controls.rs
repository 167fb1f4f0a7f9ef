//! Draws the controls that views describe.

use egui::Ui;

use super::{
    bidi_layout,
    control_highlight::{choice_ui, point_out},
};
use crate::{
    action::{Action, Gesture, GestureSource},
    scene::{Key, Scene, Setting},
    views::{Control, ControlRow},
};

/// Height above which a sentence scrolls.
const TEXT_HEIGHT: f32 = 76.0;

/// Shows the rows whose controls are visible in the scene.
pub(super) fn ui(ui: &mut Ui, scene: &Scene, rows: Vec<ControlRow>, actions: &mut Vec<Action>) {
    for row in rows.into_iter().filter(|row| scene.is_control_visible(row.key)) {
        let key = row.key;
        let rect = match <[Control; 1]>::try_from(row.controls) {
            Ok([Control::Text { name, hint, text }]) => text_ui(ui, key, name, hint, text, actions),
            Ok([control]) => row_ui(ui, key, vec![control], actions),
            Err(controls) => row_ui(ui, key, controls, actions),
        };
        point_out(ui, key, rect);
    }
}

fn row_ui(ui: &mut Ui, key: Key, controls: Vec<Control>, actions: &mut Vec<Action>) -> egui::Rect {
    let shown = ui.horizontal_wrapped(|ui| {
        for control in controls {
            control_ui(ui, key, control, actions);
        }
    });
    shown.response.rect
}

fn control_ui(ui: &mut Ui, key: Key, control: Control, actions: &mut Vec<Action>) {
    match control {
        Control::Label { text, help } => {
            ui.label(text).on_hover_text(help);
        }
        Control::Choice { title, help, is_chosen, actions: chosen } => {
            if choice_ui(ui, is_chosen, &title, help) {
                actions.extend(chosen);
            }
        }
        Control::Toggle { title, is_on, setting } => {
            let mut is_checked = is_on;
            if ui.checkbox(&mut is_checked, title).on_hover_text(key.help()).changed() {
                actions.push(Action::Edit(setting, Gesture::Single));
            }
        }
        Control::Number { name, help, value, range, speed, setting } => {
            let mut dragged = value;
            let drag = egui::DragValue::new(&mut dragged).range(range).speed(speed);
            let response = ui.add(drag).accessible_name(name).on_hover_text(help);
            edit(&response, key, || Ok(setting(dragged)), actions);
        }
        Control::Button { title, help, action } => {
            let button = egui::Button::new(title);
            let response = ui
                .add_enabled(action.is_some(), button)
                .on_hover_text(&help)
                .on_disabled_hover_text(&help);
            actions.extend(action.filter(|_action| response.clicked()));
        }
        Control::Text { name, hint, text } => {
            text_ui(ui, key, name, hint, text, actions);
        }
    }
}

fn text_ui(
    ui: &mut Ui,
    key: Key,
    name: &str,
    hint: &str,
    mut text: String,
    actions: &mut Vec<Action>,
) -> egui::Rect {
    let mut layouter = bidi_layout::lines;
    let field = egui::TextEdit::multiline(&mut text)
        .layouter(&mut layouter)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .hint_text(hint);
    let scroll = egui::ScrollArea::vertical().id_salt(key.key()).max_height(TEXT_HEIGHT);
    let response = scroll.show(ui, |ui| ui.add(field)).inner;
    let response = response.accessible_name(name).on_hover_text(key.help());
    edit(&response, key, || Setting::parse(key, &text), actions);
    response.rect
}

/// Pushes the change made by dragging or typing; a whole drag is one undo step.
fn edit(
    response: &egui::Response,
    key: Key,
    setting: impl FnOnce() -> Result<Setting, crate::scene::SceneError>,
    actions: &mut Vec<Action>,
) {
    if response.changed() {
        let gesture = Gesture::Continuous(GestureSource::Setting(key));
        actions.push(match setting() {
            Ok(setting) => Action::Edit(setting, gesture),
            Err(error) => Action::Refuse(error),
        });
    }
    if response.drag_stopped() || response.lost_focus() {
        actions.push(Action::EndGesture);
    }
}
