//! Stretches of an axis.

/// A stretch of an axis. On an axis of cells, cell i covers i..i+1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Where it begins.
    pub start: f64,
    /// Where it ends: on an axis of cells, beyond the last.
    pub end: f64,
}

impl Span {
    /// From end to end: on an axis of cells their number, parts included.
    pub fn length(&self) -> f64 {
        self.end - self.start
    }
}
