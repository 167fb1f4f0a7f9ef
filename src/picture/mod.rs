//! Values into pictures, without a window: color maps, rasters at pixel resolution, charts, their
//! composition into shapes, and the layout of formulas.
//!
//! A view describes what it shows as a [`Figure`]. [`compose`] turns a figure of a given size into a
//! [`Drawing`], a list of shapes; the window paints that list, the export writes it as SVG. So a figure
//! in a paper and the picture in the window cannot differ.

mod axes;
mod board;
mod candidates;
mod canvas;
mod cells;
mod chart;
mod color;
mod color_bar;
mod compose;
mod counter;
mod curves;
mod dials;
mod drawing;
mod fonts;
mod formula;
mod grid;
mod kernels;
mod legend;
mod marks;
mod matrices;
pub mod number;
mod parts;
mod points;
mod profile;
mod raster;
mod samples;
mod sheet;
mod theme;
mod ticks;
mod trace;
mod values;
mod vision;
mod waves;

pub use board::{Board, BoardHead, BoardLine};
pub use candidates::{CandidateTable, Candidates};
pub use canvas::SMALLEST_TYPE;
pub use chart::{Axis, AxisKind, Body, Chart, Figure, Layer, Span};
pub use color::{ColorMap, ColorScale, Rgb};
pub use compose::{compose, compose_bare, roomy};
pub use counter::{Bit, Counter};
pub use curves::Curves;
pub use dials::Dials;
pub use drawing::{Align, Drawing, Frame, Plot, Point, Rect, Shape, Target, Text};
pub use fonts::Face;
pub use formula::{Formula, Glyphs, Item, Laid, Role};
pub use grid::GridShown;
pub use matrices::Matrices;
pub use parts::{Part, Parts};
pub use profile::ProfileCurve;
pub use raster::{Image, Pixels, Raster, RasterRequest, Source};
pub use sheet::{Sheet, SheetLine, Verdict};
pub use theme::{Theme, contrast};
pub use trace::{Coordinate, Trace};
pub use values::Values;
pub use vision::Vision;
