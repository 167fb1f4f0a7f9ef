//! Text of a lesson's step in the reader.

use std::collections::HashSet;

use egui::{Align, Layout, RichText, Sense, Ui};

use super::{BELOW, Heights, LessonReader, ReaderPlace, ReaderRequest, SMALL_SIZE, TEXT_SIZE};
use crate::{
    app::{
        lessons::{
            blocks::{block_ui, choice_ui, error_ui},
            text_flow::{self, Type},
        },
        look::{icon, style},
    },
    lesson::{Block, LinkTarget},
    picture::{Face, SMALLEST_TYPE, Theme},
};

/// Font sizes.
const TITLE_SIZE: f32 = 20.0;
const STEP_SIZE: f32 = 15.5;

impl LessonReader {
    /// Shows the lesson's name and step, above the text.
    fn head_ui(&self, ui: &mut Ui, theme: Theme, requested: &mut Option<ReaderRequest>) {
        let num = self.lesson.steps.len();
        let place = format!("{} · step {} of {num}", self.name(), self.step + 1).to_uppercase();
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(20.0, 20.0), Sense::hover());
                let icon = icon::Icon::Close;
                if icon::button(ui, rect, icon, "Close lesson").clicked() {
                    *requested = Some(ReaderRequest::Close);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let font = style::font(Face::SemiBold, SMALL_SIZE);
                    let text = RichText::new(place).font(font);
                    let text = text.color(style::color(theme.weak_text));
                    ui.add(egui::Label::new(text).truncate());
                });
            });
        });
    }

    /// Font size of a presented text: the largest up to the one given with which the text and its answer fit into their
    /// room, or the smallest. An answer does not change the size of its question.
    pub(crate) fn presented_size(
        &mut self,
        ui: &mut Ui,
        theme: Theme,
        size: f32,
        width: f32,
    ) -> f32 {
        /// Number of sizes above the smallest that are tried.
        const NUM_SIZES: f32 = 4.0;
        let (step, room) = (self.step, egui::vec2(width, ui.available_height()));
        let known = self.measured.filter(|it| it.step == step && it.room == room);
        let place = known.unwrap_or_else(|| {
            let between = |i: u8| SMALLEST_TYPE + (size - SMALLEST_TYPE) * f32::from(i) / NUM_SIZES;
            let mut sizes = (1..=NUM_SIZES as u8).rev().map(between);
            let fits = |size: &f32| self.whole_height(ui, theme, *size, width) + BELOW <= room.y;
            let size = sizes.find(fits).unwrap_or(SMALLEST_TYPE);
            ui.ctx().request_discard("the text of a step is made to fit");
            ReaderPlace { step, room, size }
        });
        self.measured = Some(place);
        place.size
    }

    /// Height of the text of the step with its answer.
    fn whole_height(&mut self, ui: &mut Ui, theme: Theme, size: f32, width: f32) -> f32 {
        let answers = self.answers.clone();
        self.answers.entry(self.step).or_default();
        self.heights = Heights::default();
        let rect = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(width, f32::INFINITY));
        // Each size has its own ids: where no further pass is granted, all that was measured stays in this one.
        let salt = ("measured", size.to_bits());
        let builder = egui::UiBuilder::new().id_salt(salt).max_rect(rect).invisible();
        let mut measured = ui.new_child(builder);
        self.text_ui(&mut measured, theme, size);
        self.answers = answers;
        self.heights = Heights::default();
        measured.min_size().y
    }

    /// Shows title and text of the step, at a font size.
    pub(crate) fn text_ui(
        &mut self,
        ui: &mut Ui,
        theme: Theme,
        size: f32,
    ) -> Option<ReaderRequest> {
        let mut requested = None;
        self.head_ui(ui, theme, &mut requested);
        let text = style::color(theme.text);
        let heading = |words: &str, size| {
            RichText::new(words).font(style::font(Face::SemiBold, size)).color(text)
        };
        let step = &self.lesson.steps[self.step];
        let scale = (size / TEXT_SIZE).min(1.0);
        ui.label(heading(&self.lesson.title, scale * TITLE_SIZE));
        if step.title != self.lesson.title {
            ui.add_space(2.0);
            ui.label(heading(&step.title, scale * STEP_SIZE));
        }
        ui.add_space(4.0);
        if let Some(error) = &self.error {
            error_ui(ui, theme, error);
        }
        let near = text_flow::near(ui);
        let answer = self.answers.get(&self.step).copied();
        let num = match (step.num_before_answer(), answer) {
            (Some(num), None) => num,
            _ => step.blocks.len(),
        };
        let heights = self.heights.of(self.step, num, ui.available_width());
        let mut number = 0;
        for (i, (block, height)) in step.blocks.iter().zip(heights).enumerate() {
            let top = ui.cursor().top();
            if let Some(known) = *height
                && !near.y_range().intersects(egui::Rangef::new(top, top + known))
            {
                ui.add_space(known);
                number += usize::from(matches!(block, Block::Choice(..)));
                continue;
            }
            let how = Type { size, color: text, theme };
            if let Block::Choice(is_right, inline) = block {
                let chosen = answer.map(|block| (block == Some(i), *is_right));
                number += 1;
                if choice_ui(ui, how, number, &inline.plain_text(), chosen) {
                    requested = Some(ReaderRequest::Answer(i));
                }
                ui.add_space(4.0);
                *height = Some(ui.cursor().top() - top);
                continue;
            }
            let link_target = block_ui(ui, how, block, &format!("block {i}"));
            requested = link_target.and_then(request).or(requested);
            // An error appears below the block that contains it.
            for error in block.inline_errors() {
                error_ui(ui, theme, &error.to_string());
            }
            ui.add_space(5.0);
            *height = Some(ui.cursor().top() - top);
        }
        self.other_errors_ui(ui, theme);
        requested
    }

    /// Lists errors of other steps, for the author of the lesson.
    fn other_errors_ui(&self, ui: &mut Ui, theme: Theme) {
        if self.lesson.errors.is_empty() {
            return;
        }
        let here = self.lesson.steps[self.step].errors();
        let here: HashSet<usize> = here.iter().map(|error| error.line).collect();
        let others = self.lesson.errors.iter().filter(|error| !here.contains(&error.line));
        let lines: Vec<String> = others.map(|error| error.line.to_string()).collect();
        if !lines.is_empty() {
            const MOST: usize = 8;
            let more = if lines.len() > MOST { " and more" } else { "" };
            let shown = lines[..lines.len().min(MOST)].join(", ");
            let text = format!("Errors in other steps: line {shown}{more}");
            error_ui(ui, theme, &text);
        }
    }
}

/// Request that a click on a link makes.
fn request(link_target: &LinkTarget) -> Option<ReaderRequest> {
    match link_target {
        LinkTarget::Scene(link) => Some(ReaderRequest::Follow(link.clone())),
        LinkTarget::Page(address) => Some(ReaderRequest::Page(address.clone())),
        LinkTarget::Error(_) => None,
    }
}
