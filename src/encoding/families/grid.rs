//! Rows of the cells of a grid.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use crate::encoding::{Encoding, Extent, Moments, Spec, family_rows::FamilyRows, grid::Grid};

/// Cells of a grid.
#[derive(Debug)]
pub(super) struct GridRows {
    grid: Arc<Grid>,
    /// Rows whose dot products are scores, built when they are first asked for; `None` unless the encoding is rotary.
    heads: OnceLock<Option<Encoding>>,
}

impl GridRows {
    pub(super) fn new(grid: Arc<Grid>) -> Self {
        Self { grid, heads: OnceLock::new() }
    }

    /// Rows that are scores themselves.
    fn heads(grid: &Grid) -> Option<Encoding> {
        let grid = Arc::new(grid.heads()?);
        let spec = Spec::Grid(Arc::clone(&grid));
        Some(Encoding::of_rows(spec, Self { grid, heads: OnceLock::from(None) }))
    }
}

impl FamilyRows for GridRows {
    fn value(&self, t: i64, j: u32) -> f64 {
        self.grid.value(t, j)
    }

    fn square_bound(&self, _extent: Extent) -> f64 {
        if self.grid.convention().is_rotary() {
            return 1.0;
        }
        // A sine and a cosine of every angle, but for a cropped width.
        f64::from(self.grid.num_columns().div_ceil(2))
    }

    fn fill_moments(&self, first: f64, m: f64, columns: Range<u32>, out: &mut [Moments]) {
        for (out, j) in out.iter_mut().zip(columns) {
            *out = self.grid.moments(first, m, j);
        }
    }

    fn is_unlimited(&self) -> bool {
        false
    }

    fn scored_rows(&self) -> Option<&Encoding> {
        self.heads.get_or_init(|| Self::heads(&self.grid)).as_ref()
    }

    fn grid(&self) -> Option<&Arc<Grid>> {
        Some(&self.grid)
    }
}
