//! Principal directions: the directions along which the rows of a table vary most.

use ndarray::{Array1, Array2, Axis};

use super::{Question, Table, eigen::SymmetricEigen};

/// Directions along which the rows of a table vary most, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct PrincipalQuestion {
    /// Table.
    pub table: Table,
}

impl Question for PrincipalQuestion {
    type Answer = Principal;

    const TITLE: &'static str = "Computing the principal directions";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Principal::new(&self.table, is_wanted)
    }
}

/// Directions of the largest variance of the first rows of a table: eigenvectors of their covariance.
///
/// Signs are fixed: the entry with the largest absolute value is positive. If two variances are equal, as those of a
/// sine and a cosine over many turns nearly are, the two directions are an arbitrary orthonormal basis of their plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Principal {
    num_positions: u64,
    mean: Vec<f64>,
    directions: Vec<Vec<f64>>,
    shares: Vec<f64>,
    reaches: Vec<f64>,
}

impl Principal {
    /// Maximum number of columns. The cost of the eigenvectors grows with its cube.
    pub const MOST_COLUMNS: u32 = 512;
    /// Maximum number of positions used, from the first of the table on.
    pub const MOST_POSITIONS: u64 = 4096;
    /// Maximum number of directions kept.
    pub const MOST_DIRECTIONS: usize = 3;

    /// Computes the principal directions of the first [`Principal::MOST_POSITIONS`] rows.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false, and for encodings wider than [`Principal::MOST_COLUMNS`].
    pub fn new(table: &Table, is_wanted: impl Fn(f32) -> bool) -> Option<Self> {
        if table.num_columns() > Self::MOST_COLUMNS {
            return None;
        }
        let d_model = table.num_columns() as usize;
        let num_positions = table.num_rows().min(Self::MOST_POSITIONS);
        let num = num_positions as usize;
        let mut centered: Array2<f64> = table.block(0..num_positions, 0..table.num_columns());
        let mut mean: Array1<f64> = Array1::zeros(d_model);
        for row in centered.rows() {
            mean.scaled_add(1.0 / num as f64, &row);
        }
        centered -= &mean;
        if !is_wanted(0.1) {
            return None;
        }
        let covariance = centered.t().dot(&centered) / num as f64;
        if !is_wanted(0.3) {
            return None;
        }
        let SymmetricEigen { values: eigenvalues, vectors } = SymmetricEigen::new(covariance);
        let total: f64 = eigenvalues.iter().map(|value| value.max(0.0)).sum();
        let mut order: Vec<usize> = (0..d_model).collect();
        order.sort_by(|&a, &b| eigenvalues[b].total_cmp(&eigenvalues[a]));
        order.truncate(Self::MOST_DIRECTIONS);
        let share = |&i: &usize| if total > 0.0 { eigenvalues[i].max(0.0) / total } else { 0.0 };
        let shares = order.iter().map(share).collect();
        let directions: Vec<Vec<f64>> =
            order.iter().map(|&i| with_fixed_sign(vectors.row(i).to_vec())).collect();
        let reach = |direction: &Vec<f64>| {
            let dots = centered
                .axis_iter(Axis(0))
                .map(|row| row.iter().zip(direction).map(|(a, b)| a * b).sum::<f64>().abs());
            dots.fold(0.0, f64::max)
        };
        let reaches = directions.iter().map(reach).collect();
        is_wanted(1.0).then_some(Self {
            num_positions,
            mean: mean.to_vec(),
            directions,
            shares,
            reaches,
        })
    }

    /// Number of positions used, from the first of the table on.
    pub fn num_positions(&self) -> u64 {
        self.num_positions
    }

    /// Mean of the rows.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Unit vectors in order of decreasing variance: as many as columns, but at most [`Principal::MOST_DIRECTIONS`].
    pub fn directions(&self) -> &[Vec<f64>] {
        &self.directions
    }

    /// Share of the total variance along each direction; 0 if nothing varies.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// Largest distance of a row from the mean along each direction.
    pub fn reaches(&self) -> &[f64] {
        &self.reaches
    }
}

/// Returns ±`direction` with the sign for which its largest entry, the first of equals, is positive.
fn with_fixed_sign(mut direction: Vec<f64>) -> Vec<f64> {
    const EQUAL: f64 = 1.0 - 1e-9;
    let largest = direction.iter().map(|entry| entry.abs()).fold(0.0, f64::max);
    let is_negative = direction
        .iter()
        .find(|entry| entry.abs() >= EQUAL * largest)
        .is_some_and(|&entry| entry < 0.0);
    if is_negative {
        for entry in &mut direction {
            *entry = -*entry;
        }
    }
    direction
}
