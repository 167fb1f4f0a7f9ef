//! Limits of all numeric parameters, and the extent of a table: its positions.

use thiserror::Error;

/// Limits of all numeric parameters. Values outside them are refused.
pub struct Limits;

impl Limits {
    /// Largest `d_model`.
    pub const D_MODEL_MAX: u32 = 16_384;
    /// Largest number of pairs of columns.
    pub const PAIRS_MAX: u32 = Self::D_MODEL_MAX / 2;
    /// Largest |start|, |offset| and |position|.
    pub const POSITION_MAX: i64 = 1 << 32;
    /// Largest number of positions in a table.
    pub const LENGTH_MAX: u64 = 1 << 32;
    /// Largest number of layers of a model.
    pub const LAYERS_MAX: u32 = 100_000;
    /// Largest base.
    pub const BASE_MAX: f64 = 1e12;
    /// Bases that are allowed, in words.
    pub const BASES: &str = "a number above 1, up to 1e12";

    /// True for a base that is allowed: above 1, up to the largest.
    pub fn is_base(base: f64) -> bool {
        base > 1.0 && base <= Self::BASE_MAX
    }
}

/// Error for a number outside [`Limits`].
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid {name} \"{value}\": expected {allowed}")]
pub struct OutOfLimits {
    /// Name of the parameter.
    pub name: &'static str,
    /// Requested value.
    pub value: String,
    /// Description of the allowed values.
    pub allowed: String,
}

/// Consecutive integer positions within [`Limits`]: those of the rows of a table.
///
/// ```
/// use phasor::encoding::Extent;
/// let extent = Extent::new(2, 4)?;
/// assert_eq!((extent.start(), extent.last(), extent.length()), (2, 5, 4));
/// assert!(Extent::new(0, 0).is_err());
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    start: i64,
    length: u64,
}

impl Extent {
    /// Validates an extent of `length` positions from `start` on.
    pub fn new(start: i64, length: u64) -> Result<Self, OutOfLimits> {
        check_position("start", start)?;
        if !(1..=Limits::LENGTH_MAX).contains(&length) {
            return Err(OutOfLimits {
                name: "length",
                value: length.to_string(),
                allowed: format!("a whole number from 1 to {}", Limits::LENGTH_MAX),
            });
        }
        Ok(Self { start, length })
    }

    /// First position.
    pub fn start(self) -> i64 {
        self.start
    }

    /// Number of positions, at least 1.
    pub fn length(self) -> u64 {
        self.length
    }

    /// Last position.
    pub fn last(self) -> i64 {
        self.start + (self.length - 1) as i64
    }

    /// True if a position is in the extent.
    pub fn contains(self, t: i64) -> bool {
        (self.start..=self.last()).contains(&t)
    }

    /// Position of the extent nearest to `t`.
    pub fn nearest(self, t: i64) -> i64 {
        t.clamp(self.start, self.last())
    }

    /// Largest |t| over all positions.
    pub fn furthest(self) -> u64 {
        self.start.unsigned_abs().max(self.last().unsigned_abs())
    }

    /// First `most` positions, at least one, or all if there are fewer.
    #[must_use]
    pub fn truncated(self, most: u64) -> Self {
        Self { length: self.length.min(most.max(1)), ..self }
    }
}

impl Default for Extent {
    /// Extent of 256 positions from 0 on.
    fn default() -> Self {
        Self { start: 0, length: 256 }
    }
}

/// Checks a position or an offset against ±2^32.
pub(crate) fn check_position(name: &'static str, value: i64) -> Result<i64, OutOfLimits> {
    let max = Limits::POSITION_MAX;
    if (-max..=max).contains(&value) {
        Ok(value)
    } else {
        Err(OutOfLimits {
            name,
            value: value.to_string(),
            allowed: format!("a whole number from -{max} to {max}"),
        })
    }
}
