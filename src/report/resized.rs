//! Tables of image patches, resized to as many rows as another table has.

use ndarray::{Array2, Axis, concatenate, s};

use super::{ComparedSide, ReportError, rows::rows};
use crate::{
    encoding::{
        RowSource as _, Rows,
        grid::{Resampling, square_sides},
    },
    import::FileTable,
};

/// Largest number of values of a table that is resized.
const MOST: u64 = 1 << 26;

impl ComparedSide {
    /// The table with as many rows as another one has: the patches of its square grid are resized as a vision
    /// transformer does for images of another size (bicubic, pixel centers); a row before them stays.
    ///
    /// # Errors
    ///
    /// Fails unless it is a table of a file, and both are square grids, each with or each without a row before them.
    pub fn resized_like(self, other: &Self) -> Result<Self, ReportError> {
        let (num_rows, num) = {
            let (own, other) = rows(&self, other)?;
            (own.source().num_rows(), other.source().num_rows())
        };
        let found = square_sides(num_rows, num);
        let Self::File { name, table, start } = self else {
            return Err(ReportError::NotResized { name: self.name().to_owned(), num_rows, num });
        };
        let num_columns = table.num_columns();
        let size = num_rows.max(num).saturating_mul(num_columns.into());
        let Some(([from, to], before)) = found.filter(|_| size <= MOST) else {
            return Err(ReportError::NotResized { name, num_rows, num });
        };
        let mut values = vec![0.0; num_rows as usize * num_columns as usize];
        table.fill(0, &mut values)?;
        let shape = (num_rows as usize, num_columns as usize);
        let all = Array2::from_shape_vec(shape, values).map_err(std::io::Error::other)?;
        let (class, patches) =
            (all.slice(s![..before as usize, ..]), all.slice(s![before as usize.., ..]));
        let patches = Rows::from(patches.to_owned());
        let resized = Resampling::Bicubic.resized(&patches, [from; 2], [to; 2]);
        let made = concatenate(Axis(0), &[class, resized.view()]).map_err(std::io::Error::other)?;
        let name = format!("{name}, resized from {from} × {from} to {to} × {to},");
        Ok(Self::File { name, table: FileTable::in_memory(&made)?, start })
    }
}
