//! Head of an attention layer: its dimensions, and which of them turn together.

/// Dimensions of a head as cells in a row, those of a pair in one color and joined by an arc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Number of dimensions.
    pub head_dim: u32,
    /// Dimensions that each pair is read from.
    pub read: Vec<(u32, u32)>,
    /// Dimensions that each pair is written to; the same where the head keeps its order.
    pub written: Vec<(u32, u32)>,
    /// Selected pair.
    pub selected: Option<usize>,
    /// Column of the table of each pair, which a click selects.
    pub columns: Vec<u32>,
}
