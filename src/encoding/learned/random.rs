//! Seeded random numbers that other programs can repeat.

/// Mixes a number: the output function of `SplitMix64` (Steele, Lea and Flood 2014).
///
/// Rows are put into random order by sorting them by `mixed(seed, i)`; the same few lines in another language give the
/// same order.
pub(super) fn mixed(seed: u64, i: u64) -> u64 {
    let step = i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut z = seed.wrapping_add(step);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Indexes 0..num in random order.
pub(super) fn order(seed: u64, num: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..num).collect();
    order.sort_by_key(|&i| (mixed(seed, i as u64), i));
    order
}
