//! Error of caches that are computed in single precision, as most programs do.

use super::{Rotary, scaling::Scaling};
use crate::encoding::{
    Arithmetic, Double, Extent, Ratio, engine, parallel::map_each, proof::SINGLE,
};

/// Error of the angle of a pair per position as programs compute it, in radians: of the frequency base^(−k/P), of its
/// scaling, of the position and of their product.
pub(crate) fn angle_error(
    arithmetic: Arithmetic,
    (base, scaling): (f64, &Scaling),
    (pair, num_pairs): (u32, u32),
    omega: f64,
) -> f64 {
    /// Number of roundings of the position and of the product, and of those of a scaling.
    const STEPS: f64 = 2.0;
    const SCALING: f64 = 4.0;
    let unit = if arithmetic == Arithmetic::F64 { f64::EPSILON / 2.0 } else { SINGLE };
    let scaled = if *scaling == Scaling::Default { 0.0 } else { SCALING };
    let exponent = Ratio { numerator: pair, denominator: num_pairs };
    omega * (arithmetic.frequency_error(base, exponent) + (STEPS + scaled) * unit)
}

impl Rotary {
    /// Maximum number of angles of [`Rotary::measured_error`]: a few frames.
    const MOST_MEASURED: u64 = 1 << 20;

    /// Frequencies in single precision: base^(2k/D) is rounded, then its reciprocal, then the scaled frequency.
    pub fn frequencies_f32(&self) -> Vec<f32> {
        let dim = self.exponent_dim() as f32;
        let exact = Scaling::Default.frequencies(self.base(), self.exponent_dim(), None);
        let of = |(k, (scaled, own)): (usize, (&Double, &Double))| {
            let exponent = (2 * k) as f32 / dim;
            let power = f64::from(self.base() as f32).powf(f64::from(exponent)) as f32;
            let before = f64::from(1.0 / power);
            // Scaling multiplies by a ratio that is exact here.
            if own.hi == 0.0 { 0.0 } else { (before * (scaled.hi / own.hi)) as f32 }
        };
        self.omegas().iter().zip(&exact).enumerate().map(of).collect()
    }

    /// Largest deviation of caches in single precision from the exact ones, over all pairs and the positions of an
    /// extent: frequency, angle, cosine and sine, and the product with the attention factor are each rounded. `None` if
    /// there are too many angles.
    pub fn measured_error(&self, extent: Extent) -> Option<f64> {
        let num = u64::from(self.num_pairs());
        if extent.length().saturating_mul(num) > Self::MOST_MEASURED {
            return None;
        }
        let factor = self.attention_factor();
        let of_pair = |(omega, &exact): (f32, &Double)| {
            let off = |t: i64| {
                let angle = f64::from(t as f32 * omega);
                let phasor = engine::phasor_at(exact, t);
                let rounded = |value: f64| f64::from((value as f32) * factor as f32);
                let cos = rounded(angle.cos()) - factor * phasor.cos;
                let sin = rounded(angle.sin()) - factor * phasor.sin;
                cos.abs().max(sin.abs())
            };
            (extent.start()..=extent.last()).map(off).fold(0.0, f64::max)
        };
        let pairs: Vec<_> = self.frequencies_f32().into_iter().zip(self.omegas()).collect();
        Some(map_each(pairs.len(), &|i| of_pair(pairs[i])).into_iter().fold(0.0, f64::max))
    }

    /// Upper bound of that deviation.
    pub fn largest_error(&self, extent: Extent) -> f64 {
        let furthest = extent.furthest() as f64;
        let of = |omega: &Double| {
            if omega.hi == 0.0 { 0.0 } else { Arithmetic::F32.largest_error(omega.hi, furthest) }
        };
        // The attention factor and its product are rounded as well.
        let largest = self.omegas().iter().map(of).fold(0.0, f64::max);
        self.attention_factor().abs() * (largest + f64::from(f32::EPSILON))
    }
}
