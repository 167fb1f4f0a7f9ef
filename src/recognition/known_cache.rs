//! Cache that a table was recognized as.

use super::cache_layout::CacheLayout;
use crate::encoding::{
    Component, Deviating, Rounding, RowPositions, Stages, proof::Evidence, rotary::scaling::Scaling,
};

/// Rotary encoding whose cosines or sines a table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownCache {
    /// Presets with these frequencies: name, and set of layers.
    pub presets: Vec<(String, String)>,
    /// Base θ.
    pub base: f64,
    /// Rule of scaling with its numbers.
    pub scaling: Scaling,
    /// Function of the angles that gives the values.
    pub component: Component,
    /// Columns of each pair.
    pub layout: CacheLayout,
    /// Position of the first row.
    pub start: i64,
    /// Factor of all values.
    pub factor: f64,
    /// Narrowest type that holds the values; `None` for double precision.
    pub rounding: Option<Rounding>,
    /// Stages that were rounded on the way to the values; exact where only these were.
    pub stages: Stages,
    /// True if the values are those of the cache, and explain more than was chosen.
    pub is_certain: bool,
    /// Bits that the values explain, without those of the choices.
    pub(crate) score: f64,
    /// Agreement of all values.
    pub(crate) evidence: Evidence,
    /// Columns that are none of the cache, or stand in another's place.
    pub columns: Vec<Deviating>,
    /// Bases and rules with the same values in the rows that were compared.
    pub others: Vec<(f64, Scaling)>,
    /// Number of columns after those of the cache that are the same in all rows, as of dimensions that do not turn.
    pub num_still: u32,
    /// Position of each row.
    pub positions: RowPositions,
    /// True if positions run across.
    pub is_transposed: bool,
    /// True if a table of sines follows one of cosines.
    pub is_stacked: bool,
}

impl KnownCache {
    /// Cache that is exactly as a rule gives it, of which nothing has been compared.
    pub(super) fn by_rule(
        (base, scaling): (f64, Scaling),
        (component, layout): (Component, CacheLayout),
        positions: RowPositions,
    ) -> Self {
        Self {
            presets: Vec::new(),
            base,
            scaling,
            component,
            layout,
            start: 0,
            factor: 1.0,
            rounding: None,
            stages: Stages::default(),
            is_certain: false,
            score: 0.0,
            evidence: Evidence::default(),
            columns: Vec::new(),
            others: Vec::new(),
            num_still: 0,
            positions,
            is_transposed: false,
            is_stacked: false,
        }
    }

    /// True if cosines and sines stand in the cache as they are, without a factor.
    pub fn has_unit_factor(&self) -> bool {
        self.factor.to_bits() == 1.0_f64.to_bits()
    }

    /// True for a certain cache without a factor and without a wrong value.
    pub(super) fn is_clean(&self) -> bool {
        self.is_certain && self.evidence.num_wrong == 0 && self.has_unit_factor()
    }
}
