//! Chooser in the place of the tiles of a workspace that has nothing to show yet: what to compare, what to round.

use egui::{Align, Layout, RichText, Ui};

use crate::{
    action::Action,
    app::look::style,
    picture::Face,
    views::{Beginning, Subject, Workspace},
};

/// Width of the chooser.
const WIDTH: f32 = 460.0;

/// Shows ways to begin what a workspace is about.
pub(super) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    workspace: &Workspace,
    beginnings: Vec<Beginning>,
    actions: &mut Vec<Action>,
) {
    let theme = subject.theme;
    let above = 0.16 * ui.available_height();
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space(above);
        ui.allocate_ui_with_layout(egui::vec2(WIDTH, 0.0), Layout::top_down(Align::LEFT), |ui| {
            ui.label(RichText::new(workspace.beginning).font(style::font(Face::SemiBold, 20.0)));
            ui.label(RichText::new(workspace.sentence).color(style::color(theme.weak_text)));
            ui.add_space(12.0);
            for Beginning { title, sentence, action } in beginnings {
                let button = egui::Button::new(RichText::new(&title).size(15.0));
                let response = ui.add(button.min_size(egui::vec2(WIDTH, 34.0)));
                let response =
                    if sentence.is_empty() { response } else { response.on_hover_text(sentence) };
                if response.clicked() {
                    actions.push(action);
                }
                ui.add_space(4.0);
            }
        });
    });
}
