//! Appearance shared by the whole window: fonts and colors, icons, keyboard focus, color vision preview.

pub(crate) mod color_vision;
pub(crate) mod focus;
pub(crate) mod help;
pub(crate) mod icon;
pub(crate) mod style;
