//! Steps of a lesson below its text: back, a dot for each, and on.

use egui::{Align, Layout, Role, Sense, Ui, WidgetInfo};

use super::{LessonReader, ReaderRequest};
use crate::{app::look::style, picture::Theme};

impl LessonReader {
    /// Shows Back, a dot for each step, and Next.
    pub(crate) fn steps_ui(&self, ui: &mut Ui, theme: Theme) -> Option<ReaderRequest> {
        /// Width below which the name of the key does not fit.
        const ROOMY: f32 = 190.0;
        let mut requested = None;
        let num = self.lesson.steps.len();
        let is_asking = self.has_open_question();
        let on = if is_asking { "Show answer" } else { "Next" };
        let on = match ui.available_width() {
            ..ROOMY => on.to_owned(),
            _ => format!("{on} · Space"),
        };
        ui.horizontal_centered(|ui| {
            let is_enabled = self.step > 0 || self.preceding().is_some();
            let back = ui.add_enabled(is_enabled, egui::Button::new("‹ Back"));
            if back.on_hover_text("Previous step (Page Up)").clicked() {
                requested = Some(ReaderRequest::Steps(-1));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let is_last = self.step + 1 == num;
                let (text, is_enabled) = match (is_last && !is_asking, self.following()) {
                    (false, _) => (&*on, true),
                    (true, Some(_)) => ("Next lesson", true),
                    (true, None) => ("The end", false),
                };
                let next = ui.add_enabled(is_enabled, egui::Button::new(text));
                let help = if is_asking {
                    "Show the answer (Space, Page Down); 1, 2, 3 choose one"
                } else {
                    "Next step (Space, Page Down)"
                };
                if next.on_hover_text(help).clicked() {
                    requested = Some(ReaderRequest::Next);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    requested = self.dots_ui(ui, theme).or_else(|| requested.take());
                });
            });
        });
        requested
    }

    fn dots_ui(&self, ui: &mut Ui, theme: Theme) -> Option<ReaderRequest> {
        const APART: f32 = 15.0;
        const LEAST_APART: f32 = 6.0;
        let num = self.lesson.steps.len();
        let room = ui.available_width();
        let apart = (room / num as f32).min(APART);
        if apart < LEAST_APART {
            // Without room for the dots, Back and Next still reach every step.
            return None;
        }
        let width = apart * num as f32;
        ui.add_space(((room - width) / 2.0).max(0.0));
        let mut requested = None;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 20.0), Sense::hover());
        for (i, step) in self.lesson.steps.iter().enumerate() {
            let center = egui::pos2(rect.left() + (i as f32 + 0.5) * apart, rect.center().y);
            let place = egui::Rect::from_center_size(center, egui::vec2(apart, 20.0));
            let dot = ui.interact(place, ui.scope_id().with(("step", i)), Sense::click());
            let name = format!("Step {}: {}", i + 1, step.title);
            dot.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            let color = if i <= self.step { theme.accent } else { theme.rail };
            let radius = if i == self.step { 4.5 } else { 3.5 };
            ui.painter().circle_filled(center, radius, style::color(color));
            if dot.on_hover_text(name).clicked() {
                requested = Some(ReaderRequest::Steps(i as i64 - self.step as i64));
            }
        }
        requested
    }
}
