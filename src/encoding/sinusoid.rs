//! Sinusoidal encodings: the parts that a convention chooses, and their validation.

use super::{Convention, Exponent, Limits, OutOfLimits};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Where sines and cosines stand in a row.
    pub enum Layout {
        /// Sine and cosine of one frequency side by side.
        Interleaved = "interleaved",
        /// One block of each.
        Split = "split",
    }
}

stable_enum! {
    /// Which of a pair comes first.
    pub enum Order {
        /// Sine before cosine.
        SinFirst = "sin-first",
        /// Cosine before sine.
        CosFirst = "cos-first",
    }
}

stable_enum! {
    /// Which functions of the angle are columns.
    pub enum Components {
        /// Sine and cosine of ⌊d/2⌋ frequencies.
        Both = "both",
        /// The sine alone, of d frequencies.
        Sin = "sin",
        /// The cosine alone, of d frequencies.
        Cos = "cos",
    }
}

stable_enum! {
    /// What becomes of an odd width, where sines and cosines cannot all have a partner.
    pub enum OddRule {
        /// The last frequency has its first column alone.
        Lone = "lone",
        /// ⌊d/2⌋ pairs, and a column of zeros at the end.
        Zero = "zero",
        /// As for d + 1 columns, the last of them cut off.
        NextEven = "next-even",
        /// ⌊d/2⌋ pairs, and the first cosine once more; exponents divide by d − 2, not by
        /// 2(⌊d/2⌋ − 1).
        Repeat = "repeat",
    }
}

impl OddRule {
    /// In words, for a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Lone => "a last column without a partner",
            Self::Zero => "a column of zeros at the end",
            Self::NextEven => "the columns of d + 1, the last cut off",
            Self::Repeat => "the first cosine once more at the end",
        }
    }
}

/// Sinusoid as asked for, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SinusoidDraft {
    /// Number of columns.
    pub d_model: u32,
    /// The 10000 of the paper.
    pub base: f64,
    /// Rule of the exponent.
    pub exponent: Exponent,
    /// Interleaved or split.
    pub layout: Layout,
    /// Sine or cosine first.
    pub order: Order,
    /// Both, or one alone.
    pub components: Components,
    /// What becomes of an odd width.
    pub odd: OddRule,
}

/// Sinusoid inside every limit: `ω = base^(−exponent)`, laid out as asked.
///
/// ```
/// use phasor::encoding::{Convention, Sinusoid, SinusoidDraft};
/// let draft = Convention::PAPER.draft(4);
/// assert!(Sinusoid::new(draft).is_ok());
/// let error = Sinusoid::new(SinusoidDraft { d_model: 0, ..draft }).unwrap_err();
/// assert_eq!(error.to_string(), "invalid d_model \"0\": expected 1 to 16384");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sinusoid(SinusoidDraft);

impl Sinusoid {
    /// Validates a draft. The only way to construct one.
    pub fn new(draft: SinusoidDraft) -> Result<Self, OutOfLimits> {
        let SinusoidDraft { d_model, base, .. } = draft;
        let refuse =
            |name, value: String, allowed: String| Err(OutOfLimits { name, value, allowed });
        if !(1..=Limits::D_MODEL_MAX).contains(&d_model) {
            return refuse("d_model", d_model.to_string(), format!("1 to {}", Limits::D_MODEL_MAX));
        }
        if !(base > 1.0 && base <= Limits::BASE_MAX) {
            return refuse("base", base.to_string(), "above 1, up to 1e12".to_owned());
        }
        Ok(Self(draft))
    }

    /// The same with other components.
    #[must_use]
    pub fn with_components(self, components: Components) -> Self {
        Self(SinusoidDraft { components, ..self.0 })
    }

    /// The same with another exponent.
    #[must_use]
    pub fn with_exponent(self, exponent: Exponent) -> Self {
        Self(SinusoidDraft { exponent, ..self.0 })
    }

    /// Number of columns.
    pub fn d_model(&self) -> u32 {
        self.0.d_model
    }

    /// The 10000 of the paper.
    pub fn base(&self) -> f64 {
        self.0.base
    }

    /// Rule of the exponent.
    pub fn exponent(&self) -> Exponent {
        self.0.exponent
    }

    /// Interleaved or split.
    pub fn layout(&self) -> Layout {
        self.0.layout
    }

    /// Sine or cosine first.
    pub fn order(&self) -> Order {
        self.0.order
    }

    /// Both, or one alone.
    pub fn components(&self) -> Components {
        self.0.components
    }

    /// What becomes of an odd width.
    pub fn odd(&self) -> OddRule {
        self.0.odd
    }

    /// The rule that shapes this table: [`OddRule::Lone`] where the width is even and none does.
    pub fn odd_in_force(&self) -> OddRule {
        if self.is_odd() { self.0.odd } else { OddRule::Lone }
    }

    /// Whether a column of zeros fills an odd width.
    pub(super) fn has_zero_column(&self) -> bool {
        self.odd_in_force() == OddRule::Zero
    }

    /// Whether the width is odd and its columns should be pairs.
    pub(super) fn is_odd(&self) -> bool {
        !self.0.d_model.is_multiple_of(2) && self.0.components == Components::Both
    }

    /// Number of different frequencies that the rule of the exponent gives columns to.
    pub fn num_frequencies(&self) -> u32 {
        let d_model = self.0.d_model;
        if self.0.components != Components::Both || self.0.exponent.is_per_column() {
            return d_model - u32::from(self.has_zero_column());
        }
        match self.odd_in_force() {
            OddRule::Lone | OddRule::NextEven => d_model.div_ceil(2),
            OddRule::Zero => d_model / 2,
            OddRule::Repeat => (d_model / 2).max(1),
        }
    }
}

impl Default for Sinusoid {
    fn default() -> Self {
        Self(Convention::PAPER.draft(128))
    }
}
