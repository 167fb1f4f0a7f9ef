//! What the controls of views have in common.

use egui::Ui;

use crate::{
    action::{Action, Change, Gesture},
    scene::Key,
};

/// One of several choices that exclude each other, as a button. Whether it was clicked.
pub(crate) fn choice_ui(ui: &mut Ui, is_chosen: bool, title: &str, help: &str) -> bool {
    let button = egui::Button::selectable(is_chosen, title).frame_when_inactive(true);
    ui.add(button).on_hover_text(help).clicked()
}

/// What dragging or typing a number has changed a key to; one drag is one step of undo.
pub(super) fn changed_by(
    response: &egui::Response,
    key: Key,
    value: &impl ToString,
    actions: &mut Vec<Action>,
) {
    if response.changed() {
        let change = Change::value(key, value.to_string());
        actions.push(Action::Edit(change, Gesture::Continuous(key as u64)));
    }
    if response.drag_stopped() || response.lost_focus() {
        actions.push(Action::EndGesture);
    }
}
