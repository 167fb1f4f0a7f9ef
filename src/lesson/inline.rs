//! Inline text: runs of words, code and formulas, and the links among them.

use std::ops::Range;

use super::{LessonError, Link};
use crate::picture::Formula;

/// Style of a run of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// True for strong text, set in bold.
    pub is_strong: bool,
    /// True for emphasized text, set in italics or a substitute.
    pub is_emphasized: bool,
}

/// Target of a link.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkTarget {
    /// Scene to show.
    Scene(Link),
    /// Address of a web page.
    Page(String),
    /// Error: the link cannot be read.
    Error(LessonError),
}

/// Run of inline text of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    /// Words in one style.
    Words(String, Style),
    /// Inline code.
    Code(String),
    /// Inline formula.
    Formula(Formula),
    /// Line break.
    Break,
}

/// Inline text: runs in order, and the goals of its links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inline {
    /// Runs, each with the index of its goal if it is part of a link.
    pub runs: Vec<(Run, Option<usize>)>,
    /// Goals of the links.
    pub link_targets: Vec<LinkTarget>,
    /// Runs that are of no use on paper: they tell how to operate the window.
    pub window_only: Vec<Range<usize>>,
}

impl Inline {
    /// Text as it is printed: without the runs that are of no use on paper.
    #[must_use]
    pub fn on_paper(&self) -> Self {
        let is_printed = |i: &usize| !self.window_only.iter().any(|runs| runs.contains(i));
        let printed = (0..self.runs.len()).filter(is_printed);
        Self {
            runs: printed.map(|i| self.runs[i].clone()).collect(),
            link_targets: self.link_targets.clone(),
            window_only: Vec::new(),
        }
    }

    /// Text without styles and links.
    pub fn plain_text(&self) -> String {
        self.text_of(|_goal| true)
    }

    /// Text of the link to a goal, given by its index.
    pub fn goal_text(&self, link_target: usize) -> String {
        self.text_of(|of| of == Some(link_target))
    }

    fn text_of(&self, is_wanted: impl Fn(Option<usize>) -> bool) -> String {
        let runs = self.runs.iter().filter(|(_, link_target)| is_wanted(*link_target));
        runs.map(|(run, _)| match run {
            Run::Words(text, _) | Run::Code(text) => text.clone(),
            Run::Formula(formula) => formula.plain_text(),
            Run::Break => "\n".to_owned(),
        })
        .collect()
    }
}
