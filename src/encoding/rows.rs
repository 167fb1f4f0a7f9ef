//! Rows of numbers, shared.

use ndarray::{ArcArray2, Array2, ArrayView2};

/// Rows of equal width. A copy costs nothing, and two are equal where they are the same one: comparing all
/// numbers would take as long as drawing them.
#[derive(Clone, Debug)]
pub struct Rows(ArcArray2<f64>);

impl From<Array2<f64>> for Rows {
    /// Rows of an array; NaN stands for a missing value.
    fn from(rows: Array2<f64>) -> Self {
        Self(rows.as_standard_layout().into_owned().into_shared())
    }
}

impl Rows {
    /// Rows of `width` values each, one after the other; values that fill no whole row are dropped.
    pub fn new(width: usize, mut values: Vec<f64>) -> Self {
        debug_assert!(width > 0 && values.len().is_multiple_of(width), "whole rows");
        let num = values.len() / width.max(1);
        values.truncate(num * width);
        Self(Array2::from_shape_vec((num, width), values).unwrap_or_default().into_shared())
    }

    /// All rows.
    pub fn view(&self) -> ArrayView2<'_, f64> {
        self.0.view()
    }

    /// Values in a row.
    pub fn width(&self) -> usize {
        self.0.ncols()
    }

    /// Number of rows.
    pub fn num(&self) -> usize {
        self.0.nrows()
    }

    /// One row; the last where there are not so many.
    pub fn row(&self, i: usize) -> &[f64] {
        let first = i.min(self.num().saturating_sub(1)) * self.width();
        let values = self.0.as_slice().unwrap_or_default();
        values.get(first..first + self.width()).unwrap_or_default()
    }

    /// Row after row.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.0.as_slice().unwrap_or_default().chunks_exact(self.width().max(1))
    }

    /// The largest absolute value; 0 where there is none.
    pub fn largest(&self) -> f64 {
        self.0.iter().fold(0.0, |largest, value| value.abs().max(largest))
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.0.dim() == other.0.dim() && self.0.as_ptr() == other.0.as_ptr()
    }
}
