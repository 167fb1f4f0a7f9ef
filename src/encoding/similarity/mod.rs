//! Similarity of positions.
//!
//! Where columns are sines and cosines it comes from two kernels, never from n² dot products:
//!
//! ⟨PE(t), PE(s)⟩ = ½[K₋(t − s) + K₊(t + s)], with K₋(u) = Σ cos ωu over all columns and
//! K₊(u) = Σ ±cos ωu (cosine +, sine −) over the columns without a partner of the same ω. Where every
//! column but zeros has its partner K₊ is absent, the matrix is Toeplitz, and similarity depends on the offset
//! alone. Elsewhere it comes from the rows.

mod kernels;
mod matrix;

pub(super) use kernels::Weights;
pub use kernels::{Kernels, from_kernels, kernels, of_waves, squared_distances};
pub(crate) use kernels::{minus_at, plus_at, squared_norms_at};
pub use matrix::Matrix;

use super::{Encoding, Extent, Waves};
use crate::keyed::keyed;

keyed! {
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
        match encoding.waves() {
            Some(waves) => self.bound_of_waves(waves),
            None => {
                self.bound_of(f64::from(encoding.num_columns()) * encoding.bound(extent).powi(2))
            }
        }
    }

    /// Largest absolute value of waves: |PE|² ≤ the number of pairs and lone columns.
    pub fn bound_of_waves(self, waves: &Waves) -> f64 {
        // Not 0 even where all columns are: a color scale needs a width.
        self.bound_of(waves.frequencies().len().max(1) as f64)
    }

    fn bound_of(self, largest_square: f64) -> f64 {
        match self {
            Self::Dot => largest_square,
            Self::Cosine => 1.0,
            Self::Distance => 2.0 * largest_square.sqrt(),
        }
    }
}

/// Measure of the positions `t` and `s`.
///
/// ```
/// use phasor::encoding::{Convention, Encoding, similarity::{self, Measure}};
/// let encoding = Encoding::sinusoidal(Convention::PAPER.draft(128))?;
/// assert_eq!(similarity::of(&encoding, Measure::Dot, 42, 42), 64.0);
/// assert_eq!(similarity::of(&encoding, Measure::Distance, 42, 42), 0.0);
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
pub fn of(encoding: &Encoding, measure: Measure, t: i64, s: i64) -> f64 {
    match encoding.waves() {
        Some(waves) => kernels::of_waves(waves, measure, t, s),
        None => of_rows(measure, &encoding.row(t), &encoding.row(s)),
    }
}

/// The measure of two rows by its definition.
fn of_rows(measure: Measure, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    match measure {
        Measure::Dot => dot(a, b),
        Measure::Cosine => {
            let norms = (dot(a, a) * dot(b, b)).sqrt();
            if norms > 0.0 { (dot(a, b) / norms).clamp(-1.0, 1.0) } else { 0.0 }
        }
        Measure::Distance => a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt(),
    }
}
