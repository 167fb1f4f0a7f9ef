//! Rounding to the types of numbers that programs store.

use half::{bf16, f16};

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Type that values are rounded to.
    pub enum Rounding {
        /// Single precision.
        F32 = "f32",
        /// Half precision.
        F16 = "f16",
        /// Upper half of single precision.
        Bf16 = "bf16",
    }
}

impl Rounding {
    /// Nearest value of the type; ties go to even.
    #[inline(always)]
    pub fn nearest(self, value: f64) -> f64 {
        match self {
            Self::F32 => f64::from(value as f32),
            Self::F16 => f16::from_f32(odd(value)).to_f64(),
            Self::Bf16 => bf16::from_f32(odd(value)).to_f64(),
        }
    }

    /// Bits of the nearest number in half precision.
    pub fn f16_bits(value: f64) -> u16 {
        f16::from_f32(odd(value)).to_bits()
    }

    /// Bits of the nearest number in the upper half of single precision.
    pub fn bf16_bits(value: f64) -> u16 {
        bf16::from_f32(odd(value)).to_bits()
    }
}

/// Rounds to odd: to `f32`, with the last bit set whenever bits are lost. A second rounding to 16 bits then gives
/// the same as a single rounding (Boldo and Melquiond, 2008).
fn odd(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) == value || !nearest.is_finite() {
        return nearest;
    }
    let toward_zero = if f64::from(nearest).abs() > value.abs() {
        f32::from_bits(nearest.to_bits() - 1)
    } else {
        nearest
    };
    f32::from_bits(toward_zero.to_bits() | 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Nearest of all finite 16-bit numbers, ties to even, by exhaustive search.
    fn nearest_of_all(value: f64, number: impl Fn(u16) -> f64) -> u16 {
        let all = (0..=u16::MAX).filter(|&bits| number(bits).is_finite());
        let distance = |bits: u16| (number(bits) - value).abs();
        let sign = |bits: u16| (bits >> 15 == 1) != value.is_sign_negative();
        all.min_by(|&a, &b| {
            let ties = || (sign(a), a & 1).cmp(&(sign(b), b & 1));
            distance(a).total_cmp(&distance(b)).then_with(ties)
        })
        .expect("there are finite numbers")
    }

    fn check(value: f64) {
        let half = f16::from_bits(Rounding::f16_bits(value));
        let expected = nearest_of_all(value, |bits| f16::from_bits(bits).to_f64());
        assert_eq!(half.to_bits(), expected, "f16 of {value:e}");
        let brain = bf16::from_bits(Rounding::bf16_bits(value));
        let expected = nearest_of_all(value, |bits| bf16::from_bits(bits).to_f64());
        assert_eq!(brain.to_bits(), expected, "bf16 of {value:e}");
    }

    #[test]
    fn halves_are_rounded_once() {
        for value in [0.0, 1.0, -1.0, 0.1, 1e-7, -6e-8, 3e-8, 5.96e-8, 1e-40, 62831.85, -0.0] {
            check(value);
        }
        // Just beside the midpoint of two neighbors, where rounding by way of f32 goes wrong.
        let middle = 1.0 + 2.0_f64.powi(-11);
        for beside in [middle, middle + 2.0_f64.powi(-40), middle - 2.0_f64.powi(-40)] {
            check(beside);
            check(-beside);
        }
        let astray = middle + 2.0_f64.powi(-40);
        assert_ne!(
            f16::from_f32(astray as f32).to_bits(),
            Rounding::f16_bits(astray),
            "the case is one that two roundings get wrong"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
        #[test]
        fn halves_are_the_nearest(value in -1.0..1.0_f64, ulps in -3_i32..=3) {
            check(value);
            let near = f16::from_f64(value).to_f64() + f64::from(ulps) * 2.0_f64.powi(-30);
            check(near);
        }
    }
}
