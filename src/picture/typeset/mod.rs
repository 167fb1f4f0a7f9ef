//! Mathematical typesetting, shared by the window and by figures: formulas, the TeX that they are written in, and
//! glyph widths.

mod fonts;
mod formula;
mod name;
mod paragraph;
mod template;
mod tex;
mod tex_names;
mod to_tex;
mod wrap;

pub use fonts::Face;
pub use formula::{Formula, Glyphs, Item, Laid, Role};
pub(crate) use paragraph::{Piece, filled, text_lines};
pub(crate) use template::{ToValue, tex};
pub use tex::formula;
pub use to_tex::{latex, latex_words};
