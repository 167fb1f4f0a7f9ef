//! Answers about a table: what it is, and where it deviates.

use crate::{
    encoding::{Convention, Rounding, Sinusoid, Spacing},
    stable_enum::stable_enum,
};

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

stable_enum! {
    /// Reason why a table is no encoding.
    pub enum Nothing {
        /// All values are 0.
        Zeros = "zeros",
        /// All values are equal.
        Constant = "constant",
        /// Values are those of a normal distribution, as before training.
        Random = "random",
        /// Values of memory that was never written.
        Uninitialized = "uninitialized",
        /// Many values are not finite.
        NotFinite = "not_finite",
    }
}

/// Deviation with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviating {
    /// What deviates.
    pub what: Deviation,
    /// Row, counted from 0.
    pub row: Option<u64>,
    /// Last row of a run.
    pub row_end: Option<u64>,
    /// Column, counted from 0.
    pub column: Option<u32>,
    /// Column of the encoding that stands here, where it is another.
    pub from: Option<u32>,
}

impl Deviating {
    /// Deviation without a place.
    pub(super) fn of(what: Deviation) -> Self {
        Self { what, row: None, row_end: None, column: None, from: None }
    }
}

/// Encoding that a table is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognized {
    /// Convention, if the sinusoid is that of one.
    pub convention: Option<Convention>,
    /// Other conventions whose table is the same.
    pub also: Vec<Convention>,
    /// Parameters.
    pub sinusoid: Sinusoid,
    /// Position of the first row; 0 where the rows are at real positions.
    pub start: i64,
    /// Positions of the rows, where these are not consecutive whole numbers.
    pub spacing: Option<Spacing>,
    /// Number of rows.
    pub length: u64,
    /// The table is so many times the encoding.
    pub scale: f64,
    /// True if positions run across.
    pub is_transposed: bool,
    /// Narrowest type whose rounding gives every value outside the deviations.
    pub rounding: Option<Rounding>,
    /// Deviations, rows before columns before cells.
    pub deviations: Vec<Deviating>,
    /// Largest difference outside the deviations, after rounding and scale.
    pub max_abs_difference: f64,
    /// Number of values that match.
    pub matching: u64,
    /// Number of all values.
    pub num_cells: u64,
}

/// Answer about a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Identity {
    /// Sinusoidal encoding.
    Table(Box<Recognized>),
    /// Numbers with structure, but of no sinusoid.
    Learned,
    /// No encoding.
    Nothing(Nothing),
}
