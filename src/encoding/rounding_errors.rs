//! Errors of a rounded table: beside the exact values, between neighboring positions, and stage by stage.

use super::{
    Comparison, Differences, Encoding, Extent, Question, Spec, Stage, Stages, Table,
    parallel::map_each, similarity::Measure,
};

/// Distances of neighboring positions of a rounded table.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbors {
    /// Smallest distance of a position and the one before; infinite for a single row.
    pub least: f64,
    /// Largest distance.
    pub greatest: f64,
    /// Number of positions whose row equals the one before.
    pub num_equal: u64,
    /// First of them.
    pub first_equal: Option<i64>,
    /// Smallest distance of runs of consecutive positions, all of the same length but for the last.
    pub by_position: Vec<f64>,
    /// Number of positions of each run.
    pub run: u64,
}

/// Distance |PE(t) − PE(t − 1)|; for a rotary encoding of the heads that similarity compares.
pub fn neighbor_distance(encoding: &Encoding, t: i64) -> f64 {
    let encoding = encoding.scored_rows();
    Measure::Distance.of_rows(&encoding.row(t - 1), &encoding.row(t))
}

impl Neighbors {
    /// Largest number of runs whose smallest distance is kept.
    const MOST_RUNS: u64 = 1 << 13;

    fn new(
        encoding: &Encoding,
        extent: Extent,
        is_wanted: &(impl Fn(f32) -> bool + Sync),
    ) -> Option<Self> {
        let encoding = encoding.scored_rows();
        let run = extent.length().div_ceil(Self::MOST_RUNS).max(1);
        let width = encoding.num_columns();
        let of_run = |index: usize| -> Option<Self> {
            if !is_wanted(index as f32 * run as f32 / extent.length() as f32) {
                return None;
            }
            let first = extent.start() + (index as u64 * run) as i64;
            let end = (first + run as i64).min(extent.last() + 1);
            let from = (first - 1).max(extent.start());
            let rows = encoding.table::<f64>(from..end, 0..width);
            let mut own = Self {
                least: f64::INFINITY,
                greatest: 0.0,
                num_equal: 0,
                first_equal: None,
                by_position: Vec::new(),
                run,
            };
            for t in from + 1..end {
                let at = |t: i64| rows.row((t - from) as usize);
                let (a, b) = (at(t - 1), at(t));
                let [here, before] = [&b, &a].map(|row| row.as_slice().unwrap_or_default());
                let distance = Measure::Distance.of_rows(here, before);
                // A row that is not finite has no distance: its NaN is neither smallest nor largest.
                own.least = own.least.min(distance);
                own.greatest = own.greatest.max(distance);
                if a == b {
                    own.num_equal += 1;
                    own.first_equal = own.first_equal.or(Some(t));
                }
            }
            own.by_position = vec![own.least];
            Some(own)
        };
        let num_runs = extent.length().div_ceil(run);
        let runs: Option<Vec<Self>> = map_each(num_runs as usize, &of_run).into_iter().collect();
        runs?.into_iter().reduce(|mut all, next| {
            all.least = all.least.min(next.least);
            all.greatest = all.greatest.max(next.greatest);
            all.num_equal += next.num_equal;
            all.first_equal = all.first_equal.or(next.first_equal);
            all.by_position.extend(next.by_position);
            all
        })
    }
}

/// Distance of a rounded table from the exact one, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorsQuestion {
    /// Rounded table.
    pub table: Table,
}

impl Question for ErrorsQuestion {
    type Answer = RoundingErrors;

    const TITLE: &'static str = "Measuring rounding errors";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        RoundingErrors::new(&self.table, is_wanted)
    }
}

/// Errors of a rounded table.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundingErrors {
    /// Exact values beside the rounded ones; the exact ones are A.
    pub found: Comparison,
    /// Largest error of each frequency; infinite where values are not finite. Empty without waves.
    pub by_frequency: Vec<f64>,
    /// Distances of neighboring positions.
    pub neighbors: Neighbors,
    /// True if all rows were looked at.
    pub is_whole: bool,
}

impl RoundingErrors {
    /// Largest number of values that are looked at.
    pub const MOST_VALUES: u64 = 1 << 25;

    /// Compares a rounded table with the exact one, its first rows if there are more than [`Self::MOST_VALUES`] values.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false, and for a table that is exact.
    pub fn new(table: &Table, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Self> {
        let most = (Self::MOST_VALUES / u64::from(table.num_columns())).max(1);
        let extent = table.extent.truncated(most);
        let rounded = Table { extent, ..table.clone() };
        let exact = rounded.exact()?;
        let differences = Differences::new(&exact, &rounded, 0.0, |share| is_wanted(0.6 * share))?;
        let found = differences.found()?.clone();
        let neighbors =
            Neighbors::new(&table.encoding, extent, &|share| is_wanted(0.6 + 0.4 * share))?;
        let by_frequency = exact.encoding.column_waves().map_or_else(Vec::new, |waves| {
            let mut largest = vec![0.0_f64; waves.frequencies().len()];
            for (j, &error) in (0..).zip(&found.by_column) {
                if let Some(frequency) = waves.frequency_index(j) {
                    largest[frequency] = largest[frequency].max(error);
                }
            }
            largest
        });
        let is_whole = extent == table.extent;
        Some(Self { found, by_frequency, neighbors, is_whole })
    }
}

/// Error of a table with some of its stages rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageError {
    /// Stage.
    pub stage: Stage,
    /// Errors with this stage alone.
    pub alone: ErrorSize,
    /// Errors with this stage exact and all others rounded.
    pub without: ErrorSize,
}

/// Size of errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ErrorSize {
    /// Largest error; infinite if values are not finite.
    pub largest: f64,
    /// Root mean square of the finite errors.
    pub root_mean_square: f64,
    /// First position that is off by more than [`Comparison::FAR_OFF`].
    pub first_far_off: Option<i64>,
}

/// Share of each stage in the errors of a rounded table, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct BlameQuestion {
    /// Rounded table.
    pub table: Table,
}

impl Question for BlameQuestion {
    type Answer = Blame;

    const TITLE: &'static str = "Rounding stage by stage";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Blame::new(&self.table, is_wanted)
    }
}

/// Share of each stage in the errors of a rounded table.
#[derive(Clone, Debug, PartialEq)]
pub struct Blame {
    /// Stages that are rounded, in their order.
    pub stages: Vec<StageError>,
    /// Number of positions that were looked at.
    pub num_positions: u64,
}

impl Blame {
    /// Largest number of values that are looked at.
    const MOST_VALUES: u64 = 1 << 24;

    /// Compares the tables with each stage alone, and with each stage exact, at the first positions.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false, and for a table that is exact.
    pub fn new(table: &Table, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Self> {
        let Spec::Rounded(exact, stages) = table.encoding.spec() else { return None };
        let most = (Self::MOST_VALUES / u64::from(table.num_columns())).max(1);
        let extent = table.extent.truncated(most);
        let plain = Table { extent, ..table.exact()? };
        let alone = stages.alone();
        let num = 2 * alone.len();
        let compared = |stages: Stages, index: usize| -> Option<ErrorSize> {
            if stages.is_exact() {
                return Some(ErrorSize::default());
            }
            let spec = Spec::Rounded(exact.clone(), stages);
            let rounded = Table { encoding: Encoding::new(spec).into(), extent };
            let share = |share: f32| is_wanted((index as f32 + share) / num as f32);
            let differences = Differences::new(&plain, &rounded, 0.0, share)?;
            let found = differences.found()?;
            let largest =
                if found.not_finite.b > 0 { f64::INFINITY } else { found.max_abs_difference };
            Some(ErrorSize {
                largest,
                root_mean_square: found.root_mean_square,
                first_far_off: found.first_far_off,
            })
        };
        let of = |(index, &(stage, own)): (usize, &(Stage, Stages))| {
            let alone = compared(own, 2 * index)?;
            let without = compared(stages.without(stage), 2 * index + 1)?;
            Some(StageError { stage, alone, without })
        };
        let stages: Option<Vec<StageError>> = alone.iter().enumerate().map(of).collect();
        Some(Self { stages: stages?, num_positions: extent.length() })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Convention, Sinusoid};

    fn table(stages: &str, length: u64) -> Table {
        let exact = Spec::from(Sinusoid::new(Convention::PAPER.draft(16)).unwrap());
        let spec = Spec::Rounded(Box::new(exact), stages.parse().unwrap());
        let extent = Extent::new(0, length).unwrap();
        Table { encoding: Arc::new(Encoding::new(spec)), extent }
    }

    #[test]
    fn neighbors_become_equal() {
        let found = RoundingErrors::new(&table("position:bf16", 600), |_| true).unwrap();
        let neighbors = &found.neighbors;
        assert_eq!((neighbors.first_equal, neighbors.least), (Some(257), 0.0));
        assert_eq!(found.found.first_far_off, Some(257));
        // From 256 on only even positions are kept, from 512 on only every fourth.
        assert_eq!(neighbors.num_equal, 193);
        let exact = RoundingErrors::new(&table("position:f32", 600), |_| true).unwrap();
        assert_eq!(exact.neighbors.num_equal, 0);
        assert_eq!(exact.found.max_abs_difference, 0.0);
        assert_eq!(exact.by_frequency.len(), 8);
    }

    #[test]
    fn a_stage_is_to_blame() {
        let found = Blame::new(&table("bf16", 600), |_| true).unwrap();
        let stages: Vec<Stage> = found.stages.iter().map(|it| it.stage).collect();
        assert_eq!(stages, Stage::ALL);
        let result = found.stages[3];
        assert!(result.alone.largest < 0.002 && result.alone.first_far_off.is_none());
        assert_eq!(found.stages[0].alone.first_far_off, Some(566));
        let is_large = |it: &ErrorSize| it.largest > 0.5 && it.root_mean_square > 0.05;
        assert!(found.stages[1..3].iter().all(|it| is_large(&it.alone) && is_large(&it.without)));
        let exact = table("bf16", 8).exact().unwrap();
        assert!(RoundingErrors::new(&exact, |_| true).is_none(), "nothing is rounded");
    }

    #[test]
    fn cancelled_work_has_no_result() {
        assert!(RoundingErrors::new(&table("bf16", 600), |_| false).is_none());
        assert!(Blame::new(&table("bf16", 600), |_| false).is_none());
    }
}
