//! What the controls of views have in common.

use egui::Ui;

/// One of several choices that exclude each other, as a button. Whether it was clicked.
pub(crate) fn choice_ui(ui: &mut Ui, is_chosen: bool, title: &str, help: &str) -> bool {
    let button = egui::Button::selectable(is_chosen, title).frame_when_inactive(true);
    ui.add(button).on_hover_text(help).clicked()
}
