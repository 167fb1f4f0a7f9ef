//! Turns values into pictures, independently of any window.
//!
//! | module | from → to |
//! |---|---|
//! | [`raster`] | values → pixels at screen resolution |
//! | [`chart`] | contents of a view → shapes at a given size |
//! | [`typeset`] | formulas → placed glyphs |
//!
//! A view describes its contents as a [`Figure`]. [`compose()`] turns a figure of a given size into a [`Drawing`], a
//! list of shapes. The window paints that list, and the export writes it as SVG, so a figure in a paper always
//! matches the picture in the window.

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
pub use typeset::{Face, Formula, Glyphs, Item, Laid, Role, latex, latex_words};
pub(crate) use typeset::{ToValue, tex};
pub use vision::Vision;
