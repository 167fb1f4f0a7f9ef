//! Positions and columns under the pointer, which every view highlights.

use super::Facet;
use crate::{
    encoding::Table,
    picture::{Axis, Dimension, Plot, Rect, Target},
};

/// Positions and columns under the pointer in one view, which all other views highlight.
///
/// A cell of the similarity has two positions, a cell of a rotation matrix two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointed {
    /// View and side under the pointer.
    pub facet: Facet,
    positions: [Option<i64>; 2],
    columns: [Option<u32>; 2],
}

impl Pointed {
    /// Positions and columns of a cell of a chart.
    pub fn at_cell(facet: Facet, plot: &Plot, table: &Table, (column, row): (i64, i64)) -> Self {
        let axes = [(&plot.y, row), (&plot.x, column)];
        let position = |(axis, cell): (&Axis, i64)| {
            (axis.dimension == Dimension::Positions).then(|| axis.first_label() + cell)
        };
        Self {
            facet,
            positions: axes.map(position),
            columns: axes.map(|(axis, cell)| column_of(axis.dimension, table, cell)),
        }
    }

    /// Position and column of a hit target.
    pub fn at_target(facet: Facet, target: &Target) -> Self {
        Self { facet, positions: [target.position, None], columns: [target.column, None] }
    }

    /// Cells of an axis that correspond to a position or column under the pointer.
    pub fn cells(&self, axis: &Axis, table: &Table) -> Vec<i64> {
        let mut cells: Vec<i64> = match axis.dimension {
            Dimension::Positions => {
                self.positions.iter().flatten().map(|t| t - axis.first_label()).collect()
            }
            Dimension::Columns => self.columns.iter().flatten().map(|&j| i64::from(j)).collect(),
            Dimension::WaveColumns => {
                let wave_column = |&j: &u32| i64::from(table.encoding.wave_column(j));
                self.columns.iter().flatten().map(wave_column).collect()
            }
            Dimension::Frequencies => {
                let frequency = |&j: &u32| frequency_of(table, j).map(|index| index as i64);
                self.columns.iter().flatten().filter_map(frequency).collect()
            }
            Dimension::Other => Vec::new(),
        };
        cells.dedup();
        cells
    }

    /// Bounding rectangles of the rows and columns of hit targets that correspond to a position or column under
    /// the pointer.
    pub fn outlines(&self, targets: &[Target], table: &Table) -> Vec<Rect> {
        let union = |is_meant: &dyn Fn(&Target) -> bool| {
            let meant = targets.iter().filter(|target| is_meant(target));
            meant.map(|target| target.rect).reduce(Rect::union)
        };
        let rows = self
            .positions
            .iter()
            .flatten()
            .filter_map(|&t| union(&|target| target.position == Some(t)));
        let columns = self.columns.iter().flatten().filter_map(|&j| {
            union(&|target| match target {
                Target { column: Some(column), position: Some(_), .. } => *column == j,
                // A target without a position stands for a frequency.
                Target { column: Some(column), position: None, .. } => frequency_of(table, *column)
                    .is_some_and(|of| frequency_of(table, j) == Some(of)),
                Target { column: None, .. } => false,
            })
        });
        rows.chain(columns).collect()
    }
}

fn column_of(dimension: Dimension, table: &Table, cell: i64) -> Option<u32> {
    match dimension {
        Dimension::Columns => u32::try_from(cell).ok(),
        Dimension::WaveColumns => {
            let cell = u32::try_from(cell).ok().filter(|&it| it < wave_columns(table))?;
            table.encoding.row_column(cell)
        }
        Dimension::Frequencies => {
            let frequency = table.column_waves()?.frequencies().get(usize::try_from(cell).ok()?)?;
            frequency.sin_column.or(frequency.cos_column)
        }
        Dimension::Positions | Dimension::Other => None,
    }
}

/// Number of columns that `M_k` maps.
fn wave_columns(table: &Table) -> u32 {
    table.waves().map_or(0, |waves| waves.columns().len() as u32)
}

/// Index of the frequency of a column; `None` for a column of zeros and for an encoding without waves.
fn frequency_of(table: &Table, column: u32) -> Option<usize> {
    table.column_waves()?.frequency_index(column)
}
