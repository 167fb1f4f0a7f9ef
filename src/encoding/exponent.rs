//! Exponent rules: the exponent e in ω = base^(−e).

use std::fmt;

use super::{Components, OddRule};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Rule that gives e in ω = base^(−e), where i is the index of a frequency, j that of a column, and d is
    /// `d_model`.
    ///
    /// With one component alone there are d frequencies instead of d/2, and the divisor of each rule in i doubles:
    /// 2i/d becomes i/d.
    pub enum Exponent {
        /// e = 2i/d, as in the paper.
        Paper = "paper",
        /// e = i/⌊d/2⌋. Equal to the paper's for even d.
        Half = "half",
        /// e = i/(⌊d/2⌋ − 1): the last frequency is exactly 1/base.
        Endpoint = "endpoint",
        /// e = 4i/d: the exponent of code that doubles an index that is already even.
        Doubled = "doubled",
        /// e = j/d: each column has its own frequency.
        PerColumn = "per-column",
        /// e = 2j/d: each column has its own frequency, and frequencies decrease twice as fast.
        PerColumnDoubled = "per-column-doubled",
        /// e = 2(i + 1)/d: frequencies are counted from 1, so no wavelength is 2π.
        OneBased = "one-based",
    }
}

impl Exponent {
    /// Formula of e for a caption. `odd` is the rule in force, see
    /// [`Sinusoid::odd_in_force`](super::Sinusoid::odd_in_force).
    pub fn formula(self, components: Components, odd: OddRule) -> &'static str {
        match (self, components) {
            (Self::Endpoint, Components::Both) if odd == OddRule::Repeat => "i/(d/2 − 1)",
            (Self::Paper, Components::Both) if odd == OddRule::NextEven => "i/⌈d/2⌉",
            (Self::Paper, Components::Both) => "2i/d",
            (Self::Half, Components::Both) => "i/⌊d/2⌋",
            (Self::Endpoint, Components::Both) => "i/(⌊d/2⌋ − 1)",
            (Self::Doubled, Components::Both) => "4i/d",
            (Self::OneBased, Components::Both) => "2(i + 1)/d",
            (Self::Paper | Self::Half, _) => "i/d",
            (Self::Endpoint, _) => "i/(d − 1)",
            (Self::Doubled, _) => "2i/d",
            (Self::OneBased, _) => "(i + 1)/d",
            (Self::PerColumn, _) => "j/d",
            (Self::PerColumnDoubled, _) => "2j/d",
        }
    }

    /// True if each column has its own frequency, whatever the components.
    pub fn is_per_column(self) -> bool {
        matches!(self, Self::PerColumn | Self::PerColumnDoubled)
    }
}

/// Fraction of integers, not reduced: as written in the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Numerator.
    pub numerator: u32,
    /// Denominator, never 0.
    pub denominator: u32,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}
