//! The lesson beside the views, also in a presentation.

use super::{app::App, formula_bar};
use crate::{
    app::{
        lessons::reader,
        look::{focus, style},
        panel::parameter_panel,
    },
    views::Subject,
};

/// Largest share of the caption's height that the controls of a presentation take.
const CONTROLS_SHARE: f32 = 0.6;
/// Number of lines of text on the screen in a presentation, and the smallest font size of the text.
const PRESENTED_LINES: f32 = 40.0;
const LEAST_SIZE: f32 = 12.0;
/// Width of the text in a presentation, as a share of the window, and of one that is narrower than some points.
const CAPTION_SHARE: f32 = 0.25;
const NARROW_CAPTION_SHARE: f32 = 0.35;
const NARROW: f32 = 900.0;

impl App {
    /// Shows the lesson, and below its text the controls that the scene leaves visible.
    pub(super) fn lesson_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        // Views that the user has opened beside the text come with their controls, and so do those that are brought
        // back.
        let draft = subject.scene.draft();
        let shows_all = self.lessons.step_scene().is_some_and(|step| {
            let step = step.draft();
            step.views != draft.views || (step.controls.is_some() && draft.controls.is_none())
        });
        let Some(mut reader) = self.lessons.reader.take() else { return };
        let theme = subject.theme;
        let mut request = None;
        let frame = egui::Frame::new().fill(style::color(theme.tile));
        let panel = if self.lessons.is_presenting() {
            let window = ui.ctx().content_rect().width();
            let share = if window < NARROW { NARROW_CAPTION_SHARE } else { CAPTION_SHARE };
            egui::Panel::left("caption").exact_size(share * window).resizable(false)
        } else {
            egui::Panel::left("lesson").default_size(392.0).size_range(300.0..=620.0)
        };
        let (left, gap) = if self.lessons.is_presenting() { (14, 8) } else { (24, 18) };
        panel.frame(frame.inner_margin(egui::Margin { left, right: 6, top: 10, bottom: 0 })).show(
            ui,
            |ui| {
                let frame = egui::Frame::new()
                    .inner_margin(egui::Margin { right: gap, ..egui::Margin::ZERO });
                let steps = egui::Panel::bottom("lesson steps").exact_size(46.0).resizable(false);
                steps.frame(frame).show_separator_line(false).show(ui, |ui| {
                    request = reader.steps_ui(ui, theme);
                });
                let is_presenting = self.lessons.is_presenting();
                let mut size = reader::TEXT_SIZE;
                if is_presenting {
                    self.presented_controls_ui(ui, subject);
                    // A low screen shows the same lines as a high one.
                    let high = ui.ctx().content_rect().height() / PRESENTED_LINES;
                    size = high.clamp(LEAST_SIZE, size);
                }
                // The window may be narrower than its margins.
                let width = (ui.available_width() - f32::from(gap)).max(0.0);
                if is_presenting {
                    size = reader.presented_size(ui, theme, size, width);
                }
                egui::ScrollArea::vertical()
                    .id_salt(("lesson", reader.name(), reader.step()))
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        ui.set_max_width(width);
                        request = reader.text_ui(ui, theme, size).or_else(|| request.take());
                        if !is_presenting {
                            self.controls_below_ui(ui, subject, shows_all);
                        }
                        ui.add_space(reader::BELOW);
                        focus::follow_focus(ui);
                    });
            },
        );
        self.lessons.reader = Some(reader);
        if let Some(request) = request {
            self.handle_reader_request(ui.ctx(), request);
        }
    }

    /// Shows the controls of a presentation under a heading that opens: a room reads the text.
    fn presented_controls_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        let highest = CONTROLS_SHARE * ui.available_height();
        let panel = egui::Panel::bottom("presented controls").resizable(false);
        panel.frame(egui::Frame::new()).show_separator_line(false).show(ui, |ui| {
            focus::disclosure(ui, "Controls", |ui| {
                let scroll = egui::ScrollArea::vertical().max_height(highest);
                scroll.id_salt("presented controls").show(ui, |ui| {
                    ui.set_max_width((ui.available_width() - 18.0).max(0.0));
                    let (player, actions) = (&mut self.player, &mut self.shell.actions);
                    let cards = self.files.tables.cards(&self.state);
                    parameter_panel::controls_ui(ui, subject, &cards, player, actions);
                });
            });
        });
    }

    /// Shows the controls that the scene leaves visible. If it names none, all controls appear: at once if `shows_all`,
    /// else under a heading that opens.
    fn controls_below_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>, shows_all: bool) {
        ui.add_space(6.0);
        let (player, actions) = (&mut self.player, &mut self.shell.actions);
        let cards = self.files.tables.cards(&self.state);
        if subject.scene.draft().controls.is_some() || shows_all {
            parameter_panel::controls_ui(ui, subject, &cards, player, actions);
        } else {
            focus::disclosure(ui, "All controls", |ui| {
                parameter_panel::controls_ui(ui, subject, &cards, player, actions);
            });
        }
    }

    /// Shows the lesson beside the views of a presentation, and the formula of the selected cell below them.
    pub(super) fn caption_ui(&mut self, ui: &mut egui::Ui, subject: Subject<'_>) {
        self.lesson_ui(ui, subject);
        // The formula of another scene is no answer.
        let description = self.shell.description.as_ref();
        let description = description.filter(|_| !self.lessons.has_open_question());
        let frame = egui::Frame::new()
            .fill(style::color(subject.theme.tile))
            .inner_margin(egui::Margin::symmetric(24, 4));
        egui::Panel::bottom("formula of the presentation")
            .exact_size(formula_bar::HEIGHT)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                if let Some(description) = description {
                    formula_bar::formula_ui(ui, subject, description);
                }
            });
    }
}
