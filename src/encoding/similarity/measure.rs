//! Measures of similarity, and their definition for two rows.

use crate::{
    encoding::{Encoding, Extent, Waves},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Measure of similarity between two positions.
    pub enum Measure {
        /// Dot product ⟨PE(t), PE(s)⟩.
        Dot = "dot",
        /// Cosine ⟨PE(t), PE(s)⟩ / (|PE(t)|·|PE(s)|), or 0 if one of them is the zero vector.
        Cosine = "cosine",
        /// Euclidean distance |PE(t) − PE(s)|.
        Distance = "distance",
    }
}

impl Measure {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Dot => "Dot product",
            Self::Cosine => "Cosine",
            Self::Distance => "Distance",
        }
    }

    /// Largest absolute value over an extent, or an upper bound.
    pub fn bound(self, encoding: &Encoding, extent: Extent) -> f64 {
        self.bound_of(encoding.square_bound(extent))
    }

    /// Upper bound of the absolute value for waves, where |PE|² ≤ number of pairs + number of lone columns.
    pub fn bound_of_waves(self, waves: &Waves) -> f64 {
        self.bound_of(waves.square_bound())
    }

    fn bound_of(self, largest_square: f64) -> f64 {
        match self {
            Self::Dot => largest_square,
            Self::Cosine => 1.0,
            Self::Distance => 2.0 * largest_square.sqrt(),
        }
    }

    /// Measure of two rows, computed by its definition.
    pub(crate) fn of_rows(self, a: &[f64], b: &[f64]) -> f64 {
        self.of_sums(self.sum(a, b), || [a, b].map(|row| Self::Dot.sum(row, row)))
    }

    /// Sum over two rows, or over some of their columns: of products, or of squared differences for distances.
    pub(crate) fn sum(self, a: &[f64], b: &[f64]) -> f64 {
        match self {
            Self::Dot | Self::Cosine => sum_of(a, b, |a, b| a * b),
            Self::Distance => sum_of(a, b, |a, b| (a - b) * (a - b)),
        }
    }

    /// Measure of two rows with a sum over their columns, and with their sums of squares where they are needed.
    pub(crate) fn of_sums(self, sum: f64, squares: impl FnOnce() -> [f64; 2]) -> f64 {
        match self {
            Self::Dot => sum,
            Self::Cosine => {
                let [a, b] = squares();
                let norms = (a * b).sqrt();
                if norms > 0.0 { (sum / norms).clamp(-1.0, 1.0) } else { 0.0 }
            }
            Self::Distance => sum.sqrt(),
        }
    }
}

/// Sum over the columns of two rows. Neighboring columns are lanes of one vector.
#[inline(always)]
fn sum_of(a: &[f64], b: &[f64], of: impl Fn(f64, f64) -> f64) -> f64 {
    const LANES: usize = 8;
    let ((whole_a, rest_a), (whole_b, rest_b)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in whole_a.iter().zip(whole_b) {
        for i in 0..LANES {
            sums[i] += of(a[i], b[i]);
        }
    }
    let rest = rest_a.iter().zip(rest_b).map(|(&a, &b)| of(a, b)).sum::<f64>();
    sums.into_iter().sum::<f64>() + rest
}
