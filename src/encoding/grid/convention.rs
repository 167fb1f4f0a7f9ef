//! Conventions of grids by name, and what follows from their data.

use super::{
    GridAxis, GridColumns, GridFacts,
    table::{MAE, TABLE},
};
use crate::stable_enum::stable_rows;

stable_rows! {
    /// Named rule that gives the columns of a grid's encoding, and the order of its cells.
    pub struct GridConvention(GridFacts) = TABLE;
}

impl GridConvention {
    /// Convention of "Masked Autoencoders Are Scalable Vision Learners".
    pub const MAE: Self = Self(&MAE);

    /// Heading under which grids are listed.
    pub const GROUP: &'static str = "Grids of patches";

    /// True for the rotation of a head, whose rows are a cache of cosines or sines.
    pub fn is_rotary(self) -> bool {
        matches!(self.0.columns, GridColumns::Rotary(..) | GridColumns::RotaryInTurns(_))
    }

    /// Convention by which a vision model of transformers rotates, by the type that its configuration names.
    pub fn of_model_type(model_type: &str) -> Option<Self> {
        Self::all().find(|it| it.0.model_types.contains(&model_type))
    }

    /// Convention in which both axes are exchanged, where that has a name.
    pub fn exchanged(self) -> Option<Self> {
        self.0.exchanged.and_then(Self::of_key)
    }

    /// True for a grid of frames.
    pub fn has_frames(self) -> bool {
        matches!(self.0.columns, GridColumns::Interleaved(axes) if axes.contains(&GridAxis::Frame))
    }
}
