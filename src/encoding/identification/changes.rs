//! Changes of a table besides a start and a scale: positions of its rows, and what was done to all its values.

use super::placing::RowPositions;
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Change of all values of a table.
    pub enum Change {
        /// A factor and a constant.
        Constant = "constant",
        /// The mean of each column taken off.
        ColumnMeans = "column_means",
        /// The mean of each column taken off, divided by its standard deviation.
        Standardized = "standardized",
    }
}

/// Change of all values of a table, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Kind of the change.
    pub change: Change,
    /// Factor of all values; 1 where columns were divided by their standard deviations.
    pub factor: f64,
    /// Constant that was added afterwards.
    pub offset: f64,
}

/// Positions that make a table certain, and how its values agree with them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ChangedRows {
    pub(super) positions: RowPositions,
    pub(super) num_agreeing: u64,
    pub(super) max_abs_difference: f64,
    /// Row and column of values that are not those of their rows' positions.
    pub(super) cells: Vec<(u64, u32)>,
}
