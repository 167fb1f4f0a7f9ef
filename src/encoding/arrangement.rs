//! Arrangement of the sines and cosines in a row: layout, order, components, and the rule for an odd width.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Arrangement of sines and cosines in a row.
    pub enum Layout {
        /// Sine and cosine of a frequency in adjacent columns.
        Interleaved = "interleaved",
        /// One block of sines and one of cosines.
        Split = "split",
    }
}

stable_enum! {
    /// Order of sine and cosine within a pair, or of their blocks.
    pub enum Order {
        /// Sine before cosine.
        SinFirst = "sin-first",
        /// Cosine before sine.
        CosFirst = "cos-first",
    }
}

stable_enum! {
    /// Functions of the angle that have columns.
    pub enum Components {
        /// Sine and cosine of ⌊d/2⌋ frequencies.
        Both = "both",
        /// Sine alone, of d frequencies.
        Sin = "sin",
        /// Cosine alone, of d frequencies.
        Cos = "cos",
    }
}

stable_enum! {
    /// Rule for an odd width, at which one column has no partner.
    pub enum OddRule {
        /// The last frequency has only the first column of its pair.
        Lone = "lone",
        /// ⌊d/2⌋ pairs, followed by a column of zeros.
        Zero = "zero",
        /// Computed for d + 1 columns, of which the last is cut off.
        NextEven = "next-even",
        /// ⌊d/2⌋ pairs, followed by a copy of the first cosine. The exponents divide by d − 2, not by 2(⌊d/2⌋ − 1).
        Repeat = "repeat",
    }
}

impl OddRule {
    /// Description as a phrase, for use in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Lone => "a last column without a partner",
            Self::Zero => "a column of zeros at the end",
            Self::NextEven => "the columns of d + 1, the last cut off",
            Self::Repeat => "the first cosine once more at the end",
        }
    }
}
