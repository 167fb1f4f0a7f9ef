//! Rows of numbers, shared.

use std::sync::Arc;

/// Rows of equal width. A copy costs nothing, and two are equal where they are the same one: to compare all
/// numbers would take as long as to draw them.
#[derive(Clone, Debug)]
pub struct Rows {
    width: usize,
    values: Arc<[f64]>,
}

impl Rows {
    /// Rows of `width` values each, one after the other. NaN is no value at all.
    pub fn new(width: usize, values: Vec<f64>) -> Self {
        debug_assert!(width > 0 && values.len().is_multiple_of(width), "whole rows");
        Self { width, values: values.into() }
    }

    /// Values in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn num(&self) -> usize {
        self.values.len() / self.width
    }

    /// One row; the last where there are not so many.
    pub fn row(&self, i: usize) -> &[f64] {
        let first = i.min(self.num().saturating_sub(1)) * self.width;
        self.values.get(first..first + self.width).unwrap_or_default()
    }

    /// Row after row.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.width)
    }

    /// The largest absolute value; 0 where there is none.
    pub fn largest(&self) -> f64 {
        self.values.iter().fold(0.0, |largest, value| value.abs().max(largest))
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.width == other.width && Arc::ptr_eq(&self.values, &other.values)
    }
}
