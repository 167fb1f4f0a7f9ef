//! Norms of rows, the row from which they are others, and rows that look unlike the others.

use ndarray::Array2;

use crate::{
    encoding::{median::median, similarity::Measure},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Look of a row beside the others.
    pub enum RowMark {
        /// Like its neighbors.
        Usual = "usual",
        /// All zeros: padding, or never written.
        Zero = "zero",
        /// Unlike both neighbors, where neighbors are alike: not trained, a class token, or padding.
        Apart = "apart",
        /// Norm far from the others'.
        Norm = "norm",
    }
}

/// Norm of each row.
pub(super) fn norms(rows: &Array2<f64>) -> Vec<f64> {
    rows.rows().into_iter().map(|row| row.dot(&row).sqrt()).collect()
}

/// Step of the norms: a row from which they are usually larger, or smaller, as after training on shorter sequences
/// first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormStep {
    /// First row after the step, counted from 0.
    pub row: usize,
    /// Median norm before the row.
    pub before: f64,
    /// Median norm from the row on.
    pub after: f64,
}

/// Norms of the rows of a table, and what they look like.
#[derive(Clone, Debug, PartialEq)]
pub struct RowLooks {
    /// Norm of each row.
    pub norms: Vec<f64>,
    /// Step of the norms; `None` if there is none.
    pub step: Option<NormStep>,
    /// Look of each row.
    pub marks: Vec<RowMark>,
}

impl RowLooks {
    /// Looks at all rows of a table. Values that are not finite count as 0.
    pub fn of(table: &Array2<f64>) -> Self {
        let finite = table.mapv(|value| if value.is_finite() { value } else { 0.0 });
        let norms = norms(&finite);
        let step = norm_step(&norms);
        let marks = marks(&finite, &norms, step);
        Self { norms, step, marks }
    }
}

/// Median of numbers, and their deviation: that of a normal distribution with the same median absolute deviation.
#[derive(Clone, Copy, Debug)]
struct Middle {
    median: f64,
    deviation: f64,
}

impl Middle {
    fn of(values: &[f64]) -> Self {
        /// Median absolute deviations of a normal distribution within a standard deviation.
        const TO_SIGMA: f64 = 1.4826;
        let middle = |mut values: Vec<f64>| median(&mut values).unwrap_or_default();
        let median = middle(values.to_vec());
        let off = middle(values.iter().map(|value| (value - median).abs()).collect());
        Self { median, deviation: TO_SIGMA * off }
    }

    /// True for a norm off by more than six times the deviation and a quarter of the median.
    fn is_far(self, norm: f64) -> bool {
        const FAR: f64 = 6.0;
        const SHARE: f64 = 0.25;
        (norm - self.median).abs() > (FAR * self.deviation).max(SHARE * self.median)
    }
}

/// The one step of norms that is no trend and no noise; `None` if there is none. A step lies where a split in two parts
/// explains most; its parts differ by more than three deviations and a twentieth, and the rows around it by most of
/// that.
pub(super) fn norm_step(norms: &[f64]) -> Option<NormStep> {
    /// Least number of rows, and share of all, on each side.
    const LEAST: usize = 8;
    const LEAST_SHARE: usize = 50;
    /// Number of rows beside the step that show it is no trend.
    const NEAR: usize = 32;
    let n = norms.len();
    let least = LEAST.max(n / LEAST_SHARE);
    let mut is_used = vec![true; n];
    let mut row = split(norms, &is_used, least)?;
    // Once more without the outliers, which may lie beside the step.
    for (range, norms) in [(0..row, &norms[..row]), (row..n, &norms[row..])] {
        let middle = Middle::of(norms);
        for (used, &norm) in is_used[range].iter_mut().zip(norms) {
            *used = !middle.is_far(norm);
        }
    }
    row = split(norms, &is_used, least)?;
    let (before, after) = (Middle::of(&norms[..row]), Middle::of(&norms[row..]));
    let by = after.median - before.median;
    let near = NEAR.min(row).min(n - row);
    let locally =
        Middle::of(&norms[row..row + near]).median - Middle::of(&norms[row - near..row]).median;
    let is_wide = by.abs() > 3.0 * before.deviation.max(after.deviation);
    let is_large = by.abs() > 0.05 * before.median.max(after.median);
    let is_sudden = locally / by > 0.6;
    let step = NormStep { row, before: before.median, after: after.median };
    (is_wide && is_large && is_sudden).then_some(step)
}

/// Row at which a split of some numbers into two parts of different means explains most of their variance. Of equal
/// ones, the last.
fn split(values: &[f64], is_used: &[bool], least: usize) -> Option<usize> {
    let used = || values.iter().zip(is_used).map(|(&value, &used)| if used { value } else { 0.0 });
    let all: f64 = used().sum();
    let num = is_used.iter().filter(|&&it| it).count() as f64;
    let (mut sum, mut count) = (0.0, 0.0);
    let mut best: Option<(usize, f64)> = None;
    for (i, value) in used().enumerate() {
        sum += value;
        count += f64::from(u8::from(is_used[i]));
        let row = i + 1;
        if row < least || row + least > values.len() || count == 0.0 || count == num {
            continue;
        }
        let by = (all - sum) / (num - count) - sum / count;
        let explained = count * (num - count) / num * by * by;
        if best.is_none_or(|(_, most)| explained >= most) {
            best = Some((row, explained));
        }
    }
    best.map(|(row, _)| row)
}

/// Look of each row. A norm counts as far beside those on its side of a step; a row stands apart if its cosine with
/// each neighbor, the nearest row that is not zero, is below a third of the usual one, which is at least a half.
pub(super) fn marks(rows: &Array2<f64>, norms: &[f64], step: Option<NormStep>) -> Vec<RowMark> {
    const ALIKE: f64 = 0.5;
    let n = rows.nrows();
    let end = step.map_or(n, |step| step.row);
    let sides = [Middle::of(&norms[..end]), Middle::of(&norms[end..])];
    let cosine =
        |a: usize, b: usize| Measure::Cosine.of_rows(&rows.row(a).to_vec(), &rows.row(b).to_vec());
    // Those of each row that is not zero and the next one.
    let told: Vec<usize> = (0..n).filter(|&t| norms[t] != 0.0).collect();
    let beside: Vec<f64> = told.windows(2).map(|pair| cosine(pair[0], pair[1])).collect();
    let usual_cosine = Middle::of(&beside).median;
    let mark = |t: usize| {
        let place = told.partition_point(|&it| it < t);
        let before = place.checked_sub(1).and_then(|at| beside.get(at).copied());
        let after = beside.get(place).copied();
        let nearest = before.into_iter().chain(after).fold(f64::NEG_INFINITY, f64::max);
        if norms[t] == 0.0 {
            RowMark::Zero
        } else if usual_cosine >= ALIKE && nearest < usual_cosine / 3.0 {
            RowMark::Apart
        } else if sides[usize::from(t >= end)].is_far(norms[t]) {
            RowMark::Norm
        } else {
            RowMark::Usual
        }
    };
    (0..n).map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Norms with a little noise.
    fn noisy(norm: impl Fn(usize) -> f64) -> Vec<f64> {
        (0..512).map(|t| norm(t) * (1.0 + 0.02 * ((t * 7919 % 101) as f64 / 50.0 - 1.0))).collect()
    }

    #[test]
    fn zero_rows_have_no_say() {
        for alone in 0..4 {
            let rows = Array2::from_shape_fn((4, 3), |(t, _)| if t == alone { 1.0 } else { 0.0 });
            let marks = RowLooks::of(&rows).marks;
            assert_eq!(marks.iter().filter(|it| **it == RowMark::Zero).count(), 3, "{marks:?}");
        }
        let rows = Array2::from_shape_fn((40, 3), |(t, j)| {
            if t == 1 { 0.0 } else { f64::from(u8::from(j == 0)) + 0.001 * t as f64 }
        });
        let marks = RowLooks::of(&rows).marks;
        assert_eq!((marks[0], marks[1]), (RowMark::Usual, RowMark::Zero), "beside row 2");
    }

    #[test]
    fn step_is_found_beside_an_outlier() {
        let norms = noisy(|t| match t {
            0 => 2.0,
            127 => 0.6,
            _ if t < 128 => 0.42,
            _ => 0.48,
        });
        let step = norm_step(&norms).unwrap();
        assert_eq!(step.row, 128);
        assert!((step.before - 0.42).abs() < 0.01 && (step.after - 0.48).abs() < 0.01, "{step:?}");
    }

    #[test]
    fn neither_a_trend_nor_noise_nor_an_outlier_is_a_step() {
        assert_eq!(norm_step(&noisy(|t| 1.0 + t as f64 / 512.0)), None);
        assert_eq!(norm_step(&noisy(|_| 1.0)), None);
        assert_eq!(norm_step(&noisy(|t| 1.0 + (-(t as f64) / 20.0).exp())), None);
        assert_eq!(norm_step(&noisy(|t| if t == 0 { 5.0 } else { 1.0 })), None);
        for n in [0, 1, 2, 15, 16] {
            assert_eq!(norm_step(&vec![1.0; n]), None, "{n} rows");
        }
    }
}
