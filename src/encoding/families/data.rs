//! Rows of a table.

use std::ops::Range;

use crate::encoding::{Data, Extent, Moments, family_rows::FamilyRows};

/// Numbers, and the position of their first row.
#[derive(Debug)]
pub(super) struct DataRows {
    pub(super) data: Data,
    pub(super) start: i64,
}

impl FamilyRows for DataRows {
    fn value(&self, t: i64, j: u32) -> f64 {
        self.data.value(t - self.start, j)
    }

    fn bound(&self, _extent: Extent) -> f64 {
        self.data.bound()
    }

    fn square_bound(&self, _extent: Extent) -> f64 {
        self.data.square_bound()
    }

    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        self.data.fill_moments(first - self.start as f64, m, columns, out);
    }

    fn is_missing(&self) -> bool {
        self.data.is_missing()
    }

    fn is_single(&self) -> bool {
        self.data.is_single()
    }

    fn is_unlimited(&self) -> bool {
        false
    }
}
