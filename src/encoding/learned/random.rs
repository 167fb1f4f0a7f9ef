//! Seeded random numbers that other programs can repeat.

use crate::encoding::computed::{STEP, mix};

/// Output i of `SplitMix64` (Steele, Lea and Flood 2014), counted from 0.
///
/// Rows are put into random order by sorting them by `mixed(seed, i)`; the same few lines in another language give the
/// same order.
pub(super) fn mixed(seed: u64, i: u64) -> u64 {
    mix(seed.wrapping_add(i.wrapping_mul(STEP)))
}

/// Indexes 0..num in random order.
pub(super) fn order(seed: u64, num: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..num).collect();
    order.sort_by_key(|&i| (mixed(seed, i as u64), i));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_reference() {
        // First output of the reference implementation from state 0.
        assert_eq!(mixed(0, 0), 0xe220_a839_7b1d_cdaf);
        let mut all = order(7, 100);
        assert_ne!(all, (0..100).collect::<Vec<_>>());
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>(), "each once");
    }
}
