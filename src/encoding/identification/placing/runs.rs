//! Runs of evenly spaced rows among rows at known positions.

use std::ops::Range;

use super::{
    super::line::{shortest, simple_steps},
    row_positions::{Places, RowPositions, RowRun},
};

/// Positions of rows, of which some have none, as runs and lists. `slack` says how far a position may be off.
pub(crate) fn row_positions(
    positions: &[Option<f64>],
    is_even: bool,
    slack: impl Fn(f64) -> f64,
) -> RowPositions {
    let mut runs: Vec<RowRun> = Vec::new();
    let mut i = 0;
    while i < positions.len() {
        let end = if positions[i].is_none() {
            (i..positions.len()).find(|&j| positions[j].is_some()).unwrap_or(positions.len())
        } else {
            end_of_line(positions, i, &slack)
        };
        runs.push(RowRun { rows: i as u64..end as u64, places: Places::Nowhere });
        if let Some((start, step)) = line_of(positions, i..end, &slack) {
            runs.pop();
            runs.push(RowRun::line(i as u64..end as u64, start, step));
        }
        i = end;
    }
    if is_even {
        runs = through_zero(runs);
    }
    RowPositions { runs: listed(&runs, positions), is_up_to_sign: is_even, are_two: false }
}

/// Farthest that a position may be off: whole ones are exact.
fn slack_of(t: f64, slack: &impl Fn(f64) -> f64) -> f64 {
    if t.fract() == 0.0 { 0.0 } else { slack(t) }
}

/// End of the evenly spaced rows from one on. One row is left to the line after it if that is longer.
fn end_of_line(positions: &[Option<f64>], first: usize, slack: &impl Fn(f64) -> f64) -> usize {
    let end = farthest(positions, first, slack);
    let is_short = end == first + 2;
    if is_short && farthest(positions, first + 1, slack) > first + 3 { first + 1 } else { end }
}

/// Row after the last one that is on a line from a row on.
fn farthest(positions: &[Option<f64>], first: usize, slack: &impl Fn(f64) -> f64) -> usize {
    let Some(start) = positions[first] else { return first + 1 };
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (i, position) in positions.iter().enumerate().skip(first + 1) {
        let Some(t) = *position else { return i };
        let (num, off) = ((i - first) as f64, slack_of(t, slack) + slack_of(start, slack));
        low = low.max((t - start - off) / num);
        high = high.min((t - start + off) / num);
        if low > high {
            return i;
        }
    }
    positions.len()
}

/// First position and step of some rows on a line; `None` if they have no positions.
fn line_of(
    positions: &[Option<f64>],
    rows: Range<usize>,
    slack: &impl Fn(f64) -> f64,
) -> Option<(f64, f64)> {
    let (start, last) = (positions[rows.start]?, positions[rows.end - 1]?);
    let num = (rows.len() - 1).max(1) as f64;
    let step = (last - start) / num;
    let off = (slack_of(start, slack) + slack_of(last, slack)) / num;
    if off == 0.0 || step == 0.0 {
        return Some((start, step));
    }
    let simple = simple_steps(step, off, rows.len()).next();
    Some((start, simple.unwrap_or_else(|| shortest(step, off))))
}

/// Runs whose positions go through 0, where a position is not told from its negative: one instead of two.
fn through_zero(runs: Vec<RowRun>) -> Vec<RowRun> {
    let mut joined: Vec<RowRun> = Vec::new();
    for run in runs {
        let line = |run: &RowRun| match run.places {
            Places::Line { position, step } => Some((position, step)),
            _ => None,
        };
        let last = joined.last().and_then(line);
        if let (Some((start, Some(step))), Some((next, own))) = (last, line(&run))
            && let Some(before) = joined.last_mut()
        {
            let beyond = start + step * before.num_rows() as f64;
            let is_turned = step < 0.0 && own.is_none_or(|own| own == -step);
            if is_turned && beyond < 0.0 && -beyond == next {
                *before = RowRun::line(before.rows.start..run.rows.end, -start, -step);
                continue;
            }
        }
        joined.push(run);
    }
    joined
}

/// Runs in which rows are listed one by one where that takes fewer numbers than lines do: a list takes one for each
/// row, and one for where it begins.
fn listed(runs: &[RowRun], positions: &[Option<f64>]) -> Vec<RowRun> {
    const NEVER: u64 = u64::MAX / 4;
    let own = |run: &RowRun| {
        let rows = run.rows.start as usize..run.rows.end as usize;
        positions[rows].iter().copied().flatten()
    };
    // Fewest numbers of all runs so far, if the last is a line, and if it is in a list; and the choices that lead
    // there.
    let (mut line, mut list) = (0, NEVER);
    let mut choices: Vec<[bool; 2]> = Vec::new();
    for run in runs {
        // Three numbers: its beginning, its first position and its step.
        let as_line = if run.num_rows() == 1 { 2 } else { 3 };
        let as_list = if run.places == Places::Nowhere { NEVER } else { run.num_rows() };
        let opened = line + 1;
        choices.push([list < line, list <= opened]);
        (line, list) = (line.min(list) + as_line, (list.min(opened) + as_list).min(NEVER));
    }
    let mut is_listed = vec![false; runs.len()];
    let mut is_in_list = list < line;
    for (i, [after_line, after_list]) in choices.into_iter().enumerate().rev() {
        is_listed[i] = is_in_list;
        is_in_list = if is_in_list { after_list } else { after_line };
    }
    let mut all: Vec<RowRun> = Vec::new();
    let mut i = 0;
    while i < runs.len() {
        let end = (i..runs.len()).find(|&j| !is_listed[j]).unwrap_or(runs.len());
        if end > i + 1 {
            let places = Places::List(runs[i..end].iter().flat_map(own).collect());
            all.push(RowRun { rows: runs[i].rows.start..runs[end - 1].rows.end, places });
            i = end;
        } else {
            all.push(runs[i].clone());
            i += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(positions: &[f64], is_even: bool, expected: &[(u64, u64, f64, Option<f64>)]) {
        let positions: Vec<Option<f64>> = positions.iter().copied().map(Some).collect();
        let found = row_positions(&positions, is_even, |_| 1e-6).runs;
        let lines: Vec<(u64, u64, f64, Option<f64>)> = found
            .iter()
            .map(|run| match run.places {
                Places::Line { position, step } => (run.rows.start, run.rows.end, position, step),
                _ => (run.rows.start, run.rows.end, f64::INFINITY, None),
            })
            .collect();
        assert_eq!(lines, expected, "{positions:?}");
    }

    #[test]
    fn rows_are_runs_where_they_can_be() {
        let one = Some(1.0);
        check(&[0.0, 1.0, 2.0, 0.0, 1.0, 2.0], false, &[(0, 3, 0.0, one), (3, 6, 0.0, one)]);
        check(&[1.0, 1.0, 1.0, 0.0, 1.0, 2.0], false, &[(0, 3, 1.0, Some(0.0)), (3, 6, 0.0, one)]);
        check(&[7.0, 0.0, 1.0, 2.0], false, &[(0, 1, 7.0, None), (1, 4, 0.0, one)]);
        check(&[0.0, 1.0, 3.0, 7.0, 15.0, 20.0], false, &[(0, 6, f64::INFINITY, None)]);
        check(&[0.25, 0.5, 0.75, 1.0], false, &[(0, 4, 0.25, Some(0.25))]);
        check(&[2.0, 1.0, 0.0, 1.0, 2.0], true, &[(0, 5, -2.0, one)]);
    }

    #[test]
    fn short_lines_of_a_curve_have_no_common_step() {
        let step = |at: fn(f64) -> f64| {
            let positions: Vec<Option<f64>> = (0..400).map(|i| Some(at(f64::from(i)))).collect();
            let found = row_positions(&positions, false, |_| 1e-4);
            assert!(found.steps().count() > 0, "{found:?}");
            found.common_step()
        };
        assert_eq!(step(|i| 1.001_f64.powf(i)), None);
        let line = step(|i| 0.866 * i);
        assert!(line.is_some_and(|it| (it - 0.866).abs() < 1e-4), "{line:?}");
    }
}
