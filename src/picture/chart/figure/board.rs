//! Boards: tables that compare encodings (lines) by criteria (columns).

use super::Verdict;

/// Line of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Name of the compared item.
    pub name: String,
    /// Text and verdict of each column.
    pub cells: Vec<(String, Verdict)>,
}

/// Head of a column: its name and its measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardHead {
    /// Name of the criterion.
    pub name: String,
    /// Measured quantity.
    pub measure: String,
}

/// Table of results under column heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Column heads, from the left.
    pub heads: Vec<BoardHead>,
    /// Lines, from the top.
    pub lines: Vec<BoardLine>,
    /// Line and column of the selected cell.
    pub selected: (usize, usize),
}
