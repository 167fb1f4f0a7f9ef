//! Composes figures into shapes at a given size.
//!
//! [`compose()`] draws the surroundings of any figure on a `Canvas`, and hands the area between them to the file of its
//! body, which has the same name as in `figure`. A chart is composed by a `Composer`: `chart` calls its methods in
//! drawing order, and each layer and each part around the layers adds its own in a file of its own.
//!
//! | files | contents |
//! |---|---|
//! | `figure`, `surround` | any figure, and the texts around its data |
//! | `canvas`, `grid` | simple shapes, and cells of tables |
//! | `type_scale` | the size of type in tables, matrices and sheets |
//! | `board`, `candidates`, `counter`, `dials`, `fields`, `head`, `matrices`, `note`, `panels`, `sheet`, `values` | each kind of body |
//! | `chart`, `composer` | margins and drawing order of charts, and the shapes collected so far |
//! | `axes`, `ticks`, `color_bar`, `curve_key`, `legend`, `point_key` | parts around the layers of a chart |
//! | `cells`, `curves`, `points`, `profile`, `trace`, `marks` | layers of a chart |

mod axes;
mod board;
mod candidates;
mod canvas;
mod cells;
mod chart;
mod color_bar;
mod composer;
mod counter;
mod curve_key;
mod curves;
mod dials;
mod fields;
mod figure;
mod formula;
mod grid;
mod head;
mod heading;
mod legend;
mod marks;
mod matrices;
mod note;
mod panels;
mod point_key;
mod points;
mod profile;
mod sheet;
mod surround;
mod ticks;
mod trace;
mod type_scale;
mod values;

pub use canvas::SMALLEST_TYPE;
pub use chart::compose_bare;
pub use color_bar::COLOR_BAR;
pub use figure::{compose, fitting_height, roomy};
pub use formula::formula_shapes;
