//! How many digits values are shown with.

/// Digits behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits(u8);

impl Digits {
    /// A sign and whole numbers would be left without any.
    pub const FEWEST: usize = 1;
    /// An f64 has no more.
    pub const MOST: usize = 17;

    /// So many, as near as there may be.
    pub fn new(digits: i64) -> Self {
        Self(digits.clamp(Self::FEWEST as i64, Self::MOST as i64) as u8)
    }

    /// How many.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Digits {
    fn default() -> Self {
        Self(6)
    }
}
