//! Table of numbers.

use crate::encoding::Table;
use crate::picture::Span;

/// Table of numbers, shown as a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// Table to show.
    pub table: Table,
    /// First visible row and column; `None` shows the cells around the selected one.
    pub first: Option<(i64, i64)>,
    /// Selected row and column, counted from 0.
    pub selected: (i64, i64),
    /// Highlighted columns and rows.
    pub marked: Option<(Span, Span)>,
    /// Number of decimals.
    pub decimals: usize,
}
