//! Answers about a table: what it is, and where it deviates.

use std::{
    cmp::Reverse,
    f64::consts::{PI, TAU},
};

use super::{
    changes::{Affine, ChangedRows},
    deviation::{Deviating, Deviation},
    line::is_chosen,
    same_rows::{conventions_of, have_equal_columns},
};
use crate::{
    encoding::{
        Convention, Rounding, Sinusoid, SinusoidDraft, Spacing, Stages,
        proof::{
            LEAST_BASE, MARGIN, SINGLE, are_few, choice_bits, difference_bits, factor_bits,
            notable_factor, number_bits, significand_bits,
        },
    },
    stable_enum::stable_enum,
};

stable_enum! {
    /// Reason why a table is no encoding.
    pub enum Nothing {
        /// All values are 0.
        Zeros = "zeros",
        /// All values are equal.
        Constant = "constant",
        /// Values are those of a normal distribution, as before training.
        Random = "random",
        /// Values of memory that was never written.
        Uninitialized = "uninitialized",
        /// Many values are not finite.
        NotFinite = "not_finite",
        /// List of numbers that are none about positions.
        Unknown = "unknown",
    }
}

/// Bits of the choice of a sinusoid and of its first position: a named convention at its own is the simplest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NameBits {
    /// Those of a convention, or of its parts.
    rule: f64,
    /// Those of a base that is no convention's.
    base: f64,
    /// Those of a first position that is not the convention's own.
    start: f64,
}

impl NameBits {
    pub(super) fn new(sinusoid: Sinusoid, start: i64) -> Self {
        /// Bits of a convention, and of its parts where they have no name.
        const NAMED: f64 = 5.0;
        const PARTS: f64 = 8.0;
        let starts: Vec<i64> = conventions_of(sinusoid).map(|it| it.facts().start).collect();
        let (rule, base) =
            if starts.is_empty() { (PARTS, number_bits(sinusoid.base())) } else { (NAMED, 0.0) };
        let is_own = starts.contains(&start);
        Self { rule, base, start: if is_own { 0.0 } else { number_bits(start as f64) } }
    }

    pub(super) fn total(self) -> f64 {
        self.rule + self.base + self.start
    }
}

/// True if the frequencies of a sinusoid explain more than the choice of its base.
pub(super) fn is_told_ladder(
    sinusoid: Sinusoid,
    numbers: NameBits,
    rounding: Option<Rounding>,
) -> bool {
    /// Bits by which the frequencies must explain more than base and step.
    const OF_LADDER: f64 = MARGIN / 2.0;
    let told = f64::from(sinusoid.num_frequencies()) * significand_bits(rounding);
    let is_ladder = sinusoid.base() >= LEAST_BASE;
    is_ladder && (numbers.base == 0.0 || told - numbers.base >= OF_LADDER)
}

/// Encoding that a table is.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognized {
    /// Convention, if the sinusoid is that of one.
    pub convention: Option<Convention>,
    /// Other conventions whose table is the same.
    pub also: Vec<Convention>,
    /// Parameters.
    pub sinusoid: Sinusoid,
    /// Position of the first row; 0 where the rows are at real positions.
    pub start: i64,
    /// Positions of the rows, where these are not consecutive whole numbers.
    pub spacing: Option<Spacing>,
    /// Number of rows.
    pub length: u64,
    /// The table is so many times the encoding.
    pub scale: f64,
    /// True if positions run across.
    pub is_transposed: bool,
    /// Narrowest type whose rounding gives every value outside the deviations.
    pub rounding: Option<Rounding>,
    /// Number of decimals to which the values were rounded as text; `None` if they have more.
    pub decimals: Option<u32>,
    /// Stages that were rounded on the way to the values; none for values that were rounded at most once.
    pub stages: Stages,
    /// Deviations, rows before columns before cells.
    pub deviations: Vec<Deviating>,
    /// Largest difference outside the deviations, after rounding and scale.
    pub max_abs_difference: f64,
    /// Number of matching values that differ after rounding and scale.
    pub num_off: u64,
    /// Number of values that match.
    pub matching: u64,
    /// Number of all values.
    pub num_cells: u64,
    /// Bits that the matching values explain.
    pub(super) explained_bits: f64,
    /// Bits of the choice of the sinusoid and of its first position.
    pub(super) name_bits: NameBits,
    /// True if the values agree up to noise only.
    pub(super) is_noisy: bool,
    /// True if rows from position 0 on agree within the same tolerances: far positions that the values do not tell.
    pub(super) is_untold: bool,
    /// Positions of the rows that make it certain, where a start and a step do not.
    pub(super) rows: Option<ChangedRows>,
    /// Change of all values besides a factor.
    pub affine: Option<Affine>,
}

impl Recognized {
    /// True if the table is this encoding: every value outside the deviations agrees, these are few, and the values
    /// explain more than was chosen.
    pub fn is_certain(&self) -> bool {
        if self.rows.is_some() || self.affine.is_some() {
            return true;
        }
        let is_explained = self.num_unexplained() == 0;
        let is_proven = self.is_likely() && self.score() >= MARGIN;
        let is_chosen = self.spacing.is_none_or(|it| is_chosen(it.step, self.length));
        let is_at_positions = is_chosen && !self.is_untold;
        let is_close = is_explained && is_at_positions && !self.is_noisy;
        is_close && self.has_few_deviations() && is_proven
    }

    /// True if the values explain more than the rule, so that it is worth telling, and so do the frequencies: any two
    /// are a ladder of some base, in some steps.
    pub(super) fn is_likely(&self) -> bool {
        let step = self.spacing.map_or(0.0, |it| step_bits(it.step, self.length));
        let numbers = NameBits { base: self.name_bits.base + step, ..self.name_bits };
        is_told_ladder(self.sinusoid, numbers, self.rounding)
            && self.explained_bits - self.rule_bits() >= MARGIN
    }

    /// Number of values that neither agree nor belong to a deviation.
    fn num_unexplained(&self) -> u64 {
        if self.stages.is_exact() { 0 } else { self.num_cells - self.matching }
    }

    /// True if the values agree up to noise only, as after training.
    pub fn is_noisy(&self) -> bool {
        self.is_noisy
    }

    /// Bits that the values explain, without those of the choices.
    pub(crate) fn score(&self) -> f64 {
        self.explained_bits - self.choice_bits()
    }

    /// True if few rows, columns and values deviate, and few runs of rows are at positions of their own.
    pub(super) fn has_few_deviations(&self) -> bool {
        let (d_model, num_rows) = (u64::from(self.sinusoid.d_model()), self.length);
        let count = |what: &[Deviation]| {
            self.deviations.iter().filter(|it| what.contains(&it.what)).count() as u64
        };
        let rows: u64 = self
            .deviations
            .iter()
            .map(|it| match it.what {
                Deviation::ZeroRow | Deviation::RepeatedRow | Deviation::OtherRow => it.num_rows(),
                Deviation::ShiftedRow => 1,
                _ => 0,
            })
            .sum();
        are_few(rows, num_rows)
            && are_few(count(&[Deviation::ZeroColumn, Deviation::OtherColumn]), d_model)
            && are_few(count(&[Deviation::Cell]), num_rows.max(d_model))
    }

    /// Bits of all that was chosen so that the values agree.
    fn choice_bits(&self) -> f64 {
        let deviations: f64 = self.deviations.iter().map(|it| self.deviation_bits(it)).sum();
        self.rule_bits() + deviations
    }

    /// Bits of what gives the values outside the deviations.
    fn rule_bits(&self) -> f64 {
        let steps = self.spacing.map_or(0.0, |Spacing { start, step }| {
            number_bits(start) + step_bits(step, self.length)
        });
        let name = self.name_bits.total() + steps;
        let d_model = f64::from(self.sinusoid.d_model());
        let scale = factor_bits(self.scale, d_model, self.rounding);
        let stages = self.stages.choice_bits();
        name + scale + stages + f64::from(u8::from(self.is_transposed))
    }

    fn deviation_bits(&self, it: &Deviating) -> f64 {
        let row = it.row.map_or(0.0, |_| choice_bits(self.length));
        let end = it.row_end.map_or(0.0, |_| choice_bits(self.length));
        let column = it.column.map_or(0.0, |_| choice_bits(self.sinusoid.d_model().into()));
        let from = it.from.map_or(0.0, |_| choice_bits(self.sinusoid.d_model().into()));
        let shift = it.shift.map_or(0.0, |shift| number_bits(shift as f64));
        choice_bits(Deviation::ALL.len() as u64) + row + end + column + from + shift
    }

    /// Number of values that match, or that are those of other positions.
    pub(super) fn num_explained(&self) -> u64 {
        self.matching + self.num_in(Deviation::ShiftedRow)
    }

    /// Number of values in rows with a deviation.
    fn num_in(&self, what: Deviation) -> u64 {
        let such = self.deviations.iter().filter(|it| it.what == what);
        such.map(Deviating::num_rows).sum::<u64>() * u64::from(self.sinusoid.d_model())
    }

    /// True if rounding gives every matching value.
    pub(super) fn is_exact(&self) -> bool {
        self.rounding.is_some() && self.max_abs_difference == 0.0
    }

    /// The same for a table whose values are so many times as large.
    fn rescale(&mut self, factor: f64, rounding: Option<Rounding>) {
        let d_model = f64::from(self.sinusoid.d_model());
        self.scale = notable_factor(self.scale * factor, d_model, 4.0 * SINGLE);
        self.max_abs_difference *= factor.abs();
        self.rounding = rounding;
    }

    /// Adds rows at the end that deviate.
    fn add_empty_end(&mut self, num_rows: u64, what: Deviation) {
        let row_end = (num_rows > self.length + 1).then(|| num_rows - 1);
        let end = Deviating { row: Some(self.length), row_end, ..Deviating::of(what) };
        self.num_cells += (num_rows - self.length) * u64::from(self.sinusoid.d_model());
        self.length = num_rows;
        self.place_end(num_rows, what);
        let is_row = |it: &Deviating| it.row.is_some() && it.column.is_none();
        let at = self.deviations.iter().take_while(|it| is_row(it)).count();
        self.deviations.insert(at, end);
    }

    /// True if every value matches, and rounding gives nearly every one: some were rounded twice, or computed in single
    /// precision.
    pub(super) fn is_settled(&self) -> bool {
        /// One value may differ of so many.
        const FEW: u64 = 256;
        self.rounding.is_some()
            && self.matching == self.num_cells
            && FEW * self.num_off <= self.num_cells
    }

    /// Rank among hypotheses, the least for what is certain, explains most, and does so with the fewest bits: those of
    /// the choices, and those of the differences that they leave.
    pub(super) fn rank(&self) -> (bool, Reverse<u64>, i64) {
        let num_waves = u64::from(self.sinusoid.num_frequencies());
        let difference = self.max_abs_difference / self.scale.abs();
        let left = difference_bits(num_waves, difference, self.rounding);
        let bits = (self.choice_bits() + left) as i64;
        (!self.is_certain(), Reverse(self.num_explained()), bits)
    }

    /// True if two hypotheses differ in no more than their base and their exponent.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let arrangement = |it: &Self| {
            let p = it.sinusoid;
            (p.layout(), p.order(), p.components(), it.start, it.spacing, it.is_transposed)
        };
        arrangement(self) == arrangement(other)
    }

    /// True if two hypotheses say that a table has the same values.
    pub(super) fn is_same_table(&self, other: &Self) -> bool {
        (self.start, self.spacing, self.is_transposed)
            == (other.start, other.spacing, other.is_transposed)
            && self.scale == other.scale
            && have_equal_columns(self.sinusoid, other.sinusoid)
    }

    /// Convention whose table it would be with another base.
    pub fn but_for_base(&self) -> Option<Convention> {
        let (d_model, base) = (self.sinusoid.d_model(), self.sinusoid.base());
        let is_it = |convention: &Convention| {
            let draft = SinusoidDraft { base, ..convention.draft(d_model) };
            Sinusoid::new(draft).is_ok_and(|own| have_equal_columns(own, self.sinusoid))
        };
        Convention::all().find(is_it)
    }

    /// Finds the conventions whose table it is.
    pub(super) fn name(&mut self) {
        let named: Vec<Convention> = conventions_of(self.sinusoid).collect();
        // The convention whose own start it is comes first.
        let is_own_start =
            |it: &Convention| self.spacing.is_none() && it.facts().start == self.start;
        // So does the one before whose first position the row of padding is zero.
        let is_after_padding = |it: &Convention| {
            let padding = it.facts().start - 1 - self.start;
            let is_it = |own: &Deviating| {
                own.what == Deviation::ZeroRow && own.row.map(|row| row as i64) == Some(padding)
            };
            it.facts().start > 1 && self.deviations.iter().any(is_it)
        };
        let first = named.iter().position(is_after_padding);
        let first = first.or_else(|| named.iter().position(is_own_start)).unwrap_or(0);
        self.convention = named.get(first).copied();
        self.also = named.into_iter().filter(|it| Some(*it) != self.convention).collect();
    }
}

/// Bits of the distance between two rows; those from 0 to 1, or once around, are no free numbers.
fn step_bits(step: f64, num_rows: u64) -> f64 {
    /// Bits of the choice among lengths.
    const LENGTH: f64 = 4.0;
    let wholes = [num_rows.saturating_sub(1) as f64, num_rows as f64];
    let is_part =
        |length: f64| wholes.iter().any(|whole| (step.abs() * whole / length - 1.0).abs() < 1e-15);
    let free = number_bits(step);
    if [1.0, 2.0, TAU, PI].into_iter().any(is_part) { free.min(LENGTH) } else { free }
}

/// Sinusoid that is fitted to all columns of a table, with an amplitude and a phase in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedSinusoid {
    /// Frequency ω in radians per row.
    pub frequency: f64,
    /// Share of the variance about the means of the columns that it explains beyond those before it.
    pub share: f64,
}

/// Answer about a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Identity {
    /// Sinusoidal encoding.
    Table {
        /// The best hypothesis.
        best: Box<Recognized>,
        /// Other hypotheses, the better first.
        others: Vec<Recognized>,
    },
    /// Numbers with structure, but of no sinusoidal encoding: the sinusoids that fit best.
    Learned(Vec<FittedSinusoid>),
    /// No encoding.
    Nothing(Nothing),
}

impl Identity {
    /// The answer about a table that ends with rows that deviate, from the one about the rows before; `None` if these
    /// are no encoding whose positions run down.
    pub(super) fn with_empty_end(mut self, num_rows: u64, what: Deviation) -> Option<Self> {
        let Self::Table { best, others } = &mut self else { return None };
        if best.is_transposed {
            return None;
        }
        others.retain(|it| !it.is_transposed);
        let is_certain = best.is_certain();
        for found in std::iter::once(&mut **best).chain(others) {
            found.add_empty_end(num_rows, what);
        }
        is_certain.then_some(self)
    }

    /// The answer about a table whose values are so many times as large, before they were rounded to a type.
    pub(super) fn rescaled(mut self, factor: f64, rounding: Option<Rounding>) -> Self {
        if let Self::Table { best, others } = &mut self {
            best.rescale(factor, rounding);
            for other in others {
                other.rescale(factor, rounding);
            }
        }
        self
    }

    /// Encodings that the table may be, the best first.
    pub fn candidates(&self) -> impl Iterator<Item = &Recognized> {
        let (best, others) = match self {
            Self::Table { best, others } => (Some(&**best), others.as_slice()),
            Self::Learned(_) | Self::Nothing(_) => (None, &[][..]),
        };
        best.into_iter().chain(others)
    }
}
