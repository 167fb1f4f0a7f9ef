//! The reader: a lesson beside the views, step by step.

#[path = "file_watch.rs"]
mod file;
#[path = "text_flow.rs"]
mod flow;

use std::path::{Path, PathBuf};

use egui::{Align, Layout, RichText, Role, Sense, Ui, WidgetInfo};

use super::{paint, style};
use crate::{
    lesson::{BUNDLED, Block, Goal, Lesson, Link, Target},
    picture::{Face, Formula, Theme},
};
use file::Watch;
use flow::{Type, text_ui};

/// Sizes of the type.
const TITLE_SIZE: f32 = 20.0;
const STEP_SIZE: f32 = 15.5;
const TEXT_SIZE: f32 = 14.5;
const FORMULA_SIZE: f32 = 19.0;
const SMALL_SIZE: f32 = 11.0;
/// Formulas are set smaller rather than cut, down to this share.
const SMALLEST: f32 = 0.5;

/// Which lesson is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// One of those that come with the program, counted from 0.
    Bundled(usize),
    /// A file.
    File(PathBuf),
}

/// A lesson that is open.
pub(super) struct Reader {
    place: Place,
    /// Looks after its file.
    watch: Option<Watch>,
    lesson: Lesson,
    step: usize,
    /// Whether a file has been read at all.
    is_read: bool,
    /// Why the file as it is now cannot be read.
    trouble: Option<String>,
    /// What is pointed out.
    pub(super) pointed: Option<Target>,
}

/// What the reader asks of the window.
pub(super) enum Asked {
    /// Go some steps on or back.
    Steps(i64),
    /// Show a scene.
    Follow(Link),
    /// Open a page of the web.
    Page(String),
    /// Close the lesson.
    Close,
}

impl Reader {
    /// One of the lessons that come with the program, counted from 0.
    pub(super) fn bundled(index: usize) -> Self {
        let index = index.min(BUNDLED.len() - 1);
        let lesson = Lesson::new(BUNDLED[index]);
        Self { is_read: true, ..Self::new(Place::Bundled(index), None, lesson) }
    }

    /// A file, which is read now and whenever it is saved.
    pub(super) fn file(path: &Path, wake: impl Fn() + Send + 'static) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let lesson = Lesson::new(&format!("# {name}\n## Being read\n"));
        let watch = Watch::new(path.to_owned(), wake);
        Self::new(Place::File(path.to_owned()), Some(watch), lesson)
    }

    fn new(place: Place, watch: Option<Watch>, lesson: Lesson) -> Self {
        Self { place, watch, lesson, step: 0, is_read: false, trouble: None, pointed: None }
    }

    /// Which lesson it is.
    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// The lesson that is read.
    pub(super) fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The step that is shown.
    pub(super) fn step(&self) -> usize {
        self.step
    }

    /// Where it is from, for the command line and for tests: its number, or its path.
    pub(super) fn name(&self) -> String {
        match &self.place {
            Place::Bundled(index) => format!("Lesson {} of {}", index + 1, BUNDLED.len()),
            Place::File(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }

    /// The lesson that comes next, where this is one of the program's.
    pub(super) fn following(&self) -> Option<usize> {
        match self.place {
            Place::Bundled(index) => (index + 1 < BUNDLED.len()).then_some(index + 1),
            Place::File(_) => None,
        }
    }

    /// The lesson that comes before, where this is one of the program's.
    pub(super) fn preceding(&self) -> Option<usize> {
        match self.place {
            Place::Bundled(index) => index.checked_sub(1),
            Place::File(_) => None,
        }
    }

    /// Goes to a step; what it shows.
    pub(super) fn go(&mut self, step: usize) -> Link {
        self.step = step.min(self.lesson.steps.len() - 1);
        let link = self.lesson.steps[self.step].link.clone();
        self.pointed = link.target;
        link
    }

    /// Takes the file as it has been saved; the scene to be shown where that has changed.
    pub(super) fn take_news(&mut self) -> Option<Link> {
        match self.watch.as_ref()?.news()? {
            Ok(lesson) => {
                self.trouble = None;
                let before = self.is_read.then(|| self.lesson.steps[self.step].link.clone());
                self.lesson = lesson;
                self.is_read = true;
                let link = self.go(self.step);
                (before.as_ref() != Some(&link)).then_some(link)
            }
            Err(trouble) => {
                // What was read before stays: an editor may be in the middle of saving.
                self.trouble = Some(trouble);
                None
            }
        }
    }

    /// The lesson's name and step, above the text.
    fn head_ui(&self, ui: &mut Ui, theme: Theme, asked: &mut Option<Asked>) {
        let num = self.lesson.steps.len();
        let place = format!("{} · step {} of {num}", self.name(), self.step + 1).to_uppercase();
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(20.0, 20.0), Sense::hover());
                let icon = super::icon::Icon::Close;
                if super::icon::button(ui, rect, icon, "Close lesson").clicked() {
                    *asked = Some(Asked::Close);
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

    /// Title and text of the step.
    pub(super) fn text_ui(&self, ui: &mut Ui, theme: Theme) -> Option<Asked> {
        let mut asked = None;
        self.head_ui(ui, theme, &mut asked);
        let text = style::color(theme.text);
        let heading = |words: &str, size| {
            RichText::new(words).font(style::font(Face::SemiBold, size)).color(text)
        };
        let step = &self.lesson.steps[self.step];
        ui.label(heading(&self.lesson.title, TITLE_SIZE));
        if step.title != self.lesson.title {
            ui.add_space(2.0);
            ui.label(heading(&step.title, STEP_SIZE));
        }
        ui.add_space(4.0);
        if let Some(trouble) = &self.trouble {
            error_ui(ui, theme, trouble);
        }
        for (i, block) in step.blocks.iter().enumerate() {
            let goal = block_ui(ui, theme, block, &format!("block {i}"));
            asked = goal.and_then(ask).or(asked);
            // What cannot be read is told where it stands.
            for error in block.inline_errors() {
                error_ui(ui, theme, &error.to_string());
            }
            ui.add_space(5.0);
        }
        self.other_errors_ui(ui, theme);
        asked
    }

    /// Errors of other steps: whoever writes the lesson looks for them.
    fn other_errors_ui(&self, ui: &mut Ui, theme: Theme) {
        let here = self.lesson.steps[self.step].errors();
        let others = self.lesson.errors.iter().filter(|error| !here.contains(error));
        let lines: Vec<String> = others.map(|error| error.line.to_string()).collect();
        if !lines.is_empty() {
            const MOST: usize = 8;
            let more = if lines.len() > MOST { " and more" } else { "" };
            let shown = lines[..lines.len().min(MOST)].join(", ");
            let text = format!("What cannot be read in other steps: line {shown}{more}");
            error_ui(ui, theme, &text);
        }
    }

    /// Back, one dot a step, and on.
    pub(super) fn steps_ui(&self, ui: &mut Ui, theme: Theme) -> Option<Asked> {
        /// Below this there is no room for what the key is.
        const ROOMY: f32 = 190.0;
        let mut asked = None;
        let num = self.lesson.steps.len();
        let on = if ui.available_width() < ROOMY { "Next" } else { "Next · Space" };
        ui.horizontal_centered(|ui| {
            let is_enabled = self.step > 0 || self.preceding().is_some();
            let back = ui.add_enabled(is_enabled, egui::Button::new("‹ Back"));
            if back.on_hover_text("The step before (Page Up)").clicked() {
                asked = Some(Asked::Steps(-1));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let is_last = self.step + 1 == num;
                let (text, is_enabled) = match (is_last, self.following()) {
                    (false, _) => (on, true),
                    (true, Some(_)) => ("Next lesson", true),
                    (true, None) => ("The end", false),
                };
                let next = ui.add_enabled(is_enabled, egui::Button::new(text));
                if next.on_hover_text("The next step (Space, Page Down)").clicked() {
                    asked = Some(Asked::Steps(1));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    asked = self.dots_ui(ui, theme).or_else(|| asked.take());
                });
            });
        });
        asked
    }

    fn dots_ui(&self, ui: &mut Ui, theme: Theme) -> Option<Asked> {
        const APART: f32 = 15.0;
        const LEAST_APART: f32 = 9.0;
        let num = self.lesson.steps.len();
        let room = ui.available_width();
        let apart = (room / num as f32).min(APART);
        if apart < LEAST_APART {
            // The buttons lead to every step.
            return None;
        }
        let width = apart * num as f32;
        ui.add_space(((room - width) / 2.0).max(0.0));
        let mut asked = None;
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
                asked = Some(Asked::Steps(i as i64 - self.step as i64));
            }
        }
        asked
    }
}

fn ask(goal: &Goal) -> Option<Asked> {
    match goal {
        Goal::Scene(link) => Some(Asked::Follow(link.clone())),
        Goal::Page(address) => Some(Asked::Page(address.clone())),
        Goal::Error(_) => None,
    }
}

fn block_ui<'a>(ui: &mut Ui, theme: Theme, block: &'a Block, name: &str) -> Option<&'a Goal> {
    let how = Type { size: TEXT_SIZE, color: style::color(theme.text), theme };
    match block {
        Block::Paragraph(inline) => text_ui(ui, inline, how, name),
        Block::Point(depth, marker, inline) => {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                ui.add_space(6.0 + 16.0 * *depth as f32);
                let marker = RichText::new(marker).font(style::font(Face::Regular, TEXT_SIZE));
                ui.label(marker);
                text_ui(ui, inline, how, name)
            })
            .inner
        }
        Block::Aside(inline) => {
            let frame = egui::Frame::new()
                .fill(style::color(theme.panel))
                .corner_radius(5)
                .inner_margin(egui::Margin::symmetric(12, 9));
            frame
                .show(ui, |ui| {
                    ui.set_min_width(ui.available_width());
                    text_ui(ui, inline, how, name)
                })
                .inner
        }
        Block::Formula(formula) => {
            formula_ui(ui, theme, formula);
            None
        }
        Block::Code(code) => {
            let font = egui::FontId::monospace(TEXT_SIZE - 2.0);
            ui.label(RichText::new(code).font(font).color(how.color));
            None
        }
        Block::Error(error) => {
            error_ui(ui, theme, &error.to_string());
            None
        }
    }
}

/// A formula in the middle, smaller where it would not fit.
fn formula_ui(ui: &mut Ui, theme: Theme, formula: &Formula) {
    let room = ui.available_width();
    let laid = formula.laid(FORMULA_SIZE);
    let share = (room / laid.width.max(1.0)).clamp(SMALLEST, 1.0);
    let laid = if share < 1.0 { formula.laid(FORMULA_SIZE * share) } else { laid };
    let size = egui::vec2(room, laid.ascent + laid.descent + 12.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, formula.plain_text()));
    let left = rect.left() + ((room - laid.width) / 2.0).max(0.0);
    let at = egui::pos2(left, rect.top() + 6.0 + laid.ascent);
    paint::formula(ui.painter(), &laid, at, theme);
}

/// What cannot be read, with a bar beside it.
fn error_ui(ui: &mut Ui, theme: Theme, text: &str) {
    let frame = egui::Frame::new().inner_margin(egui::Margin { left: 10, ..egui::Margin::ZERO });
    let shown = frame.show(ui, |ui| {
        ui.add(egui::Label::new(RichText::new(text).color(style::color(theme.error))).wrap());
    });
    let rect = shown.response.rect;
    let bar = egui::Rect::from_min_max(rect.min, egui::pos2(rect.left() + 3.0, rect.bottom()));
    ui.painter().rect_filled(bar, 1.5, style::color(theme.error));
}
