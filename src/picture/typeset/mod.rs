//! Mathematics laid out once for window and figures: formulas, the TeX that they are written in, and the widths
//! of glyphs.

mod fonts;
mod formula;
mod tex;

pub use fonts::Face;
pub use formula::{Formula, Glyphs, Item, Laid, Role};
pub use tex::formula;
