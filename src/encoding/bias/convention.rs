//! Conventions of biases by name, and what follows from their data.

use super::{
    BiasFacts, BiasRule,
    table::{ALIBI_BLOOM, ALIBI_PAPER, T5, TABLE},
};
use crate::stable_enum::stable_rows;

stable_rows! {
    /// Named rule that gives the bias of each head.
    pub struct BiasConvention(BiasFacts) = TABLE;
}

impl BiasConvention {
    /// Slopes of the paper's code.
    pub const ALIBI_BLOOM: Self = Self(&ALIBI_BLOOM);

    /// Slopes as the paper's sentence reads.
    pub const ALIBI_PAPER: Self = Self(&ALIBI_PAPER);

    /// Learned numbers for buckets of offsets.
    pub const T5: Self = Self(&T5);

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
        matches!(
            self.0.rule,
            BiasRule::Distance
                | BiasRule::DistanceOfTwoSeries
                | BiasRule::Position(_)
                | BiasRule::BeforeLast
        )
    }
}
