//! Tables of sinusoids of several coordinates, each in columns of its own, at any positions: patches of images of another
//! size than the model's, centered, or scaled.

use std::collections::HashMap;

use super::{
    cache_candidates::Rules,
    cache_layout::CacheLayout,
    known_axes::{AxisColumns, KnownAxes, KnownAxis},
    placed_caches::recognize_placed,
};
use crate::encoding::{Component, Rounding, Values, row_positions};

/// Fewest rows and frequencies of a coordinate, and most columns.
const LEAST_ROWS: usize = 4;
const LEAST_FREQUENCIES: usize = 2;
const MOST_COLUMNS: usize = 4096;

/// Finds the sinusoids of several coordinates that a table holds, the first rows of which may be zeros; `None` if it holds none
/// with certainty.
pub(super) fn recognize_sinusoid_axes(
    num_rows: usize,
    width: usize,
    cells: &[f64],
) -> Option<KnownAxes> {
    if num_rows < LEAST_ROWS || width > MOST_COLUMNS {
        return None;
    }
    let rows: Vec<&[f64]> = cells.chunks(width).collect();
    splits(width).into_iter().find_map(|axes| {
        let is_wide =
            axes.iter().all(|it| it.len().is_multiple_of(2) && it.len() >= 2 * LEAST_FREQUENCIES);
        let columns = AxisColumns::ALL.iter().copied();
        let mut fitting =
            columns.filter(|&order| is_wide && axes.iter().all(|it| are_circles(&rows, it, order)));
        fitting.find_map(|order| recognized(&rows, &axes, order))
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

fn recognized(rows: &[&[f64]], axes: &[Vec<usize>], order: AxisColumns) -> Option<KnownAxes> {
    let mut found: Vec<KnownAxis> = Vec::new();
    let mut largest_difference = 0.0_f64;
    let mut places_of_axes: Vec<Vec<Option<usize>>> = Vec::new();
    for columns in axes {
        let (places, distinct) = places(rows, columns, order);
        // Each coordinate stands in many rows, and not in the same ones as another.
        if 2 * distinct.num_rows > rows.len() || places_of_axes.contains(&places) {
            return None;
        }
        let cache = recognize_placed(&distinct, &[CacheLayout::CosSin], Rules::Plain)?;
        let is_it = cache.is_certain
            && cache.evidence.num_wrong == 0
            && cache.factor.to_bits() == 1.0_f64.to_bits();
        if !is_it {
            return None;
        }
        let of_places: Vec<Option<f64>> = cache.positions.iter().collect();
        let all: Vec<Option<f64>> = places.iter().map(|place| of_places[(*place)?]).collect();
        let num_changes = all.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64;
        found.push(KnownAxis {
            num_pairs: (columns.len() / 2) as u32,
            base: Some(cache.base),
            positions: row_positions(&all, false, |_| 0.0),
            num_changes,
        });
        largest_difference = largest_difference.max(cache.evidence.largest_difference);
        places_of_axes.push(places);
    }
    let all: Vec<f64> = rows.iter().copied().flatten().copied().collect();
    Some(KnownAxes {
        axes: found,
        layout: CacheLayout::CosSin,
        columns: Some(order),
        component: Component::Cos,
        rounding: Rounding::narrowest_of(&all),
        largest_difference,
    })
}

/// Place of each row among the distinct ones of a coordinate, and these: all cosines, then all sines. Rows of zeros have none.
fn places(rows: &[&[f64]], columns: &[usize], order: AxisColumns) -> (Vec<Option<usize>>, Values) {
    let num = columns.len() / 2;
    let mut known: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut cells: Vec<f64> = Vec::new();
    let mut place_of = |row: &&[f64]| {
        if row.iter().all(|&it| it == 0.0) {
            return None;
        }
        let of = |part: usize| (0..num).map(move |i| row[columns[order.places(i, num)[part]]]);
        let own: Vec<f64> = of(0).chain(of(1)).collect();
        let next = known.len();
        let place = *known.entry(own.iter().map(|it| it.to_bits()).collect()).or_insert(next);
        if place == next {
            cells.extend(own);
        }
        Some(place)
    };
    let places: Vec<Option<usize>> = rows.iter().map(&mut place_of).collect();
    (places, Values::new(known.len(), 2 * num, cells))
}
