//! Kinds of mechanisms that tell a model where a token stands.

use serde::Deserialize;

use crate::stable_enum::{UnknownKey, stable_enum};

stable_enum! {
    /// Kind of a mechanism, by its key in `assets/models/mechanisms.json`.
    #[derive(Default, Deserialize)]
    #[serde(try_from = "String")]
    pub enum MechanismKind {
        /// No positional encoding.
        #[default]
        Nothing = "none",
        /// Table with a learned row for each position.
        Learned = "learned",
        /// Sines and cosines of the position, stored or computed.
        Sinusoidal = "sinusoidal",
        /// Sines and cosines of rows and columns.
        GridSinusoidal = "grid_sinusoidal",
        /// Rotation of queries and keys by the position.
        Rotary = "rotary",
        /// Rotation by two coordinates.
        Rotary2d = "rotary_2d",
        /// Rotation by three coordinates.
        Rotary3d = "rotary_3d",
        /// Bias of scores that falls with the distance.
        Alibi = "alibi",
        /// Learned bias of scores for each bucket of offsets and each head.
        T5Bias = "t5_bias",
        /// Learned biases or vectors for each offset.
        RelativeTable = "relative_table",
        /// Projections of sinusoids of offsets.
        RelativeSinusoidal = "relative_sinusoidal",
        /// Convolution that tells positions.
        Convolutional = "convolutional",
        /// State that order comes from.
        Recurrent = "recurrent",
        /// Layer that features of the time pass through.
        TimeFeatures = "time_features",
        /// Layer that coordinates pass through.
        Coordinates = "coordinates",
        /// Those of a model within, whose type the file says.
        Depends = "depends",
    }
}

impl TryFrom<String> for MechanismKind {
    type Error = UnknownKey;

    fn try_from(key: String) -> Result<Self, UnknownKey> {
        Self::from_key(&key)
    }
}

impl MechanismKind {
    /// True if queries and keys are turned.
    pub fn is_rotary(self) -> bool {
        matches!(self, Self::Rotary | Self::Rotary2d | Self::Rotary3d)
    }

    /// True if its numbers are trained.
    pub fn is_trained(self) -> bool {
        matches!(self, Self::Learned | Self::T5Bias | Self::RelativeTable)
    }

    /// True if a sequence cannot be longer than its rows.
    pub(super) fn is_limited_by_rows(self) -> bool {
        matches!(self, Self::Learned | Self::Sinusoidal)
    }

    /// True if positions of any number of tokens can be told.
    pub(super) fn is_unlimited(self) -> bool {
        matches!(
            self,
            Self::Alibi
                | Self::T5Bias
                | Self::Recurrent
                | Self::RelativeSinusoidal
                | Self::Convolutional
        )
    }
}
