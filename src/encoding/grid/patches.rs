//! Similarity of the patches of a table: by sums over the columns of each axis where a rule gives the rows, else row by
//! row.

use super::{Grid, GridAxis, GridLayout};
use crate::encoding::{
    Encoding, Rows,
    parallel::map_each,
    similarity::{self, Measure},
};

/// Similarity of the patches of a table, prepared for many pairs of them.
pub(crate) struct PatchSimilarity<'a> {
    encoding: &'a Encoding,
    measure: Measure,
    first: i64,
    prepared: Prepared<'a>,
}

/// Numbers that are computed once for all pairs.
enum Prepared<'a> {
    /// Every column belongs to one axis.
    Axes(&'a Grid, [AxisSums; GridAxis::ALL.len()]),
    /// Rows of all patches.
    Rows(Rows),
    /// A position and its row, with which all others are compared.
    Row(i64, Vec<f64>),
    Nothing,
}

/// Sums over the columns of an axis for pairs of its cells: of products, or of squared differences for distances.
struct AxisSums {
    /// First cell that is compared with all.
    first: u32,
    /// A row for each cell from the first on.
    pairs: Rows,
    /// Sum of squares of each cell.
    squares: Vec<f64>,
}

impl AxisSums {
    /// Sums for the cells of an axis, or for one of them, to all.
    fn new(
        (grid, rows): (&Grid, &Encoding),
        axis: GridAxis,
        measure: Measure,
        one: Option<u32>,
    ) -> Self {
        let num = grid.shape().along(axis);
        let is_own = |j: &u32| grid.columns()[*j as usize].axis == axis;
        let columns: Vec<u32> = (0..grid.num_columns()).filter(is_own).collect();
        let cell = |i: usize| {
            let mut cell = [0; GridAxis::ALL.len()];
            cell[axis as usize] = i as u32;
            let t = grid.position(cell);
            columns.iter().map(|&j| rows.value(t, j)).collect::<Vec<f64>>()
        };
        let cells = map_each(num as usize, &cell);
        let from = one.map_or(0..num as usize, |it| it as usize..it as usize + 1);
        let line = |i: usize| -> Vec<f64> {
            let own = &cells[from.start + i];
            cells.iter().map(|other| measure.sum(own, other)).collect()
        };
        let pairs = map_each(from.len(), &line).concat();
        let squares = cells.iter().map(|cell| Measure::Dot.sum(cell, cell)).collect();
        Self { first: from.start as u32, pairs: Rows::new(num as usize, pairs), squares }
    }

    fn pair(&self, a: u32, b: u32) -> f64 {
        self.pairs.row((a - self.first) as usize)[b as usize]
    }
}

impl<'a> PatchSimilarity<'a> {
    /// Prepares the similarity of one position to all patches, or of all to all.
    pub(crate) fn new(
        encoding: &'a Encoding,
        measure: Measure,
        layout: GridLayout,
        one: Option<i64>,
    ) -> Self {
        /// Largest number of products of the columns of an axis.
        const MOST_PRODUCTS: u64 = 1 << 26;
        /// Largest number of rows that are kept.
        const MOST_ROWS: u64 = 1 << 12;
        let rows = encoding.scored_rows();
        let num_cells = layout.shape.num_cells();
        let axes = || {
            let grid = rows.grid()?;
            let own = match one {
                Some(t) => Some(grid.cell(t)?),
                None => None,
            };
            let of = |axis: GridAxis| {
                let num = u64::from(grid.shape().along(axis));
                let num_products = num * num * u64::from(grid.num_columns());
                let one = own.map(|cell| cell[axis as usize]);
                let is_quick = one.is_some() || num_products <= MOST_PRODUCTS;
                is_quick.then(|| AxisSums::new((grid, rows), axis, measure, one))
            };
            Some(Prepared::Axes(
                grid,
                [of(GridAxis::Frame)?, of(GridAxis::Row)?, of(GridAxis::Column)?],
            ))
        };
        let prepared = axes().unwrap_or_else(|| match one {
            Some(t) => Prepared::Row(t, rows.row(t)),
            None if num_cells <= MOST_ROWS => {
                let positions = layout.first..layout.first + num_cells as i64;
                Prepared::Rows(Rows::from(rows.table::<f64>(positions, 0..rows.num_columns())))
            }
            None => Prepared::Nothing,
        });
        Self { encoding, measure, first: layout.first, prepared }
    }

    /// Similarity of two positions.
    pub(crate) fn of(&self, t: i64, s: i64) -> f64 {
        match &self.prepared {
            Prepared::Axes(grid, sums) => {
                let (Some(a), Some(b)) = (grid.cell(t), grid.cell(s)) else { return f64::NAN };
                let sum_of = |of: &dyn Fn(&AxisSums, usize) -> f64| -> f64 {
                    sums.iter().enumerate().map(|(axis, sums)| of(sums, axis)).sum()
                };
                let square = |cell: [u32; GridAxis::ALL.len()]| {
                    sum_of(&|sums, axis| sums.squares[cell[axis] as usize])
                };
                let sum = sum_of(&|sums, axis| sums.pair(a[axis], b[axis]));
                self.measure.of_sums(sum, || [square(a), square(b)])
            }
            // A class row is not among the patches.
            Prepared::Rows(rows) if t >= self.first && s >= self.first => {
                let row = |t: i64| rows.row((t - self.first) as usize);
                self.measure.of_rows(row(t), row(s))
            }
            Prepared::Row(own, row) if *own == t => {
                self.measure.of_rows(row, &self.encoding.scored_rows().row(s))
            }
            _ => similarity::of(self.encoding, self.measure, t, s),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encoding::{
        Spec,
        grid::{GridConvention, GridDraft, GridShape},
        rotary::cache::Cache,
    };

    #[test]
    fn sums_of_axes_are_those_of_rows() {
        for convention in GridConvention::all() {
            let text = if convention.has_frames() { "2x3x5" } else { "3x5" };
            let shape: GridShape = text.parse().unwrap();
            let draft = GridDraft { convention, shape, width: 16, base: None, cache: Cache::Cos };
            let exact = Spec::Grid(Arc::new(Grid::new(draft).unwrap()));
            let rounded = Spec::Rounded(Box::new(exact.clone()), "result:bf16".parse().unwrap());
            for (spec, &measure) in [exact, rounded]
                .iter()
                .flat_map(|spec| Measure::ALL.iter().map(move |it| (spec, it)))
            {
                let encoding = Encoding::new(spec.clone());
                let layout = GridLayout { shape, first: 0 };
                let all = PatchSimilarity::new(&encoding, measure, layout, None);
                assert!(matches!(all.prepared, Prepared::Axes(..)));
                for t in 0..shape.num_cells() as i64 {
                    let one = PatchSimilarity::new(&encoding, measure, layout, Some(t));
                    for s in 0..shape.num_cells() as i64 {
                        let expected = similarity::of(&encoding, measure, t, s);
                        for found in [all.of(t, s), one.of(t, s)] {
                            assert!((found - expected).abs() < 1e-13, "{convention:?}: {t}, {s}");
                        }
                    }
                }
            }
        }
    }
}
