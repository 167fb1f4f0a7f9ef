//! Color maps of a scene.

use crate::picture::ColorMap;

/// Chosen color maps; `None` follows the theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// Diverging map, for signed values.
    pub diverging: Option<ColorMap>,
    /// Sequential map, for unsigned values.
    pub sequential: Option<ColorMap>,
}
