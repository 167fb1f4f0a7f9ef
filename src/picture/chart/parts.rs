//! What a figure is put together from, and which of it is left out.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Something of a figure that can be left out.
    pub enum Part {
        /// Name of the view and one sentence about it.
        Title = "title",
        /// Words below it that say what it proves.
        Words = "words",
        /// Parameters, below the figure.
        Caption = "caption",
        /// Axis names and ticks of the axes.
        Axes = "axes",
        /// The color bar.
        ColorBar = "color-bar",
        /// Rings and lines around the selection.
        Selection = "selection",
        /// The ground behind it all; without it one sees what lies behind.
        Ground = "ground",
    }
}

/// Some of the parts of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(u8);

impl Parts {
    /// All of them: a figure that speaks for itself.
    pub const ALL: Self = Self(0x7f);
    /// Those of a tile in the window, whose frame has the title.
    pub const TILE: Self = Self::ALL.without(Part::Title).without(Part::Caption);

    /// All but those that have such keys; other words are no parts.
    pub fn all_but<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        keys.filter_map(|key| Part::from_key(key).ok()).fold(Self::ALL, Self::without)
    }

    /// Whether it is there.
    pub const fn has(self, part: Part) -> bool {
        self.0 & Self::bit(part) != 0
    }

    /// The others.
    #[must_use]
    pub const fn without(self, part: Part) -> Self {
        Self(self.0 & !Self::bit(part))
    }

    /// With it or without.
    #[must_use]
    pub const fn with(self, part: Part, is_there: bool) -> Self {
        if is_there { Self(self.0 | Self::bit(part)) } else { self.without(part) }
    }

    const fn bit(part: Part) -> u8 {
        1 << part as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_can_be_left_out() {
        for &part in Part::ALL {
            let rest = Parts::ALL.without(part);
            for &other in Part::ALL {
                assert_eq!(rest.has(other), other != part, "{other:?} without {part:?}");
            }
            assert_eq!(rest.with(part, true), Parts::ALL, "{part:?} comes back");
        }
    }
}
