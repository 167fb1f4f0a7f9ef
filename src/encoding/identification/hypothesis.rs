//! A sinusoid as a hypothesis about a table: its position and scale, and where the table deviates.

use std::f64::consts::TAU;

use rayon::prelude::*;

use super::{
    answer::{Deviating, Deviation, Recognized},
    values::Values,
};
use crate::encoding::{Arithmetic, Components, Encoding, Limits, Rounding, Sinusoid, Waves};

/// Number of values that a thread compares at once.
const BLOCK: usize = 1 << 15;

/// Largest error of computing in single precision that is taken for one.
const MOST_COMPUTED: f64 = 0.01;

/// Rows of a hypothesis beside those of a table.
struct Hypothesis<'a> {
    values: &'a Values,
    encoding: Encoding,
    /// Column of sine and of cosine of each pair, the slowest first, and its frequency.
    pairs: Vec<(usize, usize, f64)>,
    /// Relative precision of the table's numbers.
    precision: f64,
    /// Error of computing each column in the precision of the original: at position 0, and per position.
    errors: Vec<(f64, f64)>,
}

impl Hypothesis<'_> {
    fn waves(&self) -> &Waves {
        self.encoding.waves().expect("a sinusoid has waves")
    }

    /// Position of a row and its scale, from the angles of its pairs; `None` if they contradict each other.
    fn position_of(&self, row: &[f64]) -> Option<(i64, f64)> {
        let mut lengths: Vec<f64> =
            self.pairs.iter().map(|&(s, c, _)| row[s].hypot(row[c])).collect();
        lengths.sort_by(f64::total_cmp);
        let scale = *lengths.get(lengths.len() / 2)?;
        if !(scale.is_finite() && scale > 0.0) {
            return None;
        }
        let noise = 4.0 * self.precision.max(1e-7);
        // One pair may be wrong, also the slowest.
        let firsts = self.pairs.len().min(3);
        [scale, -scale].into_iter().find_map(|scale| {
            (0..firsts).find_map(|first| self.position_from(row, first, scale, noise))
        })
    }

    /// Position of a row, from the angles of its pairs beginning with one of the slowest.
    fn position_from(
        &self,
        row: &[f64],
        first: usize,
        scale: f64,
        noise: f64,
    ) -> Option<(i64, f64)> {
        let angle = |s: usize, c: usize| (row[s] / scale).atan2(row[c] / scale);
        let &(s, c, slowest) = self.pairs.get(first)?;
        [0.0, 1.0, 2.0, -1.0].into_iter().find_map(|turns| {
            let (mut t, mut error) = ((angle(s, c) + turns * TAU) / slowest, noise / slowest);
            let (mut num_asked, mut num_agreeing) = (0, 0);
            for &(s, c, omega) in &self.pairs[first..] {
                if error * omega > 1.0 {
                    continue;
                }
                let off = angle(s, c) - omega * t;
                let off = off - TAU * (off / TAU).round();
                num_asked += 1;
                if off.abs() <= 2.0 * error * omega + 2.0 * noise {
                    num_agreeing += 1;
                    t += off / omega;
                    error = error.min(noise / omega);
                }
            }
            if 4 * num_agreeing < 3 * num_asked {
                return None;
            }
            let position = t.round();
            let is_whole = (t - position).abs() < 0.2 + error.min(0.2);
            let is_inside = position.abs() <= Limits::POSITION_MAX as f64;
            let position = (is_whole && is_inside).then_some(position as i64)?;
            let all = self.row(position);
            let num = row.len();
            let close = (0..num)
                .filter(|&j| self.is_close(row[j], scale * all[j], position, j, scale))
                .count();
            (10 * close >= 8 * num).then_some((position, scale))
        })
    }

    fn row(&self, t: i64) -> Vec<f64> {
        self.encoding.row(t)
    }

    /// True if a value is that of the encoding, as far as its type and computing in single precision allow.
    fn is_close(&self, value: f64, expected: f64, t: i64, j: usize, scale: f64) -> bool {
        // The error of computing grows with the position. Where it could be larger, a value tells nothing.
        let (at_zero, per_position) = self.errors[j];
        let computed = (at_zero + per_position * t.abs() as f64).min(MOST_COMPUTED);
        let rounded = self.precision * expected.abs().max(self.precision * scale.abs());
        (value - expected).abs() <= scale.abs() * computed + 1.01 * rounded
    }
}

/// Compares a table with a hypothesis; `None` if they have little in common.
pub(super) fn compared(values: &Values, sinusoid: Sinusoid, precision: f64) -> Option<Recognized> {
    let encoding = Encoding::new(sinusoid);
    let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
    if sinusoid.components() == Components::Both {
        let waves = encoding.waves()?;
        for frequency in waves.frequencies() {
            if let (Some(s), Some(c)) = (frequency.sin_column, frequency.cos_column) {
                pairs.push((s as usize, c as usize, frequency.omega.hi));
            }
        }
    }
    pairs.sort_by(|a, b| a.2.total_cmp(&b.2));
    let arithmetic = if precision < 1e-12 { Arithmetic::F64 } else { Arithmetic::F32 };
    let waves = encoding.waves()?;
    let errors = (0..values.width as u32).map(|j| {
        let Some(frequency) = waves.frequency_of(j) else { return (0.0, 0.0) };
        let omega = frequency.omega.hi;
        let at_zero = arithmetic.largest_error(omega, 0.0);
        (at_zero, arithmetic.largest_error(omega, 1.0) - at_zero)
    });
    let errors = errors.collect();
    let hypothesis = Hypothesis { values, encoding, pairs, precision, errors };
    let (start, scale) = hypothesis.start_and_scale()?;
    Some(hypothesis.finding(sinusoid, start, scale))
        .filter(|found| 2 * found.matching >= found.num_cells)
}

impl Hypothesis<'_> {
    /// First position and scale, by the vote of some rows.
    fn start_and_scale(&self) -> Option<(i64, f64)> {
        const PROBES: usize = 9;
        let num = self.values.num_rows;
        let probes = (0..PROBES).map(|i| (i * (num - 1)) / (PROBES - 1));
        let mut votes: Vec<(i64, f64, usize)> = Vec::new();
        for i in probes {
            let found = if self.pairs.is_empty() {
                self.searched(i)
            } else {
                self.position_of(self.values.row(i))
            };
            let Some((t, scale)) = found else { continue };
            let start = t - i as i64;
            match votes.iter_mut().find(|vote| vote.0 == start) {
                Some(vote) => vote.2 += 1,
                None => votes.push((start, scale, 1)),
            }
        }
        let best = votes.into_iter().max_by_key(|vote| vote.2)?;
        let start = i64::clamp(best.0, -Limits::POSITION_MAX, Limits::POSITION_MAX);
        Some((start, self.scale_at(start, best.1)))
    }

    /// Position of a row whose columns have no partners: tried one by one, with scale 1.
    fn searched(&self, i: usize) -> Option<(i64, f64)> {
        const FIRST: i64 = -256;
        const LAST: i64 = 4096;
        let row = self.values.row(i);
        let waves = self.waves();
        let some: Vec<u32> = (0..(row.len() as u32).min(4)).collect();
        // Cosines alone are even: the start nearest to 0 is meant.
        let later = (1..LAST).flat_map(|start| [start, -start]).filter(|&start| start >= FIRST);
        std::iter::once(0).chain(later).map(|start| start + i as i64).find_map(|t| {
            let is_close = |j: usize, value: f64| self.is_close(row[j], value, t, j, 1.0);
            let begins = some.iter().all(|&j| is_close(j as usize, waves.value(t, j)));
            if !begins {
                return None;
            }
            let all = self.row(t);
            let close = all.iter().enumerate().filter(|&(j, &value)| is_close(j, value)).count();
            (10 * close >= 8 * row.len()).then_some((t, 1.0))
        })
    }

    /// Scale of the whole table: the median ratio, or a notable number that is as near.
    fn scale_at(&self, start: i64, scale: f64) -> f64 {
        let d = self.values.width as f64;
        let notable = [1.0, d.sqrt(), 1.0 / d.sqrt(), 0.5, 2.0, 0.1, 0.02];
        let mut ratios = Vec::new();
        for i in (0..self.values.num_rows).step_by((self.values.num_rows / 64).max(1)) {
            let expected = self.row(start + i as i64);
            let pairs = self.values.row(i).iter().zip(expected);
            ratios.extend(pairs.filter(|(_, it)| it.abs() > 0.5).map(|(value, it)| value / it));
        }
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or(scale);
        let is_near = |it: f64| (median.abs() / it - 1.0).abs() < 2.0 * self.precision.max(1e-7);
        let found = notable.into_iter().find(|&it| is_near(it));
        found.map_or(median, |it| it.copysign(median))
    }

    /// Everything about a table that begins at a position.
    fn finding(&self, sinusoid: Sinusoid, start: i64, scale: f64) -> Recognized {
        let (num_rows, width) = (self.values.num_rows, self.values.width);
        let mut mismatches = vec![false; num_rows * width];
        let rows_each = (BLOCK / width).max(1);
        mismatches.par_chunks_mut(rows_each * width).enumerate().for_each(|(block, mismatches)| {
            let first = block * rows_each;
            let mut expected = vec![0.0; mismatches.len()];
            let t = start + first as i64;
            self.encoding.fill_slice(t, 0..width as u32, &mut expected);
            for (i, mismatch) in mismatches.iter_mut().enumerate() {
                let (row, j) = (i / width, i % width);
                let value = self.values.row(first + row)[j];
                *mismatch = !self.is_close(value, scale * expected[i], t + row as i64, j, scale);
            }
        });
        let (mut of_rows, mut of_columns) = (vec![0_usize; num_rows], vec![0_usize; width]);
        for (i, _) in mismatches.iter().enumerate().filter(|(_, is_mismatch)| **is_mismatch) {
            of_rows[i / width] += 1;
            of_columns[i % width] += 1;
        }
        let bad_rows: Vec<bool> = of_rows.iter().map(|&num| 3 * num > width).collect();
        let num_good = bad_rows.iter().filter(|&&is_bad| !is_bad).count();
        // A column is judged by the rows that are right otherwise.
        let bad_columns: Vec<bool> = (0..width)
            .map(|j| {
                let rows = (0..num_rows).filter(|&i| !bad_rows[i] && mismatches[i * width + j]);
                3 * rows.count() > num_good.max(1)
            })
            .collect();
        let mut deviations = self.row_deviations(&bad_rows, start);
        for j in (0..width).filter(|&j| bad_columns[j]) {
            let what = self.column_deviation(j, &bad_rows, start, scale);
            let column = Some(j as u32);
            deviations.push(Deviating { what, row: None, row_end: None, column });
        }
        let is_fine = |i: usize, j: usize| !bad_rows[i] && !bad_columns[j];
        for i in (0..num_rows).filter(|&i| of_rows[i] > 0) {
            for j in (0..width).filter(|&j| is_fine(i, j) && mismatches[i * width + j]) {
                let (row, column) = (Some(i as u64), Some(j as u32));
                deviations.push(Deviating { what: Deviation::Cell, row, row_end: None, column });
            }
        }
        let is_matching = |i: usize, j: usize| is_fine(i, j) && !mismatches[i * width + j];
        let (rounding, max_abs_difference, matching) = self.rounding(start, scale, is_matching);
        Recognized {
            convention: None,
            also: Vec::new(),
            sinusoid,
            start,
            length: num_rows as u64,
            scale,
            is_transposed: false,
            rounding,
            deviations,
            max_abs_difference,
            matching,
            num_cells: (num_rows * width) as u64,
        }
    }

    /// Runs of rows that deviate in the same way.
    fn row_deviations(&self, bad_rows: &[bool], start: i64) -> Vec<Deviating> {
        let mut found: Vec<Deviating> = Vec::new();
        let mut shift = 0;
        for i in (0..bad_rows.len()).filter(|&i| bad_rows[i]) {
            let row = self.values.row(i);
            let position = if self.pairs.is_empty() { None } else { self.position_of(row) };
            let own_shift = position.map_or(0, |(t, _)| t - (start + i as i64));
            let what = if row.iter().all(|&value| value == 0.0) {
                Deviation::ZeroRow
            } else if i > 0 && row == self.values.row(i - 1) {
                Deviation::RepeatedRow
            } else if position.is_some() {
                Deviation::ShiftedRow
            } else {
                Deviation::OtherRow
            };
            match found.last_mut() {
                Some(last)
                    if last.what == what
                        && last.row_end.or(last.row) == Some(i as u64 - 1)
                        && own_shift == shift =>
                {
                    last.row_end = Some(i as u64);
                }
                _ => {
                    let row = Some(i as u64);
                    found.push(Deviating { what, row, row_end: None, column: None });
                }
            }
            shift = own_shift;
        }
        found
    }

    fn column_deviation(&self, j: usize, bad_rows: &[bool], start: i64, scale: f64) -> Deviation {
        const MOST: usize = 64;
        let rows: Vec<usize> = (0..bad_rows.len()).filter(|&i| !bad_rows[i]).take(MOST).collect();
        if rows.iter().all(|&i| self.values.row(i)[j] == 0.0) {
            return Deviation::ZeroColumn;
        }
        let is_column = |other: usize| {
            rows.iter().all(|&i| {
                let t = start + i as i64;
                let expected = scale * self.waves().value(t, other as u32);
                self.is_close(self.values.row(i)[j], expected, t, other, scale)
            })
        };
        let is_moved = (0..self.values.width).any(|other| other != j && is_column(other));
        if is_moved { Deviation::MovedColumn } else { Deviation::OtherColumn }
    }

    /// Narrowest type whose rounding gives every matching value, the largest difference after that, and the number of
    /// matching values.
    fn rounding(
        &self,
        start: i64,
        scale: f64,
        is_matching: impl Fn(usize, usize) -> bool + Sync,
    ) -> (Option<Rounding>, f64, u64) {
        const NARROWEST_FIRST: [Rounding; 3] = [Rounding::Bf16, Rounding::F16, Rounding::F32];
        let width = self.values.width;
        let rows_each = (BLOCK / width).max(1);
        let starts: Vec<usize> = (0..self.values.num_rows).step_by(rows_each).collect();
        let of_block = |&first: &usize| {
            let num_rows = rows_each.min(self.values.num_rows - first);
            let mut expected = vec![0.0; num_rows * width];
            self.encoding.fill_slice(start + first as i64, 0..width as u32, &mut expected);
            let (mut is_rounded, mut largest, mut num) = ([true; 3], [0.0_f64; 4], 0);
            for (i, &expected) in expected.iter().enumerate() {
                let (row, j) = (first + i / width, i % width);
                if !is_matching(row, j) {
                    continue;
                }
                num += 1;
                let (value, exact) = (self.values.row(row)[j], scale * expected);
                largest[3] = largest[3].max((value - exact).abs());
                for (k, rounding) in NARROWEST_FIRST.into_iter().enumerate() {
                    let off = (value - rounding.nearest(exact)).abs();
                    is_rounded[k] &= off == 0.0;
                    largest[k] = largest[k].max(off);
                }
            }
            (is_rounded, largest, num)
        };
        let none = || ([true; 3], [0.0_f64; 4], 0_u64);
        let (is_rounded, largest, num) = starts.par_iter().map(of_block).reduce(none, |a, b| {
            let is_rounded = std::array::from_fn(|k| a.0[k] && b.0[k]);
            let largest = std::array::from_fn(|k| a.1[k].max(b.1[k]));
            (is_rounded, largest, a.2 + b.2)
        });
        match is_rounded.iter().position(|&is| is) {
            Some(k) => (Some(NARROWEST_FIRST[k]), largest[k], num),
            None => (None, largest.into_iter().fold(f64::INFINITY, f64::min), num),
        }
    }
}
