//! Everything that determines the values of an encoding.

use std::sync::Arc;

use super::{
    Computed, Data, Family, Fourier, Sinusoid, Spacing, Stages,
    bias::Bias,
    grid::Grid,
    rotary::{Rotary, RotaryDraft},
};
/// Everything that determines the values of an encoding.
#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    /// Sines and cosines.
    Sinusoidal(Sinusoid),
    /// Rotation of an attention head.
    Rotary(Arc<Rotary>),
    /// Cells of a grid.
    Grid(Arc<Grid>),
    /// Bias of the scores of attention heads, which has no rows.
    Bias(Arc<Bias>),
    /// Sines and cosines at real positions.
    Spaced {
        /// Parameters.
        sinusoid: Sinusoid,
        /// Positions of the rows, which are numbered from 0.
        spacing: Spacing,
    },
    /// Cache of a rotary encoding at real positions.
    SpacedRotary {
        /// The encoding.
        rotary: Arc<Rotary>,
        /// Positions of the rows, which are numbered from 0.
        spacing: Spacing,
    },
    /// Rows computed from the position itself.
    Computed(Computed),
    /// Sines and cosines of a coordinate at frequencies that double.
    Fourier(Fourier),
    /// Numbers of a table.
    Data {
        /// The numbers.
        data: Data,
        /// Position of the first row.
        start: i64,
    },
    /// Rows of A minus those of B, of the same width.
    Difference(Box<[Self; 2]>),
    /// Another encoding, rounded to types at some stages.
    Rounded(Box<Self>, Stages),
}

impl Spec {
    /// Base of a ladder of frequencies; `None` for an encoding without one.
    pub(super) fn base(&self) -> Option<f64> {
        match self.exact() {
            Self::Sinusoidal(sinusoid) | Self::Spaced { sinusoid, .. } => Some(sinusoid.base()),
            Self::Rotary(rotary) | Self::SpacedRotary { rotary, .. } => Some(rotary.base()),
            _ => None,
        }
    }

    /// The same with a base that is a little lower or higher; unchanged where there is none.
    pub(super) fn with_base_scaled(&self, factor: f64) -> Self {
        match self {
            Self::Sinusoidal(sinusoid) => Self::Sinusoidal(sinusoid.with_base_scaled(factor)),
            Self::Rotary(rotary) => {
                let draft = rotary.draft().clone();
                let draft = RotaryDraft { base: factor * draft.base, ..draft };
                Rotary::new(draft).map_or_else(|_| self.clone(), |it| Self::Rotary(Arc::new(it)))
            }
            _ => self.clone(),
        }
    }

    /// Number of columns; for a bias, which has none, that of heads.
    pub fn num_columns(&self) -> u32 {
        match self {
            Self::Sinusoidal(sinusoid) | Self::Spaced { sinusoid, .. } => sinusoid.d_model(),
            Self::Rotary(rotary) | Self::SpacedRotary { rotary, .. } => rotary.num_columns(),
            Self::Grid(grid) => grid.num_columns(),
            Self::Bias(bias) => bias.num_heads(),
            Self::Computed(computed) => computed.num_columns(),
            Self::Fourier(fourier) => fourier.num_columns(),
            Self::Data { data, .. } => data.num_columns(),
            Self::Difference(sides) => sides[0].num_columns(),
            Self::Rounded(exact, _) => exact.num_columns(),
        }
    }

    /// Family of the encoding; that of A for a difference.
    pub fn family(&self) -> Family {
        match self {
            Self::Sinusoidal(_) | Self::Spaced { .. } => Family::Sinusoidal,
            Self::Rotary(_) | Self::SpacedRotary { .. } => Family::Rotary,
            Self::Grid(_) => Family::Grid,
            Self::Bias(_) => Family::Bias,
            Self::Computed(Computed::Index) => Family::Index,
            Self::Computed(Computed::Fraction(_)) => Family::Fraction,
            Self::Computed(Computed::Binary { .. }) => Family::Binary,
            Self::Computed(Computed::Random { .. }) => Family::Random,
            Self::Fourier(_) => Family::Fourier,
            Self::Data { .. } => Family::Table,
            Self::Difference(sides) => sides[0].family(),
            Self::Rounded(exact, _) => exact.family(),
        }
    }

    /// Rotary encoding whose cache the rows are, before they are rounded; `None` for another family.
    pub fn rotary(&self) -> Option<&Arc<Rotary>> {
        match self.exact() {
            Self::Rotary(rotary) | Self::SpacedRotary { rotary, .. } => Some(rotary),
            _ => None,
        }
    }

    /// The same before its values are rounded.
    pub fn exact(&self) -> &Self {
        match self {
            Self::Rounded(exact, _) => exact.exact(),
            spec => spec,
        }
    }
}

impl From<Sinusoid> for Spec {
    fn from(sinusoid: Sinusoid) -> Self {
        Self::Sinusoidal(sinusoid)
    }
}

impl From<Rotary> for Spec {
    fn from(rotary: Rotary) -> Self {
        Self::Rotary(Arc::new(rotary))
    }
}

impl From<Fourier> for Spec {
    fn from(fourier: Fourier) -> Self {
        Self::Fourier(fourier)
    }
}

impl From<Computed> for Spec {
    fn from(computed: Computed) -> Self {
        Self::Computed(computed)
    }
}
