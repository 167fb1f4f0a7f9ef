//! Identification: which sinusoidal encoding a table of numbers is, and where it deviates.
//!
//! Every hypothesis is generated and compared value by value. Frequencies are those of the conventions, and those of
//! the base that the table itself tells: the median angle between a row and another m rows farther on, for growing m,
//! gives the frequency of each pair, and a line through their logarithms gives the base. The position of a row follows
//! from the angles of its pairs, from the slowest to the fastest, so that a few wrong rows do not matter. Where these
//! lie on a line of another slope, rows are at real positions; where the frequencies are those of a hypothesis in
//! another order, pairs were moved. Columns of one component have the positions of the waves that are fitted to them.

mod affine;
mod alone;
mod answer;
mod binary;
mod changes;
mod deviation;
mod distinct;
mod finding;
mod fit;
mod fourier;
mod hypothesis;
mod line;
mod lone_waves;
mod measured;
mod moved;
mod nearest;
mod nothing;
mod placed_tables;
mod placing;
mod precision;
mod progress;
mod recognized_rows;
mod refine;
mod rounded;
mod same_rows;
mod search;
mod spectrum;
mod turns;
mod types;
mod values;

pub(crate) use fourier::recognize_fourier;
pub(crate) use lone_waves::LoneWaves;
pub(crate) use nothing::{nothing, nothing_in_list};
pub(crate) use placing::{
    NearBase, TableWave, WaveTable, are_columns_apart, are_off_circle, ladder_ratio,
    most_wrong_columns, place, placed_at, row_positions, without_columns,
};
pub(crate) use same_rows::conventions_of;
pub(crate) use values::TableValues;

pub use self::{
    answer::{FittedSinusoid, Identity, Nothing, Recognized},
    binary::{KnownBinary, recognize_binary},
    changes::{Affine, Change},
    deviation::{Deviating, Deviation},
    fourier::{FourierLayout, KnownFourier},
    placing::{Cause, Places, RowPositions, RowRun},
    rounded::{RoundedAt, identify_stages},
    search::identify,
};
