//! Columns of the encoding as continuous curves over real positions.

use std::sync::Arc;

use crate::encoding::Waves;

/// Columns of waves as continuous curves over positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// Waves that the columns belong to.
    pub waves: Arc<Waves>,
    /// Position of cell 0.
    pub start: i64,
    /// Columns, in the order of the key.
    pub columns: Vec<Curve>,
}

/// Column drawn as a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    /// Column j.
    pub column: u32,
    /// Index of the curve's color.
    pub color: usize,
    /// True if the curve is only listed in the key, and not drawn.
    pub is_hidden: bool,
}
