//! Double-double arithmetic: unevaluated sums of two `f64`, with about 106 bits of precision.
//!
//! An angle ω·t reaches 2^34 radians before it is reduced modulo 2π. In `f64` the reduced angle would have six
//! correct digits; with 106 bits it is correct to the last bit of an `f64`. The algorithms are the error-free
//! transformations of Dekker and Knuth, with a fused multiply-add for the product.

use std::{f64::consts, sync::LazyLock};

/// Unevaluated sum `hi + lo` with |lo| ≤ ½ ulp(hi).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    /// High part: the nearest `f64`.
    pub hi: f64,
    /// Low part: the rounding error of `hi`.
    pub lo: f64,
}

pub(super) const TWO_PI: Double = Double { hi: consts::TAU, lo: 2.449_293_598_294_706_4e-16 };
const LN_2: Double = Double { hi: consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };

/// 1/2!, 1/3!, …: as many as tell the exponential of a number below 0.0007 in all digits.
static INVERSE_FACTORIALS: LazyLock<[Double; 9]> = LazyLock::new(|| {
    let mut last = Double::ONE;
    std::array::from_fn(|i| {
        last = last.divided((i + 2) as f64);
        last
    })
});

/// Exact sum of two numbers, as the rounded sum and its rounding error.
fn two_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    let b_part = hi - a;
    Double { hi, lo: (a - (hi - b_part)) + (b - b_part) }
}

/// Exact sum of two numbers with |a| ≥ |b|, in fewer operations than [`two_sum`].
fn quick_two_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    Double { hi, lo: b - (hi - a) }
}

/// Exact product of two numbers, as the rounded product and its rounding error.
fn two_product(a: f64, b: f64) -> Double {
    let hi = a * b;
    Double { hi, lo: a.mul_add(b, -hi) }
}

impl Double {
    /// The number 1.
    pub const ONE: Self = Self { hi: 1.0, lo: 0.0 };

    /// Converts an `f64` exactly.
    pub fn new(value: f64) -> Self {
        Self { hi: value, lo: 0.0 }
    }

    /// Sum, with a relative error of about 2^-104.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let s = two_sum(self.hi, other.hi);
        let t = two_sum(self.lo, other.lo);
        let s = quick_two_sum(s.hi, s.lo + t.hi);
        quick_two_sum(s.hi, s.lo + t.lo)
    }

    /// Negative of the number.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }

    /// Product, with a relative error of about 2^-104.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let p = two_product(self.hi, other.hi);
        let lo = self.hi.mul_add(other.lo, self.lo.mul_add(other.hi, p.lo));
        quick_two_sum(p.hi, lo)
    }

    /// Product with an `f64`.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let p = two_product(self.hi, factor);
        quick_two_sum(p.hi, self.lo.mul_add(factor, p.lo))
    }

    /// Quotient by an `f64`, with a relative error of about 2^-104. Infinite or NaN as that of `f64` is.
    #[must_use]
    pub fn divided(self, divisor: f64) -> Self {
        let q = self.hi / divisor;
        // Nothing is left of an infinite quotient that a correction could be made from.
        if !q.is_finite() {
            return Self::new(q);
        }
        let rest = self.plus(Self::new(divisor).scaled(q).negated());
        let q2 = rest.hi / divisor;
        let rest = rest.plus(Self::new(divisor).scaled(q2).negated());
        quick_two_sum(q, q2).plus(Self::new(rest.hi / divisor))
    }

    /// Exponential e^self for |self| ≤ 700, by argument reduction, a Taylor series and repeated squaring.
    #[must_use]
    pub fn exp(self) -> Self {
        const HALVINGS: i32 = 9;
        let n = (self.hi / consts::LN_2).round();
        let small = self.plus(LN_2.scaled(-n)).scaled(0.5_f64.powi(HALVINGS));
        // The leading 1 is left out of the sum, so that squaring loses no precision: (1 + p)² = 1 + (2p + p²).
        let [first @ .., last] = &*INVERSE_FACTORIALS;
        let rest = first.iter().rev().fold(*last, |sum, it| sum.times(small).plus(*it));
        let mut sum = small.plus(small.times(small).times(rest));
        for _ in 0..HALVINGS {
            sum = sum.scaled(2.0).plus(sum.times(sum));
        }
        let result = Self::ONE.plus(sum);
        let two_to_n = 2.0_f64.powi(n as i32);
        Self { hi: result.hi * two_to_n, lo: result.lo * two_to_n }
    }

    /// Natural logarithm of a finite `value` > 0, by two steps of Newton's method with [`Double::exp`].
    #[must_use]
    pub fn ln(value: f64) -> Self {
        let mut y = Self::new(libm::log(value));
        for _ in 0..2 {
            // y + value·e^(−y) − 1
            y = y.plus(y.negated().exp().scaled(value)).plus(Self::new(-1.0));
        }
        y
    }

    /// Angle reduced modulo 2π to [−π, π]. The absolute error is below 1e-20 for |self| ≤ 2^35.
    #[must_use]
    pub fn reduced_angle(self) -> Self {
        let turns = (self.hi / TWO_PI.hi).round();
        self.plus(TWO_PI.scaled(-turns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(actual: Double, hi: f64, lo: f64) {
        let error = actual.plus(Double { hi: -hi, lo: -lo });
        assert!(
            error.hi.abs() <= 1e-29 * hi.abs(),
            "{actual:?} differs from {hi:e} + {lo:e} by {:e}",
            error.hi
        );
    }

    #[test]
    fn exp_and_ln_have_over_29_digits() {
        check(Double::new(1.0).exp(), consts::E, 1.445_646_891_729_250_2e-16);
        check(Double::ln(10.0), consts::LN_10, -2.170_756_223_382_249_4e-16);
        check(Double::ln(2.0), LN_2.hi, LN_2.lo);
    }

    #[test]
    fn exp_inverts_ln_for_all_bases() {
        for base in [1.000_000_1, 1.5, 10_000.0, 500_000.0, 1e12] {
            let back = Double::ln(base).exp();
            let error = back.plus(Double::new(-base)).hi.abs() / base;
            assert!(error < 1e-29, "exp(ln({base})) is off by {error:e} of itself");
        }
    }

    #[test]
    fn quotients_beyond_all_numbers_are_those_of_f64() {
        for divisor in [0.0, -0.0, 5e-324, -5e-324, f64::NAN] {
            for value in [1.0, -0.25, 0.0] {
                let (found, expected) = (Double::new(value).divided(divisor).hi, value / divisor);
                let is_same = found == expected || found.is_nan() && expected.is_nan();
                assert!(is_same, "{value} / {divisor:e} is {found}, expected {expected}");
            }
        }
    }

    #[test]
    fn whole_turns_vanish() {
        let angle = TWO_PI.scaled(1e9).plus(Double::new(0.25)).reduced_angle();
        assert!((angle.hi - 0.25).abs() < 1e-20, "{angle:?} is not 0.25");
    }
}
