//! Encodings without frequencies, whose rows are computed from the position itself.
//!
//! | family | PE(t, j) |
//! |---|---|
//! | index | t |
//! | fraction | (t − start)/(n − 1) for n positions from `start` on; 0 where n = 1 |
//! | binary | bit j of t in two's complement, least significant first |
//! | random | uniform in [−1, 1), generated from seed, t and j |

use super::Extent;

/// Rule that gives the rows of an encoding without frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// Position itself, in one column.
    Index,
    /// Position as a fraction of the extent, from 0 to 1, in one column.
    Fraction(Extent),
    /// Lowest bits of the position, least significant first.
    Binary {
        /// Number of columns.
        num_bits: u32,
    },
    /// Random vector for each position.
    Random {
        /// Number of columns.
        d_model: u32,
        /// Seed of the random numbers.
        seed: u64,
    },
}

/// Mean and variance of the values under a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl Computed {
    /// Number of columns.
    pub fn num_columns(self) -> u32 {
        match self {
            Self::Index | Self::Fraction(_) => 1,
            Self::Binary { num_bits } => num_bits,
            Self::Random { d_model, .. } => d_model,
        }
    }

    /// Value PE(t, j).
    pub fn value(self, t: i64, j: u32) -> f64 {
        match self {
            Self::Index => t as f64,
            Self::Fraction(extent) => fraction_at(extent, t as f64),
            Self::Binary { .. } => f64::from(u8::from(bit(t, j))),
            Self::Random { seed, .. } => uniform(seed, t, j),
        }
    }

    /// Largest |PE(t, j)| over an extent, or an upper bound.
    pub fn bound(self, extent: Extent) -> f64 {
        match self {
            Self::Index => extent.furthest().max(1) as f64,
            Self::Fraction(_) | Self::Binary { .. } | Self::Random { .. } => 1.0,
        }
    }

    /// Largest |PE(t)|² over an extent, or an upper bound.
    pub fn square_bound(self, extent: Extent) -> f64 {
        match self {
            Self::Index | Self::Fraction(_) => self.bound(extent).powi(2),
            // At most the bits of the largest position. Negative positions may have all bits set.
            Self::Binary { num_bits } if extent.start() >= 0 => {
                let most = u64::BITS - extent.furthest().leading_zeros();
                f64::from(num_bits.min(most).max(1))
            }
            Self::Binary { num_bits } => f64::from(num_bits),
            Self::Random { d_model, .. } => f64::from(d_model),
        }
    }

    /// Mean and variance of column j over m ≥ 1 consecutive positions from `first` on. Neither m nor `first` need be
    /// an integer.
    ///
    /// Index and fraction are arithmetic progressions; m positions from a on have mean a + (m − 1)/2 and variance
    /// (m² − 1)/12. Binary digits are counted. Random values are sampled at 16 evenly spaced positions at most.
    pub(crate) fn moments(self, first: f64, m: f64, j: u32) -> Moments {
        const MOST_SAMPLES: f64 = 16.0;
        let middle = first + (m - 1.0) / 2.0;
        let variance_of_positions = (m * m - 1.0).max(0.0) / 12.0;
        match self {
            Self::Index => Moments { mean: middle, variance: variance_of_positions },
            Self::Fraction(extent) => {
                let step = fraction_step(extent);
                let mean = fraction_at(extent, middle);
                Moments { mean, variance: variance_of_positions * step * step }
            }
            Self::Binary { .. } => {
                let (from, to) = (first.floor() as i64, (first + m).floor() as i64);
                let to = to.max(from + 1);
                let mean = (ones_below(to, j) - ones_below(from, j)) as f64 / (to - from) as f64;
                Moments { mean, variance: mean * (1.0 - mean) }
            }
            Self::Random { .. } => {
                let num = m.clamp(1.0, MOST_SAMPLES).floor();
                let values = (0..num as i64).map(|i| {
                    let at = first + (i as f64 + 0.5) * m / num;
                    self.value(at.floor() as i64, j)
                });
                let (sum, squares) = values.fold((0.0, 0.0), |(sum, squares), value| {
                    (sum + value, squares + value * value)
                });
                let mean = sum / num;
                Moments { mean, variance: (squares / num - mean * mean).max(0.0) }
            }
        }
    }
}

/// Difference between adjacent positions: 1/(n − 1), or 0 for a single position.
fn fraction_step(extent: Extent) -> f64 {
    if extent.length() == 1 { 0.0 } else { 1.0 / (extent.length() - 1) as f64 }
}

fn fraction_at(extent: Extent, t: f64) -> f64 {
    if extent.length() == 1 {
        return 0.0;
    }
    (t - extent.start() as f64) / (extent.length() - 1) as f64
}

/// Bit j of a position in two's complement, with infinite sign extension.
fn bit(t: i64, j: u32) -> bool {
    t >> j.min(63) & 1 == 1
}

/// Number of integers below t in which bit j is set, relative to a fixed origin. The difference of two such numbers
/// counts the integers between them. Requires |t| ≤ 2^34.
fn ones_below(t: i64, j: u32) -> i64 {
    if j >= 40 {
        // Above the highest bit of |t| the bit is the sign, which is set in all negative integers.
        return t.min(0);
    }
    let half = 1_i64 << j;
    let period = 2 * half;
    t.div_euclid(period) * half + (t.rem_euclid(period) - half).max(0)
}

/// Number uniform in [−1, 1), from seed, position and column, mixed by `SplitMix64` (Steele, Lea, Flood, 2014).
fn uniform(seed: u64, t: i64, j: u32) -> f64 {
    let mixed = mix(mix(mix(seed) ^ t.cast_unsigned()) ^ u64::from(j));
    // 53 bits give multiples of 2^-52, each exact in f64.
    (mixed >> 11) as f64 * 2.0_f64.powi(-52) - 1.0
}

/// Step of the state of `SplitMix64`.
pub(super) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Next output of `SplitMix64` after a state.
pub(super) fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_moments(computed: Computed, first: i64, m: i64, j: u32) {
        let values: Vec<f64> = (first..first + m).map(|t| computed.value(t, j)).collect();
        let mean = values.iter().sum::<f64>() / m as f64;
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / m as f64;
        let found = computed.moments(first as f64, m as f64, j);
        let scale = mean.abs().max(1.0);
        assert!((found.mean - mean).abs() < 1e-12 * scale, "mean of {computed:?}: {found:?}");
        let bound = 1e-12 * variance.max(scale);
        assert!((found.variance - variance).abs() < bound, "variance of {computed:?}: {found:?}");
    }

    #[test]
    fn moments_match_the_values() {
        let extent = Extent::new(-3, 70).unwrap();
        for (first, m) in [(-3, 1), (-3, 2), (0, 7), (5, 40), (-20, 33)] {
            check_moments(Computed::Index, first, m, 0);
            check_moments(Computed::Fraction(extent), first, m, 0);
            for j in [0, 1, 4, 6, 33, 40, 63, 70] {
                check_moments(Computed::Binary { num_bits: 80 }, first, m, j);
            }
        }
        for m in [1, 5, 16] {
            check_moments(Computed::Random { d_model: 4, seed: 3 }, -2, m, 2);
        }
    }

    #[test]
    fn fraction_spans_0_to_1() {
        let fraction = Computed::Fraction(Extent::new(2, 5).unwrap());
        let values: Vec<f64> = (2..7).map(|t| fraction.value(t, 0)).collect();
        assert_eq!(values, [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(Computed::Fraction(Extent::new(2, 1).unwrap()).value(2, 0), 0.0, "one position");
    }

    #[test]
    fn random_rows_depend_on_the_seed() {
        let of = |seed| Computed::Random { d_model: 8, seed };
        let row = |seed, t| (0..8).map(|j| of(seed).value(t, j)).collect::<Vec<_>>();
        assert_eq!(row(1, 5), row(1, 5), "same seed, same row");
        assert_ne!(row(1, 5), row(2, 5), "another seed draws another row");
        let values: Vec<f64> = (0..4096).flat_map(|t| row(7, t)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!(values.iter().all(|v| (-1.0..1.0).contains(v)), "within [−1, 1)");
        // Standard deviation of the mean: 1/√(3·32768) = 0.0032.
        assert!(mean.abs() < 0.016, "mean {mean} within five standard deviations of 0");
    }
}
