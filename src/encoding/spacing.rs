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
    /// Position of row i.
    pub(super) fn at(self, i: usize) -> f64 {
        self.start + self.step * i as f64
    }

    /// True if a position is that of row i.
    pub(super) fn is_at(self, i: usize, position: f64) -> bool {
        (self.at(i) - position).abs() <= Self::slack(position)
    }

    /// Largest difference of positions that are the same.
    pub(super) fn slack(position: f64) -> f64 {
        1e-9 * position.abs().max(1.0)
    }

    /// Position of row i, in double-double precision.
    pub(super) fn position(self, i: i64) -> Double {
        Double::new(self.step).scaled(i as f64).plus(Double::new(self.start))
    }
}
