//! Learned numbers of a bias by buckets.

use ndarray::Array2;

use crate::encoding::Data;

/// Numbers that a model has learned: a row for each bucket, a column for each head.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedBias(Array2<f64>);

impl LearnedBias {
    /// Numbers of buckets and heads.
    pub fn new(numbers: Array2<f64>) -> Self {
        Self(numbers)
    }

    /// Number of buckets.
    pub fn num_buckets(&self) -> u32 {
        self.0.nrows() as u32
    }

    /// Number of heads.
    pub fn num_heads(&self) -> u32 {
        self.0.ncols() as u32
    }

    /// Bias of a bucket and a head; NaN where there is none.
    pub fn value(&self, bucket: u32, head: u32) -> f64 {
        self.0.get([bucket as usize, head as usize]).copied().unwrap_or(f64::NAN)
    }
}

impl From<&Data> for LearnedBias {
    fn from(data: &Data) -> Self {
        let (rows, columns) = (data.num_rows(), data.num_columns());
        let at = |(row, column): (usize, usize)| data.value(row as i64, column as u32);
        Self(Array2::from_shape_fn((rows as usize, columns as usize), at))
    }
}
