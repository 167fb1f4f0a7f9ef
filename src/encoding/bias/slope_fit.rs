//! ALiBi slope nearest to a bias.

use super::Bias;

/// Line −m·n + c nearest to the bias of a head over distances n, by least squares. The intercept c is the same for all
/// keys, so that softmax does not see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeFit {
    /// Slope m, per position; negative for a bias that grows with the distance.
    pub slope: f64,
    /// Bias of the line at distance 0, relative to that of the query's own key.
    pub intercept: f64,
    /// Share of the variance that the line explains, R²; 1 for a bias that does not vary.
    pub r_squared: f64,
}

impl SlopeFit {
    /// Line nearest to the learned biases of a head over the keys before, up to the distance from which on all share a
    /// bucket, and to 65,536 at most. `None` for a bias by rule.
    pub fn nearest(bias: &Bias, head: u32) -> Option<Self> {
        const FARTHEST: u32 = 1 << 16;
        let buckets = bias.buckets().filter(|_| bias.is_learned())?;
        Self::of(bias, head, buckets.max_distance().min(FARTHEST), true)
    }

    /// Line nearest to the biases at distances 0 to `farthest`: those of keys before the query, or after it. `None`
    /// where the biases are not known.
    ///
    /// ```
    /// use phasor::encoding::bias::{Bias, BiasConvention, BiasDraft, Buckets, SlopeFit};
    /// let convention = BiasConvention::ALIBI_PAPER;
    /// let bias = Bias::new(BiasDraft { convention, num_heads: 8, buckets: Buckets::default() })?;
    /// let fit = SlopeFit::of(&bias, 1, 128, true).expect("its biases are known");
    /// assert!((fit.slope - 0.25).abs() < 1e-12 && fit.intercept.abs() < 1e-9);
    /// assert!(fit.r_squared > 1.0 - 1e-12);
    /// # Ok::<(), phasor::encoding::OutOfLimits>(())
    /// ```
    pub fn of(bias: &Bias, head: u32, farthest: u32, is_past: bool) -> Option<Self> {
        let t = i64::from(farthest);
        let value = |n: u32| {
            let n = i64::from(n);
            bias.relative(head, t, if is_past { -n } else { n })
        };
        let values: Vec<f64> = (0..=farthest).map(value).collect();
        if values.iter().any(|it| !it.is_finite()) {
            return None;
        }
        let num = values.len() as f64;
        let (mean_n, mean) = (f64::from(farthest) / 2.0, values.iter().sum::<f64>() / num);
        let (mut of_n, mut of_both, mut of_values) = (0.0, 0.0, 0.0);
        for (n, value) in (0..).map(f64::from).zip(&values) {
            let (n, value) = (n - mean_n, value - mean);
            of_n += n * n;
            of_both += n * value;
            of_values += value * value;
        }
        let rise = if of_n > 0.0 { of_both / of_n } else { 0.0 };
        let r_squared = if of_values > 0.0 { rise * of_both / of_values } else { 1.0 };
        Some(Self { slope: -rise, intercept: mean - rise * mean_n, r_squared })
    }
}
