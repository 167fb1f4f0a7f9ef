//! Words that run from line to line, and the links among them.

use super::{LessonError, Link};
use crate::picture::Formula;

/// How a run of words is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Heavier.
    pub is_strong: bool,
    /// In italics, or what stands for them.
    pub is_stressed: bool,
}

/// Where a run of words leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// To a scene.
    Scene(Link),
    /// To a page of the web.
    Page(String),
    /// Nowhere: the link cannot be read.
    Error(LessonError),
}

/// Words, code or a formula, all of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    /// Words.
    Words(String, Style),
    /// Code.
    Code(String),
    /// A formula in the line.
    Formula(Formula),
    /// A new line.
    Break,
}

/// Runs in their order, each with the number of the goal that it leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inline {
    /// What is written.
    pub runs: Vec<(Run, Option<usize>)>,
    /// Where links lead.
    pub goals: Vec<Goal>,
}

impl Inline {
    /// All of it as plain text.
    pub fn plain_text(&self) -> String {
        self.text_of(|_goal| true)
    }

    /// The words that lead to a goal.
    pub fn goal_text(&self, goal: usize) -> String {
        self.text_of(|of| of == Some(goal))
    }

    fn text_of(&self, is_wanted: impl Fn(Option<usize>) -> bool) -> String {
        let runs = self.runs.iter().filter(|(_, goal)| is_wanted(*goal));
        runs.map(|(run, _)| match run {
            Run::Words(text, _) | Run::Code(text) => text.clone(),
            Run::Formula(formula) => formula.plain_text(),
            Run::Break => "\n".to_owned(),
        })
        .collect()
    }
}
