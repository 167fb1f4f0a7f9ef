//! Encodings of the cells of a grid: image patches, or patches of frames.
//!
//! Each column is a sine or a cosine of one coordinate of the cell: cos(ω·c(y)) or cos(ω·c(x)). Conventions differ in
//! which half belongs to which axis, in the coordinate c, and in the order in which the cells become rows. A square
//! grid hides most of that.

mod columns;
mod convention;
mod facts;
mod faults;
mod layout;
mod patches;
mod recognition;
mod resampling;
mod resized;
mod rule;
mod sequence;
mod shape;
mod table;

pub use columns::GridColumn;
pub use convention::GridConvention;
pub use facts::{CellOrder, Coordinates, GridAxis, GridColumns, GridFacts, Repetition};
pub use faults::{FaultsQuestion, GridFault, GridFaults};
pub use layout::GridLayout;
pub(crate) use patches::PatchSimilarity;
pub use recognition::{KnownGrid, recognize_grid};
pub use resampling::{Resampling, square_sides};
pub use resized::{ResizeQuestion, ResizedGrid, ResizedRows};
pub use rule::{Grid, GridDraft};
pub use sequence::{NoSequence, Sequence, SequencePart};
pub use shape::GridShape;
