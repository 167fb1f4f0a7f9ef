//! The reader: shows a lesson beside the views, step by step.

mod steps_bar;

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use egui::{Align, Layout, RichText, Sense, Ui};

use super::{
    blocks::{block_ui, choice_ui, error_ui},
    text_flow::{self, Type},
};
use crate::{
    app::{
        look::{icon, style},
        settings::LessonPlace,
        tasks::{file_watch::FileWatch, task::TaskError},
    },
    lesson::{self, BUNDLED, Block, Highlight, Lesson, Link, LinkTarget},
    picture::{Face, SMALLEST_TYPE, Theme},
};

/// Font sizes.
const TITLE_SIZE: f32 = 20.0;
const STEP_SIZE: f32 = 15.5;
pub(crate) const TEXT_SIZE: f32 = 14.5;
const SMALL_SIZE: f32 = 11.0;
/// Space below the text.
pub(crate) const BELOW: f32 = 8.0;

/// Lesson read from a file, or the reason that there is none.
type LessonResult = Result<Lesson, String>;

/// Source of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LessonSource {
    /// The path of one class.
    Class,
    /// Bundled lesson, counted from 0.
    Bundled(usize),
    /// A file.
    File(PathBuf),
}

/// An open lesson.
pub(crate) struct LessonReader {
    source: LessonSource,
    /// Watch on the lesson's file.
    watch: Option<FileWatch<LessonResult>>,
    lesson: Lesson,
    step: usize,
    /// Chosen block of each step with a question; `None` if the answer was shown without a choice.
    answers: HashMap<usize, Option<usize>>,
    /// True once the lesson has been read.
    is_read: bool,
    /// Step to go to once the lesson has been read.
    first_step: usize,
    /// Reason that the current file is not readable.
    error: Option<String>,
    /// Target that the lesson points out.
    pub(crate) pointed: Option<Highlight>,
    heights: Heights,
    /// Place in a presentation that was measured last.
    measured: Option<ReaderPlace>,
}

/// Text of a step in a room.
#[derive(Clone, Copy, Debug)]
struct ReaderPlace {
    step: usize,
    room: egui::Vec2,
    /// Font size with which the text and its answer fit.
    size: f32,
}

/// Request of the reader to the window.
pub(crate) enum ReaderRequest {
    /// Shows the answer of an open question, otherwise goes to the next step.
    Next,
    /// Goes some steps forward or back.
    Steps(i64),
    /// Shows a scene.
    Follow(Link),
    /// Answers the question of the step with a block.
    Answer(usize),
    /// Opens a page of the web.
    Page(String),
    /// Closes the lesson.
    Close,
}

impl LessonReader {
    /// Opens a bundled lesson, counted from 0.
    pub(crate) fn bundled(index: usize) -> Self {
        let index = index.min(BUNDLED.len() - 1);
        let lesson = Lesson::new(BUNDLED[index]);
        Self { is_read: true, ..Self::new(LessonSource::Bundled(index), None, lesson) }
    }

    /// Opens the path of one class.
    pub(crate) fn class() -> Self {
        Self { is_read: true, ..Self::new(LessonSource::Class, None, lesson::one_class()) }
    }

    /// Opens a file at a step. The file is read now and whenever it is saved.
    pub(crate) fn file(
        path: &Path,
        first_step: usize,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let lesson = Lesson::new(&format!("# {name}\n## Reading…\n"));
        let watch =
            FileWatch::new(path.to_owned(), |path, _is_wanted| Some(lesson::read(path)), wake);
        Self { first_step, ..Self::new(LessonSource::File(path.to_owned()), Some(watch), lesson) }
    }

    fn new(source: LessonSource, watch: Option<FileWatch<LessonResult>>, lesson: Lesson) -> Self {
        Self {
            source,
            watch,
            lesson,
            step: 0,
            answers: HashMap::new(),
            is_read: false,
            first_step: 0,
            error: None,
            pointed: None,
            heights: Heights::default(),
            measured: None,
        }
    }

    /// The lesson.
    pub(crate) fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Index of the current step.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Name of the source: `Lesson 1 of 13`, or a file name.
    pub(crate) fn name(&self) -> String {
        match &self.source {
            LessonSource::Class => "One class".to_owned(),
            LessonSource::Bundled(index) => format!("Lesson {} of {}", index + 1, BUNDLED.len()),
            LessonSource::File(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }

    /// Place by which the lesson is resumed at its step.
    pub(crate) fn lesson_place(&self) -> LessonPlace {
        let lesson = match &self.source {
            LessonSource::Class => lesson::CLASS.to_owned(),
            LessonSource::Bundled(index) => (index + 1).to_string(),
            LessonSource::File(path) => {
                // The next session may begin in another folder.
                let path = std::path::absolute(path).unwrap_or_else(|_error| path.clone());
                path.to_string_lossy().into_owned()
            }
        };
        let step = if self.is_read { self.step } else { self.first_step };
        LessonPlace { lesson, step: step + 1 }
    }

    /// Next lesson, if this one is bundled.
    pub(crate) fn following(&self) -> Option<usize> {
        match self.source {
            LessonSource::Bundled(index) => (index + 1 < BUNDLED.len()).then_some(index + 1),
            LessonSource::Class | LessonSource::File(_) => None,
        }
    }

    /// Previous lesson, if this one is bundled.
    pub(crate) fn preceding(&self) -> Option<usize> {
        match self.source {
            LessonSource::Bundled(index) => index.checked_sub(1),
            LessonSource::Class | LessonSource::File(_) => None,
        }
    }

    /// Goes to a step and returns its link; `None` while its question is open.
    pub(crate) fn go(&mut self, step: usize) -> Option<Link> {
        self.step = step.min(self.lesson.steps.len() - 1);
        let link = self.lesson.steps[self.step].link.clone();
        let is_open = self.has_open_question();
        self.pointed = link.target.filter(|_| !is_open);
        (!is_open).then_some(link)
    }

    /// True if the step asks, and nothing has been chosen.
    pub(crate) fn has_open_question(&self) -> bool {
        let asks = self.lesson.steps[self.step].num_before_answer().is_some();
        asks && !self.answers.contains_key(&self.step)
    }

    /// Block of a choice of the open question, counted from 0.
    pub(crate) fn choice(&self, number: usize) -> Option<usize> {
        let blocks = self.has_open_question().then(|| &self.lesson.steps[self.step].blocks)?;
        let is_choice = |(i, block)| matches!(block, &Block::Choice(..)).then_some(i);
        blocks.iter().enumerate().filter_map(is_choice).nth(number)
    }

    /// Answers the question of the step with a block, or shows the answer, and returns the link of the step.
    pub(crate) fn answer(&mut self, block: Option<usize>) -> Option<Link> {
        self.answers.insert(self.step, block);
        self.heights = Heights::default();
        self.go(self.step)
    }

    /// Takes the file after it was saved. Returns the link of the current step if that has changed, and an error if
    /// reading failed unexpectedly.
    pub(crate) fn take_saved(&mut self) -> Result<Option<Link>, TaskError> {
        let Some(result) = self.watch.as_mut().and_then(FileWatch::take) else { return Ok(None) };
        match result? {
            Ok(lesson) => {
                self.error = None;
                let before = self.is_read.then(|| self.lesson.steps[self.step].link.clone());
                self.lesson = lesson;
                self.heights = Heights::default();
                self.measured = None;
                self.answers.clear();
                let step = if self.is_read { self.step } else { self.first_step };
                self.is_read = true;
                let link = self.go(step);
                Ok(link.filter(|link| before.as_ref() != Some(link)))
            }
            Err(error) => {
                // The lesson read earlier stays: an editor may be in the middle of saving.
                self.error = Some(error);
                Ok(None)
            }
        }
    }

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

/// Heights of the blocks of a step, as far as they have been drawn. Blocks out of sight are not drawn again, so that a
/// frame takes no longer in a long lesson than in a short one.
#[derive(Default)]
struct Heights {
    step: usize,
    width: f32,
    of_blocks: Vec<Option<f32>>,
}

impl Heights {
    fn of(&mut self, step: usize, num_blocks: usize, width: f32) -> &mut [Option<f32>] {
        if (self.step, self.width, self.of_blocks.len()) != (step, width, num_blocks) {
            *self = Self { step, width, of_blocks: vec![None; num_blocks] };
        }
        &mut self.of_blocks
    }
}

fn request(link_target: &LinkTarget) -> Option<ReaderRequest> {
    match link_target {
        LinkTarget::Scene(link) => Some(ReaderRequest::Follow(link.clone())),
        LinkTarget::Page(address) => Some(ReaderRequest::Page(address.clone())),
        LinkTarget::Error(_) => None,
    }
}
