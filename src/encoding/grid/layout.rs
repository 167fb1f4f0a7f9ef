//! Rows of a table as the patches of an image.

use super::{GridAxis, GridShape};

/// Rows of a table as the patches of an image, in the order in which a model flattens them: row by row, frame by frame.
///
/// ```
/// use phasor::encoding::grid::GridLayout;
/// let layout = GridLayout { shape: "3x5".parse().unwrap(), first: 1 };
/// assert_eq!(layout.place(8), Some((1, 2)), "seven patches after the first");
/// assert_eq!(layout.position_at(1, 2), 8);
/// assert_eq!(layout.place(0), None, "a class row");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridLayout {
    /// Shape of the grid.
    pub shape: GridShape,
    /// Position of the first patch.
    pub first: i64,
}

impl GridLayout {
    /// Layout of rows; `None` unless there is one for each patch, or one more before them.
    pub fn of(shape: GridShape, start: i64, num_rows: u64) -> Option<Self> {
        let first = match num_rows.checked_sub(shape.num_cells())? {
            0 => start,
            1 => start + 1,
            _ => return None,
        };
        Some(Self { shape, first })
    }

    fn along(self, axis: GridAxis) -> i64 {
        i64::from(self.shape.along(axis))
    }

    /// Number of patches down and across in a picture, with frames beside each other.
    pub fn size(self) -> (i64, i64) {
        (self.along(GridAxis::Row), self.along(GridAxis::Frame) * self.along(GridAxis::Column))
    }

    /// Place of the patch at a position in that picture: down and across; `None` for another row.
    pub fn place(self, t: i64) -> Option<(i64, i64)> {
        let [frame, row, column] = self.cell(t)?.map(i64::from);
        Some((row, frame * self.along(GridAxis::Column) + column))
    }

    /// Position of the patch at a place in that picture, the nearest on the grid.
    pub fn position_at(self, down: i64, across: i64) -> i64 {
        let (height, width) = self.size();
        let (down, across) = (down.clamp(0, height - 1), across.clamp(0, width - 1));
        let (rows, columns) = (self.along(GridAxis::Row), self.along(GridAxis::Column));
        self.first + across / columns * rows * columns + down * columns + across % columns
    }

    /// Frame, row and column of the patch at a position.
    pub fn cell(self, t: i64) -> Option<[u32; 3]> {
        self.shape.cell(u64::try_from(t - self.first).ok()?)
    }

    /// Position of a patch in the row of position `t` whose column index differs from its row index; `t` itself if it
    /// is one.
    pub fn off_diagonal(self, t: i64) -> i64 {
        let width = self.along(GridAxis::Column);
        match self.cell(t) {
            Some([_, row, column]) if row == column && width > 1 => {
                let to = (i64::from(column) + (width / 4).max(1)) % width;
                t + to - i64::from(column)
            }
            _ => t,
        }
    }
}
