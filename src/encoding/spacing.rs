//! Real positions: interpolated or normalized ones, half steps, rows in reverse.

use super::Double;

/// Positions of rows: row i is at start + step·i.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// Position of row 0.
    pub start: f64,
    /// Distance between the positions of two rows; negative in reverse.
    pub step: f64,
}

impl Spacing {
    /// Position of row i, in double-double precision.
    pub(super) fn position(self, i: i64) -> Double {
        Double::new(self.step).scaled(i as f64).plus(Double::new(self.start))
    }
}
