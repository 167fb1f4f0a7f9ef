//! Controls of views and fields of numbers, in the panel and in the tiles.

mod bidi_layout;
pub(crate) mod color_scales;
pub(crate) mod control_highlight;
pub(crate) mod value_field;
pub(crate) mod view_controls;
