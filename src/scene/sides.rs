//! Sides of a comparison, and the scale of the difference.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Sides of a comparison that the views show.
    pub enum Sides {
        /// A alone.
        A = "a",
        /// B alone.
        B = "b",
        /// A − B.
        Difference = "difference",
        /// A, B and A − B beside each other.
        All = "all",
    }
}

stable_enum! {
    /// Scale on which A − B is shown.
    pub enum DifferenceScale {
        /// A − B itself, symmetric about 0.
        Linear = "linear",
        /// Powers of ten of |A − B|.
        Log = "log",
    }
}

/// Side of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Encoding of the scene.
    #[default]
    A,
    /// Encoding that it is compared with.
    B,
    /// A − B.
    Difference,
}

impl Side {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::Difference => "A − B",
        }
    }
}
