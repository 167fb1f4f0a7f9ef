//! The reader: a lesson beside the views, step by step.

mod steps_bar;
mod text;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use crate::{
    app::{
        settings::LessonPlace,
        tasks::{file_watch::FileWatch, task::TaskError},
    },
    lesson::{self, BUNDLED, Block, Highlight, Lesson, Link},
};

/// Font sizes.
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
