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
    /// Order in which the cells become rows.
    pub order: CellOrder,
    /// Base of the frequencies.
    pub base: f64,
    /// True if the last frequency of an axis is 1/base: exponents k/(w/4 − 1) instead of 4k/w. For blocks alone.
    pub is_endpoint: bool,
    /// Number by which the width must be divisible.
    pub divisor: u32,
    /// Convention in which both axes are exchanged, where that has a name.
    pub exchanged: Option<&'static str>,
    /// Types of vision models in configurations that rotate so.
    pub model_types: &'static [&'static str],
}

/// Order in which the cells of a frame become rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
    /// In square blocks of so many cells a side, row by row, and row by row within each. Blocks at the lower and the
    /// right border may be smaller.
    Blocks(u32),
}

impl CellOrder {
    /// Stable name of the order.
    pub fn key(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Blocks(_) => "blocks",
        }
    }

    /// Row and column of the cell at a place in the order, of a frame with so many rows and columns.
    pub(super) fn cell(self, at: u32, [rows, columns]: [u32; 2]) -> [u32; 2] {
        match self {
            Self::Rows => [at / columns, at % columns],
            Self::Columns => [at % rows, at / rows],
            Self::Blocks(side) => {
                let top = at / (side * columns) * side;
                let height = side.min(rows - top);
                let in_band = at - top * columns;
                let left = in_band / (side * height) * side;
                let width = side.min(columns - left);
                let in_block = in_band - left * height;
                [top + in_block / width, left + in_block % width]
            }
        }
    }

    /// Place of a cell in the order; the inverse of [`Self::cell`].
    pub(super) fn place(self, [row, column]: [u32; 2], [rows, columns]: [u32; 2]) -> u32 {
        match self {
            Self::Rows => row * columns + column,
            Self::Columns => column * rows + row,
            Self::Blocks(side) => {
                let [top, left] = [row, column].map(|at| at / side * side);
                let [height, width] = [side.min(rows - top), side.min(columns - left)];
                top * columns + left * height + (row - top) * width + (column - left)
            }
        }
    }
}

/// Rule of the columns of a grid's encoding of width w.
#[derive(Clone, Copy, Debug)]
pub enum GridColumns {
    /// Four blocks with a frequency a column: `base^(−4k/w)`, or `base^(−k/(w/4 − 1))`.
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
    /// Added to the number of cells, so that nothing is divided by 0.
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
