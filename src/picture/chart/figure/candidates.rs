//! Encodings of the same positions, for a comparison side by side.

use crate::encoding::{Candidate, Table};

/// Encodings of the same positions, side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    /// Candidates with their names and tables, from the left.
    pub tables: Vec<CandidateTable>,
    /// Selected position.
    pub position: i64,
    /// Selected column of the sinusoidal encoding.
    pub column: u32,
}

/// Candidate encoding with its name and its table.
#[derive(Clone, Debug, PartialEq)]
pub struct CandidateTable {
    /// Display name.
    pub name: String,
    /// Kind of encoding.
    pub candidate: Candidate,
    /// Table of the candidate.
    pub table: Table,
}

impl CandidateTable {
    /// Number of columns.
    pub(in crate::picture::chart) fn width(&self) -> usize {
        self.table.num_columns() as usize
    }
}
