//! Contents of a lesson: steps and their blocks.

use super::{Inline, LessonError, Link, LinkTarget};
use crate::picture::Formula;

/// Lesson: a text in steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Title.
    pub title: String,
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
    /// Text of the step.
    pub blocks: Vec<Block>,
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

impl Block {
    /// Errors in the inline text of the block.
    pub fn inline_errors(&self) -> impl Iterator<Item = &LessonError> {
        let inline = match self {
            Self::Paragraph(inline)
            | Self::Point(_, _, inline)
            | Self::Aside(inline)
            | Self::Choice(_, inline) => Some(inline),
            Self::Formula(_) | Self::Code(_) | Self::Error(_) => None,
        };
        inline.into_iter().flat_map(|inline| &inline.link_targets).filter_map(|link_target| {
            match link_target {
                LinkTarget::Error(error) => Some(error),
                LinkTarget::Scene(_) | LinkTarget::Page(_) => None,
            }
        })
    }
}

impl Step {
    /// Number of blocks that are shown before an answer: up to the last choice; `None` if the step asks nothing.
    pub fn num_before_answer(&self) -> Option<usize> {
        let is_choice = |block: &Block| matches!(block, Block::Choice(..));
        self.blocks.iter().rposition(is_choice).map(|last| last + 1)
    }

    /// All errors of the step.
    pub fn errors(&self) -> Vec<&LessonError> {
        let whole = self.blocks.iter().filter_map(|block| match block {
            Block::Error(error) => Some(error),
            _ => None,
        });
        whole.chain(self.blocks.iter().flat_map(Block::inline_errors)).collect()
    }
}
