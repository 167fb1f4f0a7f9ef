//! Where a lesson stands in the window: beside the views, also in a presentation.

use super::{App, bars, panel, sight, style};
use crate::views::Subject;

/// Share of the width that the text has in a presentation.
const CAPTION_SHARE: f32 = 0.31;

impl App {
    /// The lesson beside the views, and below its text the controls that the scene leaves.
    pub(super) fn reader_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let Some(reader) = self.reader.take() else { return };
        let theme = subject.theme;
        let mut asked = None;
        let frame = egui::Frame::new().fill(style::color(theme.tile));
        let panel = if self.presenting.is_some() {
            let width = CAPTION_SHARE * ui.ctx().content_rect().width();
            egui::Panel::left("caption").exact_size(width).resizable(false)
        } else {
            egui::Panel::left("lesson").default_size(392.0).size_range(300.0..=620.0)
        };
        panel
            .frame(frame.inner_margin(egui::Margin { left: 24, right: 6, top: 10, bottom: 0 }))
            .show(ui, |ui| {
                let frame = egui::Frame::new()
                    .inner_margin(egui::Margin { right: 18, ..egui::Margin::ZERO });
                let steps = egui::Panel::bottom("lesson steps").exact_size(46.0).resizable(false);
                steps.frame(frame).show_separator_line(false).show(ui, |ui| {
                    asked = reader.steps_ui(ui, theme);
                });
                egui::ScrollArea::vertical()
                    .id_salt(("lesson", reader.name(), reader.step()))
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        // A window may be narrower than its margins.
                        ui.set_max_width((ui.available_width() - 18.0).max(0.0));
                        asked = reader.text_ui(ui, theme).or_else(|| asked.take());
                        self.controls_below_ui(ui, subject);
                        ui.add_space(8.0);
                        sight::follow_focus(ui);
                    });
            });
        self.reader = Some(reader);
        if let Some(asked) = asked {
            self.ask_reader(ui.ctx(), asked);
        }
    }

    /// The controls that the scene leaves; all of them only where they are asked for.
    fn controls_below_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        ui.add_space(6.0);
        if subject.scene.draft().controls.is_some() {
            panel::controls_ui(ui, subject, &mut self.player, &mut self.actions);
        } else {
            sight::disclosure(ui, "All controls", |ui| {
                panel::controls_ui(ui, subject, &mut self.player, &mut self.actions);
            });
        }
    }

    /// Beside the views of a presentation the lesson, below them the formula of the selected cell.
    pub(super) fn caption_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        self.reader_ui(ui, subject);
        let Some(words) = &self.words else { return };
        let plain_text = words.formula.plain_text();
        let frame = egui::Frame::new()
            .fill(style::color(subject.theme.tile))
            .inner_margin(egui::Margin::symmetric(24, 4));
        egui::Panel::bottom("formula of the presentation")
            .exact_size(super::FORMULA_BAR_HEIGHT)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                bars::formula_ui(ui, subject, &words.laid, &plain_text);
            });
    }
}
