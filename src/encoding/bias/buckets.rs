//! Buckets of offsets, each of which shares one learned bias.

use crate::encoding::OutOfLimits;

/// Rule of T5: near offsets have a bucket each, far ones share them up to a distance.
///
/// With b buckets for a direction, distances n below ⌊b/2⌋ have the bucket n; a larger one has
/// ⌊b/2⌋ + ⌊ln(n/⌊b/2⌋) / ln(max/⌊b/2⌋) · (b − ⌊b/2⌋)⌋, at most b − 1. An offset is key minus query.
///
/// ```
/// use phasor::encoding::bias::Buckets;
/// let buckets = Buckets::new(32, 128, true)?;
/// assert_eq!(buckets.of(-1), 1, "the key before");
/// assert_eq!(buckets.of(1), 17, "the key after");
/// assert_eq!(buckets.of(-1000), 15, "the last bucket of keys before");
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets {
    num: u32,
    max_distance: u32,
    is_bidirectional: bool,
}

impl Buckets {
    /// Largest number of buckets.
    pub const MOST: u32 = 1 << 16;
    /// Largest distance beyond which all share a bucket.
    pub const FARTHEST: u32 = 1 << 24;

    /// Validates a rule: each direction has at least two buckets, the second half of which begins below the distance.
    pub fn new(num: u32, max_distance: u32, is_bidirectional: bool) -> Result<Self, OutOfLimits> {
        let least = if is_bidirectional { 4 } else { 2 };
        if !(least..=Self::MOST).contains(&num) {
            return Err(OutOfLimits {
                name: "buckets",
                value: num.to_string(),
                allowed: format!("a whole number from {least} to {}", Self::MOST),
            });
        }
        let own = Self { num, max_distance, is_bidirectional };
        let exact = own.num_exact();
        if !(exact + 1..=Self::FARTHEST).contains(&max_distance) {
            return Err(OutOfLimits {
                name: "max_distance",
                value: max_distance.to_string(),
                allowed: format!(
                    "a whole number from {} to {}: the first {exact} distances have a bucket each",
                    exact + 1,
                    Self::FARTHEST
                ),
            });
        }
        Ok(own)
    }

    /// Number of buckets.
    pub fn num(self) -> u32 {
        self.num
    }

    /// Distance from which all share the last bucket of a direction.
    pub fn max_distance(self) -> u32 {
        self.max_distance
    }

    /// True if keys after the query have buckets of their own.
    pub fn is_bidirectional(self) -> bool {
        self.is_bidirectional
    }

    /// Number of buckets of a direction.
    fn num_of_direction(self) -> u32 {
        if self.is_bidirectional { self.num / 2 } else { self.num }
    }

    /// Number of distances that have a bucket each.
    pub fn num_exact(self) -> u32 {
        self.num_of_direction() / 2
    }

    /// Bucket of an offset, key minus query. Logarithms, quotient and product are in single precision, as in PyTorch.
    pub fn of(self, offset: i64) -> u32 {
        let (num, exact) = (self.num_of_direction(), self.num_exact());
        let (first, distance) = match (self.is_bidirectional, offset) {
            (true, 1..) => (num, offset.unsigned_abs()),
            (false, 1..) => (0, 0),
            (_, ..=0) => (0, offset.unsigned_abs()),
        };
        if distance < u64::from(exact) {
            return first + distance as u32;
        }
        let single = |value: f64| value as f32;
        let ratio = distance as f32 / exact as f32;
        let span = single((f64::from(self.max_distance) / f64::from(exact)).ln());
        let share = single(f64::from(ratio).ln()) / span * (num - exact) as f32;
        first + (exact + share as u32).min(num - 1)
    }

    /// Offsets at which a bucket begins, from a first offset to a last, in order, with the bucket.
    pub fn runs(self, first: i64, last: i64) -> Vec<(i64, u32)> {
        let mut runs = Vec::new();
        let mut at = first;
        while at <= last {
            let bucket = self.of(at);
            runs.push((at, bucket));
            // The end of a run is found by doubling, then by halving: runs grow with the distance.
            let mut step = 1;
            while at + step <= last && self.of(at + step) == bucket {
                step *= 2;
            }
            let (mut same, mut other) = (at + step / 2, (at + step).min(last + 1));
            while other - same > 1 {
                let middle = same + (other - same) / 2;
                if self.of(middle) == bucket { same = middle } else { other = middle }
            }
            at = other;
        }
        runs
    }
}

impl Default for Buckets {
    /// Those of T5's encoder.
    fn default() -> Self {
        Self { num: 32, max_distance: 128, is_bidirectional: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_rules_that_divide_by_zero() {
        for (num, max_distance, is_bidirectional) in
            [(0, 128, false), (1, 128, false), (2, 128, true), (3, 128, true), (32, 8, true)]
        {
            let rule = Buckets::new(num, max_distance, is_bidirectional);
            assert!(rule.is_err(), "{num} buckets up to {max_distance}");
        }
        assert!(Buckets::new(2, 2, false).is_ok());
        assert!(Buckets::new(4, 2, true).is_ok());
    }

    #[test]
    fn runs_are_those_of_single_offsets() {
        for (num, max_distance, is_bidirectional) in
            [(32, 128, true), (32, 128, false), (2, 2, false), (7, 1000, false), (64, 33, true)]
        {
            let rule = Buckets::new(num, max_distance, is_bidirectional).unwrap();
            let runs = rule.runs(-2000, 300);
            for offset in -2000..=300 {
                let run = runs.iter().rfind(|(start, _)| *start <= offset).unwrap();
                assert_eq!(run.1, rule.of(offset), "{offset} of {rule:?}");
                assert!(rule.of(offset) < num, "{offset} of {rule:?}");
            }
        }
    }
}
