//! Differences of two tables in memory: their comparison, bounded, with the tables that it is of.

use super::{ComparedRows, Comparison, Table};

/// Comparison of two tables, with the tables that it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Differences {
    a: Table,
    b: Table,
    tolerance: f64,
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
        Some(Self { a: a.clone(), b: b.clone(), tolerance, found, is_whole })
    }

    /// True if these are the differences of two tables under a tolerance.
    pub fn is_of(&self, a: &Table, b: &Table, tolerance: f64) -> bool {
        self.a == *a && self.b == *b && self.tolerance.to_bits() == tolerance.to_bits()
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
