//! Measures of similarity, and their values for two rows.

use crate::{
    encoding::{Encoding, Extent, Waves},
    stable_enum::stable_enum,
};

stable_enum! {
    /// How two positions are compared.
    pub enum Measure {
        /// ⟨PE(t), PE(s)⟩
        Dot = "dot",
        /// ⟨PE(t), PE(s)⟩ / (|PE(t)|·|PE(s)|); 0 where one of them is the zero vector.
        Cosine = "cosine",
        /// |PE(t) − PE(s)|
        Distance = "distance",
    }
}

impl Measure {
    /// Name to show.
    pub fn title(self) -> &'static str {
        match self {
            Self::Dot => "Dot product",
            Self::Cosine => "Cosine",
            Self::Distance => "Distance",
        }
    }

    /// Largest absolute value over an extent, or a bound of it.
    pub fn bound(self, encoding: &Encoding, extent: Extent) -> f64 {
        self.bound_of(encoding.square_bound(extent))
    }

    /// Largest absolute value of waves: |PE|² ≤ the number of pairs and lone columns.
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

    /// Measure of two rows, by its definition.
    pub(in crate::encoding) fn of_rows(self, a: &[f64], b: &[f64]) -> f64 {
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
