//! Conventions of biases: data of each, and what follows from it.

use super::table::TABLE;
use crate::{encoding::Rounding, stable_enum::stable_rows};

/// Data of a convention of biases.
#[derive(Debug)]
pub struct BiasFacts {
    /// Stable name, used in scene texts and on the command line.
    pub key: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Description in one sentence.
    pub sentence: &'static str,
    /// Source: repository and file, or publication.
    pub source: &'static str,
    /// Rule of the bias.
    pub rule: BiasRule,
}

/// Rule of the bias of query t and key s, n = |t − s|.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasRule {
    /// −m·n, with slopes m of one series.
    Distance,
    /// m·s in a type, with slopes of two series.
    Position(Rounding),
    /// m·(s − last key) in `f32`, with every other slope of a longer series first.
    BeforeLast,
    /// Learned numbers for buckets of offsets.
    Buckets,
    /// −r₁·ln(1 + r₂·n), with learned r.
    Logarithm,
    /// −r₁·n^r₂, with learned r.
    Power,
    /// −r·ψ(n)/ψ(max(t, L)), with a learned ψ.
    Fire,
    /// Logarithm of the decay of each rotary pair.
    Decay,
}

stable_rows! {
    /// Named rule that gives the bias of each head.
    pub struct BiasConvention(BiasFacts) = TABLE;
}

impl BiasConvention {
    /// Slopes of the paper's code.
    pub const ALIBI_BLOOM: Self = Self(&TABLE[0]);

    /// Slopes as the paper's sentence reads.
    pub const ALIBI_PAPER: Self = Self(&TABLE[3]);

    /// Heading under which biases are listed.
    pub const GROUP: &'static str = "Biases of scores";

    /// Rule of the bias.
    pub fn rule(self) -> BiasRule {
        self.0.rule
    }

    /// True if the model has learned numbers, in whose place typical ones are shown.
    pub fn is_shape(self) -> bool {
        matches!(
            self.0.rule,
            BiasRule::Logarithm | BiasRule::Power | BiasRule::Fire | BiasRule::Decay
        )
    }

    /// True for the conventions of slopes.
    pub fn is_alibi(self) -> bool {
        matches!(self.0.rule, BiasRule::Distance | BiasRule::Position(_) | BiasRule::BeforeLast)
    }
}
