//! Mathematics laid out once for window and figures: formulas, the TeX that they are written in, and the widths
//! of glyphs.

mod fonts;
mod formula;
mod template;
mod tex;

pub use fonts::Face;
pub use formula::{Formula, Glyphs, Item, Laid, Role};
pub(crate) use template::{ToValue, tex};
pub use tex::formula;
