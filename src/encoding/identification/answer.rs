//! Answers about a table: what it is, and where it deviates.

use std::cmp::Reverse;

use crate::{
    encoding::{Column, Convention, Rounding, Sinusoid, SinusoidDraft, Spacing, Stages, Waves},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Deviation of a table from the encoding that it otherwise is.
    pub enum Deviation {
        /// Rows of zeros, such as the row of a padding token.
        ZeroRow = "zero_row",
        /// Row that equals the one before.
        RepeatedRow = "repeated_row",
        /// Rows of other positions than their places say.
        ShiftedRow = "shifted_row",
        /// Row that is none of the encoding, such as the row of a class token.
        OtherRow = "other_row",
        /// Column of zeros.
        ZeroColumn = "zero_column",
        /// Column that stands in another's place.
        MovedColumn = "moved_column",
        /// Column that the table lacks.
        MissingColumn = "missing_column",
        /// Column that is none of the encoding.
        OtherColumn = "other_column",
        /// Single value.
        Cell = "cell",
    }
}

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
    }
}

/// Deviation with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviating {
    /// Part that deviates.
    pub what: Deviation,
    /// Row, counted from 0.
    pub row: Option<u64>,
    /// Last row of a run.
    pub row_end: Option<u64>,
    /// Column, counted from 0.
    pub column: Option<u32>,
    /// Column of the encoding that stands here, where it is another.
    pub from: Option<u32>,
    /// Number of positions by which rows are ahead, where they are of other positions.
    pub shift: Option<i64>,
}

impl Deviating {
    /// Deviation without a place.
    pub(super) fn of(what: Deviation) -> Self {
        Self { what, row: None, row_end: None, column: None, from: None, shift: None }
    }
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
}

impl Recognized {
    /// True if nothing better is to be expected: but for a few cells, all that deviates is whole rows and columns.
    pub fn is_certain(&self) -> bool {
        const MOST_CELLS: usize = 10;
        let count = |what: Deviation| self.deviations.iter().filter(|it| it.what == what).count();
        let unwritten = self.num_in(Deviation::ZeroRow) + self.num_in(Deviation::RepeatedRow);
        let is_mostly = 2 * self.num_explained() > self.num_cells.saturating_sub(unwritten);
        let others = count(Deviation::OtherColumn);
        is_mostly && count(Deviation::Cell) <= MOST_CELLS && others <= 1
    }

    /// Number of values that match, or that are those of other positions.
    pub(super) fn num_explained(&self) -> u64 {
        self.matching + self.num_in(Deviation::ShiftedRow)
    }

    /// Number of values in rows with a deviation.
    fn num_in(&self, what: Deviation) -> u64 {
        let such = self.deviations.iter().filter(|it| it.what == what);
        let num_rows: u64 =
            such.filter_map(|it| Some(it.row_end.unwrap_or(it.row?) - it.row? + 1)).sum();
        num_rows * u64::from(self.sinusoid.d_model())
    }

    /// True if rounding gives every matching value.
    pub(super) fn is_exact(&self) -> bool {
        self.rounding.is_some() && self.max_abs_difference == 0.0
    }

    /// Adds rows at the end that deviate.
    fn add_empty_end(&mut self, num_rows: u64, what: Deviation) {
        let row_end = (num_rows > self.length + 1).then(|| num_rows - 1);
        let end = Deviating { row: Some(self.length), row_end, ..Deviating::of(what) };
        self.num_cells += (num_rows - self.length) * u64::from(self.sinusoid.d_model());
        self.length = num_rows;
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

    /// Rank among hypotheses, the least for what explains most, with the fewest deviations, and the smallest difference,
    /// to the power of 2.
    pub(super) fn rank(&self) -> (Reverse<u64>, usize, i32) {
        let difference = self.max_abs_difference.log2().floor() as i32;
        (Reverse(self.num_explained()), self.deviations.len(), difference)
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
        let d_model = self.sinusoid.d_model();
        let is_it = |convention: &Convention| {
            let own = Sinusoid::new(convention.draft(d_model));
            own.is_ok_and(|own| have_equal_columns(own, self.sinusoid))
        };
        let named: Vec<Convention> = Convention::all().filter(is_it).collect();
        // The convention whose own start it is comes first.
        let is_own_start =
            |it: &Convention| self.spacing.is_none() && it.facts().start == self.start;
        let first = named.iter().position(is_own_start).unwrap_or(0);
        self.convention = named.get(first).copied();
        self.also = named.into_iter().filter(|it| Some(*it) != self.convention).collect();
    }
}

/// True if two sinusoids have the same values.
fn have_equal_columns(a: Sinusoid, b: Sinusoid) -> bool {
    let d_model = a.d_model();
    let is_wide_as_b = d_model == b.d_model();
    let (a, b) = (Waves::new(a), Waves::new(b));
    let omega = |waves: &Waves, j: u32| waves.frequency_of(j).map(|it| it.omega.hi);
    let component = |waves: &Waves, j: u32| match waves.column(j) {
        Column::Wave { component, .. } => Some(component),
        Column::Zero => None,
    };
    is_wide_as_b
        && (0..d_model)
            .all(|j| component(&a, j) == component(&b, j) && omega(&a, j) == omega(&b, j))
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
    /// The answer about a table that ends with rows that deviate, from the one about the rows before; `None` if these are
    /// no encoding whose positions run down.
    pub(super) fn with_empty_end(mut self, num_rows: u64, what: Deviation) -> Option<Self> {
        let Self::Table { best, others } = &mut self else { return None };
        if best.is_transposed {
            return None;
        }
        others.retain(|it| !it.is_transposed);
        for found in std::iter::once(&mut **best).chain(others) {
            found.add_empty_end(num_rows, what);
        }
        best.is_certain().then_some(self)
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
