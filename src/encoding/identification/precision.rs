//! Differences between a table and a hypothesis that computing and rounding explain.

use crate::encoding::{
    Arithmetic, Rounding,
    proof::{SINGLE, half_step, last_place},
};

/// Way in which the values of a table came about, which decides how near they must be to those of a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TablePrecision {
    /// Computed in single precision, in double where that is the type, and rounded to a type at the end.
    Rounded(Option<Rounding>),
    /// Computed in single precision, and kept or scaled in double.
    Single,
    /// Computed in single or double precision, and rounded to some decimals as text.
    Decimals(u32),
    /// Off by noise of this size, relative to the scale.
    Noise(f64),
}

/// Half a unit of a decimal.
pub(super) fn half_decimal(decimals: u32) -> f64 {
    0.5 * 0.1_f64.powi(decimals as i32)
}

impl TablePrecision {
    /// Arithmetic of frequencies and angles.
    pub(super) fn arithmetic(self) -> Arithmetic {
        match self {
            Self::Rounded(None) => Arithmetic::F64,
            Self::Rounded(Some(_)) | Self::Single | Self::Decimals(_) | Self::Noise(_) => {
                Arithmetic::F32
            }
        }
    }

    /// Size of the differences, relative to the scale, for angles that are read from the values.
    pub(super) fn noise(self) -> f64 {
        /// Noise of single precision, with some room.
        const LEAST: f64 = 1e-7;
        match self {
            Self::Rounded(rounding) => rounding.map_or(0.0, Rounding::unit).max(LEAST),
            Self::Single => LEAST,
            Self::Decimals(decimals) => half_decimal(decimals),
            Self::Noise(noise) => noise,
        }
    }

    /// Relative error of a sine before it is rounded.
    pub(super) fn sine_error(self) -> f64 {
        if self.arithmetic() == Arithmetic::F32 { 2.0 * SINGLE } else { 0.0 }
    }

    /// True where values need not be those of the hypothesis.
    pub(super) fn is_noise(self) -> bool {
        matches!(self, Self::Noise(_))
    }

    /// Largest difference of a value from scale · expected, where computing is off by `error`.
    pub(super) fn tolerance(self, expected: f64, error: f64, scale: f64) -> f64 {
        let (computed, exact) = (scale.abs() * error, scale * expected);
        // The factor is rounded, and so is its product.
        let scaled = |rounding: Option<Rounding>| {
            let is_one = scale.to_bits() == 1.0_f64.to_bits();
            if is_one { 0.0 } else { 4.0 * half_step(rounding, exact) }
        };
        match self {
            Self::Rounded(rounding) => computed + last_place(rounding, exact) + scaled(rounding),
            Self::Single => computed + 4.0 * SINGLE * exact.abs(),
            // The text was read in single precision, too.
            Self::Decimals(decimals) => computed + half_decimal(decimals) + SINGLE * exact.abs(),
            Self::Noise(noise) => computed + scale.abs() * noise,
        }
    }

    /// True if a value is that of a hypothesis, as far as its type and computing allow.
    pub(super) fn is_close(self, value: f64, expected: f64, error: f64, scale: f64) -> bool {
        (value - scale * expected).abs() <= self.tolerance(expected, error, scale)
    }
}
