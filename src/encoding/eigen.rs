//! Eigenvalues and eigenvectors of symmetric matrices.

use ndarray::{Array1, Array2, ArrayViewMut2, Axis, s};

/// Maximum number of QL iterations per eigenvalue. Three are usual; only NaN needs more, and would never end.
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
    /// Computes all eigenvalues and eigenvectors. The matrix has to be symmetric.
    ///
    /// Householder reflections make the matrix tridiagonal, QL iterations with implicit shifts make it diagonal
    /// (Golub and Van Loan, *Matrix Computations*, section 8.3). The error of a residual A·v − λ·v is a small multiple
    /// of the machine epsilon times the norm of A. The cost is about 4·n³ operations.
    pub(super) fn new(mut matrix: Array2<f64>) -> Self {
        let Tridiagonal { mut diagonal, mut below, reflections } =
            Tridiagonal::new(matrix.view_mut());
        let mut vectors = transform(&reflections);
        diagonalize(&mut diagonal, &mut below, vectors.view_mut());
        Self { values: diagonal, vectors }
    }
}

/// Eigenvalues of a symmetric matrix, the largest first. The cost is about 4/3·n³ operations.
pub(super) fn eigenvalues(mut matrix: Array2<f64>) -> Vec<f64> {
    let Tridiagonal { mut diagonal, mut below, .. } = Tridiagonal::new(matrix.view_mut());
    let mut no_vectors = Array2::zeros((diagonal.len(), 0));
    diagonalize(&mut diagonal, &mut below, no_vectors.view_mut());
    diagonal.sort_by(|a, b| b.total_cmp(a));
    diagonal
}

/// A symmetric matrix, reduced to a tridiagonal one.
struct Tridiagonal {
    diagonal: Vec<f64>,
    /// Entries below the diagonal, with a zero at the end.
    below: Vec<f64>,
    /// Unit vectors v of the reflections I − 2·v·vᵀ; `None` where nothing is reflected.
    reflections: Vec<Option<Array1<f64>>>,
}

impl Tridiagonal {
    fn new(mut matrix: ArrayViewMut2<'_, f64>) -> Self {
        let n = matrix.nrows();
        let mut below = Vec::with_capacity(n);
        let mut reflections: Vec<Option<Array1<f64>>> = Vec::with_capacity(n);
        for k in 0..n.saturating_sub(1) {
            let mut v = matrix.slice(s![k + 1.., k]).to_owned();
            let norm = v.dot(&v).sqrt();
            let reflected = if v[0] > 0.0 { -norm } else { norm };
            below.push(reflected);
            v[0] -= reflected;
            let length = v.dot(&v).sqrt();
            if length == 0.0 {
                reflections.push(None);
                continue;
            }
            v /= length;
            let mut rest = matrix.slice_mut(s![k + 1.., k + 1..]);
            let mut w = rest.dot(&v);
            let along = w.dot(&v);
            w.scaled_add(-along, &v);
            let (v_all, w_all) = (v.as_slice(), w.as_slice());
            for (i, mut row) in rest.axis_iter_mut(Axis(0)).enumerate() {
                let (by_v, by_w) = (-2.0 * v[i], -2.0 * w[i]);
                // One pass over the row, in vectors.
                if let (Some(row), Some(v), Some(w)) = (row.as_slice_mut(), v_all, w_all) {
                    for ((entry, v), w) in row.iter_mut().zip(v).zip(w) {
                        *entry += by_v * w + by_w * v;
                    }
                }
            }
            reflections.push(Some(v));
        }
        below.push(0.0);
        Self { diagonal: matrix.diag().to_vec(), below, reflections }
    }
}

/// The orthogonal transformation to a tridiagonal matrix, whose rows are combined to eigenvectors by [`diagonalize`].
fn transform(reflections: &[Option<Array1<f64>>]) -> Array2<f64> {
    // The last reflection comes first.
    let mut transform = Array2::eye(reflections.len() + 1);
    for (k, v) in reflections.iter().enumerate().rev() {
        let Some(v) = v else { continue };
        let mut rest = transform.slice_mut(s![k + 1.., k + 1..]);
        let along = rest.dot(v);
        for (mut row, along) in rest.axis_iter_mut(Axis(0)).zip(along) {
            row.scaled_add(-2.0 * along, v);
        }
    }
    transform
}

/// Makes a tridiagonal matrix diagonal, and applies the same rotations to the rows of `vectors`.
fn diagonalize(diagonal: &mut [f64], below: &mut [f64], mut vectors: ArrayViewMut2<'_, f64>) {
    let n = diagonal.len();
    for first in 0..n {
        for _iteration in 0..MAX_ITERATIONS {
            let is_small = |i: &usize| {
                below[*i].abs() <= f64::EPSILON * (diagonal[*i].abs() + diagonal[*i + 1].abs())
            };
            let last = (first..n - 1).find(is_small).unwrap_or(n - 1);
            if last == first {
                break;
            }
            ql_step(diagonal, below, vectors.view_mut(), first, last);
        }
    }
}

/// QL step with Wilkinson's shift on the block from `first` to `last`: a bulge is chased upwards by rotations.
fn ql_step(
    diagonal: &mut [f64],
    below: &mut [f64],
    mut vectors: ArrayViewMut2<'_, f64>,
    first: usize,
    last: usize,
) {
    let half = (diagonal[first + 1] - diagonal[first]) / (2.0 * below[first]);
    let root = half.hypot(1.0).copysign(half);
    let mut g = diagonal[last] - diagonal[first] + below[first] / (half + root);
    let (mut sin, mut cos, mut shift) = (1.0, 1.0, 0.0);
    for i in (first..last).rev() {
        let (f, b) = (sin * below[i], cos * below[i]);
        let length = f.hypot(g);
        below[i + 1] = length;
        if length == 0.0 {
            // The block has come apart.
            diagonal[i + 1] -= shift;
            below[last] = 0.0;
            return;
        }
        (sin, cos) = (f / length, g / length);
        let next = diagonal[i + 1] - shift;
        let r = (diagonal[i] - next) * sin + 2.0 * cos * b;
        shift = sin * r;
        diagonal[i + 1] = next + shift;
        g = cos * r - b;
        let (mut upper, mut lower) = vectors.multi_slice_mut((s![i, ..], s![i + 1, ..]));
        for (a, b) in upper.iter_mut().zip(&mut lower) {
            (*a, *b) = (cos * *a - sin * *b, sin * *a + cos * *b);
        }
    }
    diagonal[first] -= shift;
    below[first] = g;
    below[last] = 0.0;
}

#[cfg(test)]
mod tests {
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
