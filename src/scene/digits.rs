//! Number of digits that values are shown with.

/// Number of decimals, 1 to 17.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits(u8);

impl Digits {
    /// Minimum: without decimals, only signs and whole numbers would be left.
    pub const FEWEST: usize = 1;
    /// Maximum: an f64 has no more significant digits.
    pub const MOST: usize = 17;

    /// Clamps a number of decimals to the allowed range.
    pub fn new(digits: i64) -> Self {
        Self(digits.clamp(Self::FEWEST as i64, Self::MOST as i64) as u8)
    }

    /// Number of decimals.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Digits {
    fn default() -> Self {
        Self(6)
    }
}
