//! Color maps that a scene chooses.

use crate::picture::ColorMap;

/// Color maps as chosen; what is not chosen follows the theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// For signed data.
    pub diverging: Option<ColorMap>,
    /// For unsigned data.
    pub sequential: Option<ColorMap>,
}
