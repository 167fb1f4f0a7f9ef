//! Figures, and their composition into shapes.
//!
//! A view describes its contents as a [`Figure`]. [`compose()`] turns a figure of a given size into a [`Drawing`], a
//! list of shapes that the window paints and an export writes.
//!
//! | module | contents |
//! |---|---|
//! | `figure` | what a figure shows, without sizes |
//! | `parts` | parts of a figure that can be left out |
//! | `drawing` | what a composed figure consists of |
//! | `shape` | shapes and their places |
//! | `compose` | figure and size → drawing |

mod compose;
mod drawing;
mod figure;
mod parts;
mod shape;

pub use compose::{
    COLOR_BAR, SMALLEST_TYPE, compose, compose_bare, fitting_height, formula_shapes, roomy,
};
pub use drawing::{Drawing, Frame, GridShown, KeyEntry, Omission, Plot, Target};
pub use figure::{
    Axis, AxisKind, Bit, Board, BoardHead, BoardLine, Body, CandidateTable, Candidates, Caption,
    Chart, Coordinate, Counter, Curve, Curves, Dials, Dimension, FieldRow, Fields, Figure, Head,
    Layer, Matrices, Panels, ProfileCurve, Sheet, SheetLine, Trace, ValueName, Values, Verdict,
    WordMatrix,
};
pub use parts::{Part, Parts};
pub use shape::{Align, Point, Rect, Shape, Text};
