//! Links of a lesson, and the errors in its text.

use thiserror::Error;

use super::Highlight;
use crate::scene::Scene;

/// Part of a lesson that cannot be read, with its line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {reason}")]
pub struct LessonError {
    /// Line, counted from 1.
    pub line: usize,
    /// Description of the problem.
    pub reason: String,
}

/// Scene with an optional highlight.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Scene to show.
    pub scene: Box<Scene>,
    /// Part of the window to highlight.
    pub target: Option<Highlight>,
}
