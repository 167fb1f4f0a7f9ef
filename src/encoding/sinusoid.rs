//! Sinusoidal encodings: the parameters that a convention chooses, and their validation.

use super::{Components, Exponent, Layout, Limits, OddRule, Order, OutOfLimits, Ratio};

/// Parameters of a sinusoid, not yet validated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SinusoidDraft {
    /// Number of columns.
    pub d_model: u32,
    /// Base of the exponent; 10000 in the paper.
    pub base: f64,
    /// Exponent rule.
    pub exponent: Exponent,
    /// Layout: interleaved or split.
    pub layout: Layout,
    /// Order: sine or cosine first.
    pub order: Order,
    /// Components: sine, cosine or both.
    pub components: Components,
    /// Rule for an odd width.
    pub odd: OddRule,
}

/// Difference of two encodings.
pub(crate) struct Difference {
    /// Name of the parameter; empty where the texts speak for themselves.
    pub(crate) name: &'static str,
    /// Texts of both.
    pub(crate) texts: [String; 2],
}

impl Difference {
    /// Difference of two texts; `None` if they are equal.
    pub(crate) fn of(name: &'static str, texts: [String; 2]) -> Option<Self> {
        (texts[0] != texts[1]).then_some(Self { name, texts })
    }

    /// The first one alone: `base 500`.
    pub(crate) fn own(&self) -> String {
        format!("{} {}", self.name, self.texts[0]).trim_start().to_owned()
    }

    /// Both: `base 500 instead of 10000`.
    pub(crate) fn both(&self) -> String {
        format!("{} instead of {}", self.own(), self.texts[1])
    }
}

impl SinusoidDraft {
    /// Differences from another sinusoid, those of its waves before those of its base and of an odd width.
    pub(crate) fn differences(&self, other: &Self) -> Vec<Difference> {
        let components = |it: &Self| match it.components {
            Components::Both => "sine and cosine".to_owned(),
            alone => format!("{} alone", alone.key()),
        };
        let exponent = |it: &Self| it.exponent.formula(it.components, OddRule::Lone).to_owned();
        let layout = |it: &Self| match it.layout {
            Layout::Interleaved => "interleaved".to_owned(),
            Layout::Split => "two blocks".to_owned(),
        };
        let order = |it: &Self| match it.order {
            Order::SinFirst => "sine first".to_owned(),
            Order::CosFirst => "cosine first".to_owned(),
        };
        let both = |of: &dyn Fn(&Self) -> String| [of(self), of(other)];
        // One formula may be that of two rules.
        let is_other_exponent = self.exponent != other.exponent;
        let exponents =
            is_other_exponent.then(|| Difference { name: "exponent", texts: both(&exponent) });
        [
            Difference::of("", both(&components)),
            exponents,
            Difference::of("", both(&layout)),
            Difference::of("", both(&order)),
            Difference::of("base", both(&|it| it.base.to_string())),
            Difference::of("at odd d", both(&|it| it.odd.title().to_owned())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Validated parameters of a sinusoidal encoding with frequencies `ω = base^(−exponent)`.
///
/// ```
/// use phasor::encoding::{Convention, Sinusoid, SinusoidDraft};
/// let draft = Convention::PAPER.draft(4);
/// assert!(Sinusoid::new(draft).is_ok());
/// let error = Sinusoid::new(SinusoidDraft { d_model: 0, ..draft }).unwrap_err();
/// assert_eq!(error.to_string(), "invalid d_model \"0\": expected a whole number from 1 to 16384");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sinusoid(SinusoidDraft);

impl Sinusoid {
    /// Validates a draft. The only way to construct a [`Sinusoid`].
    pub fn new(draft: SinusoidDraft) -> Result<Self, OutOfLimits> {
        let SinusoidDraft { d_model, base, .. } = draft;
        let refuse =
            |name, value: String, allowed: String| Err(OutOfLimits { name, value, allowed });
        if !(1..=Limits::D_MODEL_MAX).contains(&d_model) {
            return refuse(
                "d_model",
                d_model.to_string(),
                format!("a whole number from 1 to {}", Limits::D_MODEL_MAX),
            );
        }
        if !Limits::is_base(base) {
            return refuse("base", base.to_string(), Limits::BASES.to_owned());
        }
        Ok(Self(draft))
    }

    /// Returns this sinusoid with other components.
    #[must_use]
    pub fn with_components(self, components: Components) -> Self {
        Self(SinusoidDraft { components, ..self.0 })
    }

    /// Returns this sinusoid with another exponent rule.
    #[must_use]
    pub fn with_exponent(self, exponent: Exponent) -> Self {
        Self(SinusoidDraft { exponent, ..self.0 })
    }

    /// Returns this sinusoid with a base that is a little lower or higher, within the limits.
    #[must_use]
    pub(super) fn with_base_scaled(self, factor: f64) -> Self {
        Self::new(SinusoidDraft { base: factor * self.0.base, ..self.0 }).unwrap_or(self)
    }

    /// Differences from another sinusoid of as many columns.
    pub(crate) fn differences(&self, other: &Self) -> Vec<Difference> {
        // At an even width there is no odd column, and two rules are the same.
        let in_force = |it: &Self| {
            let exponent = match it.0.exponent {
                Exponent::Half if !it.is_odd() => Exponent::Paper,
                own => own,
            };
            let odd = if it.is_odd() { it.0.odd } else { OddRule::Lone };
            SinusoidDraft { exponent, odd, ..it.0 }
        };
        in_force(self).differences(&in_force(other))
    }

    /// Number of columns.
    pub fn d_model(&self) -> u32 {
        self.0.d_model
    }

    /// Base of the exponent; 10000 in the paper.
    pub fn base(&self) -> f64 {
        self.0.base
    }

    /// Exponent rule.
    pub fn exponent(&self) -> Exponent {
        self.0.exponent
    }

    /// Layout: interleaved or split.
    pub fn layout(&self) -> Layout {
        self.0.layout
    }

    /// Order: sine or cosine first.
    pub fn order(&self) -> Order {
        self.0.order
    }

    /// Components: sine, cosine or both.
    pub fn components(&self) -> Components {
        self.0.components
    }

    /// Rule for an odd width.
    pub fn odd(&self) -> OddRule {
        self.0.odd
    }

    /// Odd rule that applies to this width. [`OddRule::Lone`] if no rule is needed: for an even width or one component.
    pub fn odd_in_force(&self) -> OddRule {
        if self.is_odd() { self.0.odd } else { OddRule::Lone }
    }

    /// True if an odd width ends with a column of zeros.
    pub(super) fn has_zero_column(&self) -> bool {
        self.odd_in_force() == OddRule::Zero
    }

    /// True if the width is odd and columns come in pairs of sine and cosine.
    pub(super) fn is_odd(&self) -> bool {
        !self.0.d_model.is_multiple_of(2) && self.0.components == Components::Both
    }

    /// Number of distinct frequencies that the exponent rule assigns to columns.
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

    /// True if the formula of e divides by 0: for `endpoint` with one frequency.
    pub(super) fn divides_by_zero(&self) -> bool {
        let divisor = match self.components() {
            Components::Both if self.odd_in_force() == OddRule::Repeat => return false,
            Components::Both => self.d_model() / 2,
            Components::Sin | Components::Cos => self.d_model(),
        };
        self.exponent() == Exponent::Endpoint && divisor == 1
    }

    /// Growth of the exponent from one frequency to the next.
    pub(super) fn exponent_per_index(&self) -> f64 {
        let [first, second] = [0, 1].map(|index| self.exponent_of(index));
        f64::from(second.numerator - first.numerator) / f64::from(first.denominator)
    }

    /// Exponent e of frequency `index`, as a fraction. A denominator of 0 (one frequency under `endpoint`) is replaced
    /// by 1, so that a single frequency is 1 radian per position.
    pub(super) fn exponent_of(&self, index: u32) -> Ratio {
        let (mut d_model, components) = (self.d_model(), self.components());
        let odd = self.odd_in_force();
        if odd == OddRule::NextEven {
            d_model += 1;
        }
        let half = d_model / 2;
        let (numerator, denominator) = match (self.exponent(), components) {
            (Exponent::Endpoint, Components::Both) if odd == OddRule::Repeat => {
                (2 * index, d_model.saturating_sub(2))
            }
            (Exponent::Paper, Components::Both) => (2 * index, d_model),
            (Exponent::Half, Components::Both) => (index, half),
            (Exponent::Endpoint, Components::Both) => (index, half.saturating_sub(1)),
            (Exponent::Doubled, Components::Both) => (4 * index, d_model),
            (Exponent::OneBased, Components::Both) => (2 * (index + 1), d_model),
            (Exponent::Paper | Exponent::Half | Exponent::PerColumn, _) => (index, d_model),
            (Exponent::Endpoint, _) => (index, d_model - 1),
            (Exponent::OneBased, _) => (index + 1, d_model),
            (Exponent::Doubled | Exponent::PerColumnDoubled, _) => (2 * index, d_model),
        };
        Ratio { numerator, denominator: denominator.max(1) }
    }
}
