//! From parameters to frequencies and columns.

use std::{
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};

use super::{
    Arithmetic, Components, Double, Layout, Number, OddRule, Order, Parameters,
    engine::{self, Engine},
};
use crate::keyed::keyed;

keyed! {
    /// The rule that gives e in ω = base^(−e). k counts frequencies, j columns, d is `d_model`.
    ///
    /// With one component alone there are d frequencies instead of d/2, and each rule that counts
    /// frequencies divides by twice as much: 2k/d becomes k/d.
    pub enum Exponent {
        /// e = 2k/d, as in the paper.
        Paper = "paper",
        /// e = k/⌊d/2⌋. For even d the same as the paper's.
        Half = "half",
        /// e = k/(⌊d/2⌋ − 1): the last frequency is exactly 1/base.
        Endpoint = "endpoint",
        /// e = 4k/d: the exponent of code that doubles an index which is even already.
        Doubled = "doubled",
        /// e = j/d: every column has a frequency of its own.
        PerColumn = "per-column",
        /// e = 2j/d: every column its own, and twice as fast a fall.
        PerColumnDoubled = "per-column-doubled",
        /// e = 2(k + 1)/d: counting frequencies from 1, so that no wavelength is 2π.
        OneBased = "one-based",
    }
}

impl Exponent {
    /// The formula of e, for a caption; `odd` where the width is odd.
    pub fn formula(self, components: Components, odd: OddRule) -> &'static str {
        match (self, components) {
            (Self::Endpoint, Components::Both) if odd == OddRule::Repeat => "k/(d/2 − 1)",
            (Self::Paper, Components::Both) if odd == OddRule::NextEven => "k/⌈d/2⌉",
            (Self::Paper, Components::Both) => "2k/d",
            (Self::Half, Components::Both) => "k/⌊d/2⌋",
            (Self::Endpoint, Components::Both) => "k/(⌊d/2⌋ − 1)",
            (Self::Doubled, Components::Both) => "4k/d",
            (Self::OneBased, Components::Both) => "2(k + 1)/d",
            (Self::Paper | Self::Half, _) => "k/d",
            (Self::Endpoint, _) => "k/(d − 1)",
            (Self::Doubled, _) => "2k/d",
            (Self::OneBased, _) => "(k + 1)/d",
            (Self::PerColumn, _) => "j/d",
            (Self::PerColumnDoubled, _) => "2j/d",
        }
    }

    /// Whether each column has a frequency of its own whatever the components.
    pub fn is_per_column(self) -> bool {
        matches!(self, Self::PerColumn | Self::PerColumnDoubled)
    }

    /// Whether the formula of e has a divisor of 0: under `endpoint` with one frequency.
    pub(super) fn divides_by_zero(self, parameters: &Parameters) -> bool {
        let divisor = match parameters.components() {
            Components::Both if parameters.odd_in_force() == OddRule::Repeat => return false,
            Components::Both => parameters.d_model() / 2,
            Components::Sin | Components::Cos => parameters.d_model(),
        };
        self == Self::Endpoint && divisor == 1
    }

    /// e of frequency `index`, as a fraction. A denominator of 0 (one frequency under `endpoint`)
    /// is taken as 1, so that a lone frequency is 1 radian per position.
    fn ratio(self, index: u32, parameters: &Parameters) -> Ratio {
        let (mut d_model, components) = (parameters.d_model(), parameters.components());
        let odd = parameters.odd_in_force();
        if odd == OddRule::NextEven {
            d_model += 1;
        }
        let half = d_model / 2;
        let (numerator, denominator) = match (self, components) {
            (Self::Endpoint, Components::Both) if odd == OddRule::Repeat => {
                (2 * index, d_model.saturating_sub(2))
            }
            (Self::Paper, Components::Both) => (2 * index, d_model),
            (Self::Half, Components::Both) => (index, half),
            (Self::Endpoint, Components::Both) => (index, half.saturating_sub(1)),
            (Self::Doubled, Components::Both) => (4 * index, d_model),
            (Self::OneBased, Components::Both) => (2 * (index + 1), d_model),
            (Self::Paper | Self::Half | Self::PerColumn, _) => (index, d_model),
            (Self::Endpoint, _) => (index, d_model - 1),
            (Self::OneBased, _) => (index + 1, d_model),
            (Self::Doubled | Self::PerColumnDoubled, _) => (2 * index, d_model),
        };
        Ratio { numerator, denominator: denominator.max(1) }
    }
}

/// A fraction of whole numbers, kept as written in the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: u32,
    /// Below the line, not 0.
    pub denominator: u32,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// Which function of the angle a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// sin ωt
    Sin,
    /// cos ωt
    Cos,
}

impl Component {
    /// `sin` or `cos`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sin => "sin",
            Self::Cos => "cos",
        }
    }
}

/// One column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// sin ωt or cos ωt.
    Wave {
        /// Index of its frequency.
        frequency: usize,
        /// Sine or cosine.
        component: Component,
    },
    /// 0 everywhere: what some conventions fill an odd width with.
    Zero,
}

/// One frequency, and where its sine and cosine stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frequency {
    /// Radians per position.
    pub omega: Double,
    /// e in ω = base^(−e).
    pub exponent: Ratio,
    /// Column of its sine.
    pub sin_column: Option<u32>,
    /// Column of its cosine.
    pub cos_column: Option<u32>,
    /// Index of the frequency whose cosine it repeats, in a last column of its own.
    pub repeats: Option<usize>,
}

impl Frequency {
    /// Positions for one turn, 2π/ω.
    pub fn wavelength(&self) -> f64 {
        std::f64::consts::TAU / self.omega.hi
    }

    /// The angle ω·t as the formula writes it, in radians and not reduced.
    pub fn angle(&self, t: i64) -> f64 {
        self.omega.scaled(t as f64).hi
    }

    /// Sine and cosine columns, where it has both.
    pub fn pair(&self) -> Option<(u32, u32)> {
        self.sin_column.zip(self.cos_column)
    }

    fn set_column(&mut self, component: Component, column: u32) {
        match component {
            Component::Sin => self.sin_column = Some(column),
            Component::Cos => self.cos_column = Some(column),
        }
    }
}

/// A positional encoding: every frequency and column of valid [`Parameters`].
///
/// ```
/// use phasor::encoding::{Convention, Encoding, Parameters};
/// let encoding = Encoding::new(Parameters::new(Convention::PAPER.draft(4, 4)).unwrap());
/// assert_eq!(encoding.value(0, 1), 1.0);
/// assert!((encoding.value(3, 2) - 0.03_f64.sin()).abs() < 1e-16);
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    parameters: Parameters,
    frequencies: Vec<Frequency>,
    columns: Vec<Column>,
    /// Made when rows are first asked for: pictures do without.
    engine: OnceLock<Arc<Engine>>,
}

impl PartialEq for Encoding {
    /// Everything follows from the parameters.
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

impl Encoding {
    /// All frequencies and columns.
    ///
    /// Every rule is a geometric progression in its index, so two exponentials and one product a
    /// frequency give all of them; the relative error stays below 16384·2^-104.
    pub fn new(parameters: Parameters) -> Self {
        let columns = columns(&parameters);
        let repeated = repeated_cosine(&parameters);
        let exponent_of = |index| parameters.exponent().ratio(index, &parameters);
        let ln_base = Double::ln(parameters.base());
        let power = |numerator: u32, denominator: u32| {
            ln_base.scaled(-f64::from(numerator)).divided(f64::from(denominator)).exp()
        };
        let (first, second) = (exponent_of(0), exponent_of(1));
        let ratio = power(second.numerator - first.numerator, first.denominator);
        let mut omega = power(first.numerator, first.denominator);
        let mut frequencies: Vec<Frequency> = (0..parameters.num_frequencies())
            .map(|index| {
                let exponent = exponent_of(index);
                let own = Frequency {
                    omega,
                    exponent,
                    sin_column: None,
                    cos_column: None,
                    repeats: None,
                };
                omega = omega.times(ratio);
                own
            })
            .collect();
        if let Some(repeats) = repeated {
            frequencies.push(Frequency { repeats: Some(repeats), ..frequencies[repeats] });
        }
        for (j, column) in (0..).zip(&columns) {
            if let Column::Wave { frequency, component } = *column {
                frequencies[frequency].set_column(component, j);
            }
        }
        Self { parameters, frequencies, columns, engine: OnceLock::new() }
    }

    /// What it was made from.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Every frequency, in the order of their index.
    pub fn frequencies(&self) -> &[Frequency] {
        &self.frequencies
    }

    /// Every column.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Column `j`; the last one where `j` is beyond.
    pub fn column(&self, j: u32) -> Column {
        self.columns[(j as usize).min(self.columns.len() - 1)]
    }

    /// The frequency of column `j`; a column of zeros has none.
    pub fn frequency_of(&self, j: u32) -> Option<&Frequency> {
        match self.column(j) {
            Column::Wave { frequency, .. } => Some(&self.frequencies[frequency]),
            Column::Zero => None,
        }
    }

    /// Number of frequencies that have both columns.
    pub fn num_pairs(&self) -> usize {
        self.frequencies.iter().filter(|frequency| frequency.pair().is_some()).count()
    }

    /// Whether every column but zeros has a partner of the same frequency: then, and only then,
    /// similarity depends on the offset alone.
    pub fn is_paired(&self) -> bool {
        self.num_pairs() == self.frequencies.len()
    }

    /// PE(t, j) = sin(ωt + φ), to 1e-15.
    pub fn value(&self, t: i64, j: u32) -> f64 {
        match self.column(j) {
            Column::Wave { frequency, component } => {
                engine::phasor_at(self.frequencies[frequency].omega, t).component(component)
            }
            Column::Zero => 0.0,
        }
    }

    /// How far the same table in this arithmetic can be from the exact one, over all positions and
    /// columns.
    pub fn largest_error(&self, arithmetic: Arithmetic) -> f64 {
        let p = &self.parameters;
        let furthest = p.start().unsigned_abs().max(p.last_position().unsigned_abs());
        self.frequencies
            .iter()
            .map(|frequency| arithmetic.largest_error(frequency.omega.hi, furthest as f64))
            .fold(0.0, f64::max)
    }

    /// PE(t), every column.
    pub fn row(&self, t: i64) -> Vec<f64> {
        let phasors = engine::phasors_at(self, t);
        let value = |column: &Column| match *column {
            Column::Wave { frequency, component: Component::Sin } => phasors.sin[frequency],
            Column::Wave { frequency, component: Component::Cos } => phasors.cos[frequency],
            Column::Zero => 0.0,
        };
        self.columns.iter().map(value).collect()
    }

    /// Rows of the table from number `first_row` on, and columns `columns`, into `out`, row by row, as
    /// many as it holds whole ones. The bits of a value depend on its position and column alone, not on
    /// the range it is part of; `f32` is the nearest to the `f64`.
    ///
    /// Columns beyond `d_model` are cut off.
    pub fn fill_rows<T: Number>(&self, first_row: u64, columns: Range<u32>, out: &mut [T]) {
        let first = self.parameters.start() + first_row as i64;
        self.engine().fill(first, columns.start as usize..columns.end as usize, out);
    }

    pub(crate) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| Arc::new(Engine::new(self)))
    }
}

/// The frequency whose cosine an odd width ends with, where that is its rule.
fn repeated_cosine(parameters: &Parameters) -> Option<usize> {
    let repeats = parameters.odd_in_force() == OddRule::Repeat
        && !parameters.exponent().is_per_column()
        && parameters.d_model() > 1;
    repeats.then_some(0)
}

/// The role of every column.
fn columns(parameters: &Parameters) -> Vec<Column> {
    use Component::{Cos, Sin};
    let d_model = parameters.d_model() as usize;
    let (first, second) = match parameters.order() {
        Order::SinFirst => (Sin, Cos),
        Order::CosFirst => (Cos, Sin),
    };
    let num_frequencies = parameters.num_frequencies() as usize;
    let is_repeating = repeated_cosine(parameters).is_some();
    // How many of an interleaved or split table; what fills an odd width comes after them.
    let in_first_block = match parameters.odd_in_force() {
        OddRule::Zero | OddRule::Repeat if d_model > 1 => d_model / 2,
        _ => d_model.div_ceil(2),
    };
    let column = |j: usize| {
        if j + 1 == d_model && parameters.has_zero_column() {
            return Column::Zero;
        }
        if j + 1 == d_model && is_repeating {
            return Column::Wave { frequency: num_frequencies, component: Cos };
        }
        let (index, component) = match (parameters.components(), parameters.layout()) {
            (Components::Sin, _) => (j, Sin),
            (Components::Cos, _) => (j, Cos),
            (Components::Both, Layout::Interleaved) => {
                (j / 2, if j.is_multiple_of(2) { first } else { second })
            }
            (Components::Both, Layout::Split) if j < in_first_block => (j, first),
            (Components::Both, Layout::Split) => (j - in_first_block, second),
        };
        let frequency = if parameters.exponent().is_per_column() { j } else { index };
        Column::Wave { frequency, component }
    };
    (0..d_model).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Convention, ParameterDraft};

    fn encoding(change: impl FnOnce(&mut ParameterDraft), d_model: u32) -> Encoding {
        let mut draft = Convention::PAPER.draft(d_model, 8);
        change(&mut draft);
        Encoding::new(Parameters::new(draft).unwrap())
    }

    #[track_caller]
    fn check_omegas(exponent: Exponent, d_model: u32, expected: &[f64]) {
        let encoding = encoding(|draft| draft.exponent = exponent, d_model);
        let actual: Vec<f64> = encoding.frequencies().iter().map(|f| f.omega.hi).collect();
        assert_eq!(actual.len(), expected.len(), "{exponent:?}: number of frequencies");
        for (actual, expected) in actual.iter().zip(expected) {
            let error = (actual - expected).abs() / expected;
            assert!(error < 3e-16, "{exponent:?}: ω = {actual:e} instead of {expected:e}");
        }
    }

    #[test]
    fn every_rule_gives_its_frequencies() {
        check_omegas(Exponent::Paper, 4, &[1.0, 0.01]);
        check_omegas(Exponent::Half, 5, &[1.0, 0.01, 0.0001]);
        check_omegas(Exponent::Endpoint, 4, &[1.0, 0.0001]);
        check_omegas(Exponent::Doubled, 4, &[1.0, 0.0001]);
        check_omegas(Exponent::PerColumn, 4, &[1.0, 0.1, 0.01, 0.001]);
        check_omegas(Exponent::PerColumnDoubled, 4, &[1.0, 0.01, 0.0001, 0.000_001]);
        check_omegas(Exponent::OneBased, 4, &[0.01, 0.0001]);
    }

    #[test]
    fn smallest_and_odd_widths_are_defined() {
        for &exponent in Exponent::ALL {
            for &components in Components::ALL {
                for &layout in Layout::ALL {
                    for d_model in [1, 2, 3, 5, 7] {
                        let encoding = encoding(
                            |draft| {
                                draft.exponent = exponent;
                                draft.components = components;
                                draft.layout = layout;
                            },
                            d_model,
                        );
                        let row = encoding.row(3);
                        assert_eq!(row.len(), d_model as usize, "width of {encoding:?}");
                        assert!(row.iter().all(|v| v.abs() <= 1.0), "{row:?} of {encoding:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_lone_sine_ends_an_odd_row_and_has_no_partner() {
        let encoding = encoding(|_| {}, 5);
        let last = encoding.frequencies().last().unwrap();
        assert_eq!((last.sin_column, last.cos_column), (Some(4), None), "column 4 is a sine");
        assert!(!encoding.is_paired(), "a lone sine makes the encoding unpaired");
    }
}
