//! Contents of a lesson: steps and their blocks.

use super::{InQuiz, Inline, LessonError, Link, LinkTarget, NoteKind};
use crate::{picture::Formula, scene::Scene};

/// Lesson: a text in steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Title.
    pub title: String,
    /// Notes for the teacher.
    pub notes: Vec<(NoteKind, Inline)>,
    /// Steps, at least one.
    pub steps: Vec<Step>,
    /// All errors, in order of the text.
    pub errors: Vec<LessonError>,
}

/// Step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Title.
    pub title: String,
    /// Scene of the step, and its highlight.
    pub link: Link,
    /// True if the lesson names a scene for the step.
    pub has_scene: bool,
    /// Text of the step.
    pub blocks: Vec<Block>,
    /// Answers to the questions of the step, which are printed apart.
    pub answer: Vec<Block>,
    /// Part of it that a quiz has.
    pub quiz: InQuiz,
    /// Minutes that the step takes in the path of one class; `None` if it is not on it.
    pub class_minutes: Option<u32>,
}

/// Block of a step's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Paragraph of inline text.
    Paragraph(Inline),
    /// List item: its depth from 0, its marker (`•` or `1.`), and its text.
    Point(usize, String, Inline),
    /// Question or remark, set apart; a block quote in Markdown.
    Aside(Inline),
    /// Answer to the question of the step, and whether it is right; an item of a task list in Markdown.
    Choice(bool, Inline),
    /// Formula on a line of its own.
    Formula(Formula),
    /// Code block.
    Code(String),
    /// Part that cannot be read.
    Error(LessonError),
}

impl Lesson {
    /// Scenes of the steps, and those that their texts lead to.
    pub fn scenes_mut(&mut self) -> impl Iterator<Item = &mut Scene> {
        self.steps.iter_mut().flat_map(|step| {
            let inlines = step.blocks.iter_mut().filter_map(Block::inline_mut);
            let linked = inlines.flat_map(|inline| &mut inline.link_targets);
            let linked = linked.filter_map(|target| match target {
                LinkTarget::Scene(link) => Some(&mut *link.scene),
                LinkTarget::Page(_) | LinkTarget::Error(_) => None,
            });
            std::iter::once(&mut *step.link.scene).chain(linked)
        })
    }
}

impl Block {
    /// Inline text to change; `None` as for [`inline`](Self::inline).
    fn inline_mut(&mut self) -> Option<&mut Inline> {
        match self {
            Self::Paragraph(inline)
            | Self::Point(_, _, inline)
            | Self::Aside(inline)
            | Self::Choice(_, inline) => Some(inline),
            Self::Formula(_) | Self::Code(_) | Self::Error(_) => None,
        }
    }

    /// Inline text of the block; `None` for a formula, code and an error.
    pub fn inline(&self) -> Option<&Inline> {
        match self {
            Self::Paragraph(inline)
            | Self::Point(_, _, inline)
            | Self::Aside(inline)
            | Self::Choice(_, inline) => Some(inline),
            Self::Formula(_) | Self::Code(_) | Self::Error(_) => None,
        }
    }

    /// Errors in the inline text of the block.
    pub fn inline_errors(&self) -> impl Iterator<Item = &LessonError> {
        self.inline().into_iter().flat_map(|inline| &inline.link_targets).filter_map(
            |link_target| match link_target {
                LinkTarget::Error(error) => Some(error),
                LinkTarget::Scene(_) | LinkTarget::Page(_) => None,
            },
        )
    }
}

impl Step {
    /// Step without text.
    pub(super) fn new(title: String, link: Link, has_scene: bool) -> Self {
        let (blocks, answer) = (Vec::new(), Vec::new());
        let (quiz, class_minutes) = (InQuiz::default(), None);
        Self { title, link, has_scene, blocks, answer, quiz, class_minutes }
    }

    /// Number of blocks that are shown before an answer: up to the last choice; `None` if the step asks nothing.
    pub fn num_before_answer(&self) -> Option<usize> {
        let is_choice = |block: &Block| matches!(block, Block::Choice(..));
        self.blocks.iter().rposition(is_choice).map(|last| last + 1)
    }

    /// All errors of the step.
    pub fn errors(&self) -> Vec<&LessonError> {
        let blocks = || self.blocks.iter().chain(&self.answer);
        let whole = blocks().filter_map(|block| match block {
            Block::Error(error) => Some(error),
            _ => None,
        });
        whole.chain(blocks().flat_map(Block::inline_errors)).collect()
    }
}
