//! Similarity of positions.
//!
//! For encodings of sines and cosines, similarity is computed from two kernels, without n² dot products:
//!
//! ⟨PE(t), PE(s)⟩ = ½[K₋(t − s) + K₊(t + s)], with K₋(u) = Σ cos ωu over all columns and
//! K₊(u) = Σ ±cos ωu (cosine +, sine −) over the columns without a partner of the same ω. If every column except
//! zeros has its partner, K₊ = 0, the matrix is Toeplitz, and similarity depends on the offset alone.
//! Encodings without waves are compared row by row.
//!
//! A value is within 1e-15 of the exact one, relative to the bound of its measure; within 5e-15 if some columns have no
//! partner, since K₋ and K₊ may cancel.

mod kernels;
mod matrix;
mod measure;

pub(super) use kernels::Weights;
pub use kernels::{Kernels, from_kernels, kernels, of_waves, squared_distances};
pub(crate) use kernels::{minus_at, plus_at, squared_norms_at};
pub use matrix::Matrix;
pub use measure::Measure;

use super::Encoding;

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
    if let Some(waves) = encoding.waves() {
        return kernels::of_waves(waves, measure, t, s);
    }
    let encoding = encoding.scored_rows();
    measure.of_rows(&encoding.row(t), &encoding.row(s))
}
