//! Caches whose pairs turn by several coordinates, some of them by each: time, rows and columns of patches.

use std::{cell::LazyCell, collections::HashSet};

use super::{
    cache_layout::CacheLayout,
    distinct_rows::DistinctRows,
    known_axes::{KnownAxes, KnownAxis, LEAST_ROWS, MOST_COLUMNS},
    shared_ladder::recognize_shared,
};
use crate::encoding::{Component, Rounding, RowPositions, TableValues};

/// Farthest coordinate of a patch.
const MOST_COORDINATE: i32 = 4096;

/// Finds the cache of several coordinates that a table holds in single or double precision; `None` if it is none.
pub fn recognize_axes(num_rows: usize, width: usize, cells: &[f64]) -> Option<KnownAxes> {
    /// Number of sampled rows.
    const MOST_SAMPLE: usize = 64;
    if num_rows < LEAST_ROWS || width > MOST_COLUMNS {
        return None;
    }
    let step = num_rows.div_ceil(MOST_SAMPLE);
    let rows = cells.chunks_exact(width).step_by(step);
    let sample =
        TableValues::new(num_rows.div_ceil(step), width, rows.flatten().copied().collect());
    let tables = |layout: CacheLayout| {
        let of = |&component: &Component| AxisTable::new(&sample, layout, component);
        layout.components().iter().filter_map(of).collect::<Vec<_>>()
    };
    let layouts = CacheLayout::of_cells(cells, width).into_iter();
    let all: Vec<AxisTable<'_>> = layouts.flat_map(tables).collect();
    let all_rows = || TableValues::new(num_rows, width, cells.to_vec());
    let whole = LazyCell::new(all_rows);
    // Some axes are told by a sample, two axes of a grid by all rows.
    let mut ladders = all.iter().filter(|it| it.may_have_several_axes()).peekable();
    let mut grids = all.iter().filter(|it| are_sides(cells, width, &it.lanes)).peekable();
    let is_likely = ladders.peek().is_some() || grids.peek().is_some();
    if is_likely && Rounding::is_fine(whole.rounding) {
        let found = ladders.find_map(|it| it.of_rows(&whole).recognized());
        let found = found.or_else(|| grids.find_map(|it| it.of_rows(&whole).recognized_halves()));
        if found.is_some() {
            return found;
        }
    }
    // The first pair of a shared ladder has whole coordinates. Pairs that stand twice are no others.
    let fewest = all.iter().map(|it| it.num_pairs).min();
    let may_be_shared = |it: &&AxisTable<'_>| {
        Some(it.num_pairs) == fewest && it.of_whole_coordinates().first() == Some(&0)
    };
    let is_told = Rounding::is_fine(sample.rounding);
    let mut shared = all.iter().filter(|it| is_told && may_be_shared(it));
    shared.find_map(|it| recognize_shared(&sample, &all_rows, (it.layout, it.component)))
}

/// First column of each pair, and of its sine where there is one, with its sign.
type Lane = (usize, Option<(usize, f64)>);

/// True if the first pairs of both halves have so many distinct values as the sides of a grid whose patches are all
/// rows.
fn are_sides(cells: &[f64], width: usize, lanes: &[Lane]) -> bool {
    let half = lanes.len() / 2;
    if half < 2 || !lanes.len().is_multiple_of(2) {
        return false;
    }
    let num_rows = cells.len() / width;
    let distinct = |lane: usize| {
        let rows = cells.chunks_exact(width);
        rows.map(|row| row[lanes[lane].0].to_bits()).collect::<HashSet<u64>>().len()
    };
    let side = distinct(0);
    // Nearly all tables have other values in every row.
    side > 1 && side < num_rows && side * distinct(half) == num_rows
}

/// Table of several coordinates, with the first column of each pair, and of its sine where there is one.
struct AxisTable<'a> {
    values: &'a TableValues,
    layout: CacheLayout,
    component: Component,
    num_pairs: u32,
    lanes: Vec<Lane>,
}

impl<'a> AxisTable<'a> {
    /// Table whose columns are laid out in pairs; `None` for a width that they cannot have.
    fn new(values: &'a TableValues, layout: CacheLayout, component: Component) -> Option<Self> {
        let num_pairs = layout.num_pairs(values.width as u32)?;
        let columns = layout.columns(num_pairs, component);
        let first = |pair: u32, of: Component| {
            columns.iter().position(|it| (it.0, it.1) == (pair, of)).map(|j| (j, columns[j].2))
        };
        let lane = |pair: u32| {
            let (own, _) = first(pair, component)?;
            Some((own, first(pair, Component::Sin).filter(|_| layout.has_both())))
        };
        let lanes = (0..num_pairs).filter_map(lane).collect();
        Some(Self { values, layout, component, num_pairs, lanes })
    }

    /// The same columns of other rows.
    fn of_rows<'b>(&self, values: &'b TableValues) -> AxisTable<'b> {
        AxisTable { values, lanes: self.lanes.clone(), ..*self }
    }

    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        (0..self.values.num_rows).map(|i| self.values.row(i))
    }

    /// True if a pair has the values of coordinate 0 in all rows.
    fn is_at_zero(&self, lane: usize) -> bool {
        let own = if self.component == Component::Cos { 1.0 } else { 0.0 };
        let (column, sine) = self.lanes[lane];
        self.rows().all(|row| row[column] == own && sine.is_none_or(|(sine, _)| row[sine] == 0.0))
    }

    /// True if a pair after the first has the values of whole coordinates in all rows.
    fn may_have_several_axes(&self) -> bool {
        let all = self.of_whole_coordinates();
        !(all.is_empty() || all == [0])
    }

    /// Pairs with the frequency 1, whose values are those of whole coordinates: each begins an axis.
    fn starts(&self) -> Vec<usize> {
        /// Least spread of a wave.
        const SPREAD: f64 = 0.3;
        let is_wave = |&lane: &usize| {
            let (column, _) = self.lanes[lane];
            let of_rows = || self.rows().map(|row| row[column]);
            let spread = of_rows().fold(f64::MIN, f64::max) - of_rows().fold(f64::MAX, f64::min);
            spread > SPREAD
        };
        let mut all = self.of_whole_coordinates();
        all.retain(is_wave);
        all
    }

    /// Pairs whose values are those of whole coordinates.
    fn of_whole_coordinates(&self) -> Vec<usize> {
        /// Difference of a cosine in single precision.
        const NEAR: f64 = 2e-6;
        let of = |coordinate: i32| match self.component {
            Component::Cos => f64::from(coordinate).cos(),
            Component::Sin => f64::from(coordinate).sin(),
        };
        let mut known: Vec<f64> = (-MOST_COORDINATE..=MOST_COORDINATE).map(of).collect();
        known.sort_by(f64::total_cmp);
        let is_whole = |value: f64| {
            let at = known.partition_point(|&it| it < value - NEAR);
            known.get(at).is_some_and(|it| (it - value).abs() <= NEAR)
        };
        let are_whole = |&lane: &usize| {
            let (column, _) = self.lanes[lane];
            // Rows of zeros are those of no patch.
            self.rows().all(|row| row[column] == 0.0 || is_whole(row[column]))
        };
        (0..self.lanes.len()).filter(are_whole).collect()
    }

    fn recognized(&self) -> Option<KnownAxes> {
        /// Most coordinates.
        const MOST: usize = 8;
        let starts = self.starts();
        let first = *starts.first()?;
        let num_axes = starts.len() + usize::from(first > 0);
        if !(2..=MOST).contains(&num_axes) || !(0..first).all(|lane| self.is_at_zero(lane)) {
            return None;
        }
        let mut axes: Vec<KnownAxis> = Vec::new();
        let mut largest_difference = 0.0_f64;
        if first > 0 {
            axes.push(self.constant(first as u32));
        }
        let ends = starts.iter().skip(1).copied().chain([self.lanes.len()]);
        for (start, end) in starts.iter().copied().zip(ends) {
            // Pairs of a coordinate that is 0 in all rows may follow.
            let num_constant = (start..end).rev().take_while(|&lane| self.is_at_zero(lane)).count();
            let whole = self.axis(start, end);
            let (axis, difference) = match whole {
                Some(axis) => axis,
                None if num_constant > 0 => {
                    let own = self.axis(start, end - num_constant)?;
                    axes.push(own.0);
                    (self.constant(num_constant as u32), own.1)
                }
                None => return None,
            };
            largest_difference = largest_difference.max(difference);
            // Repetition of a table in halves, read as one column for each pair.
            let is_again = matches!(self.layout, CacheLayout::Pairs | CacheLayout::CosSin)
                && axes.last().is_some_and(|last: &KnownAxis| *last == axis);
            if !is_again {
                axes.push(axis);
            }
        }
        let (layout, component, rounding) = (self.layout, self.component, self.values.rounding);
        // Columns that stand twice are one axis, and so are those beside others that do not turn.
        let turning: Vec<&KnownAxis> = axes.iter().filter(|axis| axis.base.is_some()).collect();
        let is_repeated = turning.len() > 1 && turning.iter().all(|axis| *axis == turning[0]);
        let is_several = axes.len() > 1 && !(is_repeated && turning.len() < axes.len());
        let columns = None;
        is_several.then_some(KnownAxes {
            axes,
            layout,
            columns,
            component,
            rounding,
            largest_difference,
            is_shared: false,
            sections: None,
        })
    }

    /// Two coordinates of half the pairs each, whatever their step, as of patches that are scaled to another image
    /// size.
    fn recognized_halves(&self) -> Option<KnownAxes> {
        let half = self.lanes.len() / 2;
        let (first, last) = (self.axis(0, half)?, self.axis(half, self.lanes.len())?);
        Some(KnownAxes {
            largest_difference: first.1.max(last.1),
            axes: vec![first.0, last.0],
            layout: self.layout,
            columns: None,
            component: self.component,
            rounding: self.values.rounding,
            is_shared: false,
            sections: None,
        })
    }

    /// Coordinate that is 0 in all rows.
    fn constant(&self, num_pairs: u32) -> KnownAxis {
        let positions = RowPositions::line(self.values.num_rows as u64, 0.0, 0.0);
        KnownAxis { num_pairs, base: None, positions, num_changes: 0 }
    }

    /// Coordinate by which some pairs turn, with the largest difference; `None` unless they are certainly a cache.
    fn axis(&self, start: usize, end: usize) -> Option<(KnownAxis, f64)> {
        let lanes = &self.lanes[start..end];
        let own = |row: &[f64]| {
            let cosines = lanes.iter().map(|&(column, _)| row[column]);
            let sines = lanes.iter().filter_map(|&(_, sine)| sine.map(|(j, sign)| sign * row[j]));
            cosines.chain(sines).collect()
        };
        let layout = if self.layout.has_both() { CacheLayout::CosSin } else { CacheLayout::Pairs };
        DistinctRows::new(self.rows().map(|row| Some(own(row)))).axis(layout, self.component)
    }
}
