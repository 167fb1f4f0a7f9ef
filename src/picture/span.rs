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

    /// Smallest interval that contains this one and another.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Cuts both ends to numbers so small that the length, its multiples and its ticks are finite, too.
    #[must_use]
    pub fn finite(self) -> Self {
        const FARTHEST: f64 = 1e300;
        Self {
            start: self.start.clamp(-FARTHEST, FARTHEST),
            end: self.end.clamp(-FARTHEST, FARTHEST),
        }
    }

    /// Length of the smallest interval that is shown of this one: the length asked for or, where numbers are so large
    /// that it would vanish in their rounding, a longer one.
    pub fn smallest_part(&self, length: f64) -> f64 {
        /// Share of a number that `f64` resolves by far.
        const RESOLVED: f64 = 1.0 / (1_u64 << 40) as f64;
        let largest = self.start.abs().max(self.end.abs());
        length.max(RESOLVED * largest).min(self.length())
    }
}
