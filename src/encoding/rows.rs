//! Shared rows of numbers.

use ndarray::{ArcArray2, Array2, ArrayView2};

/// Rows of equal width. Clones share the numbers.
///
/// Two `Rows` are equal if they share the same numbers in memory, or have the same few: comparing many would take as
/// long as drawing them.
#[derive(Clone, Debug)]
pub struct Rows(ArcArray2<f64>);

impl From<Array2<f64>> for Rows {
    /// Converts an array. NaN stands for a missing value.
    fn from(rows: Array2<f64>) -> Self {
        Self(rows.as_standard_layout().into_owned().into_shared())
    }
}

impl Rows {
    /// Creates rows of `width` values each from row-major values. Values beyond the last whole row are dropped.
    pub fn new(width: usize, mut values: Vec<f64>) -> Self {
        debug_assert!(width > 0 && values.len().is_multiple_of(width), "whole rows");
        let num = values.len() / width.max(1);
        values.truncate(num * width);
        Self(Array2::from_shape_vec((num, width), values).unwrap_or_default().into_shared())
    }

    /// View of all rows.
    pub fn view(&self) -> ArrayView2<'_, f64> {
        self.0.view()
    }

    /// Number of values per row.
    pub fn width(&self) -> usize {
        self.0.ncols()
    }

    /// Number of rows.
    pub fn num(&self) -> usize {
        self.0.nrows()
    }

    /// Row `i`, or the last row if `i` is beyond it.
    pub fn row(&self, i: usize) -> &[f64] {
        let first = i.min(self.num().saturating_sub(1)) * self.width();
        let values = self.0.as_slice().unwrap_or_default();
        values.get(first..first + self.width()).unwrap_or_default()
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.0.as_slice().unwrap_or_default().chunks_exact(self.width().max(1))
    }

    /// Largest absolute value, or 0 without values.
    pub fn largest(&self) -> f64 {
        self.0.iter().fold(0.0, |largest, value| value.abs().max(largest))
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        /// Number of values that are compared.
        const FEW: usize = 4096;
        let are_same = || self.0.as_ptr() == other.0.as_ptr();
        self.0.dim() == other.0.dim() && (are_same() || self.0.len() <= FEW && self.0 == other.0)
    }
}
