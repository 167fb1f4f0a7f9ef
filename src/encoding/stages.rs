//! Stages of a computation at which numbers are rounded to a type.
//!
//! Each stage is computed exactly from the rounded results of the stages before it, then cast as programs do, to
//! nearest even: frequency ω → position t → product ω·t → result, a cosine or a sine times the amplitude. A cast to a
//! type narrower than single precision goes by way of that, as in PyTorch.

use super::Rounding;
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Stage of a computation.
    pub enum Stage {
        /// Frequency ω, the `inv_freq` of programs.
        Frequency = "frequency",
        /// Position t.
        Position = "position",
        /// Angle ω·t.
        Product = "product",
        /// Cosine or sine, times the amplitude.
        Result = "result",
    }
}

impl Stage {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Frequency => "Frequency",
            Self::Position => "Position",
            Self::Product => "Product",
            Self::Result => "Result",
        }
    }
}

/// Way in which frequencies and angles come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Exactly, then rounded once.
    #[default]
    Once,
    /// Frequencies by the steps of the original program, each in single precision.
    Steps,
    /// Angles from the pair before, by a factor in single precision, starting at the position.
    Recurrence,
}

/// Types that the stages of a computation are rounded to; `None`: not rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stages {
    /// Type of the frequencies.
    pub frequency: Option<Rounding>,
    /// Type of the positions.
    pub position: Option<Rounding>,
    /// Type of the angles.
    pub product: Option<Rounding>,
    /// Type of the values.
    pub result: Option<Rounding>,
    /// Way in which frequencies and angles come about.
    pub method: Method,
}

impl Stages {
    /// Bits of the choice of the stages before the values that are rounded to a narrow type, as identification counts
    /// them.
    pub(crate) fn choice_bits(self) -> f64 {
        /// Bits of a type at a stage.
        const STAGE: f64 = 4.0;
        let before = [self.frequency, self.position, self.product].into_iter().flatten();
        STAGE * before.filter(|it| *it != Rounding::F32).count() as f64
    }

    /// Values rounded to a type, from exact angles.
    pub fn of_result(rounding: Rounding) -> Self {
        Self { result: Some(rounding), ..Self::default() }
    }

    /// All stages rounded to a type.
    pub(super) fn everywhere(rounding: Rounding) -> Self {
        let to = Some(rounding);
        Self { frequency: to, position: to, product: to, result: to, method: Method::Once }
    }

    /// Type of a stage.
    pub fn of(self, stage: Stage) -> Option<Rounding> {
        match stage {
            Stage::Frequency => self.frequency,
            Stage::Position => self.position,
            Stage::Product => self.product,
            Stage::Result => self.result,
        }
    }

    /// The same with a type at a stage. A type given to frequency or product ends another way of computing these.
    #[must_use]
    pub fn with(mut self, stage: Stage, rounding: Option<Rounding>) -> Self {
        *match stage {
            Stage::Frequency => &mut self.frequency,
            Stage::Position => &mut self.position,
            Stage::Product => &mut self.product,
            Stage::Result => &mut self.result,
        } = rounding;
        match (self.method, stage) {
            (Method::Steps, Stage::Frequency)
            | (Method::Recurrence, Stage::Frequency | Stage::Product) => {
                self.method = Method::Once;
            }
            _ => {}
        }
        self
    }

    /// True if nothing is rounded.
    pub fn is_exact(self) -> bool {
        self == Self::default()
    }

    /// True if at most the values are rounded.
    pub fn is_of_result(self) -> bool {
        self == Self { result: self.result, ..Self::default() }
    }

    /// Stages that are not exact, each alone.
    pub fn alone(self) -> Vec<(Stage, Self)> {
        let own = |&stage: &Stage| {
            let exact = Self::default();
            let alone = match (stage, self.method) {
                (Stage::Frequency, Method::Steps) => {
                    Self { frequency: self.frequency, method: Method::Steps, ..exact }
                }
                (Stage::Product, Method::Recurrence) => {
                    Self { method: Method::Recurrence, ..exact }
                }
                _ => exact.with(stage, self.of(stage)),
            };
            (!alone.is_exact()).then_some((stage, alone))
        };
        Stage::ALL.iter().filter_map(own).collect()
    }

    /// The same with a stage exact.
    #[must_use]
    pub fn without(self, stage: Stage) -> Self {
        let exact = self.with(stage, None);
        if exact.method == Method::Once && self.method == Method::Recurrence {
            // Without the recurrence, angles are exact.
            return Self { product: None, ..exact };
        }
        exact
    }

    /// True if single precision is all that numbers are rounded to, once.
    pub(super) fn is_single(self) -> bool {
        self.method == Method::Once && Stage::ALL.iter().all(|&it| Rounding::is_fine(self.of(it)))
    }
}
