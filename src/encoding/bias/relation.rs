//! Difference of two biases: in what is added, and in what softmax sees of it.

use super::Bias;
use crate::encoding::Extent;

/// Difference of two biases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BiasRelation {
    /// The values are not known, or belong to other numbers of heads.
    Unknown,
    /// All values are equal.
    Equal,
    /// Values differ by the error of single precision, at most by this.
    EqualInSingle(f64),
    /// The difference is the same for all keys of a query, which softmax does not see.
    ConstantPerQuery,
    /// Values relative to that of the query's own key differ, by at most this.
    Different(f64),
}

impl BiasRelation {
    /// Stable name.
    pub fn key(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Equal => "equal",
            Self::EqualInSingle(_) => "equal_in_f32",
            Self::ConstantPerQuery => "constant_per_query",
            Self::Different(_) => "different",
        }
    }

    /// Compares two biases at 64 queries and keys of an extent at most.
    pub fn of(a: &Bias, b: &Bias, extent: Extent) -> Self {
        const MOST: u64 = 64;
        let is_known = a.unknown_buckets().is_none() && b.unknown_buckets().is_none();
        if !is_known || a.num_heads() != b.num_heads() {
            return Self::Unknown;
        }
        let last = extent.last();
        let step = extent.length().div_ceil(MOST).max(1);
        // From the last position backward, where values are largest.
        let positions: Vec<i64> = (0..extent.length().min(MOST))
            .map(|i| last - (i * step) as i64)
            .filter(|&it| it >= extent.start())
            .collect();
        let (mut largest, mut largest_relative, mut scale) = (0.0_f64, 0.0_f64, 0.0_f64);
        for head in 0..a.num_heads() {
            for &t in &positions {
                let of = |bias: &Bias, s: i64| bias.value(head, (t, s), last);
                let own = of(a, t) - of(b, t);
                let is_seen = |s: &&i64| **s <= t || !(a.is_causal() && b.is_causal());
                for &s in positions.iter().filter(is_seen) {
                    let difference = of(a, s) - of(b, s);
                    largest = largest.max(difference.abs());
                    largest_relative = largest_relative.max((difference - own).abs());
                    scale = scale.max(of(a, s).abs()).max(of(b, s).abs());
                }
            }
        }
        let equal = 4.0 * f64::from(f32::EPSILON) * scale;
        if largest == 0.0 {
            Self::Equal
        } else if largest <= equal {
            Self::EqualInSingle(largest)
        } else if largest_relative <= equal {
            Self::ConstantPerQuery
        } else {
            Self::Different(largest_relative)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::bias::{BiasConvention, BiasDraft, Buckets};

    #[test]
    fn programs_and_the_sentence_are_told_apart() {
        let bias = |key: &str, num_heads| {
            let convention = BiasConvention::of_key(key).unwrap();
            Bias::new(BiasDraft { convention, num_heads, buckets: Buckets::default() }).unwrap()
        };
        let extent = Extent::new(0, 1000).unwrap();
        let of = |(a, b), heads| BiasRelation::of(&bias(a, heads), &bias(b, heads), extent);
        assert_eq!(of(("alibi-bloom", "alibi-bloom"), 12), BiasRelation::Equal);
        assert_eq!(of(("alibi-bloom", "alibi-mpt"), 12), BiasRelation::ConstantPerQuery);
        assert_eq!(of(("alibi-paper", "alibi-mpt"), 8), BiasRelation::ConstantPerQuery);
        for pair in [
            ("alibi-bloom", "alibi-paper"),
            ("alibi-bloom", "alibi-falcon"),
            ("alibi-mpt", "kerple-log"),
        ] {
            assert!(matches!(of(pair, 12), BiasRelation::Different(_)), "{pair:?}");
        }
        assert_eq!(of(("alibi-bloom", "t5"), 12), BiasRelation::Unknown, "T5 learns its biases");
    }
}
