//! Contents of a figure, independent of size and theme.
//!
//! A [`Figure`] has texts and one [`Body`]: a [`Chart`], whose [`Layer`]s lie over two [`Axis`]es, or another kind of
//! content. Each kind has a file here for its data, and one of the same name in `compose` for its shapes.

mod axis;
mod board;
mod candidates;
mod caption;
mod chart;
mod contents;
mod counter;
mod curves;
mod dials;
mod fields;
mod head;
mod matrices;
mod profile;
mod sheet;
mod trace;
mod value_name;
mod values;

pub use axis::{Axis, AxisKind, Dimension};
pub use board::{Board, BoardHead, BoardLine};
pub use candidates::{CandidateTable, Candidates};
pub use caption::Caption;
pub use chart::{Chart, Layer};
pub use contents::{Body, Figure, Panels};
pub use counter::{Bit, Counter};
pub use curves::{Curve, Curves};
pub use dials::Dials;
pub use fields::{FieldRow, Fields};
pub use head::Head;
pub use matrices::{Matrices, WordMatrix};
pub use profile::ProfileCurve;
pub use sheet::{Sheet, SheetLine, Verdict};
pub use trace::{Coordinate, Trace};
pub use value_name::ValueName;
pub use values::Values;
