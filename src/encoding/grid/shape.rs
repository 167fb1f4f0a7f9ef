//! Number of rows and columns of a grid.

use std::{fmt, str::FromStr};

use super::GridAxis;

/// Shape of a grid: rows × columns, or frames × rows × columns. The text form is `3x5` or `2x3x5`.
///
/// ```
/// use phasor::encoding::grid::GridShape;
/// let shape: GridShape = "3x5".parse().unwrap();
/// assert_eq!(shape.num_cells(), 15);
/// assert_eq!(shape.to_string(), "3x5");
/// assert!("3".parse::<GridShape>().is_err() && "0x5".parse::<GridShape>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridShape {
    /// Number of frames; `None` for a single image.
    frames: Option<u32>,
    rows: u32,
    columns: u32,
}

/// Error for a text that is no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoShape;

impl GridShape {
    /// A single cell.
    pub const ONE: Self = Self { frames: None, rows: 1, columns: 1 };
    /// Expected form, for error messages.
    pub const ALLOWED: &'static str =
        "expected ROWSxCOLUMNS or FRAMESxROWSxCOLUMNS, each from 1 to 4096, such as 14x20";
    /// Expected form of a shape without frames, for error messages.
    pub const ALLOWED_SIDES: &'static str =
        "expected ROWSxCOLUMNS, each from 1 to 4096, such as 16x24";
    /// Largest number along an axis.
    pub const MOST: u32 = 4096;
    /// Largest number of cells.
    const MOST_CELLS: u64 = 1 << 24;

    /// True for frames of images.
    pub fn has_frames(self) -> bool {
        self.frames.is_some()
    }

    /// True if rows and columns are as many, which hides exchanged axes.
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// Number of cells along an axis.
    pub fn along(self, axis: GridAxis) -> u32 {
        match axis {
            GridAxis::Frame => self.frames.unwrap_or(1),
            GridAxis::Row => self.rows,
            GridAxis::Column => self.columns,
        }
    }

    /// Numbers of rows and columns.
    pub fn sides(self) -> [u32; 2] {
        [self.rows, self.columns]
    }

    /// Shape with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { frames: self.frames, rows: self.columns, columns: self.rows }
    }

    /// Shape with another number along an axis, within the limits.
    #[must_use]
    pub fn with(mut self, axis: GridAxis, num: u32) -> Self {
        let before = self;
        let num = num.clamp(1, Self::MOST);
        match axis {
            GridAxis::Frame => self.frames = Some(num),
            GridAxis::Row => self.rows = num,
            GridAxis::Column => self.columns = num,
        }
        if self.num_cells() <= Self::MOST_CELLS { self } else { before }
    }

    /// Frame, row and column of a cell, counted row by row, frame by frame; `None` beyond the last.
    pub fn cell(self, at: u64) -> Option<[u32; 3]> {
        let of = |axis| u64::from(self.along(axis));
        let (rows, columns) = (of(GridAxis::Row), of(GridAxis::Column));
        let cell = [at / (rows * columns), at / columns % rows, at % columns];
        (at < self.num_cells()).then(|| cell.map(|it| it as u32))
    }

    /// Number of cells.
    pub fn num_cells(self) -> u64 {
        GridAxis::ALL.iter().map(|&axis| u64::from(self.along(axis))).product()
    }
}

impl Default for GridShape {
    /// 14 × 20 patches: not square, so that nothing is hidden.
    fn default() -> Self {
        Self { frames: None, rows: 14, columns: 20 }
    }
}

impl FromStr for GridShape {
    type Err = NoShape;

    fn from_str(text: &str) -> Result<Self, NoShape> {
        let number = |text: &str| {
            text.trim().parse().ok().filter(|it| (1..=Self::MOST).contains(it)).ok_or(NoShape)
        };
        let numbers: Vec<u32> =
            text.split(['x', 'X', '×']).map(number).collect::<Result<_, _>>()?;
        let shape = match *numbers {
            [rows, columns] => Self { frames: None, rows, columns },
            [frames, rows, columns] => Self { frames: Some(frames), rows, columns },
            _ => return Err(NoShape),
        };
        (shape.num_cells() <= Self::MOST_CELLS).then_some(shape).ok_or(NoShape)
    }
}

impl fmt::Display for GridShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(frames) = self.frames {
            write!(f, "{frames}x")?;
        }
        write!(f, "{}x{}", self.rows, self.columns)
    }
}
