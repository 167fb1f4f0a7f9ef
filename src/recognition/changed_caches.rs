//! Caches with columns that are wrong, zero or exchanged, and with a factor that no value shows.

use std::io;

use super::{
    cache_candidates::Rules,
    cache_layout::CacheLayout,
    caches::Unscaled,
    known_cache::KnownCache,
    laid_out::{LaidOut, largest_of_most},
};
use crate::encoding::{
    Component, Rounding, RowSource, TableValues, are_columns_apart, are_off_circle,
    most_wrong_columns, with_digits, without_columns,
};

/// Fewest pairs.
const LEAST_PAIRS: u32 = 4;

/// Finds a cache of which few columns are wrong, or whose factor is not that of its largest value; `None` unless it is
/// one with certainty.
///
/// # Errors
///
/// Fails if the table cannot be read.
pub(super) fn recognize_changed_cache(table: &dyn RowSource) -> io::Result<Option<KnownCache>> {
    let Some(mut own) = Unscaled::read(table)?.filter(|it| may_be_waves(&it.cells)) else {
        return Ok(None);
    };
    let (num_rows, width) = (table.num_rows() as usize, table.num_columns() as usize);
    let values = TableValues::new(num_rows, width, std::mem::take(&mut own.cells));
    let found = LaidOut::all(&values, CacheLayout::fewest_pairs_first(), LEAST_PAIRS)
        .find_map(|table| table.recognized_but_for_columns());
    Ok(found.map(|found| own.rescaled(found)))
}

/// False if few values are near the largest, as in trained weights; sinusoids dwell at their extremes.
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

impl LaidOut<'_> {
    /// The cache that the table is but for few columns; `None` unless it is one with certainty.
    fn recognized_but_for_columns(&self) -> Option<KnownCache> {
        let wrong = self.wrong_columns()?;
        let found = self.without(&wrong);
        if let Some(found) = found.clone().filter(|it| it.is_certain) {
            return self.told(found, &wrong);
        }
        // Columns that look like those of a cache, in places of others.
        let found = found.or_else(|| self.without_blocks(&wrong))?;
        let table = self.table(found.base, &found.scaling, found.factor);
        let off = table.wrong_columns(&found.positions);
        let more: Vec<usize> =
            (0..self.columns.len()).filter(|j| wrong.contains(j) || off.contains(j)).collect();
        if more.len() == wrong.len() || more.len() > self.most_wrong() {
            return None;
        }
        let found = self.without(&more).filter(|it| it.is_certain)?;
        self.told(found, &more)
    }

    /// Cache of the columns outside of two blocks, where pairs have one column each and none is the same twice.
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

    /// The cache with the deviations of its columns; `None` if too many are wrong after all.
    fn told(&self, mut found: KnownCache, left_out: &[usize]) -> Option<KnownCache> {
        let table = self.table(found.base, &found.scaling, found.factor);
        let (columns, num_right) = table.told_columns(&found.positions, left_out);
        found.evidence.num_agreeing += (num_right * self.values.num_rows) as u64;
        (columns.len() <= self.most_wrong()).then_some(KnownCache { columns, ..found })
    }

    /// Finds a cache whose factor no value reaches, as for slow sines: in coarser types first, then fitted.
    fn recognized_with_fitted_factor(&self) -> Option<KnownCache> {
        let largest = largest_of_most(self.values.cells().iter().copied());
        if largest <= 0.0 {
            return None;
        }
        let mut scale = largest;
        let mut found: Option<KnownCache> = None;
        for to in [Rounding::F16, Rounding::F32] {
            if self.values.rounding.is_some_and(|own| own.unit() >= to.unit()) {
                continue;
            }
            let cells = self.values.cells().iter().map(|it| to.nearest(it / scale)).collect();
            let coarse = TableValues::new(self.values.num_rows, self.values.width, cells);
            let table = LaidOut { values: &coarse, columns: self.columns.clone(), ..*self };
            let Some(known) = table.recognized(Rules::Bases) else { break };
            scale = self.table(known.base, &known.scaling, scale).fitted_scale(&known.positions)?;
            found = Some(known);
        }
        let known = found?;
        let short = (1..=6).map(|digits| with_digits(scale, digits));
        let near = short.filter(|it| (it / scale - 1.0).abs() < 1e-6);
        near.chain([scale]).find_map(|it| self.with_factor(&known, it).filter(|it| it.is_certain))
    }
}
