//! Formula and precision in which the original code of a convention computes a frequency, with a bound of its error.

use crate::{encoding::Ratio, stable_enum::stable_enum};

stable_enum! {
    /// Precision in which the original code computes.
    pub enum Arithmetic {
        /// A formula without code: exact.
        Exact = "exact",
        /// Single precision, rounded after every step.
        F32 = "f32",
        /// Double precision. The finished table is rounded to single precision.
        F64 = "f64",
    }
}

/// Formula by which code computes ω = base^(−n/m), where n/m is the exponent of the convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// exp(n · (−ln base / m))
    ExpOfProduct,
    /// exp((−ln base · n) / m)
    ExpOfQuotient,
    /// 1 / base^(n/m)
    Power,
    /// 1 / base^(n/m), where the position itself is divided by the power
    Quotient,
    /// (1/base)^(n/m)
    InversePower,
}

impl Form {
    /// All forms.
    const ALL: [Self; 5] =
        [Self::ExpOfProduct, Self::ExpOfQuotient, Self::Power, Self::Quotient, Self::InversePower];

    /// Text of the formula for base^(−n/m), as written in code.
    pub fn text(self, base: &str, n: &str, m: &str) -> String {
        match self {
            Self::ExpOfProduct => format!("exp({n} · (−ln {base} / {m}))"),
            Self::ExpOfQuotient => format!("exp(−ln {base} · {n} / {m})"),
            Self::Power | Self::Quotient => format!("1 / {base}^({n}/{m})"),
            Self::InversePower => format!("(1/{base})^({n}/{m})"),
        }
    }

    /// Frequency ω with every step rounded to the precision of the arithmetic. The steps themselves are computed in
    /// `f64`.
    pub fn evaluate(self, arithmetic: Arithmetic, base: f64, exponent: Ratio) -> f64 {
        let round = |value: f64| match arithmetic {
            Arithmetic::F32 => f64::from(value as f32),
            Arithmetic::F64 | Arithmetic::Exact => value,
        };
        let (n, m) = (f64::from(exponent.numerator), f64::from(exponent.denominator));
        match self {
            // The scalar factor stays in double precision until it is multiplied with the array.
            Self::ExpOfProduct => round(round(n * round(-base.ln() / m)).exp()),
            Self::ExpOfQuotient => {
                let product = round(round(-base.ln()) * n);
                round(round(product / m).exp())
            }
            Self::Power | Self::Quotient => round(1.0 / round(round(base).powf(round(n / m)))),
            Self::InversePower => round(round(1.0 / base).powf(round(n / m))),
        }
    }

    /// Sine and cosine of ωt at a position, with every step in single precision. `sin` and `cos` themselves are rounded
    /// to nearest.
    pub(in crate::encoding) fn phasor_f32(
        self,
        base: f64,
        exponent: Ratio,
    ) -> impl Fn(i64) -> (f32, f32) {
        let omega = self.evaluate(Arithmetic::F32, base, exponent) as f32;
        let (n, m) = (exponent.numerator as f32, exponent.denominator as f32);
        let power = f64::from(base as f32).powf(f64::from(n / m)) as f32;
        move |t| {
            let t = t as f32;
            let angle = f64::from(if self == Self::Quotient { t / power } else { t * omega });
            (angle.sin() as f32, angle.cos() as f32)
        }
    }
}

impl Arithmetic {
    /// Relative error of a frequency base^(−e) as programs compute it: the largest of all forms, and room for an order
    /// of steps that is not among them. 0 for exponent 0, which every form gives exactly.
    pub(crate) fn frequency_error(self, base: f64, exponent: Ratio) -> f64 {
        /// Units of one more rounding of the result, and of the exponent.
        const RESULT: f64 = 2.5;
        const EXPONENT: f64 = 0.5;
        if exponent.numerator == 0 {
            return 0.0;
        }
        let exact = Form::Power.evaluate(Self::Exact, base, exponent);
        let error = |form: &Form| (form.evaluate(self, base, exponent) / exact - 1.0).abs();
        let (forms, steps) = match self {
            Self::Exact => return 0.0,
            Self::F64 => (0.0, 2.0),
            Self::F32 => (Form::ALL.iter().map(error).fold(0.0, f64::max), EXPONENT),
        };
        forms + self.unit() * (RESULT + steps * exact.ln().abs())
    }

    /// Half a unit in the last place of 1: 2^-24 in single precision; 0 for exact arithmetic.
    fn unit(self) -> f64 {
        match self {
            Self::Exact => 0.0,
            Self::F32 => f64::from(f32::EPSILON) / 2.0,
            Self::F64 => f64::EPSILON / 2.0,
        }
    }

    /// Bound of the relative error of a power with a logarithm, for any order of the steps.
    ///
    /// Let u be half a unit in the last place of 1. The exponent results from two rounded steps (the scalar, and its
    /// product with the index), so its error is at most 2·|ln|·u, which is also the relative error of the power. `exp`
    /// or `pow` adds up to one unit in the last place, 2u.
    pub(crate) fn power_bound(self, logarithm: f64) -> f64 {
        (2.0 * logarithm.abs() + 2.0) * self.unit()
    }

    /// Bound of the error of sin ωt or cos ωt in this arithmetic, for any order of the steps.
    ///
    /// Let u be half a unit in the last place of 1 (2^-24 in single precision). The relative error of ω is at most
    /// (2·ln(1/ω) + 2)·u, as for any power. The position and its product with ω add u each. The error of the angle is
    /// therefore at most |t|·ω·(2·ln(1/ω) + 4)·u. The slope of sine and cosine is at most 1, so their error is no
    /// larger, plus 2u for one unit in their own last place. The bound is capped at 2, since values lie between −1 and
    /// 1.
    pub fn largest_error(self, omega: f64, t: f64) -> f64 {
        let (u, exponent) = (self.unit(), (1.0 / omega).ln().max(0.0));
        (t.abs() * omega * (self.power_bound(exponent) + 2.0 * u) + 2.0 * u).min(2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(form: Form, arithmetic: Arithmetic, numerator: u32, expected: f64) {
        let omega = form.evaluate(arithmetic, 10_000.0, Ratio { numerator, denominator: 8 });
        assert_eq!(omega, expected, "{form:?} in {arithmetic:?}");
    }

    #[test]
    fn forms_round_differently() {
        for form in Form::ALL {
            check(form, Arithmetic::F32, 0, 1.0);
            let omega = form.evaluate(Arithmetic::F64, 1e4, Ratio { numerator: 2, denominator: 8 });
            assert!((omega - 0.1).abs() < 1e-16, "{form:?}: {omega}");
        }
        let differs = (0..256).any(|k| {
            let ratio = Ratio { numerator: 2 * k, denominator: 512 };
            let of = |form: Form| form.evaluate(Arithmetic::F32, 1e4, ratio);
            of(Form::ExpOfProduct).to_bits() != of(Form::Power).to_bits()
        });
        assert!(differs, "exp of a product and a power round differently somewhere");
    }

    #[test]
    fn error_bound_covers_every_form() {
        for form in Form::ALL {
            for k in 0..256 {
                let ratio = Ratio { numerator: 2 * k, denominator: 512 };
                let exact = form.evaluate(Arithmetic::Exact, 1e4, ratio);
                let omega = form.evaluate(Arithmetic::F32, 1e4, ratio);
                let off = 1000.0 * (omega - exact).abs();
                let bound = Arithmetic::F32.largest_error(exact, 1000.0);
                assert!(off <= bound, "{form:?}, k = {k}: the angle is off by {off}, not {bound}");
            }
        }
        assert!(Arithmetic::F32.largest_error(1.0, 0.0) <= 2e-7, "the sine's own rounding alone");
        assert_eq!(Arithmetic::F32.largest_error(1.0, 1e12), 2.0, "nothing is left of the value");
    }
}
