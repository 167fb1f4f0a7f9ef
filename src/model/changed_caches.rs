//! Caches with columns that are wrong, zero or exchanged, and with a factor that no value shows.

use std::io;

use super::{
    cache_candidates::Rules,
    cache_layout::{CacheLayout, LayoutColumn},
    caches::Unscaled,
    known_cache::KnownCache,
    laid_out::LaidOut,
};
use crate::encoding::{
    Component, Rounding, RowSource, Values, are_columns_apart, are_off_circle, most_wrong_columns,
    told_columns, with_digits, without_columns,
};

/// Fewest pairs.
const LEAST_PAIRS: u32 = 4;

/// Finds a cache of which few columns are wrong, or whose factor is not that of its largest value; `None` unless it is one with
/// certainty.
///
/// # Errors
///
/// Fails if the table cannot be read.
pub(super) fn recognize_changed_cache(table: &dyn RowSource) -> io::Result<Option<KnownCache>> {
    let Some(mut own) = Unscaled::read(table)?.filter(|it| may_be_waves(&it.cells)) else {
        return Ok(None);
    };
    let (num_rows, width) = (table.num_rows() as usize, table.num_columns() as usize);
    let values = Values::new(num_rows, width, std::mem::take(&mut own.cells));
    let found = CacheLayout::FEWEST_PAIRS_FIRST.into_iter().find_map(|layout| {
        let num_pairs = layout.num_pairs(width as u32).filter(|&num| num >= LEAST_PAIRS)?;
        layout.components().iter().find_map(|&component| {
            let columns = layout.columns(num_pairs, component);
            ChangedTable { values: &values, layout, component, columns, num_pairs }.recognized()
        })
    });
    Ok(found.map(|found| own.rescaled(found)))
}

/// False for values of which few are nearly the largest, as those of trained weights: waves dwell where they turn.
fn may_be_waves(cells: &[f64]) -> bool {
    /// Number of values that are looked at, share of the largest, and least share of those beyond it.
    const MOST: usize = 4096;
    const NEARLY: f64 = 0.8;
    const LEAST: f64 = 0.03;
    let mut some: Vec<f64> =
        cells.iter().step_by(cells.len().div_ceil(MOST)).map(|it| it.abs()).collect();
    some.sort_by(f64::total_cmp);
    // A few values may be wrong.
    let largest = some[(some.len() - 1) * 999 / 1000];
    let num = some.iter().filter(|it| **it >= NEARLY * largest).count();
    num as f64 >= LEAST * some.len() as f64
}

/// Table whose columns belong to pairs, but for few.
struct ChangedTable<'a> {
    values: &'a Values,
    layout: CacheLayout,
    component: Component,
    columns: Vec<LayoutColumn>,
    num_pairs: u32,
}

impl ChangedTable<'_> {
    fn recognized(&self) -> Option<KnownCache> {
        let wrong = self.wrong_columns()?;
        let found = self.without(&wrong);
        if let Some(found) = found.clone().filter(|it| it.is_certain) {
            return self.told(found, &wrong);
        }
        // Columns that look like those of a cache, in places of others.
        let found = found.or_else(|| self.without_blocks(&wrong))?;
        let off = self.columns_off(&found);
        let more: Vec<usize> = (0..self.columns.len())
            .filter(|j| wrong.contains(j) || 2 * off[*j] > self.values.num_rows)
            .collect();
        if more.len() == wrong.len() || more.len() > self.most_wrong() {
            return None;
        }
        let found = self.without(&more).filter(|it| it.is_certain)?;
        self.told(found, &more)
    }

    /// The cache that some blocks of columns are, where each has one for each pair: no other column tells which is wrong.
    fn without_blocks(&self, wrong: &[usize]) -> Option<KnownCache> {
        const NUM_BLOCKS: usize = 6;
        /// Largest number of values for which all choices are tried.
        const MOST: usize = 1 << 17;
        let num = self.columns.len();
        if self.layout != CacheLayout::Pairs || self.values.cells().len() > MOST {
            return None;
        }
        let blocks = (0..NUM_BLOCKS).flat_map(|a| (a + 1..NUM_BLOCKS).map(move |b| [a, b]));
        blocks.into_iter().find_map(|blocks| {
            let is_out = |j: &usize| wrong.contains(j) || blocks.contains(&(j * NUM_BLOCKS / num));
            let left_out: Vec<usize> = (0..num).filter(is_out).collect();
            self.without(&left_out).filter(|it| it.is_certain)
        })
    }

    /// Largest number of columns that may be wrong.
    fn most_wrong(&self) -> usize {
        most_wrong_columns(self.columns.len())
    }

    /// Columns that are zero, or that are not what the layout says in most rows; `None` if these are many.
    fn wrong_columns(&self) -> Option<Vec<usize>> {
        let num = self.columns.len();
        let is_zero = |j: usize| (0..self.values.num_rows).all(|i| self.values.row(i)[j] == 0.0);
        let is_cosine = |j: usize| self.columns[j].1 == Component::Cos;
        let mut is_wrong: Vec<bool> = (0..num).map(|j| is_cosine(j) && is_zero(j)).collect();
        let mut pairs: Vec<[Vec<usize>; 2]> = vec![Default::default(); self.num_pairs as usize];
        for (j, &(pair, component, _)) in self.columns.iter().enumerate() {
            pairs[pair as usize][usize::from(component == Component::Sin)].push(j);
        }
        let is_apart = |first: usize, j: usize| {
            let sign = self.columns[first].2 * self.columns[j].2;
            are_columns_apart(self.values, (first, j), sign)
        };
        for group in pairs.iter().flatten() {
            if group.iter().any(|&j| is_apart(group[0], j)) {
                for &j in group {
                    is_wrong[j] = true;
                }
            }
        }
        if self.layout.has_both() {
            let circles: Vec<(usize, usize)> =
                pairs.iter().map(|it| (it[0][0], it[1][0])).collect();
            for (pair, is_off) in pairs.iter().zip(are_off_circle(self.values, &circles)) {
                for &j in pair.iter().flatten() {
                    is_wrong[j] |= is_off;
                }
            }
        }
        let wrong: Vec<usize> = (0..num).filter(|&j| is_wrong[j]).collect();
        let of_a_pair = num / self.num_pairs as usize;
        (wrong.len() <= self.most_wrong() * of_a_pair).then_some(wrong)
    }

    /// The cache that the other columns are.
    fn without(&self, wrong: &[usize]) -> Option<KnownCache> {
        let (values, kept) = without_columns(self.values, wrong);
        let table = LaidOut {
            values: &values,
            layout: self.layout,
            component: self.component,
            columns: kept.iter().map(|&j| self.columns[j]).collect(),
            num_pairs: self.num_pairs,
        };
        let mut found = table.recognized(Rules::Bases);
        if !found.as_ref().is_some_and(|it| it.is_certain) {
            let refined = table.recognized_with_fitted_factor();
            found = refined.or(found);
        }
        let mut found = found?;
        for place in &mut found.evidence.wrong {
            place.1 = kept[place.1 as usize] as u32;
        }
        Some(found)
    }

    /// Values of every column at the positions of a cache.
    fn expected(&self, it: &KnownCache) -> impl Fn(usize, usize) -> Option<f64> + use<> {
        let omegas = it.scaling.frequencies(it.base, 2 * self.num_pairs, None);
        let positions: Vec<Option<f64>> = it.positions.iter().collect();
        let (columns, factor) = (self.columns.clone(), it.factor);
        move |row, column| {
            let (pair, component, sign) = columns[column];
            let angle = omegas[pair as usize].hi * positions[row]?;
            let wave = if component == Component::Cos { angle.cos() } else { angle.sin() };
            Some(sign * factor * wave)
        }
    }

    /// Difference of two values that types of few bits make.
    fn near(&self, factor: f64) -> f64 {
        const NEAR: f64 = 1e-4;
        let unit = self.values.rounding.map_or(f64::EPSILON, Rounding::unit);
        factor.abs() * NEAR.max(4.0 * unit)
    }

    /// Number of rows in which each column is not that of a cache.
    fn columns_off(&self, it: &KnownCache) -> Vec<usize> {
        let (expected, near) = (self.expected(it), self.near(it.factor));
        let is_off = |row: usize, j: usize| {
            expected(row, j).is_some_and(|own| (self.values.row(row)[j] - own).abs() > near)
        };
        (0..self.columns.len())
            .map(|j| (0..self.values.num_rows).filter(|&row| is_off(row, j)).count())
            .collect()
    }

    /// The cache with the deviations of its columns; `None` if too many are wrong after all.
    fn told(&self, mut found: KnownCache, left_out: &[usize]) -> Option<KnownCache> {
        let near = self.near(found.factor);
        let expected = self.expected(&found);
        let (columns, num_right) = told_columns(self.values, left_out, near, expected);
        found.evidence.num_agreeing += (num_right * self.values.num_rows) as u64;
        (columns.len() <= self.most_wrong()).then_some(KnownCache { columns, ..found })
    }
}

impl LaidOut<'_> {
    /// The cache whose factor no value shows, as of sines that never come near 1: found among fewer bits, then fitted.
    fn recognized_with_fitted_factor(&self) -> Option<KnownCache> {
        let largest = self.values.cells().iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        if largest <= 0.0 || !largest.is_finite() {
            return None;
        }
        let mut scale = largest;
        let mut found: Option<KnownCache> = None;
        for to in [Rounding::F16, Rounding::F32] {
            if self.values.rounding.is_some_and(|own| own.unit() >= to.unit()) {
                continue;
            }
            let cells = self.values.cells().iter().map(|it| to.nearest(it / scale)).collect();
            let coarse = Values::new(self.values.num_rows, self.values.width, cells);
            let table = LaidOut { values: &coarse, columns: self.columns.clone(), ..*self };
            let Some(known) = table.recognized(Rules::Bases) else { break };
            scale = self.fitted_factor(&known)?;
            found = Some(known);
        }
        let known = found?;
        let short = (1..=6).map(|digits| with_digits(scale, digits));
        let near = short.filter(|it| (it / scale - 1.0).abs() < 1e-6);
        near.chain([scale]).find_map(|it| self.with_factor(&known, it).filter(|it| it.is_certain))
    }

    /// Factor with which a cache at known positions is nearest to the values.
    fn fitted_factor(&self, it: &KnownCache) -> Option<f64> {
        let omegas = it.scaling.frequencies(it.base, 2 * self.num_pairs, None);
        let (mut product, mut square) = (0.0, 0.0);
        for (row, t) in it.positions.iter().enumerate() {
            let Some(t) = t else { continue };
            for (&(pair, component, sign), value) in self.columns.iter().zip(self.values.row(row)) {
                let angle = omegas[pair as usize].hi * t;
                let own =
                    sign * if component == Component::Cos { angle.cos() } else { angle.sin() };
                (product, square) = (product + own * value, square + own * own);
            }
        }
        (square > 0.0).then(|| product / square)
    }
}
