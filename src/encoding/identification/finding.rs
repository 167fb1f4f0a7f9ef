//! Comparison of a table with a hypothesis: what matches, and where the table deviates.

use super::{
    answer::Recognized,
    deviation::{Deviating, Deviation},
    hypothesis::Hypothesis,
    line::{shortest, simple_spacings},
    measured::Measured,
    precision::TablePrecision,
    refine::{FEW, MANY, Parameters, refined},
    types::Types,
    values::TableValues,
};
use crate::encoding::{
    Encoding, Sinusoid, Spacing, Spec,
    median::median,
    parallel::{for_each_row, map_each},
    proof::{ExplainedBits, value_bits},
};

/// Relative error of positions that are refined by least squares.
const REFINED: f64 = 1e-8;

/// Median difference, relative to the precision of the values, of positions that are not those of the rows.
const FAR: f64 = 64.0;

/// Number of values that a thread compares at once.
const BLOCK: usize = 1 << 15;

/// Compares a table with a hypothesis; `None` if they have little in common.
pub(super) fn compared(
    values: &TableValues,
    sinusoid: Sinusoid,
    precision: TablePrecision,
) -> Option<Recognized> {
    let hypothesis = Hypothesis::new(values, sinusoid, precision);
    let (start, scale) = hypothesis.start_and_scale()?;
    hypothesis.finding(sinusoid, start, scale)
}

/// Compares a table with a hypothesis at real positions, which the table itself tells.
pub(super) fn compared_spaced(
    measured: &Measured,
    sinusoid: Sinusoid,
    precision: TablePrecision,
) -> Option<Recognized> {
    let values = &measured.values;
    let hypothesis = Hypothesis::new(values, sinusoid, precision);
    let compare = |spacing: Spacing, scale: Option<f64>| {
        let spaced = hypothesis.spaced(sinusoid, spacing, scale);
        let (offset, scale) = spaced.start_and_scale()?;
        // The vote may say that row 0 is none of the encoding.
        let start = spacing.start + spacing.step * offset as f64;
        let spaced = hypothesis.spaced(sinusoid, Spacing { start, ..spacing }, None);
        spaced.finding(sinusoid, 0, scale)
    };
    let candidates = hypothesis.spacings(measured);
    let is_simple = |it: &Recognized| {
        /// Longest number that somebody may have chosen.
        const LONGEST: usize = 6;
        let length = |value: f64| value.to_string().len();
        it.spacing.is_some_and(|it| length(it.start).max(length(it.step)) <= LONGEST)
    };
    let is_last = |it: &Recognized| it.is_exact() || it.is_settled() && is_simple(it);
    let mut found: Vec<Recognized> = Vec::new();
    for &(spacing, scale) in &candidates {
        found.extend(compare(spacing, scale));
        if found.last().is_some_and(is_last) {
            break;
        }
    }
    if !found.iter().any(is_last)
        && let Some(&(spacing, scale)) = candidates.last()
    {
        let scale = scale.or_else(|| {
            let (_, scale) = hypothesis.spaced(sinusoid, spacing, None).start_and_scale()?;
            Some(scale)
        });
        let near = Parameters {
            ln_base: sinusoid.base().ln(),
            start: spacing.start,
            step: spacing.step,
            scale: scale.unwrap_or(1.0),
        };
        let free = [false, true, true, true];
        // A few values refuse most bases.
        let exact = refined(values, sinusoid, near, free, FEW);
        let spacing = Spacing { start: exact.start, step: exact.step };
        let spaced = hypothesis.spaced(sinusoid, spacing, Some(exact.scale));
        let difference = spaced.median_difference(0, exact.scale);
        if difference.is_none_or(|it| it > FAR * precision.noise()) {
            return found.into_iter().min_by_key(Recognized::rank);
        }
        let exact = refined(values, sinusoid, exact, free, MANY);
        let last = exact.start + exact.step * (values.num_rows - 1) as f64;
        let off = REFINED * exact.start.abs().max(last.abs());
        let step_off = 2.0 * off / values.num_rows as f64;
        let (start, step) = (shortest(exact.start, off), shortest(exact.step, step_off));
        let mut spacings = simple_spacings(exact.start, exact.step, off, values.num_rows);
        spacings.insert(spacings.len().saturating_sub(1), Spacing { start, step });
        found.extend(spacings.into_iter().filter_map(|it| compare(it, Some(exact.scale))));
    }
    found.into_iter().min_by_key(Recognized::rank)
}

impl Hypothesis<'_> {
    /// Everything about a table that begins at a position; `None` if less than half of it is explained.
    pub(super) fn finding(&self, sinusoid: Sinusoid, start: i64, scale: f64) -> Option<Recognized> {
        if !self.is_likely(start, scale) {
            return None;
        }
        let (num_rows, width) = (self.values.num_rows, self.values.width);
        let mut mismatches = vec![false; num_rows * width];
        let rows_each = (BLOCK / width).max(1);
        for_each_row(&mut mismatches, rows_each * width, &|block, mismatches| {
            let first = block * rows_each;
            let mut expected = vec![0.0; mismatches.len()];
            let t = start + first as i64;
            self.encoding.fill_slice(t, 0..width as u32, &mut expected);
            for (i, mismatch) in mismatches.iter_mut().enumerate() {
                let (row, j) = (i / width, i % width);
                let value = self.values.row(first + row)[j];
                *mismatch = !self.is_close(value, expected[i], t + row as i64, j, scale);
            }
        });
        let (mut of_rows, mut of_columns) = (vec![0_usize; num_rows], vec![0_usize; width]);
        for (i, _) in mismatches.iter().enumerate().filter(|(_, is_mismatch)| **is_mismatch) {
            of_rows[i / width] += 1;
            of_columns[i % width] += 1;
        }
        let bad_rows: Vec<bool> = of_rows.iter().map(|&num| 3 * num > width).collect();
        let num_good = bad_rows.iter().filter(|&&is_bad| !is_bad).count();
        if 4 * num_good < num_rows {
            return None;
        }
        // A column is judged by the rows that are right otherwise.
        let bad_columns: Vec<bool> = (0..width)
            .map(|j| {
                let rows = (0..num_rows).filter(|&i| !bad_rows[i] && mismatches[i * width + j]);
                3 * rows.count() > num_good.max(1)
            })
            .collect();
        let mut deviations = self.row_deviations(&bad_rows, start, scale);
        for j in (0..width).filter(|&j| bad_columns[j]) {
            let (what, from) = self.column_deviation(j, &bad_rows, start, scale);
            deviations.push(Deviating { column: Some(j as u32), from, ..Deviating::of(what) });
        }
        let is_fine = |i: usize, j: usize| !bad_rows[i] && !bad_columns[j];
        for i in (0..num_rows).filter(|&i| of_rows[i] > 0) {
            for j in (0..width).filter(|&j| is_fine(i, j) && mismatches[i * width + j]) {
                let (row, column) = (Some(i as u64), Some(j as u32));
                deviations.push(Deviating { row, column, ..Deviating::of(Deviation::Cell) });
            }
        }
        deviations.extend(self.cells_of_shifted(&deviations, &bad_columns, start, scale));
        let is_matching = |i: usize, j: usize| is_fine(i, j) && !mismatches[i * width + j];
        let Agreement { types, explained } = self.agreement(start, scale, is_matching);
        let (rounding, max_abs_difference, num_off) = types.narrowest();
        let found = Recognized {
            spacing: self.spacing,
            scale,
            rounding,
            deviations,
            max_abs_difference,
            num_off,
            matching: types.num_values,
            explained_bits: explained.total(),
            is_noisy: self.precision.is_noise(),
            is_untold: self.is_untold(start, scale, is_matching),
            ..Recognized::of(sinusoid, start, self.values)
        };
        (2 * found.num_explained() >= found.num_cells).then_some(found)
    }

    /// Values of shifted rows that are not those of their positions.
    fn cells_of_shifted(
        &self,
        deviations: &[Deviating],
        bad_columns: &[bool],
        start: i64,
        scale: f64,
    ) -> Vec<Deviating> {
        let shifted = deviations.iter().filter_map(|it| Some((it.row?, it.row_end, it.shift?)));
        let rows = shifted.flat_map(|(row, end, shift)| {
            (row..=end.unwrap_or(row)).map(move |i| (i, start + i as i64 + shift))
        });
        let mut found = Vec::new();
        for (i, t) in rows {
            let pairs = self.values.row(i as usize).iter().zip(self.encoding.row(t)).enumerate();
            let is_off = |&(j, (&value, expected)): &(usize, (&f64, f64))| {
                !bad_columns[j] && !self.is_close(value, expected, t, j, scale)
            };
            for (j, _) in pairs.filter(is_off) {
                let (row, column) = (Some(i), Some(j as u32));
                found.push(Deviating { row, column, ..Deviating::of(Deviation::Cell) });
            }
        }
        found
    }

    /// True if the rows from position 0 on have the same values, within twice the tolerances of the positions at hand:
    /// those of far positions are large, and whole turns away from 0 nearly the same rows come again.
    fn is_untold(
        &self,
        start: i64,
        scale: f64,
        is_matching: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let plain = Encoding::new(self.sinusoid);
        let others = match self.spacing {
            None if start == 0 => Vec::new(),
            None => vec![plain],
            Some(Spacing { start: 0.0, .. }) => Vec::new(),
            Some(own) => {
                let spacing = Spacing { start: 0.0, ..own };
                vec![plain, Encoding::new(Spec::Spaced { sinusoid: self.sinusoid, spacing })]
            }
        };
        others.iter().any(|other| {
            (0..self.values.num_rows).all(|i| {
                let (t, values) = (start + i as i64, self.values.row(i));
                let mut pairs = values.iter().zip(other.row(i as i64)).enumerate();
                pairs.all(|(j, (&value, expected))| {
                    let error = self.computing_error(t, j, expected);
                    let tolerance = 2.0 * self.precision.tolerance(expected, error, scale);
                    !is_matching(i, j) || (value - scale * expected).abs() <= tolerance
                })
            })
        })
    }

    /// False if hardly any of some rows are those of a table that begins at a position.
    fn is_likely(&self, start: i64, scale: f64) -> bool {
        const MOST_ROWS: usize = 64;
        let num_rows = self.values.num_rows;
        let num_probes = MOST_ROWS.min(num_rows);
        // A quarter of all rows must be right; these are a sample.
        let fewest = (num_probes / 8).max(1);
        let is_right = |&i: &usize| {
            let (t, row) = (start + i as i64, self.values.row(i));
            let pairs = row.iter().zip(self.encoding.row(t)).enumerate();
            let num_off = pairs
                .filter(|&(j, (&value, expected))| !self.is_close(value, expected, t, j, scale))
                .count();
            3 * num_off <= row.len()
        };
        // Across the table, and not at the same place of every block.
        let rows = (0..num_probes).map(|k| (2 * k + k % 2) * num_rows / (2 * num_probes));
        rows.map(|i| i.min(num_rows - 1)).filter(is_right).nth(fewest - 1).is_some()
    }

    /// Runs of rows that deviate in the same way.
    fn row_deviations(&self, bad_rows: &[bool], start: i64, scale: f64) -> Vec<Deviating> {
        let mut found: Vec<Deviating> = Vec::new();
        for i in (0..bad_rows.len()).filter(|&i| bad_rows[i]) {
            let row = self.values.row(i);
            let shift = || {
                let (t, _) = self.position_of(row).filter(|_| !self.pairs.is_empty())?;
                // Rows of a factor of their own are at no position.
                self.is_row_close(i, t, scale).then_some(t - (start + i as i64))
            };
            let (what, shift) = if self.values.is_zero_row(i) {
                (Deviation::ZeroRow, None)
            } else if i > 0 && row == self.values.row(i - 1) {
                (Deviation::RepeatedRow, None)
            } else if let Some(shift) = shift() {
                (Deviation::ShiftedRow, Some(shift))
            } else {
                (Deviation::OtherRow, None)
            };
            Deviating::add_row(&mut found, i as u64, what, shift);
        }
        found
    }

    /// Deviation of a column, and the column of the encoding that stands in its place.
    fn column_deviation(
        &self,
        j: usize,
        bad_rows: &[bool],
        start: i64,
        scale: f64,
    ) -> (Deviation, Option<u32>) {
        const MOST: usize = 64;
        let rows: Vec<usize> = (0..bad_rows.len()).filter(|&i| !bad_rows[i]).take(MOST).collect();
        if rows.iter().all(|&i| self.values.row(i)[j] == 0.0) {
            return (Deviation::ZeroColumn, None);
        }
        let is_column = |other: usize| {
            rows.iter().all(|&i| {
                let t = start + i as i64;
                let expected = self.encoding.value(t, other as u32);
                self.is_close(self.values.row(i)[j], expected, t, other, scale)
            })
        };
        match (0..self.values.width).find(|&other| other != j && is_column(other)) {
            Some(other) => (Deviation::MovedColumn, Some(other as u32)),
            None => (Deviation::OtherColumn, None),
        }
    }

    /// Types that give every matching value, as far as computing allows, and the bits that these values explain.
    fn agreement(
        &self,
        start: i64,
        scale: f64,
        is_matching: impl Fn(usize, usize) -> bool + Sync,
    ) -> Agreement {
        let width = self.values.width;
        let rows_each = (BLOCK / width).max(1);
        let starts: Vec<usize> = (0..self.values.num_rows).step_by(rows_each).collect();
        let of_block = |first: usize| {
            let num_rows = rows_each.min(self.values.num_rows - first);
            let mut expected = vec![0.0; num_rows * width];
            let t = start + first as i64;
            self.encoding.fill_slice(t, 0..width as u32, &mut expected);
            let mut found = Agreement::default();
            for (i, &expected) in expected.iter().enumerate() {
                let (row, j) = (first + i / width, i % width);
                if !is_matching(row, j) {
                    continue;
                }
                let value = self.values.row(row)[j];
                let error = self.computing_error(start + row as i64, j, expected);
                found.types.add(value, expected, error, scale);
                if !self.values.is_predictable(row, j, scale) {
                    let tolerance = self.precision.tolerance(expected, error, scale);
                    found
                        .explained
                        .add(self.waves[j], value_bits(scale, tolerance, self.values.rounding));
                }
            }
            found
        };
        // One after the other: a sum in another order has another last digit.
        let found = map_each(starts.len(), &|i| of_block(starts[i]));
        found.into_iter().fold(Agreement::default(), Agreement::and)
    }

    /// Largest difference of the values from a table that begins at a position, relative to its scale.
    pub(super) fn largest_difference(&self, start: i64, scale: f64) -> f64 {
        let of_row = |i: usize| {
            let pairs = self.values.row(i).iter().zip(self.encoding.row(start + i as i64));
            pairs.map(|(value, it)| (value / scale - it).abs()).fold(0.0, f64::max)
        };
        map_each(self.values.num_rows, &of_row).into_iter().fold(0.0, f64::max)
    }

    /// Median difference of the values of some rows from a table that begins at a position, relative to its scale.
    pub(super) fn median_difference(&self, start: i64, scale: f64) -> Option<f64> {
        const MOST_ROWS: usize = 64;
        const MOST_COLUMNS: usize = 64;
        let (num_rows, width) = (self.values.num_rows, self.values.width);
        let mut differences: Vec<f64> = Vec::new();
        for i in (0..num_rows).step_by(num_rows.div_ceil(MOST_ROWS)) {
            let expected = self.encoding.row(start + i as i64);
            let pairs = self.values.row(i).iter().zip(expected);
            let some = pairs.step_by(width.div_ceil(MOST_COLUMNS));
            differences.extend(some.map(|(value, it)| (value / scale - it).abs()));
        }
        median(&mut differences)
    }
}

/// Values of a table that agree with a hypothesis.
#[derive(Clone, Default)]
struct Agreement {
    types: Types,
    explained: ExplainedBits,
}

impl Agreement {
    fn and(self, other: Self) -> Self {
        Self { types: self.types.and(other.types), explained: self.explained.and(other.explained) }
    }
}
