//! Parts of a figure that can be left out.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Optional part of a figure.
    pub enum Part {
        /// Name of the view and a sentence about its content.
        Title = "title",
        /// State of the scene, such as `k = 10`, where no title says it.
        State = "state",
        /// Explanatory text below the figure.
        Words = "words",
        /// Parameters, below the figure.
        Caption = "caption",
        /// Names and ticks of the axes.
        Axes = "axes",
        /// Color bar.
        ColorBar = "color-bar",
        /// Rings and lines around the selection.
        Selection = "selection",
        /// Background. Without it the figure is transparent.
        Ground = "ground",
    }
}

/// Set of parts of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(u8);

impl Parts {
    /// All parts: a standalone figure.
    pub const ALL: Self = Self(0xff);
    /// Parts of a tile in the window, whose frame shows the title.
    pub const TILE: Self =
        Self::ALL.without(Part::Title).without(Part::State).without(Part::Caption);

    /// All parts except those with the given keys. Unknown keys are ignored.
    pub fn all_but<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        keys.filter_map(|key| Part::from_key(key).ok()).fold(Self::ALL, Self::without)
    }

    /// True if the set contains the part.
    pub const fn has(self, part: Part) -> bool {
        self.0 & Self::bit(part) != 0
    }

    /// Removes a part.
    #[must_use]
    pub const fn without(self, part: Part) -> Self {
        Self(self.0 & !Self::bit(part))
    }

    /// Adds or removes a part.
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
    fn parts_are_removed_and_restored() {
        for &part in Part::ALL {
            let rest = Parts::ALL.without(part);
            for &other in Part::ALL {
                assert_eq!(rest.has(other), other != part, "{other:?} without {part:?}");
            }
            assert_eq!(rest.with(part, true), Parts::ALL, "{part:?} comes back");
        }
    }
}
