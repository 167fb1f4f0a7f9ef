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
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        match self {
            Self::Dot => dot(a, b),
            Self::Cosine => {
                let norms = (dot(a, a) * dot(b, b)).sqrt();
                if norms > 0.0 { (dot(a, b) / norms).clamp(-1.0, 1.0) } else { 0.0 }
            }
            Self::Distance => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
        }
    }
}
