//! Data of a convention of biases.

use crate::encoding::Rounding;

/// Data of a convention of biases.
#[derive(Debug)]
pub struct BiasFacts {
    /// Stable name, used in scene texts and on the command line.
    pub key: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Description in one sentence.
    pub sentence: &'static str,
    /// Source: repository and file, or publication.
    pub source: &'static str,
    /// Rule of the bias.
    pub rule: BiasRule,
}

/// Rule of the bias of query t and key s, n = |t − s|.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasRule {
    /// −m·n, with slopes m of one series.
    Distance,
    /// −m·n, with slopes m of two series, in `f32`.
    DistanceOfTwoSeries,
    /// m·s in a type, with slopes of two series.
    Position(Rounding),
    /// m·(s − last key) in `f32`, with every other slope of a longer series first.
    BeforeLast,
    /// Learned numbers for buckets of offsets.
    Buckets,
    /// −r₁·ln(1 + r₂·n), with learned r.
    Logarithm,
    /// −r₁·n^r₂, with learned r.
    Power,
    /// −r·ψ(n)/ψ(max(t, L)), with a learned ψ.
    Fire,
    /// Logarithm of the decay of each rotary pair.
    Decay,
}
