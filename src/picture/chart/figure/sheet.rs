//! Sheets: lines of formulas with their numbers and results.

use crate::picture::{Formula, Rgb, Theme};

/// Result of checking a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The statement holds.
    Holds,
    /// The statement does not hold.
    Fails,
    /// Nothing to check.
    Open,
}

impl Verdict {
    /// Mark after a remark.
    pub(in crate::picture::chart) fn mark(self) -> &'static str {
        match self {
            Self::Holds => " ✓",
            Self::Fails => " ✗",
            Self::Open => "",
        }
    }

    /// Color of a remark.
    pub(in crate::picture::chart) fn color(self, theme: Theme) -> Rgb {
        match self {
            Self::Holds => theme.good,
            Self::Fails => theme.error,
            Self::Open => theme.weak_text,
        }
    }
}

/// Line of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetLine {
    /// Formula in symbols.
    pub formula: Formula,
    /// The same formula in numbers, below the symbols.
    pub numbers: Formula,
    /// Result, at the right.
    pub remark: String,
    /// Outcome of the check.
    pub verdict: Verdict,
}

/// Lines of formulas.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Lines from the top.
    pub lines: Vec<SheetLine>,
    /// True if the lines are numbered steps that follow from each other.
    pub has_numbers: bool,
}

impl SheetLine {
    /// The whole line in plain text.
    pub fn plain_text(&self) -> String {
        let parts = [self.formula.plain_text(), self.numbers.plain_text(), self.remark.clone()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("; ") + self.verdict.mark()
    }
}
