//! Measurements of learned tables: norms, directions, waves, and how well simple models read positions from them.
//!
//! Everything is measured on the first rows of a table, up to a bound, with seeded random choices.

mod findings;
mod fits;
mod looks;
mod order;
mod properties;
mod random;
mod regression;
mod shuffled;
mod spectrum;

pub use findings::{Learned, LearnedQuestion};
pub use fits::procrustes;
pub use looks::{NormStep, RowLooks, RowMark};
pub use properties::Properties;
pub(super) use properties::properties;
pub use shuffled::{ShuffleQuestion, Shuffled};
pub use spectrum::ColumnFit;
