//! Where a lesson stands in the window: beside the views, or as the caption of a presentation.

use super::{App, bars, panel, reader::Reader, style};
use crate::{picture::Theme, views::Subject};

/// Share of the height that the caption of a presentation has.
const CAPTION_SHARE: f32 = 0.3;

impl App {
    /// The lesson beside the views, and below its text the controls that the scene leaves.
    pub(super) fn reader_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let Some(reader) = self.reader.take() else { return };
        let theme = subject.theme;
        let mut asked = None;
        let frame = egui::Frame::new().fill(style::color(theme.tile));
        egui::Panel::left("lesson")
            .default_size(392.0)
            .size_range(300.0..=620.0)
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
                        ui.set_max_width(ui.available_width() - 18.0);
                        asked = reader.text_ui(ui, theme).or_else(|| asked.take());
                        self.controls_below_ui(ui, subject);
                        ui.add_space(8.0);
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
            let header = egui::CollapsingHeader::new(egui::RichText::new("All controls").small());
            header.id_salt("all controls").show_unindented(ui, |ui| {
                panel::controls_ui(ui, subject, &mut self.player, &mut self.actions);
            });
        }
    }

    /// Below the views of a presentation: the lesson, or the formula of the selected cell.
    pub(super) fn caption_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let theme = subject.theme;
        let frame = egui::Frame::new().fill(style::color(theme.tile)).inner_margin(egui::Margin {
            left: 24,
            right: 10,
            top: 8,
            bottom: 4,
        });
        let Some(reader) = self.reader.take() else {
            let Some(words) = &self.words else { return };
            let plain_text = words.formula.plain_text();
            egui::Panel::bottom("formula of the presentation")
                .exact_size(super::FORMULA_BAR_HEIGHT)
                .resizable(false)
                .frame(frame)
                .show(ui, |ui| {
                    bars::formula_ui(ui, subject, &words.laid, &plain_text);
                });
            return;
        };
        let height = CAPTION_SHARE * ui.ctx().content_rect().height();
        let mut asked = None;
        egui::Panel::bottom("caption").exact_size(height).resizable(false).frame(frame).show(
            ui,
            |ui| {
                asked = self.caption_columns_ui(ui, subject, &reader, theme);
            },
        );
        self.reader = Some(reader);
        if let Some(asked) = asked {
            self.ask_reader(ui.ctx(), asked);
        }
    }

    /// Title and controls at the left, the text beside them.
    fn caption_columns_ui(
        &mut self,
        ui: &mut egui::Ui,
        subject: Subject<'_>,
        reader: &Reader,
        theme: Theme,
    ) -> Option<super::reader::Asked> {
        const LEFT: f32 = 0.33;
        let room = ui.available_rect_before_wrap();
        let (left, right) = room.split_left_right_at_fraction(LEFT);
        let mut asked = None;
        ui.scope_builder(
            egui::UiBuilder::new().max_rect(left.shrink2(egui::vec2(8.0, 0.0))),
            |ui| {
                asked = reader.title_ui(ui, theme);
                if subject.scene.draft().controls.is_some() {
                    egui::ScrollArea::vertical().id_salt("controls of the presentation").show(
                        ui,
                        |ui| {
                            panel::controls_ui(ui, subject, &mut self.player, &mut self.actions);
                        },
                    );
                }
            },
        );
        ui.scope_builder(egui::UiBuilder::new().max_rect(right), |ui| {
            egui::ScrollArea::vertical()
                .id_salt(("caption", reader.name(), reader.step()))
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - 14.0);
                    asked = reader.blocks_ui(ui, theme).or_else(|| asked.take());
                });
        });
        asked
    }
}
