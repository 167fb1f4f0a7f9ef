//! Measures how rows change along a table: distances, linear maps, and steps from one position to the next.

use super::{
    Computed, Extent, Rotation, Spec, Table, Waves,
    candidate::{block_rows, distance, num_compared},
};

/// Distances |PE(t) − PE(t + k)| along a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distances {
    /// Least distance, and its position t.
    pub least: (f64, i64),
    /// Greatest distance, and its position t.
    pub greatest: (f64, i64),
}

/// Best linear map from PE(t) to PE(t + k), and the position where it misses most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearMap {
    /// Largest |M·PE(t) − PE(t + k)|, or its bound by rounding.
    pub error: f64,
    /// Position t of the largest error.
    pub at: i64,
    /// True if PE(t) is zero there, so that every linear map leaves it zero.
    pub is_zero: bool,
    /// True if the error is due to rounding.
    pub is_exact: bool,
}

/// Largest change of a value from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// Change as a share of the range of all values.
    pub share: f64,
    /// Position before the change.
    pub t: i64,
    /// Column of the value.
    pub column: u32,
}

/// Distances of all positions of a table that are `step` apart; `None` if no two are. Once `is_wanted` returns false,
/// the rest is left out.
pub(super) fn distances(
    table: &Table,
    step: u64,
    is_wanted: impl Fn() -> bool,
) -> Option<Distances> {
    let (width, block) = (table.num_columns() as usize, block_rows(table));
    let num = num_compared(table).saturating_sub(step);
    let mut found: Option<Distances> = None;
    for first in (0..num).step_by(block as usize).take_while(|_| is_wanted()) {
        let rows = block.min(num - first);
        let (near, far) = (table.rows(first, rows), table.rows(first + step, rows));
        for (row, (a, b)) in (first..).zip(near.chunks(width).zip(far.chunks(width))) {
            let here = (distance(a, b), table.position(row));
            let so_far = found.get_or_insert(Distances { least: here, greatest: here });
            if here.0 < so_far.least.0 {
                so_far.least = here;
            }
            if here.0 > so_far.greatest.0 {
                so_far.greatest = here;
            }
        }
    }
    found
}

/// Best linear map by `step` positions.
///
/// Waves are moved by `M_k`, over the first 2048 positions of the table. For all other encodings the map is fitted by
/// least squares to four times as many positions as columns, of which the first 64 are taken; the positions may lie
/// beyond the table.
pub(super) fn linear_map(table: &Table, step: u64) -> LinearMap {
    match table.waves() {
        Some(waves) => map_of_waves(waves, table.extent, step as i64),
        None => fitted_map(table, step as i64),
    }
}

fn map_of_waves(waves: &Waves, extent: Extent, step: i64) -> LinearMap {
    const MOST: u64 = 2048;
    let rotation = Rotation::new(waves, step);
    let last = extent.start() + extent.length().min(MOST) as i64 - 1;
    let errors = (extent.start()..=last).map(|t| (rotation.residual(t).max, t));
    let (error, at) = errors.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
    LinearMap { error, at, is_zero: false, is_exact: Rotation::exists(waves, step) }
}

/// Map fitted by least squares: what is left of every column of PE(t + k) after its projection onto the columns of
/// PE(t), as functions of the position.
fn fitted_map(table: &Table, step: i64) -> LinearMap {
    const MOST_COLUMNS: u32 = 64;
    const ROUNDING: f64 = 1e-9;
    let num_columns = table.num_columns().min(MOST_COLUMNS);
    let num = 4 * i64::from(num_columns);
    let start = table.extent.start();
    let column = |first: i64, j: u32| -> Vec<f64> {
        (first..first + num).map(|t| table.encoding.value(t, j)).collect()
    };
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for j in 0..num_columns {
        let own = column(start, j);
        let left = without(&own, &basis);
        let length = norm(&left);
        if length > ROUNDING * norm(&own) {
            basis.push(left.iter().map(|value| value / length).collect());
        }
    }
    let mut squares = vec![0.0; num as usize];
    let mut largest: f64 = 0.0;
    for j in 0..num_columns {
        let moved = column(start + step, j);
        largest = moved.iter().fold(largest, |largest, value| largest.max(value.abs()));
        for (square, left) in squares.iter_mut().zip(without(&moved, &basis)) {
            *square += left * left;
        }
    }
    let errors = squares.iter().map(|square| square.sqrt()).zip(start..);
    let (error, at) = errors.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default();
    let is_exact = error <= ROUNDING * largest;
    // A row of zeros is the plainest example.
    let is_zero = |t: i64, by: i64| table.encoding.row(t + by).iter().all(|&value| value == 0.0);
    let zero = (start..start + num).find(|&t| is_zero(t, 0) && !is_zero(t, step));
    let at = zero.unwrap_or(at);
    LinearMap { error, at, is_zero: zero.is_some(), is_exact }
}

/// Rest of a vector after its projection onto an orthonormal basis, removed twice against rounding.
fn without(vector: &[f64], basis: &[Vec<f64>]) -> Vec<f64> {
    let mut left = vector.to_vec();
    for direction in basis.iter().chain(basis) {
        let along: f64 = left.iter().zip(direction).map(|(a, b)| a * b).sum();
        for (value, unit) in left.iter_mut().zip(direction) {
            *value -= along * unit;
        }
    }
    left
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// Largest jump of a table; `None` with a single position. Once `is_wanted` returns false, the rest is left out.
pub(super) fn jump(table: &Table, is_wanted: impl Fn() -> bool) -> Option<Jump> {
    let range = match table.encoding.spec().exact() {
        Spec::Sinusoidal(_) | Spec::Spaced { .. } | Spec::Computed(Computed::Random { .. }) => 2.0,
        Spec::Computed(Computed::Index) => (table.num_rows() - 1).max(1) as f64,
        Spec::Computed(Computed::Fraction(_) | Computed::Binary { .. }) => 1.0,
        Spec::Rotary(_)
        | Spec::SpacedRotary { .. }
        | Spec::Fourier(_)
        | Spec::Grid(_)
        | Spec::Bias(_)
        | Spec::Data { .. }
        | Spec::Difference(_)
        | Spec::Rounded(..) => 2.0 * table.bound(),
    };
    let (width, block) = (table.num_columns() as usize, block_rows(table));
    let num = num_compared(table) - 1;
    let mut largest: Option<(f64, Jump)> = None;
    for first in (0..num).step_by(block as usize).take_while(|_| is_wanted()) {
        let rows = table.rows(first, block.min(num - first) + 1);
        let pairs = rows.chunks(width).zip(rows.chunks(width).skip(1));
        for (t, (now, next)) in (table.position(first)..).zip(pairs) {
            for (column, (a, b)) in (0..).zip(now.iter().zip(next)) {
                let change = (a - b).abs();
                if largest.is_none_or(|(known, _)| change > known) {
                    largest = Some((change, Jump { share: change / range, t, column }));
                }
            }
        }
    }
    largest.map(|(_, jump)| jump)
}
