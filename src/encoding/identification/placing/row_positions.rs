//! Positions of the rows of a table.

use std::ops::Range;

use crate::{
    encoding::{
        Spacing,
        proof::{choice_bits, number_bits},
    },
    stable_enum::stable_enum,
};

/// Positions of neighboring rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRun {
    /// The rows, counted from 0.
    pub rows: Range<u64>,
    /// Their positions.
    pub places: Places,
}

/// Positions of the rows of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Places {
    /// Evenly spaced.
    Line {
        /// Position of the first row.
        position: f64,
        /// Distance from row to row; `None` for a single row.
        step: Option<f64>,
    },
    /// One by one.
    List(Vec<f64>),
    /// Rows of zeros, or of no position.
    Nowhere,
}

stable_enum! {
    /// Usual reason why rows are at such positions.
    pub enum Cause {
        /// Several texts in a row, each with positions from the beginning.
        Packed = "packed",
        /// Layers or heads, each with the same rows.
        Stacked = "stacked",
        /// Rows before a text that are at one position, or at none.
        LeftPadding = "left_padding",
        /// Rows after a text that are at one position, or at none.
        RightPadding = "right_padding",
        /// Text that begins after positions that are kept elsewhere.
        DecodeOffset = "decode_offset",
        /// Every second position, or fewer.
        LongSteps = "long_steps",
        /// Positions in reverse.
        Reversed = "reversed",
        /// Distances on both sides of position 0.
        Absolute = "absolute",
        /// Positions up to a length, and the last one beyond it.
        Clamped = "clamped",
        /// Positions that are left out.
        Gap = "gap",
    }
}

/// Positions of all rows of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowPositions {
    /// Runs, in the order of the rows.
    pub runs: Vec<RowRun>,
    /// True where a position is not told from its negative, as by cosines alone.
    pub is_up_to_sign: bool,
    /// True for two tables of the same positions, one below the other, as of cosines and of sines.
    pub are_two: bool,
}

impl RowRun {
    /// Evenly spaced rows.
    pub(crate) fn line(rows: Range<u64>, position: f64, step: f64) -> Self {
        let step = (rows.end - rows.start > 1).then_some(step);
        Self { rows, places: Places::Line { position, step } }
    }

    /// Number of rows.
    pub fn num_rows(&self) -> u64 {
        self.rows.end - self.rows.start
    }

    /// Position of a row of the run, by its number within it; `None` if it has none.
    pub fn position(&self, i: u64) -> Option<f64> {
        match &self.places {
            Places::Line { position, step } => Some(position + step.unwrap_or(0.0) * i as f64),
            Places::List(all) => all.get(i as usize).copied(),
            Places::Nowhere => None,
        }
    }

    /// First and last position.
    pub fn ends(&self) -> Option<(f64, f64)> {
        Some((self.position(0)?, self.position(self.num_rows() - 1)?))
    }

    /// Distance from row to row, 0 of a single one; `None` if there is none.
    fn step(&self) -> Option<f64> {
        match self.places {
            Places::Line { step, .. } => Some(step.unwrap_or(0.0)),
            _ => None,
        }
    }
}

impl RowPositions {
    /// Evenly spaced rows of a whole table.
    pub fn line(num_rows: u64, position: f64, step: f64) -> Self {
        Self { runs: vec![RowRun::line(0..num_rows, position, step)], ..Self::default() }
    }

    /// Number of rows.
    pub fn num_rows(&self) -> u64 {
        self.runs.last().map_or(0, |run| run.rows.end)
    }

    /// Steps of all runs of several rows.
    pub(super) fn steps(&self) -> impl Iterator<Item = f64> {
        self.runs.iter().filter_map(|run| match run.places {
            Places::Line { step, .. } => step,
            _ => None,
        })
    }

    /// Step of at least half of the rows, as far as lines through them tell it.
    pub(super) fn common_step(&self) -> Option<f64> {
        const NEAR: f64 = 1e-4;
        let (_, Spacing { step, .. }) = self.longest()?;
        let is_such = |run: &&RowRun| run.step().is_some_and(|it| (it / step - 1.0).abs() < NEAR);
        let num_rows: u64 = self.runs.iter().filter(is_such).map(RowRun::num_rows).sum();
        (2 * num_rows >= self.num_rows()).then_some(step)
    }

    /// True if all positions are whole numbers.
    pub(crate) fn are_whole(&self) -> bool {
        self.runs.iter().all(|run| match &run.places {
            Places::Line { position, step } => {
                position.fract() == 0.0 && step.unwrap_or(0.0).fract() == 0.0
            }
            Places::List(all) => all.iter().all(|it| it.fract() == 0.0),
            Places::Nowhere => true,
        })
    }

    /// The same rows, and all of them again.
    #[must_use]
    pub(crate) fn twice(&self) -> Self {
        let num = self.num_rows();
        let again = self.runs.iter().map(|run| RowRun {
            rows: run.rows.start + num..run.rows.end + num,
            places: run.places.clone(),
        });
        let runs = self.runs.iter().cloned().chain(again).collect();
        Self { runs, are_two: true, ..*self }
    }

    /// Position of a row; `None` for one without.
    pub fn position(&self, row: u64) -> Option<f64> {
        let run = self.runs.partition_point(|run| run.rows.end <= row);
        let run = self.runs.get(run).filter(|run| run.rows.contains(&row))?;
        run.position(row - run.rows.start)
    }

    /// Least and greatest position; `None` if there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        let of_run = |run: &RowRun| match &run.places {
            Places::List(all) => all.iter().map(|&it| (it, it)).reduce(joined),
            Places::Line { .. } | Places::Nowhere => run.ends().map(|(a, b)| (a.min(b), a.max(b))),
        };
        self.runs.iter().filter_map(of_run).reduce(joined)
    }

    /// Positions of all rows; `None` for those without.
    pub fn iter(&self) -> impl Iterator<Item = Option<f64>> {
        self.runs.iter().flat_map(|run| (0..run.num_rows()).map(|i| run.position(i)))
    }

    /// The only run, if all rows are evenly spaced.
    pub fn only_line(&self) -> Option<(f64, f64)> {
        match &self.runs[..] {
            [RowRun { places: Places::Line { position, step }, .. }] => {
                Some((*position, step.unwrap_or(1.0)))
            }
            _ => None,
        }
    }

    /// Line on which at least half of the rows are, that of the first of the longest runs; `None` if there is none.
    pub(crate) fn main_line(&self) -> Option<Spacing> {
        /// Farthest that row 0 of the line is from all positions, in steps, as of rows that stand before it.
        const BEFORE: f64 = 8.0;
        /// Share of a step within which the line begins at 0.
        const NEAR: f64 = 1e-6;
        let (first, Spacing { start, step }) = self.longest()?;
        let start = start - step * first as f64;
        // Digits of positions that are not whole end somewhere.
        let is_zero = start.abs() < NEAR * step.abs();
        let line = Spacing { start: if is_zero { 0.0 } else { start }, step };
        // Rows of a text before it are at no positions far from all others.
        let (least, most) = self.range()?;
        let far = BEFORE * line.step.abs();
        if line.start < least - far || line.start > most + far {
            return None;
        }
        let is_on = |(i, t): &(usize, Option<f64>)| t.is_some_and(|t| line.is_at(*i, t));
        let num_on = self.iter().enumerate().filter(is_on).count() as u64;
        (2 * num_on >= self.num_rows()).then_some(line)
    }

    /// Positions of the first of the longest runs of evenly spaced rows; `None` if there is none.
    pub(crate) fn longest_line(&self) -> Option<Spacing> {
        self.longest().map(|it| it.1)
    }

    /// First row of that run, and its positions.
    fn longest(&self) -> Option<(u64, Spacing)> {
        let of_run = |run: &RowRun| match run.places {
            Places::Line { position, step: Some(step) } if step != 0.0 => {
                Some((run.num_rows(), (run.rows.start, Spacing { start: position, step })))
            }
            _ => None,
        };
        let runs = self.runs.iter().rev().filter_map(of_run);
        runs.max_by_key(|it| it.0).map(|it| it.1)
    }

    /// Bits of the choice of the runs: where each begins, its first position and its step.
    pub(crate) fn run_bits(&self) -> f64 {
        self.bits_of_runs().iter().sum()
    }

    /// Bits of the choice of each run.
    pub(super) fn bits_of_runs(&self) -> Vec<f64> {
        let beginning = choice_bits(self.num_rows()) + 1.0;
        let bits = |(i, run): (usize, &RowRun)| {
            let line = match run.places {
                Places::Line { position, step } => {
                    number_bits(position) + step.map_or(0.0, number_bits)
                }
                Places::List(_) | Places::Nowhere => 0.0,
            };
            line + if i > 0 { beginning } else { 0.0 }
        };
        self.runs.iter().enumerate().map(bits).collect()
    }

    /// Usual reason why the rows are at these positions; `None` if they are consecutive from 0 on, or for no usual one.
    pub fn cause(&self) -> Option<Cause> {
        let runs = &self.runs[..];
        let is_nowhere = |run: &RowRun| run.places == Places::Nowhere;
        let step = RowRun::step;
        match runs {
            [only] => return cause_of_line(only),
            [a, b] if step(a) == Some(-1.0) && step(b) == Some(1.0) => {
                let (low, next) = (a.ends()?.1, b.ends()?.0);
                return (low == 0.0 && next == 1.0 || low == 1.0 && next == 0.0)
                    .then_some(Cause::Absolute);
            }
            [a, b] if step(a) == Some(1.0) && step(b) == Some(0.0) && b.num_rows() > 1 => {
                let (last, next) = (a.ends()?.1, b.ends()?.0);
                let is_last = (0.0..=1.0).contains(&(next - last));
                return Some(if is_last { Cause::Clamped } else { Cause::RightPadding });
            }
            [a, b] if is_nowhere(b) && step(a) == Some(1.0) => return Some(Cause::RightPadding),
            [a, b] if step(b) == Some(1.0) && (is_nowhere(a) || step(a) == Some(0.0)) => {
                return Some(Cause::LeftPadding);
            }
            _ => {}
        }
        if runs.len() < 2 || !runs.iter().all(|run| [Some(1.0), Some(0.0)].contains(&step(run))) {
            return None;
        }
        let first = runs[0].position(0)?;
        let all_restart = runs.iter().all(|run| run.position(0) == Some(first));
        let are_equal = runs.iter().all(|run| run.num_rows() == runs[0].num_rows());
        match runs {
            _ if self.are_two => None,
            _ if all_restart && are_equal && runs.len() > 2 => Some(Cause::Stacked),
            _ if all_restart => Some(Cause::Packed),
            [a, b] if b.position(0)? > a.ends()?.1 => Some(Cause::Gap),
            _ => None,
        }
    }
}

/// Smallest range that contains two others.
fn joined(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Usual reason of evenly spaced rows.
fn cause_of_line(run: &RowRun) -> Option<Cause> {
    let (start, last) = run.ends()?;
    let step = run.step()?;
    match step {
        1.0 if start > 1.0 => Some(Cause::DecodeOffset),
        -1.0 if start > 0.0 && last >= 0.0 => Some(Cause::Reversed),
        _ if step >= 2.0 && step.fract() == 0.0 => Some(Cause::LongSteps),
        _ => None,
    }
}
