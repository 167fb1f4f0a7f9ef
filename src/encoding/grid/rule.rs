//! Encoding of the cells of a grid.

use super::{
    GridAxis, GridColumn, GridConvention, GridShape,
    columns::{columns, pairs},
};
use crate::encoding::{Component, Limits, Moments, OutOfLimits, rotary::cache::Cache};

/// Choice of a grid's encoding, not yet validated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridDraft {
    /// Rule of columns and cells.
    pub convention: GridConvention,
    /// Shape of the grid.
    pub shape: GridShape,
    /// Width: `d_model`, or `head_dim` of a rotary encoding.
    pub width: u32,
    /// Base of the frequencies; `None`: the convention's.
    pub base: Option<f64>,
    /// Table that a rotary encoding shows.
    pub cache: Cache,
}

/// Encoding of the cells of a grid: a row for each cell.
///
/// ```
/// use phasor::encoding::grid::{Grid, GridConvention, GridDraft, GridShape};
/// use phasor::encoding::rotary::cache::Cache;
/// let (convention, shape) = (GridConvention::MAE, "3x5".parse().unwrap());
/// let draft = GridDraft { convention, shape, width: 16, base: None, cache: Cache::Cos };
/// let grid = Grid::new(draft)?;
/// // Cell 7 is in row 1 and column 2, which the first half shows.
/// assert!((grid.value(7, 0) - 2_f64.sin()).abs() < 1e-15);
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    draft: GridDraft,
    columns: Vec<GridColumn>,
    amplitude: f64,
}

impl Grid {
    /// Validates a draft.
    pub fn new(draft: GridDraft) -> Result<Self, OutOfLimits> {
        let (convention, width) = (draft.convention, draft.width);
        let divisor = convention.facts().divisor;
        if !(divisor..=Limits::D_MODEL_MAX).contains(&width) || !width.is_multiple_of(divisor) {
            return Err(OutOfLimits {
                name: if convention.is_rotary() { "head_dim" } else { "d_model" },
                value: width.to_string(),
                allowed: format!(
                    "a multiple of {divisor} up to {}, for {}",
                    Limits::D_MODEL_MAX,
                    convention.key()
                ),
            });
        }
        if draft.shape.has_frames() != convention.has_frames() {
            let expected = if convention.has_frames() {
                "frames, rows and columns, such as 4x14x20"
            } else {
                "rows and columns, such as 14x20"
            };
            return Err(OutOfLimits {
                name: "grid",
                value: draft.shape.to_string(),
                allowed: format!("{expected}, for {}", convention.key()),
            });
        }
        let base = draft.base.unwrap_or_else(|| convention.facts().base);
        let columns = columns(convention, width, base, draft.cache);
        Ok(Self { draft, columns, amplitude: 1.0 })
    }

    /// Rows whose dot products are the scores of equal vectors; `None` unless the encoding is rotary.
    pub(in crate::encoding) fn heads(&self) -> Option<Self> {
        let convention = self.draft.convention;
        convention.is_rotary().then(|| {
            let columns = pairs(convention, self.draft.width, self.base());
            let amplitude = 1.0 / (columns.len() as f64 / 2.0).sqrt();
            Self { draft: self.draft, columns, amplitude }
        })
    }

    /// The same rule for a grid with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let draft = GridDraft { shape: self.draft.shape.transposed(), ..self.draft };
        Self { draft, ..self.clone() }
    }

    /// Rule of columns and cells.
    pub fn convention(&self) -> GridConvention {
        self.draft.convention
    }

    /// Shape of the grid.
    pub fn shape(&self) -> GridShape {
        self.draft.shape
    }

    /// Width: `d_model`, or `head_dim` of a rotary encoding.
    pub fn width(&self) -> u32 {
        self.draft.width
    }

    /// Table that a rotary encoding shows.
    pub fn cache(&self) -> Cache {
        self.draft.cache
    }

    /// Base of the frequencies.
    pub fn base(&self) -> f64 {
        self.draft.base.unwrap_or_else(|| self.draft.convention.facts().base)
    }

    /// Columns of the rows.
    pub fn columns(&self) -> &[GridColumn] {
        &self.columns
    }

    /// Number of columns of the rows.
    pub fn num_columns(&self) -> u32 {
        self.columns.len() as u32
    }

    /// Frame, row and column of the cell of row t; `None` beyond the last.
    pub fn cell(&self, t: i64) -> Option<[u32; 3]> {
        let shape = self.draft.shape;
        let [frame, row, column] = shape.cell(u64::try_from(t).ok()?)?;
        let at = row * shape.along(GridAxis::Column) + column;
        let [row, column] = self.draft.convention.facts().order.cell(at, shape.sides());
        Some([frame, row, column])
    }

    /// Row of a cell.
    pub fn position(&self, [frame, row, column]: [u32; 3]) -> i64 {
        let shape = self.draft.shape;
        let [rows, columns] = shape.sides();
        let at = self.draft.convention.facts().order.place([row, column], [rows, columns]);
        i64::from(frame) * i64::from(rows) * i64::from(columns) + i64::from(at)
    }

    /// Coordinate of the i-th cell of an axis with n cells.
    pub fn coordinate(&self, i: u32, n: u32) -> f64 {
        self.convention().facts().coordinates.at(i.into(), n.into())
    }

    /// Place along an axis with n cells that has a coordinate; whole for that of a cell.
    pub fn place(&self, coordinate: f64, n: u32) -> f64 {
        self.convention().facts().coordinates.place(coordinate, n.into())
    }

    /// Angle of a column in the row of a cell; NaN beyond the last cell.
    pub(super) fn angle(&self, t: i64, j: u32) -> f64 {
        let Some(cell) = self.cell(t) else { return f64::NAN };
        let Some(&GridColumn { axis, omega, .. }) = self.columns.get(j as usize) else {
            return f64::NAN;
        };
        omega * self.coordinate(cell[axis as usize], self.draft.shape.along(axis))
    }

    /// Value of a column in the row of a cell; NaN beyond the last cell.
    pub fn value(&self, t: i64, j: u32) -> f64 {
        let angle = self.angle(t, j);
        let Some(&GridColumn { component, .. }) = self.columns.get(j as usize) else {
            return f64::NAN;
        };
        let value = match component {
            Component::Sin => angle.sin(),
            Component::Cos => angle.cos(),
        };
        self.amplitude * value
    }

    /// Mean and variance of column j over m ≥ 1 rows from `first` on, at 16 evenly spaced rows at most.
    pub(in crate::encoding) fn moments(&self, first: f64, m: f64, j: u32) -> Moments {
        const MOST: f64 = 16.0;
        let num = m.clamp(1.0, MOST).floor();
        let rows = (0..num as u32).map(|i| (first + (f64::from(i) + 0.5) * m / num).floor());
        let values: Vec<f64> = rows
            .map(|row| if num <= 1.0 { (first + (m - 1.0) / 2.0).round() } else { row })
            .map(|row| self.value(row as i64, j))
            .filter(|value| value.is_finite())
            .collect();
        if values.is_empty() {
            return Moments { mean: f64::NAN, variance: 0.0 };
        }
        let num = values.len() as f64;
        let mean = values.iter().sum::<f64>() / num;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / num;
        Moments { mean, variance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(key: &str) -> GridConvention {
        GridConvention::of_key(key).unwrap()
    }

    #[test]
    fn cells_and_rows_are_inverse() {
        for convention in GridConvention::all() {
            let text = if convention.has_frames() { "2x3x5" } else { "3x5" };
            let shape: GridShape = text.parse().unwrap();
            let draft = GridDraft { convention, shape, width: 16, base: None, cache: Cache::Both };
            let grid = Grid::new(draft).unwrap();
            for t in 0..shape.num_cells() as i64 {
                let cell = grid.cell(t).unwrap();
                assert_eq!(grid.position(cell), t, "{convention:?}");
                let own = grid.place(grid.coordinate(cell[1], 3), 3);
                assert!((own - f64::from(cell[1])).abs() < 1e-9, "{convention:?}");
                assert!((0..grid.num_columns()).all(|j| grid.value(t, j).abs() <= 1.0));
            }
            assert_eq!(grid.cell(shape.num_cells() as i64), None);
            assert!(grid.value(-1, 0).is_nan());
        }
    }

    #[test]
    fn refuses_widths_and_shapes_that_do_not_fit() {
        let draft = |convention, width, shape: &str| GridDraft {
            convention,
            shape: shape.parse().unwrap(),
            width,
            base: None,
            cache: Cache::Cos,
        };
        let error = |draft| Grid::new(draft).unwrap_err().to_string();
        assert_eq!(
            error(draft(GridConvention::MAE, 18, "3x5")),
            "invalid d_model \"18\": expected a multiple of 4 up to 16384, for mae-2d"
        );
        assert!(error(draft(of("sam-2"), 6, "3x5")).starts_with("invalid head_dim"));
        assert!(error(draft(of("tatp22-3d"), 16, "3x5")).contains("such as 4x14x20"));
        assert!(error(draft(of("timm-2d"), 16, "2x3x5")).contains("such as 14x20"));
        assert!(Grid::new(draft(of("tatp22-2d"), 7, "3x5")).is_ok());
    }
}
