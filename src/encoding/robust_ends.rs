//! Ends of a color scale that a few outliers do not set.

use super::{Question, Table, similarity::Measure};

/// Ends that a few outliers do not set, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct RobustQuestion {
    /// Table.
    pub table: Table,
    /// Measure of similarity; `None`: the values themselves.
    pub measure: Option<Measure>,
}

impl Question for RobustQuestion {
    type Answer = RobustEnds;

    const TITLE: &'static str = "Finding outliers";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        RobustEnds::new(&self.table, self.measure, is_wanted)
    }
}

/// Quantile of the magnitudes of values, and the ends of all of them.
///
/// The quantile is number ⌈0.999 n⌉ of the n magnitudes that are not 0, in ascending order. Similarity takes every
/// ordered pair of positions or, where those are too many, positions beside themselves and a fixed sample of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RobustEnds {
    /// The quantile.
    pub quantile: f64,
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub greatest: f64,
    /// True if not all pairs of positions were taken.
    pub is_sampled: bool,
}

impl RobustEnds {
    /// Share of the values within.
    const SHARE: f64 = 0.999;
    /// Factor by which the largest magnitude exceeds the quantile where it is an outlier.
    const FACTOR: f64 = 2.0;
    /// Number of pairs, and of products, that are all taken.
    const MOST_PAIRS: u64 = 1 << 22;
    const MOST_PRODUCTS: u64 = 1 << 29;

    /// Computes the quantile; `None` once `is_wanted`, which gets the share done, returns false.
    pub fn new(
        table: &Table,
        measure: Option<Measure>,
        is_wanted: impl Fn(f32) -> bool,
    ) -> Option<Self> {
        match measure {
            None => Self::of_values(table, is_wanted),
            Some(measure) => Self::of_pairs(table, measure, is_wanted),
        }
    }

    /// True if a few values would set the ends.
    pub fn has_outliers(&self) -> bool {
        let largest = self.least.abs().max(self.greatest.abs());
        self.quantile > 0.0 && largest > Self::FACTOR * self.quantile
    }

    fn of_values(table: &Table, is_wanted: impl Fn(f32) -> bool) -> Option<Self> {
        /// Number of values at once.
        const AT_ONCE: u64 = 1 << 20;
        let (num_rows, width) = (table.num_rows(), u64::from(table.num_columns()).max(1));
        let at_once = (AT_ONCE / width).max(1);
        let mut magnitudes = Magnitudes::default();
        let mut pass = |add: &mut dyn FnMut(&mut Magnitudes, f64), from: f32| {
            for first in (0..num_rows).step_by(at_once as usize) {
                if !is_wanted(from + 0.5 * first as f32 / num_rows as f32) {
                    return None;
                }
                for value in table.rows(first, at_once.min(num_rows - first)) {
                    add(&mut magnitudes, value);
                }
            }
            Some(())
        };
        // The first pass finds where the quantile lies, the second what it is.
        pass(&mut |all, value| all.count(value), 0.0)?;
        pass(&mut |all, value| all.collect(value), 0.5)?;
        Some(magnitudes.ends())
    }

    fn of_pairs(table: &Table, measure: Measure, is_wanted: impl Fn(f32) -> bool) -> Option<Self> {
        let (num, width) = (table.num_rows(), u64::from(table.num_columns()));
        let num_pairs = num.saturating_mul(num);
        let takes_all =
            num_pairs <= Self::MOST_PAIRS && num_pairs.saturating_mul(width) <= Self::MOST_PRODUCTS;
        let mut values = Vec::new();
        if takes_all {
            let rows = table.rows(0, num);
            let row = |i: u64| &rows[(i * width) as usize..((i + 1) * width) as usize];
            for t in 0..num {
                if !is_wanted(t as f32 / num as f32) {
                    return None;
                }
                values.push(measure.of_rows(row(t), row(t)));
                // Both orders of a pair have one value.
                let others = (t + 1..num).map(|s| measure.of_rows(row(t), row(s)));
                values.extend(others.flat_map(|value| [value, value]));
            }
        } else {
            /// Number of sampled pairs.
            const SAMPLED: u64 = 1 << 17;
            let row = |i: u64| table.encoding.row(table.position(i));
            let step = num.div_ceil(SAMPLED).max(1) as usize;
            values.extend((0..num).step_by(step).map(|t| measure.of_rows(&row(t), &row(t))));
            let mut rng = fastrand::Rng::with_seed(1);
            for i in 0..SAMPLED {
                if i % 1024 == 0 && !is_wanted(i as f32 / SAMPLED as f32) {
                    return None;
                }
                values.push(measure.of_rows(&row(rng.u64(..num)), &row(rng.u64(..num))));
            }
        }
        let mut magnitudes = Magnitudes::default();
        for &value in &values {
            magnitudes.count(value);
        }
        for &value in &values {
            magnitudes.collect(value);
        }
        Some(Self { is_sampled: !takes_all, ..magnitudes.ends() })
    }
}

/// Magnitudes by their leading bits, and those among which the quantile is.
struct Magnitudes {
    counts: Vec<u64>,
    least: f64,
    greatest: f64,
    /// Group of the quantile, and its place within.
    group: Option<(usize, u64)>,
    in_group: Vec<f64>,
}

impl Default for Magnitudes {
    fn default() -> Self {
        let (least, greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        let counts = vec![0; 1 << 20];
        Self { counts, least, greatest, group: None, in_group: Vec::new() }
    }
}

impl Magnitudes {
    fn group_of(value: f64) -> usize {
        (value.abs().to_bits() >> 43) as usize
    }

    fn count(&mut self, value: f64) {
        if !value.is_finite() {
            return;
        }
        (self.least, self.greatest) = (self.least.min(value), self.greatest.max(value));
        if value != 0.0 {
            self.counts[Self::group_of(value)] += 1;
        }
    }

    fn collect(&mut self, value: f64) {
        if self.group.is_none() {
            let num: u64 = self.counts.iter().sum();
            let mut left = (RobustEnds::SHARE * num as f64).ceil() as u64;
            let holds = |&(_, count): &(usize, &u64)| {
                let is_here = left <= *count;
                left -= if is_here { 0 } else { *count };
                is_here
            };
            let group = self.counts.iter().enumerate().find(holds).map_or(0, |(group, _)| group);
            self.group = Some((group, left.max(1) - 1));
        }
        if value.is_finite()
            && value != 0.0
            && self.group.is_some_and(|it| it.0 == Self::group_of(value))
        {
            self.in_group.push(value.abs());
        }
    }

    fn ends(mut self) -> RobustEnds {
        self.in_group.sort_by(f64::total_cmp);
        let place = self.group.map_or(0, |(_, place)| place as usize);
        let quantile = self.in_group.get(place).copied().unwrap_or(0.0);
        let (least, greatest) = (self.least, self.greatest);
        RobustEnds { quantile, least, greatest, is_sampled: false }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Computed, Encoding, Extent};

    #[test]
    fn quantile_is_that_of_sorted_magnitudes() {
        let encoding = Encoding::new(Computed::Random { d_model: 37, seed: 3 });
        let table = Table { encoding: Arc::new(encoding), extent: Extent::new(0, 211).unwrap() };
        let sorted = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values[(0.999 * values.len() as f64).ceil() as usize - 1]
        };
        let values = table.rows(0, 211);
        let own = RobustEnds::new(&table, None, |_| true).unwrap();
        assert_eq!(own.quantile, sorted(values.iter().map(|value| value.abs()).collect()));
        assert!(!own.has_outliers());
        let rows: Vec<&[f64]> = values.chunks(37).collect();
        let pairs = rows.iter().flat_map(|a| rows.iter().map(|b| Measure::Dot.of_rows(a, b).abs()));
        let own = RobustEnds::new(&table, Some(Measure::Dot), |_| true).unwrap();
        assert_eq!(own.quantile, sorted(pairs.filter(|it| *it != 0.0).collect()));
    }
}
