//! Differences of two tables in memory: their comparison, bounded.

use super::{ComparedRows, Comparison, Question, Table};

/// Differences of two tables, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferencesQuestion {
    /// Rows of A.
    pub a: Table,
    /// Rows of B, at their own positions.
    pub b: Table,
    /// Difference up to which values are equal.
    pub tolerance: f64,
}

impl Question for DifferencesQuestion {
    type Answer = Differences;

    const TITLE: &'static str = "Comparing A and B";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Differences::new(&self.a, &self.b, self.tolerance, is_wanted)
    }
}

/// Comparison of two tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    found: Option<Comparison>,
    is_whole: bool,
}

impl Differences {
    /// Largest number of values of one table that are compared.
    pub const MOST_VALUES: u64 = 1 << 27;

    /// Compares the rows that both tables have, the first ones if there are more than [`Self::MOST_VALUES`] values.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false.
    pub fn new(
        a: &Table,
        b: &Table,
        tolerance: f64,
        is_wanted: impl Fn(f32) -> bool + Sync,
    ) -> Option<Self> {
        let most = (Self::MOST_VALUES / u64::from(a.num_columns())).max(1);
        let common = a.extent.start().max(b.extent.start());
        let skipped = common.saturating_sub(a.extent.start()).max(0) as u64;
        let first = Table { extent: a.extent.truncated(skipped.saturating_add(most)), ..a.clone() };
        let is_whole = first.extent == a.extent;
        let of_a = ComparedRows { rows: &first, start: first.extent.start() };
        let of_b = ComparedRows { rows: b, start: b.extent.start() };
        // Tables in memory are read without errors: only a cancelled comparison fails.
        let found = Comparison::while_wanted(of_a, of_b, tolerance, &is_wanted).ok()?;
        Some(Self { found, is_whole })
    }

    /// Findings; `None` if the tables have no position in common, or differ in width.
    pub fn found(&self) -> Option<&Comparison> {
        self.found.as_ref()
    }

    /// True if all rows were compared.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }
}
