//! Keys that say something about the encoding of a scene: those whose parameters the window shows.

use super::{Key, Scene, Side};
use crate::encoding::Family;

impl Scene {
    /// True if a key is a parameter of the encoding of a side. B has the width, the cells and the rows of A, but for a
    /// table, whose first row may stand elsewhere. `is_grid_shown` where a view shows the rows of a table as patches.
    pub fn has_parameter(&self, key: Key, side: Side, is_grid_shown: bool) -> bool {
        let family = self.draft().encoding;
        let is_b = side == Side::B;
        let grid = self.grid().map(|it| it.convention().is_rotary());
        let is_within = |families: &[Family]| families.contains(&family);
        match key {
            // Few tables have another one: it is typed in a scene, or recognized.
            Key::Step => self.spacing().is_some(),
            Key::Base => is_within(&[Family::Sinusoidal, Family::Rotary, Family::Grid]),
            Key::Grid => !is_b && (grid.is_some() || family.is_table() && is_grid_shown),
            Key::HeadDim if let Some(is_rotary) = grid => is_rotary,
            Key::DModel if let Some(is_rotary) = grid => !is_rotary && !is_b,
            Key::Length | Key::Start if grid.is_some() => false,
            Key::HeadDim | Key::RotaryDim => family.is_rotary() && self.rotary().is_some(),
            Key::DModel => {
                !is_b
                    && is_within(&[
                        Family::Sinusoidal,
                        Family::Binary,
                        Family::Random,
                        Family::Grid,
                    ])
            }
            Key::Length => !is_b && !family.is_table(),
            Key::Start => !is_b || family.is_table(),
            Key::Octaves | Key::Pi | Key::Identity => family.is_fourier(),
            Key::Seed => is_within(&[Family::Random]),
            Key::Convention => is_within(&[Family::Sinusoidal, Family::Grid, Family::Bias]),
            Key::Exponent | Key::Layout | Key::Order | Key::Components => family.is_sinusoidal(),
            Key::Table | Key::Tensor => family.is_table(),
            _ if key.is_rotary() => family.is_rotary(),
            _ if key.is_of_bias() => family.is_bias(),
            _ => true,
        }
    }
}
