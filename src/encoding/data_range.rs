//! Least and greatest value of a table, or of the similarity of its positions.

use rayon::prelude::*;

use super::{Profile, Question, Table, parallel::map_each, similarity::Measure};

/// Ends of a table's values, or of the similarity of its positions, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeQuestion {
    /// Table.
    pub table: Table,
    /// Measure of similarity; `None`: the values themselves.
    pub measure: Option<Measure>,
}

impl Question for RangeQuestion {
    type Answer = DataRange;

    const TITLE: &'static str = "Computing the range of the colors";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        DataRange::new(&self.table, self.measure, is_wanted)
    }
}

/// Values of a table, or of the similarity of its positions, from the least to the greatest.
#[derive(Clone, Debug, PartialEq)]
pub struct DataRange {
    ends: Option<(f64, f64)>,
}

impl DataRange {
    /// Maximum number of values that are compared.
    pub const MOST_VALUES: u64 = 1 << 28;

    /// Compares all values PE(t, j) or, with a measure, the similarity of all pairs of positions.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false.
    pub fn new(
        table: &Table,
        measure: Option<Measure>,
        is_wanted: impl Fn(f32) -> bool + Sync,
    ) -> Option<Self> {
        let (num_rows, width) = (table.num_rows(), u64::from(table.num_columns()));
        let is_few = match (measure, table.waves()) {
            (Some(_), Some(_)) => num_rows <= Profile::MOST,
            (Some(_), None) => {
                num_rows.saturating_mul(num_rows).saturating_mul(width) <= Self::MOST_VALUES
            }
            (None, _) => num_rows.saturating_mul(width) <= Self::MOST_VALUES,
        };
        let mut ends = None;
        if is_few {
            ends = Some(match (measure, table.waves()) {
                (Some(measure), Some(waves)) => {
                    Profile::new(waves, table.extent, measure, &is_wanted)?.ends()
                }
                (Some(measure), None) => of_pairs(table, measure, &is_wanted)?,
                (None, _) => of_values(table, &is_wanted)?,
            });
        }
        Some(Self { ends })
    }

    /// Least and greatest value. `None` if there are more than [`DataRange::MOST_VALUES`] of them, or more than
    /// [`Profile::MOST`] positions.
    pub fn ends(&self) -> Option<(f64, f64)> {
        self.ends
    }
}

type Ends = (f64, f64);
const NONE: Ends = (f64::INFINITY, f64::NEG_INFINITY);

/// Least and greatest of some values; those that are not finite do not count.
pub(crate) fn ends_of(values: impl IntoIterator<Item = f64>) -> Ends {
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.fold(NONE, |(least, greatest), value| (least.min(value), greatest.max(value)))
}

fn united(a: Ends, b: Ends) -> Ends {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Number of values computed at once.
const AT_ONCE: u64 = 1 << 20;

/// Ends of all values of a table; `None` once they are not wanted.
fn of_values(table: &Table, is_wanted: &impl Fn(f32) -> bool) -> Option<Ends> {
    let (num_rows, width) = (table.num_rows(), u64::from(table.num_columns()));
    let rows_each = (AT_ONCE / width).max(1);
    let mut ends = NONE;
    for first in (0..num_rows).step_by(rows_each as usize) {
        if !is_wanted(first as f32 / num_rows as f32) {
            return None;
        }
        let values = table.rows(first, rows_each.min(num_rows - first));
        let chunks = values.par_chunks(1 << 14).map(|chunk| ends_of(chunk.iter().copied()));
        ends = united(ends, chunks.reduce(|| NONE, united));
    }
    Some(ends)
}

/// Ends of the similarity of all pairs of positions, from their rows; `None` once they are not wanted.
fn of_pairs(
    table: &Table,
    measure: Measure,
    is_wanted: &(impl Fn(f32) -> bool + Sync),
) -> Option<Ends> {
    let (num, width) = (table.num_rows(), u64::from(table.num_columns()));
    let rows = table.rows(0, num);
    let row = |i: usize| &rows[i * width as usize..(i + 1) * width as usize];
    let of_row = |i: usize| {
        let is_wanted = is_wanted(i as f32 / num as f32);
        is_wanted.then(|| ends_of((i..num as usize).map(|s| measure.of_rows(row(i), row(s)))))
    };
    let ends: Option<Vec<Ends>> = map_each(num as usize, &of_row).into_iter().collect();
    Some(ends?.into_iter().fold(NONE, united))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Computed, Convention, Encoding, Extent, Sinusoid};

    #[test]
    fn ends_match_all_values_and_pairs() {
        let sinusoid = Sinusoid::new(Convention::PAPER.draft(6)).unwrap();
        for encoding in [Encoding::new(sinusoid), Encoding::new(Computed::Binary { num_bits: 5 })] {
            let table = Table { encoding: Arc::new(encoding), extent: Extent::new(3, 20).unwrap() };
            let rows: Vec<Vec<f64>> = (3..23).map(|t| table.encoding.row(t)).collect();
            let known = DataRange::new(&table, None, |_| true).unwrap();
            assert_eq!(known.ends(), Some(ends_of(rows.iter().flatten().copied())));
            for &measure in Measure::ALL {
                let pairs =
                    rows.iter().flat_map(|a| rows.iter().map(move |b| measure.of_rows(a, b)));
                let (least, greatest) = ends_of(pairs);
                let known = DataRange::new(&table, Some(measure), |_| true).unwrap();
                let (a, b) = known.ends().unwrap();
                assert!((a - least).abs() < 1e-14, "{measure:?}: {a}, not {least}");
                assert!((b - greatest).abs() < 1e-14, "{measure:?}: {b}, not {greatest}");
            }
        }
    }

    #[test]
    fn too_many_values_have_no_ends() {
        let sinusoid = Sinusoid::new(Convention::PAPER.draft(512)).unwrap();
        let encoding = Arc::new(Encoding::new(sinusoid));
        let table = Table { encoding, extent: Extent::new(0, 1 << 32).unwrap() };
        for measure in [None, Some(Measure::Dot)] {
            assert_eq!(DataRange::new(&table, measure, |_| true).unwrap().ends(), None);
        }
        assert!(DataRange::new(&table.clone(), None, |_| false).is_some(), "nothing to compare");
    }
}
