//! Straight lines through weighted points.

/// Line y = a + bx through points of different weights, by least squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WeightedLine {
    /// Sums of the weights, and of x, y, x² and xy with these weights.
    sums: [f64; 5],
}

impl WeightedLine {
    /// Line through points, each with its weight: (x, y, weight).
    pub(crate) fn through(points: impl IntoIterator<Item = (f64, f64, f64)>) -> Self {
        let mut sums = [0.0; 5];
        for (x, y, weight) in points {
            for (sum, term) in sums.iter_mut().zip([1.0, x, y, x * x, x * y]) {
                *sum += weight * term;
            }
        }
        Self { sums }
    }

    /// Slope b; not finite if all points have the same x.
    pub(crate) fn slope(&self) -> f64 {
        let [w, x, y, _, xy] = self.sums;
        (w * xy - x * y) / self.spread()
    }

    /// Standard error of the slope, where weights are 1/σ².
    pub(crate) fn error(&self) -> f64 {
        (self.sums[0] / self.spread()).sqrt()
    }

    fn spread(&self) -> f64 {
        let [w, x, _, xx, _] = self.sums;
        w * xx - x * x
    }
}
