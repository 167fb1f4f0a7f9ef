//! Positions of the rows of a table whose waves are known: any positions, whole or real, in any order.
//!
//! Each value leaves its wave one or two angles. From the slowest wave to the fastest, they narrow the positions that a
//! row may be at. Rows at evenly spaced positions are a run; others are listed. A run costs the bits of two numbers, a
//! list one number a row.

mod base;
mod decode;
mod ladder;
mod lines;
mod place;
mod row_positions;
mod runs;
mod wave_table;
mod wrong_columns;

pub(crate) use base::NearBase;
pub(crate) use ladder::ladder_ratio;
pub(crate) use place::{Placed, place, placed_at};
pub use row_positions::{Cause, Places, RowPositions, RowRun};
pub(crate) use wave_table::{TableWave, WaveTable};
pub(crate) use wrong_columns::{
    are_columns_apart, are_off_circle, most_wrong_columns, without_columns,
};

pub(crate) use runs::row_positions;
