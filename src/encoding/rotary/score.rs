//! Scores of rotated queries and keys, in the precisions of programs.

use super::{Rotary, pairing::Pairing};
use crate::{
    encoding::{Component, Double, Phasor, Rounding, rotary::cache},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Precision in which a head is rotated.
    pub enum Precision {
        /// Exact frequencies and angles.
        Exact = "exact",
        /// Frequencies, angles, caches, products and sums in double precision.
        F64 = "f64",
        /// Frequencies, angles, caches, products and sums in single precision.
        F32 = "f32",
        /// Angles in single precision; caches, queries, keys and products in bfloat16.
        Bf16 = "bf16",
        /// Angles in single precision; caches, queries, keys and products in half precision.
        F16 = "f16",
    }
}

impl Precision {
    /// Type that caches, vectors and products are rounded to; `None` for double precision.
    fn rounding(self) -> Option<Rounding> {
        match self {
            Self::Exact | Self::F64 => None,
            Self::F32 => Some(Rounding::F32),
            Self::Bf16 => Some(Rounding::Bf16),
            Self::F16 => Some(Rounding::F16),
        }
    }
}

impl Rotary {
    /// Score of a query at position t and a key at position s: the dot product of both rotated heads. The sum is in
    /// double precision for `exact` and `f64`, else in single precision. `None` if the pairing is not known.
    ///
    /// # Panics
    ///
    /// Panics if the vectors are narrower than the pairs.
    pub fn score(
        &self,
        [query, key]: [&[f64]; 2],
        (t, s): (i64, i64),
        precision: Precision,
    ) -> Option<f64> {
        let pairing = self.pairing()?;
        let turned = |vector: &[f64], t: i64| self.turned(pairing, vector, t, precision);
        let products = turned(query, t).into_iter().zip(turned(key, s));
        let sum = |sum: f64, (a, b): (f64, f64)| match precision {
            Precision::Exact | Precision::F64 => sum + a * b,
            _ => f64::from((sum as f32) + (a * b) as f32),
        };
        Some(products.fold(0.0, sum))
    }

    /// Head as a program in a precision makes it.
    fn turned(&self, pairing: Pairing, head: &[f64], t: i64, precision: Precision) -> Vec<f64> {
        if precision == Precision::Exact {
            return pairing.rotated(head, self.omegas(), self.attention_factor(), t);
        }
        let Some(rounding) = precision.rounding() else {
            let phasor = |omega: &Double| Phasor::from_angle(Double::new(t as f64 * omega.hi));
            let phasors: Vec<Phasor> = self.omegas().iter().map(phasor).collect();
            return pairing.turned(head, &phasors, self.attention_factor());
        };
        let round = |value: f64| rounding.nearest(value);
        let num_pairs = self.omegas().len();
        let mut turned: Vec<f64> = head.iter().copied().map(round).collect();
        for (k, omega) in self.frequencies_f32().into_iter().enumerate() {
            let angle = f64::from(t as f32 * omega);
            let factor = self.attention_factor() as f32;
            let cached = |value: f64| round(f64::from(value as f32 * factor));
            let (cos, sin) = (cached(angle.cos()), cached(angle.sin()));
            let ((i, j), (to_i, to_j)) =
                (pairing.read(k, num_pairs), pairing.written(k, num_pairs));
            let (x, y) = (round(head[i]), round(head[j]));
            turned[to_i] = round(round(x * cos) - round(y * sin));
            turned[to_j] = round(round(y * cos) + round(x * sin));
        }
        turned
    }

    /// Value of a cache as this encoding has it.
    pub fn cached(&self, component: Component, pair: u32, t: i64) -> f64 {
        cache::value(component, self.omegas()[pair as usize], self.attention_factor(), t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::rotary::RotaryDraft;

    #[test]
    fn scores_depend_on_the_offset_alone() {
        let rotary = Rotary::new(RotaryDraft::default()).unwrap();
        let q: Vec<f64> = (0..128).map(|i| f64::from(i * 37 % 19) / 9.5 - 1.0).collect();
        let k: Vec<f64> = (0..128).map(|i| f64::from(i * 53 % 23) / 11.5 - 1.0).collect();
        let score = |t: i64, precision| rotary.score([&q, &k], (t, t + 10), precision).unwrap();
        let exact = score(0, Precision::Exact);
        assert!((score(1 << 30, Precision::Exact) - exact).abs() < 1e-12);
        let far = (score(1 << 30, Precision::F64) - exact).abs();
        assert!((score(0, Precision::F64) - exact).abs() < 1e-12, "f64 at the first position");
        assert!((1e-10..1e-4).contains(&far), "angles in f64 lose digits: {far:e}");
        assert!((score(0, Precision::F32) - exact).abs() < 1e-4);
        assert!((score(0, Precision::Bf16) - exact).abs() > 1e-6, "bf16 is not exact");
    }
}
