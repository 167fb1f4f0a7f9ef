//! Properties of the dot products of all pairs of rows.

use ndarray::Array2;

/// Properties of the dot products P·Pᵀ of a table, as Wang et al. 2021 (*On Position Embeddings in BERT*) ask for them.
/// Symmetry needs no figure: P·Pᵀ is symmetric, and only different weights of queries and keys tell directions apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Properties {
    /// Translation invariance: share of the variance of all dot products that the offset does not explain; 0 if they
    /// depend on the offset alone.
    pub translation_variance: f64,
    /// Monotonicity: first offset whose mean dot product is above that of the offset before; `None` if they never rise.
    pub first_rise: Option<u64>,
    /// Nearest offset k, and the first row i, for which P(i)·P(i ± k) is above P(i)·P(i ± (k − 1)); `None` if no dot
    /// product rises with the distance.
    pub rise: Option<(u64, u64)>,
    /// Share of the offsets whose mean dot product is not above that of the offset before.
    pub falling: f64,
}

/// Properties of the dot products of all pairs of rows.
pub(in crate::encoding) fn properties(rows: &Array2<f64>) -> Properties {
    let n = rows.nrows();
    let products = rows.dot(&rows.t());
    let whole = products.mean().unwrap_or_default();
    let (mut within, mut all) = (0.0, 0.0);
    let mut means = Vec::with_capacity(n);
    for k in 0..n {
        let diagonal: Vec<f64> = (k..n).map(|s| products[[s - k, s]]).collect();
        let num = diagonal.len() as f64;
        let mean = diagonal.iter().sum::<f64>() / num;
        // Both diagonals at a distance of k are equal.
        let twice = if k == 0 { 1.0 } else { 2.0 };
        within += twice * diagonal.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
        all += twice * diagonal.iter().map(|it| (it - whole).powi(2)).sum::<f64>();
        means.push(mean);
    }
    let rises = |k: &usize| means[*k] > means[*k - 1] + 1e-12 * means[0].abs();
    let first_rise = (1..n).find(rises);
    let num_rises = (1..n).filter(rises).count();
    let is_above = |after: f64, before: f64| after > before + 1e-12 * before.abs();
    let rise = (1..n).find_map(|k| {
        // Row i beside the rows after it, and before it.
        let rises = |&i: &usize| {
            let to = |s: usize| products[[i, s]];
            (i + k < n && is_above(to(i + k), to(i + k - 1)))
                || (i >= k && is_above(to(i - k), to(i - k + 1)))
        };
        (0..n).find(rises).map(|i| (k as u64, i as u64))
    });
    Properties {
        rise,
        translation_variance: if all > 0.0 { within / all } else { 0.0 },
        first_rise: first_rise.map(|k| k as u64),
        falling: if n > 1 { 1.0 - num_rises as f64 / (n - 1) as f64 } else { 1.0 },
    }
}
