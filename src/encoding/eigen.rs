//! Eigenvalues and eigenvectors of symmetric matrices, by nalgebra.

use nalgebra::{DMatrix, linalg::SymmetricEigen as Decomposition};
use ndarray::Array2;

/// Maximum number of iterations per eigenvalue. A few are usual.
const MAX_ITERATIONS: usize = 64;

/// Eigenvalues of a symmetric matrix, and an orthonormal basis of eigenvectors.
#[derive(Clone, Debug)]
pub(super) struct SymmetricEigen {
    /// Eigenvalues, in no particular order.
    pub(super) values: Vec<f64>,
    /// Unit eigenvectors, one per row, in the order of the values.
    pub(super) vectors: Array2<f64>,
}

impl SymmetricEigen {
    /// Computes all eigenvalues and eigenvectors. The matrix has to be symmetric. All are NaN if a cell is not finite.
    pub(super) fn new(matrix: Array2<f64>) -> Self {
        let n = matrix.nrows();
        let found = finite(matrix)
            .and_then(|it| Decomposition::try_new(it, f64::EPSILON, MAX_ITERATIONS * n.max(1)));
        let Some(found) = found else {
            return Self {
                values: vec![f64::NAN; n],
                vectors: Array2::from_elem((n, n), f64::NAN),
            };
        };
        // Eigenvectors are columns, and columns stand one after the other in memory.
        let columns = found.eigenvectors.as_slice().to_vec();
        let vectors = Array2::from_shape_vec((n, n), columns).unwrap_or_default();
        Self { values: found.eigenvalues.as_slice().to_vec(), vectors }
    }
}

/// Eigenvalues of a symmetric matrix, the largest first. All are NaN if a cell is not finite.
pub(super) fn eigenvalues(matrix: Array2<f64>) -> Vec<f64> {
    let n = matrix.nrows();
    let found = finite(matrix).map(|it| it.symmetric_eigenvalues().as_slice().to_vec());
    let mut values = found.unwrap_or_else(|| vec![f64::NAN; n]);
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

/// The matrix for nalgebra, if every cell is finite. Rows and columns of a symmetric matrix are the same.
fn finite(matrix: Array2<f64>) -> Option<DMatrix<f64>> {
    let n = matrix.nrows();
    let is_finite = matrix.iter().all(|value| value.is_finite());
    is_finite.then(|| DMatrix::from_iterator(n, n, matrix))
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, s};

    use super::*;

    /// Largest error of the residuals and of the orthonormality, relative to the norm of the matrix.
    fn largest_error(matrix: &Array2<f64>) -> f64 {
        let SymmetricEigen { values, vectors } = SymmetricEigen::new(matrix.clone());
        let norm = matrix.iter().map(|x| x * x).sum::<f64>().sqrt().max(1.0);
        let residuals = matrix.dot(&vectors.t()) - &vectors.t() * &Array1::from(values);
        let products = vectors.dot(&vectors.t()) - Array2::<f64>::eye(matrix.nrows());
        let largest = |matrix: &Array2<f64>| matrix.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        (largest(&residuals) / norm).max(largest(&products))
    }

    #[test]
    fn vectors_are_orthonormal_and_satisfy_their_equation() {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as f64 / f64::from(1_u32 << 31) - 0.5
        };
        for n in [1, 2, 3, 8, 65, 200] {
            let any = Array2::from_shape_fn((n, n), |_| next());
            // n entries are summed per product: the error grows with their number.
            let bound = 20.0 * n as f64 * f64::EPSILON;
            for (name, matrix) in [
                ("random", &any + &any.t()),
                ("rank 1", any.slice(s![.., ..1]).dot(&any.slice(s![.., ..1]).t())),
                ("zero", Array2::zeros((n, n))),
                ("identity", Array2::eye(n)),
                ("diagonal", Array2::from_diag(&Array1::from_iter((0..n).map(|i| i as f64)))),
            ] {
                let error = largest_error(&matrix);
                assert!(error <= bound, "{name} {n} × {n}: {error:e} > {bound:e}");
            }
        }
    }

    #[test]
    fn known_eigenvalues_are_found() {
        // Second differences on 5 points: 2 − 2·cos(πk/6).
        let matrix = Array2::from_shape_fn((5, 5), |(i, j)| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let mut values = SymmetricEigen::new(matrix).values;
        values.sort_by(f64::total_cmp);
        for (k, value) in (1..).zip(values) {
            let expected = 2.0 - 2.0 * (std::f64::consts::PI * f64::from(k) / 6.0).cos();
            assert!((value - expected).abs() < 1e-14, "eigenvalue {k}: {value}, not {expected}");
        }
    }

    #[test]
    fn matrix_of_nan_ends() {
        let values = SymmetricEigen::new(Array2::from_elem((4, 4), f64::NAN)).values;
        assert!(values.iter().all(|value| value.is_nan()), "{values:?}");
    }
}
