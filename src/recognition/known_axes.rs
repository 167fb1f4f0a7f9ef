//! Caches and tables of several coordinates: what was recognized of them.

use super::cache_layout::CacheLayout;
use crate::{
    encoding::{
        Component, Rounding, RowPositions,
        rotary::{Sections, TokenAxis},
        with_digits,
    },
    stable_enum::stable_enum,
};

/// Fewest rows, and most columns, of a table of several coordinates.
pub(super) const LEAST_ROWS: usize = 4;
pub(super) const MOST_COLUMNS: usize = 4096;

stable_enum! {
    /// Order of the columns of a coordinate.
    pub enum AxisColumns {
        /// All sines, then all cosines.
        SinesFirst = "sines-cosines",
        /// All cosines, then all sines.
        CosinesFirst = "cosines-sines",
        /// Sine and cosine of each frequency side by side.
        SineCosine = "sine-cosine",
        /// Cosine and sine of each frequency side by side.
        CosineSine = "cosine-sine",
    }
}

impl AxisColumns {
    /// Words about the order.
    pub fn words(self) -> &'static str {
        match self {
            Self::SinesFirst => "sines, then cosines",
            Self::CosinesFirst => "cosines, then sines",
            Self::SineCosine => "sine and cosine side by side",
            Self::CosineSine => "cosine and sine side by side",
        }
    }

    /// Columns of the cosine and of the sine of a frequency, of so many.
    pub(super) fn places(self, i: usize, num: usize) -> [usize; 2] {
        match self {
            Self::SinesFirst => [num + i, i],
            Self::CosinesFirst => [i, num + i],
            Self::SineCosine => [2 * i + 1, 2 * i],
            Self::CosineSine => [2 * i, 2 * i + 1],
        }
    }
}

/// Cache whose pairs turn by several coordinates, or table of sinusoids of them.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownAxes {
    /// Coordinates, in the order of the columns.
    pub axes: Vec<KnownAxis>,
    /// Columns of each pair.
    pub layout: CacheLayout,
    /// Order of the columns of each coordinate, for a table of sinusoids; `None` for a cache.
    pub columns: Option<AxisColumns>,
    /// Function of the angles that gives the values of a cache with one component.
    pub component: Component,
    /// Narrowest type that holds the values; `None` for double precision.
    pub rounding: Option<Rounding>,
    /// Largest difference of all values.
    pub largest_difference: f64,
    /// True if the pairs of one ladder of frequencies are shared out; else each coordinate has a ladder of its own.
    pub is_shared: bool,
    /// Rule by which they are shared out, if models have it.
    pub sections: Option<Sections>,
}

/// Pairs that turn by one coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownAxis {
    /// Number of pairs.
    pub num_pairs: u32,
    /// Base of their frequencies; `None` where all rows are at coordinate 0.
    pub base: Option<f64>,
    /// Coordinate of each row.
    pub positions: RowPositions,
    /// Number of rows whose coordinate is not that of the row before.
    pub(super) num_changes: u64,
}

impl KnownAxis {
    /// Coordinates of all rows, each once, in ascending order.
    fn coordinates(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self.positions.iter().flatten().collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// First coordinate and distance of neighboring ones, if they are evenly spaced, as far as single precision tells.
    pub fn spacing(&self) -> Option<(f64, f64)> {
        const NEAR: f64 = 1e-4;
        let all = self.coordinates();
        let (&first, &last) = (all.first()?, all.last()?);
        let step = (last - first) / (all.len() - 1).max(1) as f64;
        let is_even =
            (0..all.len()).all(|i| (all[i] - first - step * i as f64).abs() <= NEAR * step);
        (all.len() > 1 && is_even).then(|| (first, with_digits(step, 6)))
    }
}

impl KnownAxes {
    /// The axes, those first whose coordinate changes least often.
    fn slowest_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.axes.len()).collect();
        order.sort_by_key(|&i| self.axes[i].num_changes);
        order
    }

    /// Base of all axes, if they have the same.
    pub fn base(&self) -> Option<f64> {
        let mut bases = self.axes.iter().filter_map(|axis| axis.base);
        let first = bases.next()?;
        bases.all(|base| base.to_bits() == first.to_bits()).then_some(first)
    }

    /// Sides of the grid that the rows run through, line by line; `None` if they do not. Coordinates that are 0 in all
    /// rows are left out.
    pub fn grid(&self) -> Option<Vec<u64>> {
        let order = self.slowest_first().into_iter().map(|i| &self.axes[i]);
        let axes: Vec<&KnownAxis> = order.filter(|axis| axis.base.is_some()).collect();
        let coordinates: Vec<Vec<f64>> = axes.iter().map(|axis| axis.coordinates()).collect();
        let sides: Vec<u64> = coordinates.iter().map(|it| it.len() as u64).collect();
        let num_rows = axes.first()?.positions.num_rows();
        let num_cells = sides.iter().try_fold(1_u64, |num, &side| num.checked_mul(side))?;
        let mut block = num_cells;
        let is_in_lines = axes.iter().zip(&coordinates).all(|(axis, coordinates)| {
            let side = coordinates.len() as u64;
            block /= side.max(1);
            (0_u64..)
                .zip(axis.positions.iter())
                .all(|(row, own)| own == Some(coordinates[(row / block % side) as usize]))
        });
        (num_cells == num_rows && is_in_lines).then_some(sides)
    }

    /// Names of the coordinates, as far as their order tells: those that change from row to row are columns.
    pub fn names(&self) -> Vec<String> {
        if let Some(sections) = self.sections {
            let name = |axis: &TokenAxis| match axis {
                TokenAxis::Time => "time",
                TokenAxis::Row => "rows",
                TokenAxis::Column => "columns",
            };
            let of_sections = sections.rule.axes();
            return of_sections[..self.axes.len()].iter().map(|it| name(it).to_owned()).collect();
        }
        let order = self.slowest_first();
        let changes: Vec<u64> = order.iter().map(|&i| self.axes[i].num_changes).collect();
        let are_told = changes.windows(2).all(|pair| pair[0] < pair[1]);
        let usual = match self.axes.len() {
            2 => &["rows", "columns"][..],
            3 => &["time", "rows", "columns"][..],
            _ => &[],
        };
        let name = |i: usize| {
            let place = order.iter().position(|&it| it == i);
            let known = place.and_then(|place| usual.get(place)).filter(|_| are_told);
            known.map_or_else(|| format!("axis {i}"), |&name| name.to_owned())
        };
        (0..self.axes.len()).map(name).collect()
    }
}
