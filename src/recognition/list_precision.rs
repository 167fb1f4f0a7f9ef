//! Type and precision in which the entries of a list may have come about.

use crate::encoding::{
    Arithmetic, Rounding,
    proof::{last_place, significand_bits, value_bits},
    rotary::{angle_error, scaling::Scaling},
};

/// Precision of the entries of a vector.
#[derive(Clone, Copy)]
pub(super) struct ListOrigin {
    pub(super) rounding: Option<Rounding>,
    arithmetic: Arithmetic,
    /// Decimal digits of each entry, where they are fewer than its type holds.
    pub(super) num_digits: Option<u32>,
}

impl ListOrigin {
    /// Ways that give numbers like those of a vector, the most precise first.
    pub(super) fn of(vector: &[f64]) -> Vec<Self> {
        let rounding = Rounding::narrowest(vector);
        let num_digits = num_digits(vector);
        let double = Self { rounding: None, arithmetic: Arithmetic::F64, num_digits: None };
        let single = Self { arithmetic: Arithmetic::F32, ..double };
        let own = Self { rounding, num_digits, ..single };
        match rounding {
            None if num_digits.is_none() => vec![double, single],
            None | Some(Rounding::F32) => vec![double, own],
            // Powers of two fit every type, so that the narrowest one proves nothing.
            Some(_) => vec![double, Self { rounding: Some(Rounding::F32), ..single }, own],
        }
    }

    /// Bits to which it has a number.
    pub(super) fn bits(self) -> f64 {
        let digits = self.num_digits.map_or(f64::INFINITY, |num| f64::from(num) * 10.0_f64.log2());
        let is_single = self.arithmetic == Arithmetic::F32;
        let rounding = self.rounding.or_else(|| is_single.then_some(Rounding::F32));
        significand_bits(rounding).min(digits)
    }

    /// Largest difference of an entry from a frequency.
    pub(super) fn tolerance(
        self,
        omega: f64,
        (base, scaling): (f64, &Scaling),
        (k, num): (u32, u32),
    ) -> f64 {
        let computed = angle_error(self.arithmetic, (base, scaling), (k, num), omega);
        // A number of D digits is off by half a unit of the last one, at most that share of it.
        let digits = self.num_digits.map_or(0.0, |num| 0.5 * 10.0_f64.powi(1 - num as i32));
        computed + 1.01 * digits * omega + last_place(self.rounding, omega)
    }
}

/// Number of significant digits of the entries of a vector; `None` unless there are from 3 to 6, which a text was
/// shortened to.
fn num_digits(vector: &[f64]) -> Option<u32> {
    let digits = |value: &f64| {
        let text = format!("{value:e}");
        let mantissa = text.split('e').next().unwrap_or_default();
        mantissa.bytes().filter(u8::is_ascii_digit).count() as u32
    };
    vector.iter().map(digits).max().filter(|num| (3..=6).contains(num))
}

/// Bits that the entries of a list in a type explain; `None` if one is not as expected.
pub(super) fn explained(
    vector: &[f64],
    rounding: Option<Rounding>,
    expected: impl Iterator<Item = (f64, f64)>,
) -> Option<f64> {
    let mut bits = 0.0;
    for (&own, (value, error)) in vector.iter().zip(expected) {
        let tolerance = error + last_place(rounding, value);
        let is_close = (own - value).abs() <= tolerance;
        if !is_close {
            return None;
        }
        if own != 0.0 && own.to_bits() != 1.0_f64.to_bits() {
            bits += value_bits(value, tolerance, rounding);
        }
    }
    Some(bits)
}
