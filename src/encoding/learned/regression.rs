//! Least squares from rows to positions, cross-validated.

use ndarray::{Array1, Array2, Axis};

use super::random;
use crate::encoding::eigen::SymmetricEigen;

/// Number of parts of the rows, each of which is predicted from the others.
pub(super) const FOLDS: usize = 5;

/// Share of the largest eigenvalue below which a direction counts as absent.
const ABSENT: f64 = 1e-12;

/// Weights of least norm that predict `targets` best from centered `rows`.
fn weights(rows: &Array2<f64>, targets: &Array1<f64>) -> Array1<f64> {
    // XXᵀ and XᵀX have the same eigenvalues; the smaller one is solved.
    let is_wide = rows.ncols() > rows.nrows();
    let gram = if is_wide { rows.dot(&rows.t()) } else { rows.t().dot(rows) };
    let right = if is_wide { targets.clone() } else { rows.t().dot(targets) };
    let SymmetricEigen { values, vectors } = SymmetricEigen::new(gram);
    let largest = values.iter().copied().fold(0.0, f64::max);
    let mut solution: Array1<f64> = Array1::zeros(right.len());
    for (value, vector) in values.iter().zip(vectors.rows()) {
        if *value > ABSENT * largest {
            solution.scaled_add(vector.dot(&right) / value, &vector);
        }
    }
    if is_wide { rows.t().dot(&solution) } else { solution }
}

/// Mean |round(ŷ) − y| over all rows, each predicted from the other four fifths. The fold of a row is its place in the
/// random order, modulo five. `None` once `is_wanted` returns false.
///
/// Source: Wang and Chen 2020, *What Do Position Embeddings Learn?*, section 4.1.
pub(super) fn position_error(
    rows: &Array2<f64>,
    seed: u64,
    is_wanted: &dyn Fn(f32) -> bool,
) -> Option<f64> {
    let order = random::order(seed, rows.nrows());
    let mut sum = 0.0;
    for fold in 0..FOLDS {
        if !is_wanted(fold as f32 / FOLDS as f32) {
            return None;
        }
        let part = |is_test: bool| -> Vec<usize> {
            let places = order.iter().enumerate();
            places.filter(|(at, _)| (at % FOLDS == fold) == is_test).map(|(_, &t)| t).collect()
        };
        let (train, test) = (part(false), part(true));
        if train.is_empty() {
            continue;
        }
        let mut known = rows.select(Axis(0), &train);
        let mean = known.mean_axis(Axis(0)).unwrap_or_default();
        known -= &mean;
        let targets: Array1<f64> = train.iter().map(|&t| t as f64).collect();
        let middle = targets.mean().unwrap_or_default();
        let weights = weights(&known, &(targets - middle));
        for t in test {
            let row = rows.row(t).to_owned() - &mean;
            sum += ((row.dot(&weights) + middle).round() - t as f64).abs();
        }
    }
    Some(sum / rows.nrows() as f64)
}
