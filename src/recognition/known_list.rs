//! Numbers about positions that a list was recognized as.

use super::known_frequencies::KnownFrequencies;
use crate::{
    encoding::{
        RowPositions,
        bias::{BiasConvention, Buckets},
        proof::MARGIN,
        rotary::scaling::Scaling,
    },
    stable_enum::stable_enum,
};

stable_enum! {
    /// Rule of positions that are not evenly spaced.
    pub enum Schedule {
        /// Evenly spaced, then rounded to whole numbers.
        Rounded = "rounded",
        /// Evenly spaced logarithms.
        Geometric = "geometric",
        /// Evenly spaced seventh roots, as of the noise of Karras and others.
        Karras = "karras",
    }
}

/// Numbers that a list holds.
#[derive(Clone, Debug, PartialEq)]
pub enum KnownList {
    /// Frequencies of rotary pairs, the best answer first.
    Frequencies(Vec<KnownFrequencies>),
    /// Reciprocals of such frequencies.
    Divisors(Vec<KnownFrequencies>),
    /// Numbers by which a scaling divides the frequencies of a base, as GGUF files keep them.
    ScalingDivisors {
        /// Presets with these divisors: name, and set of layers.
        presets: Vec<(String, String)>,
        /// Base θ.
        base: f64,
        /// Rule of scaling.
        scaling: Scaling,
    },
    /// Slopes of a bias, one a head.
    Slopes(BiasConvention),
    /// Buckets of offsets from a first one on.
    Buckets {
        /// The rule.
        rule: Buckets,
        /// First offset.
        first: i64,
    },
    /// Positions, evenly spaced.
    Positions {
        /// First position.
        start: f64,
        /// Distance between two positions.
        step: f64,
    },
    /// Positions by another rule, with the first and the last one.
    Schedule {
        /// The rule.
        rule: Schedule,
        /// First position.
        start: f64,
        /// Last position, before a 0 that may follow.
        end: f64,
    },
    /// Whole positions in runs, as of several texts or of padding.
    PositionRuns(RowPositions),
    /// Frequencies that are evenly spaced multiples of π.
    EvenFrequencies {
        /// The first one, in units of π.
        first: f64,
        /// The last one, in units of π.
        last: f64,
    },
    /// Frequencies of Fourier features: powers of 2, times π or 2π where these are not 1.
    Octaves {
        /// Exponent of the first one.
        first: i32,
        /// Number in units of π that all are multiplied with; 0: by nothing.
        turns: u32,
    },
    /// Factors of longrope.
    Factors {
        /// Preset that has them.
        preset: String,
        /// Key of the list in its configuration.
        list: &'static str,
    },
}

impl KnownList {
    /// True if the numbers are these with certainty.
    pub fn is_certain(&self) -> bool {
        match self {
            Self::Frequencies(found) | Self::Divisors(found) => {
                found.first().is_some_and(|it| it.is_certain)
            }
            // Powers of two from another one on may be anything.
            Self::Octaves { first, turns } => *first == 0 || *turns > 0,
            _ => true,
        }
    }

    /// True if the best reading explains at least [`MARGIN`] bits more than `bits`.
    pub(super) fn outweighs(&self, bits: f64) -> bool {
        match self {
            Self::Frequencies(found) => found.first().is_some_and(|it| it.score - bits >= MARGIN),
            _ => false,
        }
    }

    /// True if all of them agree.
    pub fn is_exact(&self) -> bool {
        match self {
            Self::Frequencies(found) | Self::Divisors(found) => {
                found.first().is_some_and(|it| it.wrong.is_none())
            }
            _ => true,
        }
    }
}
