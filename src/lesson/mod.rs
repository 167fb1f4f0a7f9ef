//! Lessons: Markdown files whose links carry scenes.
//!
//! ```text
//! # [A lesson](scene:d_model=64&length=32)          its title, and what all its scenes have in common
//! ## [The first step](scene:views=waves#waves)      a step: its scene, and what is pointed out in it
//! Text, *stressed* and **strong**, `code`, a formula $\omega_k$, and
//! a [link](scene:position=7#heatmap:cell) to another scene.
//!
//! $$ PE(t) = \sin(\omega t) $$
//!
//! > A question to the class.
//! ```
//!
//! A step's scene is the lesson's with what its heading changes; a link's is its step's with what the link
//! changes. What follows `#` is pointed out: a view (`heatmap`), the selected cell or row in it
//! (`heatmap:cell`, `heatmap:row`), or a control by its scene key (`offset`).
//!
//! A lesson is never refused: what cannot be read is an error in its place, with its line, and all else works.

mod bundled;
mod highlight;
mod inline;
mod parse;

use crate::{picture::Formula, scene::Scene};

pub use bundled::{BUNDLED, NUM_BUNDLED, title};
pub use highlight::Highlight;
pub use inline::{Goal, Inline, Run, Style};

use thiserror::Error;

/// Something in a lesson that cannot be read, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {reason}")]
pub struct LessonError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// A text in steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// One at least.
    pub steps: Vec<Step>,
    /// Everything in it that cannot be read, in order.
    pub errors: Vec<LessonError>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it is called.
    pub title: String,
    /// What it shows.
    pub link: Link,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A scene, and what is pointed out in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// What is shown.
    pub scene: Box<Scene>,
    /// What is pointed out.
    pub target: Option<Highlight>,
}

/// A paragraph or something like it.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Words that run from line to line.
    Paragraph(Inline),
    /// A point of a list: how deep it lies, what stands before it, and its words.
    Point(usize, String, Inline),
    /// A question or a remark, set apart.
    Aside(Inline),
    /// A formula on a line of its own.
    Formula(Formula),
    /// Code, line by line.
    Code(String),
    /// What cannot be read.
    Error(LessonError),
}

impl Block {
    /// What cannot be read in its words.
    pub fn inline_errors(&self) -> impl Iterator<Item = &LessonError> {
        let inline = match self {
            Self::Paragraph(inline) | Self::Point(_, _, inline) | Self::Aside(inline) => {
                Some(inline)
            }
            Self::Formula(_) | Self::Code(_) | Self::Error(_) => None,
        };
        inline.into_iter().flat_map(|inline| &inline.goals).filter_map(|goal| match goal {
            Goal::Error(error) => Some(error),
            Goal::Scene(_) | Goal::Page(_) => None,
        })
    }
}

impl Step {
    /// Everything in it that cannot be read.
    pub fn errors(&self) -> Vec<&LessonError> {
        let whole = self.blocks.iter().filter_map(|block| match block {
            Block::Error(error) => Some(error),
            _ => None,
        });
        whole.chain(self.blocks.iter().flat_map(Block::inline_errors)).collect()
    }
}

impl Lesson {
    /// Reads a lesson.
    pub fn new(text: &str) -> Self {
        parse::lesson(text)
    }
}
