//! A bias, which has no rows.

use std::{ops::Range, sync::Arc};

use crate::encoding::{Extent, Moments, bias::Bias, family_rows::FamilyRows};

impl FamilyRows for Arc<Bias> {
    fn value(&self, _t: i64, _j: u32) -> f64 {
        f64::NAN
    }

    fn square_bound(&self, _extent: Extent) -> f64 {
        1.0
    }

    fn fill_moments(&self, _first: f64, _m: f64, _columns: Range<u32>, out: &mut [Moments]) {
        out.fill(Moments { mean: f64::NAN, variance: 0.0 });
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn is_unlimited(&self) -> bool {
        false
    }

    fn bias(&self) -> Option<&Arc<Bias>> {
        Some(self)
    }
}
