//! Figures, and their composition into shapes.
//!
//! A view describes its contents as a [`Figure`]. [`compose`] turns a figure of a given size into a [`Drawing`], a
//! list of shapes that the window paints and an export writes.

mod axes;
mod board;
mod candidates;
mod canvas;
mod cells;
mod color_bar;
mod compose;
mod counter;
mod curves;
mod dials;
mod drawing;
mod figure;
mod grid;
mod legend;
mod marks;
mod matrices;
mod parts;
mod points;
mod profile;
mod sheet;
mod ticks;
mod trace;
mod values;

pub use board::{Board, BoardHead, BoardLine};
pub use candidates::{CandidateTable, Candidates};
pub use canvas::SMALLEST_TYPE;
pub use compose::{compose, compose_bare, roomy};
pub use counter::{Bit, Counter};
pub use curves::{Curve, Curves};
pub use dials::Dials;
pub use drawing::{Align, Drawing, Frame, KeyEntry, Plot, Point, Rect, Shape, Target, Text};
pub use figure::{Axis, AxisKind, Body, Chart, Dimension, Figure, Layer};
pub use grid::GridShown;
pub use matrices::Matrices;
pub use parts::{Part, Parts};
pub use profile::ProfileCurve;
pub use sheet::{Sheet, SheetLine, Verdict};
pub use trace::{Coordinate, Trace};
pub use values::Values;
