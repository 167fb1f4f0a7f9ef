//! Rows computed from the position itself.

use std::ops::Range;

use crate::encoding::{Computed, Extent, Moments, family_rows::FamilyRows};

impl FamilyRows for Computed {
    fn value(&self, t: i64, j: u32) -> f64 {
        Self::value(*self, t, j)
    }

    fn bound(&self, extent: Extent) -> f64 {
        Self::bound(*self, extent)
    }

    fn square_bound(&self, extent: Extent) -> f64 {
        Self::square_bound(*self, extent)
    }

    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        for (out, j) in out.iter_mut().zip(columns) {
            *out = self.moments(first, m, j);
        }
    }

    fn computed(&self) -> Option<Computed> {
        Some(*self)
    }
}
