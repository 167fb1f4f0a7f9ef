//! Data of a convention of grids.

use std::f64::consts::TAU;

use crate::{encoding::Component, stable_enum::stable_enum};

stable_enum! {
    /// Axis of a grid.
    pub enum GridAxis {
        /// Number of the frame.
        Frame = "frame",
        /// Number of the row, y.
        Row = "row",
        /// Number of the column, x.
        Column = "column",
    }
}

/// Data of a convention of grids.
#[derive(Debug)]
pub struct GridFacts {
    /// Stable name, used in scene texts and on the command line.
    pub key: &'static str,
    /// Display name.
    pub title: &'static str,
    /// Description in one sentence.
    pub sentence: &'static str,
    /// Source: repository and file.
    pub source: &'static str,
    /// Rule of the columns.
    pub columns: GridColumns,
    /// Coordinates of the cells along an axis.
    pub coordinates: Coordinates,
    /// True if the cells become rows column by column, not row by row.
    pub is_column_major: bool,
    /// Base of the frequencies.
    pub base: f64,
    /// Number by which the width must be divisible.
    pub divisor: u32,
    /// Convention in which both axes are exchanged, where that has a name.
    pub exchanged: Option<&'static str>,
    /// Types of vision models in configurations that rotate so.
    pub model_types: &'static [&'static str],
}

/// Rule of the columns of a grid's encoding of width w.
#[derive(Clone, Copy, Debug)]
pub enum GridColumns {
    /// Four blocks with a frequency a column: `base^(−4k/w)`.
    Blocks([(GridAxis, Component); 4]),
    /// Sines and cosines in turns, axis by axis, cropped to the width.
    Interleaved(&'static [GridAxis]),
    /// Rotation of a head: angles of both axes with the frequencies `base^(−4k/w)`.
    Rotary([GridAxis; 2], Repetition),
    /// Rotation of a head whose axes take turns with the frequencies `base^(−2k/w)`, all of them repeated.
    RotaryInTurns([GridAxis; 2]),
}

/// Repetition of the angles of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// None: a number a pair.
    Never,
    /// All angles, and all again.
    Whole,
    /// The angles of an axis, and these again.
    EachAxis,
    /// Each angle twice.
    EachAngle,
}

/// Coordinates of the cells along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// 0, 1, 2, ….
    FromZero,
    /// 1, 2, 3, ….
    FromOne,
    /// Counted from 1 and scaled to 2π.
    Normalized,
    /// Centers of cells from −1 to 1, times 2π.
    Centers,
}

impl Coordinates {
    /// Added to the number of cells, which divides.
    const NEAR_ZERO: f64 = 1e-6;

    /// Coordinate of a place along an axis with n cells, whole for that of a cell.
    pub(super) fn at(self, i: f64, n: f64) -> f64 {
        match self {
            Self::FromZero => i,
            Self::FromOne => i + 1.0,
            Self::Normalized => (i + 1.0) / (n + Self::NEAR_ZERO) * TAU,
            Self::Centers => TAU * (2.0 * (i + 0.5) / n - 1.0),
        }
    }

    /// Place along an axis with n cells that has a coordinate.
    pub(super) fn place(self, coordinate: f64, n: f64) -> f64 {
        match self {
            Self::FromZero => coordinate,
            Self::FromOne => coordinate - 1.0,
            Self::Normalized => coordinate / TAU * (n + Self::NEAR_ZERO) - 1.0,
            Self::Centers => f64::midpoint(coordinate / TAU, 1.0) * n - 0.5,
        }
    }
}
