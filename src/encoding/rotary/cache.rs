//! Tables of cosines or sines that programs keep for rotation.

use crate::{
    encoding::{Component, Double, engine},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Table that a rotary encoding shows as its rows.
    pub enum Cache {
        /// Cosines.
        Cos = "cos",
        /// Sines.
        Sin = "sin",
        /// Cosines, followed by sines.
        Both = "both",
    }
}

impl Cache {
    /// Components, in the order of their columns.
    pub fn components(self) -> &'static [Component] {
        match self {
            Self::Cos => &[Component::Cos],
            Self::Sin => &[Component::Sin],
            Self::Both => &[Component::Cos, Component::Sin],
        }
    }
}

stable_enum! {
    /// Columns of a cache. P is the number of pairs.
    pub enum CacheForm {
        /// One column for each pair.
        Pairs = "pairs",
        /// Columns k and k + P for pair k.
        Halves = "halves",
        /// Columns 2k and 2k + 1 for pair k.
        Adjacent = "adjacent",
    }
}

impl CacheForm {
    /// Number of pairs of a cache with some columns; `None` if there is no such cache.
    pub fn num_pairs(self, num_columns: u32) -> Option<u32> {
        match self {
            Self::Pairs => Some(num_columns),
            Self::Halves | Self::Adjacent => {
                num_columns.is_multiple_of(2).then_some(num_columns / 2)
            }
        }
    }

    /// Number of columns of a cache of one component.
    pub fn num_columns(self, num_pairs: u32) -> u32 {
        match self {
            Self::Pairs => num_pairs,
            Self::Halves | Self::Adjacent => 2 * num_pairs,
        }
    }

    /// First column of a pair.
    pub fn column_of(self, pair: u32) -> u32 {
        match self {
            Self::Pairs | Self::Halves => pair,
            Self::Adjacent => 2 * pair,
        }
    }

    /// Pair that a column belongs to.
    pub fn pair_of(self, column: u32, num_pairs: u32) -> u32 {
        match self {
            Self::Pairs => column,
            Self::Halves => column % num_pairs,
            Self::Adjacent => column / 2,
        }
    }
}

/// Value of a cache: a·cos ωt or a·sin ωt, with the attention factor a.
pub fn value(component: Component, omega: Double, factor: f64, t: i64) -> f64 {
    let phasor = engine::phasor_at(omega, t);
    match component {
        Component::Sin => factor * phasor.sin,
        Component::Cos => factor * phasor.cos,
    }
}
