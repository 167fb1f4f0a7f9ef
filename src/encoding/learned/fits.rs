//! Principal directions, and the nearest sinusoidal table.

use ndarray::{Array2, Axis};

use crate::encoding::{Convention, Encoding, eigen::eigenvalues};

/// Table with its mean row subtracted.
pub(super) fn centered(mut rows: Array2<f64>) -> Array2<f64> {
    if let Some(mean) = rows.mean_axis(Axis(0)) {
        rows -= &mean;
    }
    rows
}

/// Share R² of the variance that the paper's table explains once it is turned, reflected and scaled to fit best.
pub(super) fn nearest_sinusoid(centered_rows: &Array2<f64>) -> f64 {
    let (n, width) = centered_rows.dim();
    let Ok(encoding) = Encoding::sinusoidal(Convention::PAPER.draft(width as u32)) else {
        return 0.0;
    };
    let sinusoid = centered(encoding.table::<f64>(0..n as i64, 0..width as u32));
    of_centered(&sinusoid, centered_rows).unwrap_or(0.0)
}

/// Share R² of the variance of a table B that another of its shape, A, explains once it is moved, turned, reflected and
/// scaled to fit best: (Σσ)² / (|A|²·|B|²) with the singular values σ of `AᵀB`, both tables centered (orthogonal
/// Procrustes). `None` if all rows of a table are the same, or a value is not finite.
pub fn procrustes(a: Array2<f64>, b: Array2<f64>) -> Option<f64> {
    of_centered(&centered(a), &centered(b))
}

fn of_centered(a: &Array2<f64>, b: &Array2<f64>) -> Option<f64> {
    let square = |table: &Array2<f64>| table.iter().map(|x| x * x).sum::<f64>();
    let norms = square(a) * square(b);
    if !(norms.is_finite() && norms > 0.0) {
        return None;
    }
    // The singular values of AᵀB are the roots of the eigenvalues of its Gram matrix.
    let product = a.t().dot(b);
    let gram = product.t().dot(&product);
    let sum: f64 = eigenvalues(gram).into_iter().map(|value| value.max(0.0).sqrt()).sum();
    Some((sum * sum / norms).min(1.0))
}

/// Variances of the columns' principal directions as shares of the whole, the largest first.
pub(super) fn shares(centered_rows: &Array2<f64>) -> Vec<f64> {
    let is_wide = centered_rows.ncols() > centered_rows.nrows();
    let gram = if is_wide {
        centered_rows.dot(&centered_rows.t())
    } else {
        centered_rows.t().dot(centered_rows)
    };
    let mut values = eigenvalues(gram);
    values.resize(centered_rows.ncols(), 0.0);
    let whole: f64 = values.iter().map(|value| value.max(0.0)).sum();
    values.iter().map(|value| if whole > 0.0 { value.max(0.0) / whole } else { 0.0 }).collect()
}
