//! Caches whose pairs turn by several coordinates, some of them by each: time, rows and columns of patches.

use std::collections::HashSet;

use super::{
    cache_layout::CacheLayout,
    distinct_rows::DistinctRows,
    known_axes::{KnownAxes, KnownAxis, LEAST_ROWS, MOST_COLUMNS},
    shared_ladder::recognize_shared,
};
use crate::encoding::{Component, Rounding, RowPositions, Values};

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
    let sample = Values::new(num_rows.div_ceil(step), width, rows.flatten().copied().collect());
    let of_layout =
        |layout: CacheLayout| layout.components().iter().map(move |&component| (layout, component));
    let may_be = |&(layout, component): &(CacheLayout, Component)| {
        let num_pairs = layout.num_pairs(width as u32);
        num_pairs.is_some_and(|num| {
            AxisTable::new(&sample, layout, component, num).may_have_several_axes()
        })
    };
    let all: Vec<_> = CacheLayout::of_cells(cells, width).into_iter().flat_map(of_layout).collect();
    let likely: Vec<_> = all.iter().filter(|it| may_be(it)).collect();
    // Two axes of a grid are told by all rows.
    let is_grid = |&&(layout, component): &&(CacheLayout, Component)| {
        layout.num_pairs(width as u32).is_some_and(|num| {
            let lanes = AxisTable::new(&sample, layout, component, num).lanes;
            are_sides(cells, width, &lanes)
        })
    };
    let grids: Vec<_> = all.iter().filter(is_grid).collect();
    let whole = || Values::new(num_rows, width, cells.to_vec());
    let of_own_ladders = || {
        let values = whole();
        let table = |&(layout, component): &(CacheLayout, Component)| {
            let num_pairs = layout.num_pairs(width as u32)?;
            let is_fine = is_fine(values.rounding);
            is_fine.then(|| AxisTable::new(&values, layout, component, num_pairs))
        };
        let found = likely.iter().find_map(|it| table(it)?.recognized());
        found.or_else(|| grids.iter().find_map(|it| table(it)?.recognized_halves()))
    };
    let found = if likely.is_empty() && grids.is_empty() { None } else { of_own_ladders() };
    // The first pair of a shared ladder has whole coordinates. Pairs that stand twice are no others.
    let num_pairs = |it: &&(CacheLayout, Component)| it.0.num_pairs(width as u32);
    let fewest = all.iter().filter_map(|it| num_pairs(&it)).min();
    let may_be_shared = |it: &&(CacheLayout, Component)| {
        let num = num_pairs(it).filter(|num| is_fine(sample.rounding) && Some(*num) == fewest);
        num.is_some_and(|num| {
            AxisTable::new(&sample, it.0, it.1, num).of_whole_coordinates().first() == Some(&0)
        })
    };
    let mut shared = all.iter().filter(may_be_shared);
    found.or_else(|| shared.find_map(|it| recognize_shared(&sample, &whole, *it)))
}

/// True for the types whose values tell coordinates.
fn is_fine(rounding: Option<Rounding>) -> bool {
    matches!(rounding, None | Some(Rounding::F32))
}

/// First column of each pair, and of its sine where there is one, with its sign.
type Lane = (usize, Option<(usize, f64)>);

/// True if the first pairs of both halves have so many distinct values as the sides of a grid whose patches are all rows.
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
    values: &'a Values,
    layout: CacheLayout,
    component: Component,
    lanes: Vec<Lane>,
}

impl<'a> AxisTable<'a> {
    fn new(values: &'a Values, layout: CacheLayout, component: Component, num_pairs: u32) -> Self {
        let columns = layout.columns(num_pairs, component);
        let first = |pair: u32, of: Component| {
            columns.iter().position(|it| (it.0, it.1) == (pair, of)).map(|j| (j, columns[j].2))
        };
        let lane = |pair: u32| {
            let (own, _) = first(pair, component)?;
            Some((own, first(pair, Component::Sin).filter(|_| layout.has_both())))
        };
        Self { values, layout, component, lanes: (0..num_pairs).filter_map(lane).collect() }
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

    /// Two coordinates of half the pairs each, whatever their step, as of patches that are scaled to another image size.
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

    /// Coordinate by which some pairs turn, with the largest difference; `None` if they are no cache with certainty.
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
