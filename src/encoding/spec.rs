//! Families of encodings, and everything that determines the values of one.

use std::sync::Arc;

use super::{
    Computed, Data, Sinusoid, Spacing, Stages,
    bias::Bias,
    grid::Grid,
    rotary::{Rotary, RotaryDraft},
};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Family of encodings, by the rule that gives their rows.
    pub enum Family {
        /// Sines and cosines of a convention.
        Sinusoidal = "sinusoidal",
        /// Position itself.
        Index = "index",
        /// Position as a fraction of the length, from 0 to 1.
        Fraction = "fraction",
        /// Binary digits of the position.
        Binary = "binary",
        /// Random vectors generated from a seed.
        Random = "random",
        /// Numbers of a file.
        Table = "table",
        /// Pairs of dimensions of an attention head, turned by the position.
        Rotary = "rotary",
        /// Sines and cosines of the rows and columns of a grid.
        Grid = "grid",
        /// Numbers added to the scores of each head.
        Bias = "bias",
    }
}

impl Family {
    /// Families that are chosen by themselves.
    pub fn choices() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.iter().copied().filter(|it| it.is_choice())
    }

    /// True for the sines and cosines of a convention.
    pub fn is_sinusoidal(self) -> bool {
        self == Self::Sinusoidal
    }

    /// True for a head that is turned.
    pub fn is_rotary(self) -> bool {
        self == Self::Rotary
    }

    /// True for the cells of a grid.
    pub fn is_grid(self) -> bool {
        self == Self::Grid
    }

    /// True for numbers added to scores.
    pub fn is_bias(self) -> bool {
        self == Self::Bias
    }

    /// True for the numbers of a file.
    pub fn is_table(self) -> bool {
        self == Self::Table
    }

    /// True for a family that is chosen by itself: a table is opened, and others are chosen by a convention.
    pub fn is_choice(self) -> bool {
        !matches!(self, Self::Sinusoidal | Self::Table | Self::Grid | Self::Bias)
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sinusoidal => "Sinusoidal",
            Self::Index => "Index",
            Self::Fraction => "Fraction of the length",
            Self::Binary => "Binary digits",
            Self::Random => "Random vectors",
            Self::Table => "Table from a file",
            Self::Rotary => "Rotary",
            Self::Grid => "Grid of patches",
            Self::Bias => "Bias of scores",
        }
    }

    /// Description of the rows in one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Sinusoidal => "Sines and cosines of a geometric ladder of frequencies",
            Self::Index => "The position itself, in one column: grows without bound",
            Self::Fraction => {
                "The position divided by the last position, in one column: depends on the length"
            }
            Self::Binary => "The bits of the position, the fastest first: jumps between neighbors",
            Self::Random => "A vector drawn for every position: unique, and without any order",
            Self::Table => "The numbers of a file, row by row",
            Self::Rotary => {
                "Pairs of dimensions of a query or a key, turned by the position: the cosines and sines of the angles"
            }
            Self::Grid => {
                "Sines and cosines of the row and the column of an image patch, a row for each patch"
            }
            Self::Bias => {
                "A number for each head and offset, added to the scores: there is no vector"
            }
        }
    }
}

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
    /// Rows computed from the position itself.
    Computed(Computed),
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
            Self::Rotary(rotary) => Some(rotary.base()),
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
            Self::Rotary(rotary) => rotary.num_columns(),
            Self::Grid(grid) => grid.num_columns(),
            Self::Bias(bias) => bias.num_heads(),
            Self::Computed(computed) => computed.num_columns(),
            Self::Data { data, .. } => data.num_columns(),
            Self::Difference(sides) => sides[0].num_columns(),
            Self::Rounded(exact, _) => exact.num_columns(),
        }
    }

    /// Family of the encoding; that of A for a difference.
    pub fn family(&self) -> Family {
        match self {
            Self::Sinusoidal(_) | Self::Spaced { .. } => Family::Sinusoidal,
            Self::Rotary(_) => Family::Rotary,
            Self::Grid(_) => Family::Grid,
            Self::Bias(_) => Family::Bias,
            Self::Computed(Computed::Index) => Family::Index,
            Self::Computed(Computed::Fraction(_)) => Family::Fraction,
            Self::Computed(Computed::Binary { .. }) => Family::Binary,
            Self::Computed(Computed::Random { .. }) => Family::Random,
            Self::Data { .. } => Family::Table,
            Self::Difference(sides) => sides[0].family(),
            Self::Rounded(exact, _) => exact.family(),
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

impl From<Computed> for Spec {
    fn from(computed: Computed) -> Self {
        Self::Computed(computed)
    }
}
