//! Grids in files: which convention and which shape a table of patches comes from.

use std::io;

use super::{Grid, GridConvention, GridDraft, GridShape};
use crate::encoding::{Rounding, RowSource, rotary::cache::Cache};

/// Grid that a table holds.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownGrid {
    /// Convention, shape and width.
    pub grid: Grid,
    /// Number of rows before those of the patches: a class token, or none.
    pub num_before: u64,
    /// True if the rows before hold zeros alone.
    pub is_zero_before: bool,
    /// Type to which the values were rounded.
    pub rounding: Rounding,
    /// Largest absolute difference, after rounding if that explains all values.
    pub largest_difference: f64,
    /// Other conventions and shapes that give the same table.
    pub also: Vec<(GridConvention, GridShape)>,
}

/// Largest difference that a computation in single precision makes, and rounding to bfloat16.
const SINGLE: f64 = 2e-4;
const COARSE: f64 = 4e-3;
/// Largest number of patches and of columns of a table that is compared.
const MOST_ROWS: u64 = 1 << 16;
const MOST_COLUMNS: u32 = 4096;

/// Finds the grid whose rows a table holds, with at most one row before them. `None` if there is none.
///
/// # Errors
///
/// Fails if the table is read from a file and that fails.
pub fn recognize_grid(table: &dyn RowSource) -> io::Result<Option<KnownGrid>> {
    let (num_rows, width) = (table.num_rows(), table.num_columns());
    if num_rows > MOST_ROWS + 1 || !(4..=MOST_COLUMNS).contains(&width) {
        return Ok(None);
    }
    let mut values = vec![0.0; num_rows as usize * width as usize];
    table.fill(0, &mut values)?;
    let rows: Vec<&[f64]> = values.chunks_exact(width as usize).collect();
    let mut found: Option<KnownGrid> = None;
    for num_before in 0..2.min(num_rows) {
        let patches = &rows[num_before as usize..];
        for grid in candidates(patches.len() as u64, width) {
            let Some((rounding, largest_difference)) = compared(&grid, patches) else { continue };
            if let Some(known) = &mut found {
                known.also.push((grid.convention(), grid.shape()));
                continue;
            }
            let is_zero_before = rows[..num_before as usize].concat().iter().all(|&it| it == 0.0);
            found = Some(KnownGrid {
                grid,
                num_before,
                is_zero_before,
                rounding,
                largest_difference,
                also: Vec::new(),
            });
        }
        if found.is_some() {
            break;
        }
    }
    Ok(found)
}

/// Grids with so many cells and columns, none of whose sides is a single cell.
fn candidates(num_cells: u64, width: u32) -> impl Iterator<Item = Grid> {
    let sides = (2..=num_cells / 2).filter(move |rows| num_cells.is_multiple_of(*rows));
    let shapes = sides
        .filter_map(move |rows| format!("{rows}x{}", num_cells / rows).parse::<GridShape>().ok());
    shapes.flat_map(move |shape| {
        GridConvention::ALL.iter().flat_map(move |&convention| {
            let caches: &[Cache] =
                if convention.is_rotary() { &[Cache::Cos, Cache::Sin] } else { &[Cache::Cos] };
            caches.iter().filter_map(move |&cache| {
                // A cache has as many columns as the head, or half of them.
                let widths = if convention.is_rotary() { [width, 2 * width] } else { [width; 2] };
                let make = |width| {
                    Grid::new(GridDraft { convention, shape, width, base: None, cache }).ok()
                };
                widths.into_iter().filter_map(make).find(|grid| grid.num_columns() == width)
            })
        })
    })
}

/// Type and largest difference of a table that a grid gives; `None` for another one.
fn compared(grid: &Grid, rows: &[&[f64]]) -> Option<(Rounding, f64)> {
    let difference = |t: usize| {
        let cells = (0..).zip(rows[t]);
        cells.map(|(j, value)| (value - grid.value(t as i64, j)).abs()).fold(0.0, nan_max)
    };
    // Most candidates differ in any of a few rows.
    let last = rows.len() - 1;
    if ![last, last / 2, 1, last / 3].into_iter().all(|t| difference(t) <= COARSE) {
        return None;
    }
    let largest = (0..rows.len()).map(difference).fold(0.0, nan_max);
    if largest > COARSE {
        return None;
    }
    let is_rounded = |to: &Rounding| {
        let mut cells =
            (0..).zip(rows).flat_map(|(t, row)| (0..).zip(*row).map(move |(j, v)| (t, j, v)));
        cells.all(|(t, j, &value)| {
            let exact = grid.value(t, j);
            // The value was computed in single precision before it was rounded.
            let ends = [exact - 1e-6, exact + 1e-6].map(|it| to.nearest(it));
            (ends[0]..=ends[1]).contains(&value)
        })
    };
    if largest <= SINGLE {
        let narrow = [Rounding::Bf16, Rounding::F16].into_iter().find(is_rounded);
        return Some((narrow.unwrap_or(Rounding::F32), largest));
    }
    let narrow = [Rounding::Bf16, Rounding::F16].into_iter().find(is_rounded)?;
    Some((narrow, largest))
}

/// The larger number; NaN counts as the largest.
fn nan_max(a: f64, b: f64) -> f64 {
    if b.is_nan() { f64::INFINITY } else { a.max(b) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{Computed, Encoding, Extent, Spec, Table};

    #[test]
    fn grids_are_told_from_each_other() {
        for &convention in GridConvention::ALL.iter().filter(|it| !it.has_frames()) {
            let shape: GridShape = "6x9".parse().unwrap();
            let draft = GridDraft { convention, shape, width: 24, base: None, cache: Cache::Cos };
            let grid = Arc::new(Grid::new(draft).unwrap());
            let encoding = Arc::new(Encoding::new(Spec::Grid(Arc::clone(&grid))));
            let table = Table { encoding, extent: Extent::new(0, 54).unwrap() };
            let known = recognize_grid(&table).unwrap().unwrap();
            let names =
                known.also.iter().copied().chain([(known.grid.convention(), known.grid.shape())]);
            assert!(
                names.into_iter().any(|it| it == (convention, shape)),
                "{convention:?}: {known:?}"
            );
            assert_eq!((known.num_before, known.largest_difference), (0, 0.0));
        }
        let noise = Encoding::new(Computed::Random { d_model: 24, seed: 1 });
        let table = Table { encoding: Arc::new(noise), extent: Extent::new(0, 54).unwrap() };
        assert_eq!(recognize_grid(&table).unwrap(), None);
    }
}
