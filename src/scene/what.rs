//! Numbers of a scene that are exported or copied.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Numbers that can be exported.
    pub enum What {
        /// PE(t, j): positions × columns.
        Table = "table",
        /// The measure of the scene: positions × positions.
        Similarity = "similarity",
        /// M_k for the offset of the scene: columns × columns.
        Rotation = "rotation",
        /// One row per frequency.
        Frequencies = "frequencies",
        /// A − B: positions × columns.
        Difference = "difference",
        /// One row per head: its slope.
        Slopes = "slopes",
        /// One row per offset: its bucket.
        Buckets = "buckets",
        /// Bias of a head: queries × keys, or one row per offset.
        Bias = "bias",
        /// One row per token of a sequence: its kind and its three positions.
        Positions = "positions",
    }
}

impl What {
    /// True for numbers that a bias has, false for those of encodings with rows.
    pub fn is_of_bias(self) -> bool {
        matches!(self, Self::Slopes | Self::Buckets | Self::Bias)
    }
}
