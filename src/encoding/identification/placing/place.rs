//! Positions of all rows of a table whose waves are known, and what its values say of them.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    row_positions::{Places, RowPositions, RowRun},
    runs::row_positions,
    wave_table::WaveTable,
};
use crate::encoding::{
    identification::line::is_chosen,
    parallel::map_each,
    proof::{Evidence, MARGIN, are_few, number_bits},
    with_digits,
};

/// Rows at positions, and how they agree.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Position of each row.
    pub(crate) positions: RowPositions,
    /// Agreement of the rows with a position.
    pub(crate) evidence: Evidence,
    /// Number of rows that are neither zero nor at a position.
    num_other_rows: u64,
    /// Bits of the runs that all values must explain: those of the longest ones.
    shared_bits: f64,
    /// True if each listed row, and each further run, explains more than its position costs.
    are_others_paid: bool,
    /// True if a run may be at other positions, too.
    is_ambiguous: bool,
    /// Step of most rows, also where their positions are listed because they miss the line by a little.
    common_step: Option<f64>,
    /// Ratio of the frequencies of neighboring waves; 0 if there is none.
    ladder: f64,
}

impl Placed {
    /// Bits that the values explain, without those of the choices: `others`, and the runs.
    pub(crate) fn score(&self, others: f64) -> f64 {
        self.evidence.score(others + self.shared_bits)
    }

    /// Bits of the runs and of the listed positions. Those that are not whole count alike, whatever their digits.
    pub(crate) fn cost(&self) -> f64 {
        const REAL: f64 = 24.0;
        let bits = |t: f64| if t.fract() == 0.0 { number_bits(t) } else { REAL };
        let of_run = |run: &RowRun| match &run.places {
            Places::List(all) => all.iter().copied().map(bits).sum(),
            _ => 0.0,
        };
        self.positions.run_bits() + self.positions.runs.iter().map(of_run).sum::<f64>()
    }

    /// True for a step that makes the ladder of frequencies begin a few waves or halves later: columns of another rule
    /// for the exponent.
    fn is_of_ladder(&self, step: f64) -> bool {
        const MOST: f64 = 4.5;
        const NEAR: f64 = 1e-6;
        let waves = 2.0 * step.abs().ln() / self.ladder.ln();
        self.ladder > 0.0 && (waves - waves.round()).abs() < NEAR && (0.5..MOST).contains(&waves)
    }

    /// True if the values are those of the waves at these positions, and explain more than was chosen.
    pub(crate) fn is_certain(&self, others: f64) -> bool {
        let num_rows = self.positions.num_rows();
        let are_chosen = { self.positions.steps() }
            .chain(self.common_step)
            .all(|step| step == 0.0 || is_chosen(step, num_rows) || self.is_of_ladder(step));
        let choices = others + self.shared_bits;
        let is_sound = !self.is_ambiguous && self.are_others_paid && are_chosen;
        is_sound
            && are_few(self.num_other_rows, num_rows)
            && self.evidence.is_certain(choices, num_rows)
    }
}

/// Rows, each with all positions at which it may be.
type EquallyLikely = Vec<(usize, Vec<f64>)>;

/// Number of rows that refuse most hypotheses, and of those that refuse nearly all others.
const PROBES: usize = 12;
const MANY_PROBES: usize = 96;

/// Position of a row, and what the next one may follow from.
#[derive(Clone, Debug, PartialEq)]
struct PlacedRow {
    position: Option<f64>,
    step: Option<f64>,
    /// All positions of the row, where it does not follow from the one before.
    all: Option<Vec<f64>>,
}

/// Positions of the last two rows, the later first, and the step that is expected.
#[derive(Clone, Debug)]
struct PlacedBefore {
    last: [Option<f64>; 2],
    step: Option<f64>,
    /// Number of rows in turn that no position explains whole.
    num_vain: usize,
}

impl Default for PlacedBefore {
    fn default() -> Self {
        Self { last: [None; 2], step: Some(1.0), num_vain: 0 }
    }
}

impl WaveTable<'_> {
    /// Number of some rows, spread over a table, that are at a position, of how many.
    pub(crate) fn probed(&self) -> (usize, usize) {
        let (placed, num) = self.probes(PROBES);
        (placed.len(), num)
    }

    /// Rows with a position of each, of at most so many that are spread over a table, and how many were asked.
    pub(super) fn probes(&self, most: usize) -> (Vec<(usize, f64)>, usize) {
        let num_rows = self.values.num_rows;
        let num = most.min(num_rows);
        // Not at the same place of every block.
        let rows = (0..num).map(|i| (2 * i + i % 2) * num_rows / (2 * num));
        let told: Vec<usize> =
            rows.filter(|&i| self.values.row(i).iter().any(|&it| it != 0.0)).collect();
        let mut placed = Vec::new();
        for (at, &i) in told.iter().enumerate() {
            placed.extend(self.positions(self.values.row(i)).first().map(|&t| (i, t)));
            // Hopeless.
            if at == 2 && placed.is_empty() {
                break;
            }
        }
        (placed, told.len())
    }

    /// Values of the row above.
    fn above(&self, i: usize) -> Option<&[f64]> {
        i.checked_sub(1).map(|above| self.values.row(above))
    }

    /// True for a row with the values of the one above.
    pub(super) fn is_repeated(&self, i: usize) -> bool {
        self.above(i) == Some(self.values.row(i))
    }

    /// Ratio of the frequencies of neighboring waves, the slower first; 0 if it is not the same for all.
    fn ladder(&self) -> f64 {
        const NEAR: f64 = 1e-9;
        let ratios = self.pairs.windows(2).map(|pair| pair[0].omega / pair[1].omega);
        let ratio = ratios.clone().next().filter(|first| *first < 1.0).unwrap_or(0.0);
        if ratios.into_iter().all(|it| (it - ratio).abs() < NEAR) { ratio } else { 0.0 }
    }

    /// Number of rows.
    pub(crate) fn num_rows(&self) -> usize {
        self.values.num_rows
    }

    /// True if nearly all values of a row are those of a position.
    pub(crate) fn is_at_row(&self, row: usize, t: f64) -> bool {
        row < self.num_rows() && self.is_at(self.values.row(row), t)
    }

    /// True if all values of a row are those of a position.
    pub(crate) fn is_wholly_at_row(&self, row: usize, t: f64) -> bool {
        self.is_within(self.values.row(row), t, 0)
    }

    /// Positions of all rows, as runs.
    pub(crate) fn row_positions(&self, positions: &[Option<f64>]) -> RowPositions {
        row_positions(positions, self.is_even, |t| self.slack(t))
    }

    /// Errors of positions that the fastest wave leaves.
    fn slack(&self, t: f64) -> f64 {
        const ROOM: f64 = 4.0;
        let Some(fastest) = self.pairs.last() else { return 0.0 };
        let value = self.precision.tolerance(1.0, self.precision.sine_error(), self.scale);
        ROOM * (value / self.scale.abs() + fastest.error * t.abs()) / fastest.omega
    }

    /// Position a whole number of turns of the slowest wave away that continues the line of the last two rows, if there
    /// is one; else the position itself.
    fn continued(&self, before: &PlacedBefore, t: f64) -> f64 {
        let Some(slowest) = self.pairs.first().filter(|_| self.is_periodic) else { return t };
        let [Some(before), Some(earlier)] = before.last else { return t };
        let (next, turn) = (2.0 * before - earlier, std::f64::consts::TAU / slowest.omega);
        let moved = t + turn * ((next - t) / turn).round();
        if (moved - next).abs() <= 4.0 * self.slack(moved) { moved } else { t }
    }

    /// Positions of all rows, and other ones of the rows where the position does not follow from the row before.
    fn rows_placed(&self) -> (Vec<Option<f64>>, EquallyLikely) {
        /// Number of rows that are placed one after the other; pieces stand beside each other.
        const PIECE: usize = 1024;
        let num_rows = self.values.num_rows;
        let of_piece = |piece: usize| {
            let mut before = PlacedBefore::default();
            let rows = piece * PIECE..((piece + 1) * PIECE).min(num_rows);
            rows.map(|i| self.placed_row(i, &mut before)).collect::<Vec<PlacedRow>>()
        };
        let mut rows: Vec<PlacedRow> =
            map_each(num_rows.div_ceil(PIECE), &of_piece).into_iter().flatten().collect();
        // The first rows of a piece may follow from those before it.
        for start in (PIECE..num_rows).step_by(PIECE) {
            let step = rows[start - 1].step;
            let last = [rows[start - 1].position, rows[start - 2].position];
            let mut before = PlacedBefore { last, step, num_vain: 0 };
            let mut num_same = 0;
            for (i, known) in rows.iter_mut().enumerate().skip(start) {
                let row = self.placed_row(i, &mut before);
                let is_same = (row.position, row.step) == (known.position, known.step);
                num_same = if is_same { num_same + 1 } else { 0 };
                *known = row;
                // A row follows from two at most.
                if num_same == 2 {
                    break;
                }
            }
        }
        let found = rows.iter().map(|row| row.position).collect();
        let others = rows.into_iter().enumerate().filter_map(|(i, row)| Some((i, row.all?)));
        (found, others.collect())
    }

    /// Position of a row that follows from those before it: one of its likely ones, or else one that explains all its
    /// values.
    fn likely_position(
        &self,
        row: &[f64],
        likely: impl Iterator<Item = f64> + Clone,
        num_vain: &mut usize,
    ) -> Option<f64> {
        /// Number of rows in turn without such a position, after which none is looked for: a column is wrong.
        const MOST_VAIN: usize = 8;
        if let Some(all) = likely.clone().find(|&t| self.is_within(row, t, 0)) {
            return Some(all);
        }
        let most = { likely }.find(|&t| self.is_at(row, t))?;
        if *num_vain >= MOST_VAIN {
            return Some(most);
        }
        let own = self.positions(row).into_iter().find(|&t| self.is_within(row, t, 0));
        *num_vain = if own.is_some() { 0 } else { *num_vain + 1 };
        own.or(Some(most))
    }

    /// Places the row after some others.
    fn placed_row(&self, i: usize, before: &mut PlacedBefore) -> PlacedRow {
        /// Digits of a step that is continued.
        const DIGITS: usize = 3;
        let row = self.values.row(i);
        let mut all = None;
        // Sines of position 0 are zeros, too.
        let position = if self.values.is_zero_row(i) {
            Some(0.0).filter(|&t| self.is_within(row, t, 0))
        } else if before.last[0].is_some() && self.is_repeated(i) {
            before.last[0]
        } else {
            let next = before.last[0].zip(before.step).map(|(last, step)| {
                let next: f64 = last + step;
                if next.fract() == 0.0 { next } else { with_digits(next, 11) }
            });
            let likely = [next, before.last[0].map(|it| it + 1.0)];
            let likely =
                self.likely_position(row, likely.into_iter().flatten(), &mut before.num_vain);
            let position = likely.map(|t| if self.is_even { t.abs() } else { t }).or_else(|| {
                let own = self.positions(row);
                let first = own.first().copied();
                all = Some(own);
                first.map(|t| self.continued(before, t))
            });
            if let Some((last, t)) = before.last[0].zip(position) {
                let own = with_digits(t - last, DIGITS);
                before.step = (with_digits(t - last, 9) == own && own != 0.0).then_some(own);
            }
            position
        };
        before.last = [position, before.last[0]];
        PlacedRow { position, step: before.step, all }
    }

    /// Agreement of the values with rows at positions, number of rows elsewhere, and who pays for the positions. Values
    /// of many runs explain no more of the waves than those of a few do: further runs pay for themselves, as listed
    /// rows do.
    fn agreement(&self, positions: RowPositions) -> Placed {
        /// Bits by which a listed row or a run must explain more than its position.
        const LEFT: f64 = 12.0;
        /// Number of runs that all values pay for.
        const SHARED: usize = 8;
        let of_run = |run: &RowRun| {
            let is_listed = matches!(run.places, Places::List(_));
            let rows: Vec<u64> = run.rows.clone().collect();
            let chunks: Vec<&[u64]> = rows.chunks(256).collect();
            let of_rows = |chunk: usize| {
                let (mut evidence, mut left, mut are_paid) = (Evidence::default(), 0.0, true);
                for &i in chunks[chunk] {
                    let Some(t) = run.position(i - run.rows.start) else { continue };
                    let own = self.evidence(i as usize, t);
                    if is_listed {
                        // A row like the one above is at its position.
                        let is_free = self.is_repeated(i as usize);
                        let cost = if is_free { 0.0 } else { number_bits(t) };
                        let bits = own.explained.total();
                        left += bits - cost;
                        are_paid &= cost == 0.0 || bits - cost >= LEFT;
                    }
                    evidence = evidence.and(own);
                }
                (evidence, left, are_paid)
            };
            let parts = map_each(chunks.len(), &of_rows);
            let (evidence, left, are_paid) =
                parts.into_iter().fold((Evidence::default(), 0.0, true), |all, part| {
                    (all.0.and(part.0), all.1 + part.1, all.2 && part.2)
                });
            (evidence, !is_listed || are_paid && left >= MARGIN)
        };
        let bits = positions.bits_of_runs();
        let mut longest: Vec<usize> = (0..positions.runs.len()).collect();
        longest.sort_by_key(|&i| Reverse(positions.runs[i].num_rows()));
        let is_shared: BTreeSet<usize> = longest.into_iter().take(SHARED).collect();
        let (mut all, mut num_other_rows) = (Evidence::default(), 0);
        let (mut shared_bits, mut are_others_paid) = (0.0, true);
        // Bits of this run, and of those without positions before it.
        let mut owed = 0.0;
        for (i, run) in positions.runs.iter().enumerate() {
            let (evidence, is_list_paid) = of_run(run);
            are_others_paid &= is_list_paid;
            // Rows like the one above are at its position.
            let is_still = matches!(run.places, Places::Line { step: Some(0.0) | None, .. });
            let is_repeated = is_still && self.is_repeated(run.rows.start as usize);
            owed += if is_repeated && !is_shared.contains(&i) { 0.0 } else { bits[i] };
            if is_shared.contains(&i) {
                shared_bits += std::mem::take(&mut owed);
            } else if run.places != Places::Nowhere && !is_repeated {
                are_others_paid &= evidence.explained.total() - owed >= LEFT;
                owed = 0.0;
            }
            all = all.and(evidence);
            if run.places == Places::Nowhere {
                let is_zero = |i: &u64| self.values.is_zero_row(*i as usize);
                num_other_rows += run.rows.clone().filter(|i| !is_zero(i)).count() as u64;
            }
        }
        shared_bits += owed;
        let evidence = all;
        let ladder = self.ladder();
        let is_ambiguous = false;
        Placed {
            positions,
            evidence,
            num_other_rows,
            shared_bits,
            are_others_paid,
            is_ambiguous,
            ladder,
            common_step: None,
        }
    }

    /// Number of values that are not the rounded ones of the rows' positions.
    pub(crate) fn num_not_equal(&self, positions: &RowPositions) -> u64 {
        let nearest = |value: f64| self.values.rounding.map_or(value, |it| it.nearest(value));
        let of_row = |(i, t): (usize, Option<f64>)| {
            let Some(t) = t else { return 0 };
            let values = self.values.row(i).iter().enumerate();
            values.filter(|&(j, value)| nearest(self.scale * self.expected(j, t)) != *value).count()
        };
        let positions: Vec<Option<f64>> = positions.iter().collect();
        let num_other = map_each(positions.len(), &|i| of_row((i, positions[i])));
        num_other.into_iter().sum::<usize>() as u64
    }

    /// Evidence of the values of a row for a position.
    fn evidence(&self, i: usize, t: f64) -> Evidence {
        let mut found = Evidence::default();
        let expected = self.expected_row(t).into_iter();
        let above = self.above(i);
        let row = (i as u64, self.values.row(i), above);
        let of_type = (self.scale, self.values.rounding);
        found.add_row(row, expected, of_type, |j| self.columns[j].wave);
        found
    }

    /// True if a run may be at other positions of its first row.
    fn is_ambiguous(&self, positions: &RowPositions, others: &[(usize, Vec<f64>)]) -> bool {
        positions.runs.iter().any(|run| {
            let own = others.iter().find(|(row, _)| *row as u64 == run.rows.start);
            let Some((_, all)) = own else { return false };
            let Some(start) = run.position(0) else { return false };
            all.iter().filter(|&&other| other != start && !(self.is_even && other == -start)).any(
                |other| {
                    run.rows.clone().all(|i| {
                        let t = run.position(i - run.rows.start).map(|t| t - start + other);
                        t.is_some_and(|t| self.is_at(self.values.row(i as usize), t))
                    })
                },
            )
        })
    }
}

/// Places all rows of a table; `None` if fewer than three in four have a position.
pub(crate) fn place(table: &WaveTable<'_>) -> Option<Placed> {
    let (placed, num) = table.probes(MANY_PROBES);
    if 2 * placed.len() < num {
        return None;
    }
    let (mut found, others) = table.rows_placed();
    let num_told = found.iter().flatten().count();
    let is_zero = |i: &usize| table.values.is_zero_row(*i);
    let num_zero = (0..found.len()).filter(is_zero).count();
    if num_told == 0 || 4 * num_told < 3 * (found.len() - num_zero) {
        return None;
    }
    let lines = table.row_positions(&found);
    let has_common_step = lines.common_step().is_some();
    let mut positions = if has_common_step { table.with_fitted_lines(lines) } else { lines };
    let common_step = positions.common_step();
    // A line that is fitted through rounded positions may miss a row.
    let on_lines: Vec<Option<f64>> = positions.iter().collect();
    let is_missed = |(i, (line, own)): (usize, (&Option<f64>, &Option<f64>))| {
        line.is_some_and(|line| {
            let own = own.unwrap_or(line);
            line.abs().to_bits() != own.abs().to_bits() && !table.is_at(table.values.row(i), line)
        })
    };
    // Curves are short lines in steps that nobody chose.
    let num_rows = positions.num_rows();
    let is_of_curve = |step: f64| step != 0.0 && !is_chosen(step, num_rows);
    let is_curve = common_step.is_none() && positions.steps().any(is_of_curve);
    if is_curve || on_lines.iter().zip(&found).enumerate().any(is_missed) {
        positions = row_positions(&found, table.is_even, |_| 0.0);
    } else {
        found = on_lines;
    }
    debug_assert_eq!(found.len(), table.values.num_rows, "every row is placed or nowhere");
    let is_ambiguous = !table.is_periodic && table.is_ambiguous(&positions, &others);
    Some(Placed { is_ambiguous, common_step, ..placed_at(table, positions) })
}

/// Rows at positions that are known.
pub(crate) fn placed_at(table: &WaveTable<'_>, positions: RowPositions) -> Placed {
    table.agreement(positions)
}
