//! Tables of sinusoids of several coordinates, each in columns of its own, at any positions: patches of images of
//! another size than the model's, centered, or scaled.

use std::collections::HashSet;

use super::{
    cache_layout::CacheLayout,
    distinct_rows::DistinctRows,
    known_axes::{AxisColumns, KnownAxes, KnownAxis, LEAST_ROWS, MOST_COLUMNS},
};
use crate::encoding::{Component, Rounding};

/// Fewest frequencies of a coordinate.
const LEAST_FREQUENCIES: usize = 2;

/// Rows per coordinate value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoordinateRows {
    /// Mostly two or more, as for the patches of an image.
    Many,
    /// Any number, as of the corners of boxes; of a short table, as more rows take long.
    Any,
}

/// Finds the sinusoids of several coordinates that a table holds, the first rows of which may be zeros; `None` if it
/// holds none with certainty.
pub(super) fn recognize_sinusoid_axes(
    num_rows: usize,
    width: usize,
    cells: &[f64],
    of_coordinate: CoordinateRows,
) -> Option<KnownAxes> {
    /// Most rows of a short table.
    const SHORT: usize = 512;
    let is_long = of_coordinate == CoordinateRows::Any && num_rows > SHORT;
    if num_rows < LEAST_ROWS || width > MOST_COLUMNS || is_long {
        return None;
    }
    let rows: Vec<&[f64]> = cells.chunks(width).collect();
    splits(width).into_iter().find_map(|axes| {
        let is_wide =
            axes.iter().all(|it| it.len().is_multiple_of(2) && it.len() >= 2 * LEAST_FREQUENCIES);
        let columns = AxisColumns::ALL.iter().copied();
        let mut fitting =
            columns.filter(|&order| is_wide && axes.iter().all(|it| are_circles(&rows, it, order)));
        fitting.find_map(|order| recognized(&rows, &axes, order, of_coordinate))
    })
}

/// Columns of each coordinate: two halves, three thirds, a quarter of time before two of space, and neighbors of four.
fn splits(width: usize) -> Vec<Vec<Vec<usize>>> {
    let blocks = |parts: &[usize]| {
        let mut start = 0;
        let block = |&num: &usize| {
            start += num;
            (start - num..start).collect()
        };
        parts.iter().map(block).collect::<Vec<Vec<usize>>>()
    };
    let mut all = Vec::new();
    if width.is_multiple_of(4) {
        all.push(blocks(&[width / 2; 2]));
        let of_axis = |axis: usize| (0..width).filter(|j| j % 4 / 2 == axis).collect();
        all.push(vec![of_axis(0), of_axis(1)]);
    }
    if width.is_multiple_of(16) {
        all.push(blocks(&[width / 4, 3 * width / 8, 3 * width / 8]));
    }
    if width.is_multiple_of(6) {
        all.push(blocks(&[width / 3; 3]));
    }
    all
}

/// True if the pairs of a coordinate are points of the circle of radius 1 in some rows.
fn are_circles(rows: &[&[f64]], columns: &[usize], order: AxisColumns) -> bool {
    /// Number of rows that are looked at, and the difference of a radius in few bits.
    const ROWS: usize = 32;
    const NEAR: f64 = 0.02;
    let num = columns.len() / 2;
    let is_round = |row: &&[f64]| {
        (0..num).all(|i| {
            let [c, s] = order.places(i, num).map(|j| row[columns[j]]);
            (c.hypot(s) - 1.0).abs() < NEAR
        })
    };
    let some = rows.iter().step_by(rows.len().div_ceil(ROWS));
    let mut told = some.filter(|row| row.iter().any(|&it| it != 0.0)).peekable();
    told.peek().is_some() && told.all(is_round)
}

fn recognized(
    rows: &[&[f64]],
    axes: &[Vec<usize>],
    order: AxisColumns,
    of_coordinate: CoordinateRows,
) -> Option<KnownAxes> {
    let mut found: Vec<KnownAxis> = Vec::new();
    let mut largest_difference = 0.0_f64;
    let mut of_axes: Vec<DistinctRows> = Vec::new();
    // Nearly all tables are refused by one pair, in which as few rows differ.
    let of_one_pair = |columns: &Vec<usize>| {
        let num = columns.len() / 2;
        let pair = |row: &&[f64]| order.places(0, num).map(|j| row[columns[j]].to_bits());
        rows.iter().map(pair).collect::<HashSet<[u64; 2]>>().len()
    };
    let are_many = of_coordinate == CoordinateRows::Many;
    if are_many && axes.iter().any(|columns| 2 * of_one_pair(columns) > rows.len()) {
        return None;
    }
    for columns in axes {
        let distinct = DistinctRows::new(rows.iter().map(|row| own_values(row, columns, order)));
        let is_rare = are_many && 2 * distinct.num() > rows.len();
        // Rows that two coordinates share are those of one.
        let is_one = |it: &DistinctRows| it.num() < rows.len() && it.has_places_of(&distinct);
        if is_rare || of_axes.iter().any(is_one) {
            return None;
        }
        let (axis, difference) = distinct.axis(CacheLayout::CosSin, Component::Cos)?;
        // The slow columns of one coordinate turn by a share of it.
        if found.iter().any(|it: &KnownAxis| are_on_line(it, &axis)) {
            return None;
        }
        largest_difference = largest_difference.max(difference);
        found.push(axis);
        of_axes.push(distinct);
    }
    let all: Vec<f64> = rows.iter().copied().flatten().copied().collect();
    Some(KnownAxes {
        axes: found,
        layout: CacheLayout::CosSin,
        columns: Some(order),
        component: Component::Cos,
        rounding: Rounding::narrowest_of_many(&all),
        largest_difference,
        is_shared: false,
        sections: None,
    })
}

/// True if one coordinate follows from another: its change is a multiple of the other's, but for rounding.
fn are_on_line(a: &KnownAxis, b: &KnownAxis) -> bool {
    const NEAR: f64 = 1e-3;
    let all: Vec<(f64, f64)> =
        a.positions.iter().zip(b.positions.iter()).filter_map(|(a, b)| Some((a?, b?))).collect();
    let Some(&(x, y)) = all.first() else { return true };
    let Some(&(far_x, far_y)) = all.iter().find(|it| it.0 != x) else { return true };
    let slope = (far_y - y) / (far_x - x);
    all.iter().all(|it| (it.1 - y - slope * (it.0 - x)).abs() <= NEAR * (1.0 + it.1.abs()))
}

/// Cosines, then sines of a coordinate in a row; `None` for a row of zeros.
fn own_values(row: &[f64], columns: &[usize], order: AxisColumns) -> Option<Vec<f64>> {
    let num = columns.len() / 2;
    let of = |part: usize| (0..num).map(move |i| row[columns[order.places(i, num)[part]]]);
    row.iter().any(|&it| it != 0.0).then(|| of(0).chain(of(1)).collect())
}
