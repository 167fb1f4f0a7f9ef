//! Types that the values of a table were rounded to.

use crate::encoding::{
    Rounding,
    proof::{half_step, last_place},
};

/// Difference that the last digits of the angles alone make, where a value is near 0.
const NOTHING: f64 = 1e-14;

/// Types that hold some values of a table, with their differences from the rounded values of an encoding.
#[derive(Clone, Copy)]
pub(super) struct Types {
    /// True for the types that give every value.
    holds: [bool; 3],
    /// Largest difference after rounding to each type.
    largest: [f64; 3],
    /// Number of values that differ after rounding to each type.
    num_off: [u64; 3],
    /// Largest difference from the values without rounding.
    largest_exact: f64,
    pub(super) num_values: u64,
}

impl Default for Types {
    fn default() -> Self {
        Self {
            holds: [true; 3],
            largest: [0.0; 3],
            num_off: [0; 3],
            largest_exact: 0.0,
            num_values: 0,
        }
    }
}

impl Types {
    const NARROWEST_FIRST: [Rounding; 3] = [Rounding::Bf16, Rounding::F16, Rounding::F32];

    /// Adds a value of a table. The encoding has `expected`, computed with an error of up to `slack`.
    pub(super) fn add(&mut self, value: f64, expected: f64, slack: f64, scale: f64) {
        /// Relative error of a product in single precision.
        const PRODUCT: f64 = 1.0 / 8_388_608.0;
        let exact = scale * expected;
        self.num_values += 1;
        self.largest_exact = self.largest_exact.max((value - exact).abs());
        let slack = slack + NOTHING;
        for (k, rounding) in Self::NARROWEST_FIRST.into_iter().enumerate() {
            if !self.holds[k] {
                continue;
            }
            let off = (value - rounding.nearest(exact)).abs();
            let is_last = off == 0.0 || {
                let last = last_place(Some(rounding), exact) - half_step(Some(rounding), exact);
                let reach = scale.abs() * slack + last.max(0.0);
                let (least, most) =
                    (rounding.nearest(exact - reach), rounding.nearest(exact + reach));
                (least..=most).contains(&value) && rounding.nearest(value) == value
            };
            if is_last {
                self.largest[k] = self.largest[k].max(off);
                self.num_off[k] += u64::from(off != 0.0);
                continue;
            }
            // The values may have been rounded before they were scaled, in single or in double precision.
            let nearest = scale * rounding.nearest(expected);
            let off = (value - nearest).abs();
            let is_single = Rounding::F32.nearest(value) == value;
            let product = if is_single { PRODUCT } else { 8.0 * f64::EPSILON };
            self.holds[k] = off <= product * nearest.abs() && scale != 1.0;
            self.largest[k] = self.largest[k].max(off);
            self.num_off[k] += u64::from(off != 0.0);
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            holds: std::array::from_fn(|k| self.holds[k] && other.holds[k]),
            largest: std::array::from_fn(|k| self.largest[k].max(other.largest[k])),
            num_off: std::array::from_fn(|k| self.num_off[k] + other.num_off[k]),
            largest_exact: self.largest_exact.max(other.largest_exact),
            num_values: self.num_values + other.num_values,
        }
    }

    /// Narrowest type, the largest difference after rounding to it, and the number of values that differ.
    pub(super) fn narrowest(&self) -> (Option<Rounding>, f64, u64) {
        match self.holds.iter().position(|&is| is) {
            Some(k) => (Some(Self::NARROWEST_FIRST[k]), self.largest[k], self.num_off[k]),
            None => (None, self.largest_exact, self.num_values),
        }
    }
}
