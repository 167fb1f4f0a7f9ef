//! Deviations of a table from the encoding that it otherwise is.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Deviation of a table from the encoding that it otherwise is.
    pub enum Deviation {
        /// Rows of zeros, such as the row of a padding token.
        ZeroRow = "zero_row",
        /// Row that equals the one before.
        RepeatedRow = "repeated_row",
        /// Rows of other positions than their places say.
        ShiftedRow = "shifted_row",
        /// Row that is none of the encoding, such as the row of a class token.
        OtherRow = "other_row",
        /// Column of zeros.
        ZeroColumn = "zero_column",
        /// Column that stands in another's place.
        MovedColumn = "moved_column",
        /// Column that the table lacks.
        MissingColumn = "missing_column",
        /// Column that is none of the encoding.
        OtherColumn = "other_column",
        /// Single value.
        Cell = "cell",
    }
}

/// Deviation with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviating {
    /// Part that deviates.
    pub what: Deviation,
    /// Row, counted from 0.
    pub row: Option<u64>,
    /// Last row of a run.
    pub row_end: Option<u64>,
    /// Column, counted from 0.
    pub column: Option<u32>,
    /// Column of the encoding that stands here, where it is another.
    pub from: Option<u32>,
    /// Number of positions by which rows are ahead, where they are of other positions.
    pub shift: Option<i64>,
}

impl Deviating {
    /// Deviation without a place.
    pub(super) fn of(what: Deviation) -> Self {
        Self { what, row: None, row_end: None, column: None, from: None, shift: None }
    }

    /// Adds a row to others, to the last run of them if it goes on in the same way.
    pub(super) fn add_row(all: &mut Vec<Self>, row: u64, what: Deviation, shift: Option<i64>) {
        let is_next = |last: &&mut Self| {
            (last.what, last.shift) == (what, shift)
                && last.row_end.or(last.row) == row.checked_sub(1)
        };
        match all.last_mut().filter(is_next) {
            Some(last) => last.row_end = Some(row),
            None => all.push(Self { row: Some(row), shift, ..Self::of(what) }),
        }
    }

    /// Number of rows from the first to the last.
    pub(super) fn num_rows(&self) -> u64 {
        self.row.map_or(0, |first| self.row_end.unwrap_or(first) - first + 1)
    }
}
