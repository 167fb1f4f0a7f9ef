//! Values into pictures, without a window.
//!
//! | room | from → to |
//! |---|---|
//! | [`raster`] | values → pixels at the resolution of the screen |
//! | [`chart`] | what a view shows → shapes at a given size |
//! | [`typeset`] | formulas → placed glyphs |
//!
//! A view describes what it shows as a [`Figure`]. [`compose`] turns a figure of a given size into a
//! [`Drawing`]; the window paints that list of shapes, the export writes it as SVG. So a figure in a paper and
//! the picture in the window cannot differ.

pub mod chart;
mod color;
pub mod number;
pub mod raster;
mod span;
mod theme;
pub mod typeset;
mod vision;

pub use chart::*;
pub use color::{ColorMap, ColorScale, Rgb};
pub use raster::{Image, Pixels, Raster, RasterRequest, Source};
pub use span::Span;
pub use theme::{Theme, contrast};
pub use typeset::{Face, Formula, Glyphs, Item, Laid, Role};
pub(crate) use typeset::{ToValue, tex};
pub use vision::Vision;
