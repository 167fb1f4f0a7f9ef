//! Interval of an axis.

/// Interval of an axis. On an axis of cells, cell i covers i..i+1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Lower end.
    pub start: f64,
    /// Upper end. On an axis of cells, the index after the last cell.
    pub end: f64,
}

impl Span {
    /// Length of the interval. On an axis of cells, the number of cells, including partial ones.
    pub fn length(&self) -> f64 {
        self.end - self.start
    }
}
