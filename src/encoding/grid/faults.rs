//! Classic mistakes of code that gives patches their rows, and what a model sees of them.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use super::{GridLayout, GridShape};
use crate::{
    encoding::{Encoding, Question, Rows, Spec, Table, parallel::map_each, similarity::Measure},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Row of a table that code gives to a patch of an H × W grid, whose number is i = y·W + x.
    pub enum GridFault {
        /// Row of (y, x).
        None = "right",
        /// Row of (x, y): the columns of both axes are exchanged, as if the width came first.
        Exchanged = "exchanged-axes",
        /// Row of (i mod H, i div H): the table runs down the columns, as of a meshgrid in the other order.
        ColumnsFirst = "columns-first",
        /// Row of (i div H, i mod H): a grid of W × H, as if the width were the height.
        Sides = "exchanged-sides",
    }
}

impl GridFault {
    /// Name in a title.
    pub fn title(self) -> &'static str {
        match self {
            Self::None => "right",
            Self::Exchanged => "axes exchanged",
            Self::ColumnsFirst => "meshgrid order",
            Self::Sides => "flattened as W × H",
        }
    }

    /// Row and column that the row of a patch stands for; beyond the grid where H and W are exchanged.
    pub fn coordinates(self, shape: GridShape, [y, x]: [u32; 2]) -> [u32; 2] {
        let [height, width] = shape.sides();
        let i = y * width + x;
        match self {
            Self::None => [y, x],
            Self::Exchanged => [x, y],
            Self::ColumnsFirst => [i % height, i / height],
            Self::Sides => [i / height, i % height],
        }
    }

    /// True if the rows are those of a grid of W × H.
    fn is_of_transposed(self) -> bool {
        matches!(self, Self::Exchanged | Self::Sides)
    }
}

/// Rows that the patches of a grid get by classic mistakes, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct FaultsQuestion {
    /// Table of the grid.
    pub table: Table,
    /// Arrangement of the patches.
    pub layout: GridLayout,
}

impl Question for FaultsQuestion {
    type Answer = GridFaults;

    const TITLE: &'static str = "Computing the rows of the patches";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        GridFaults::new(&self.table, self.layout, is_wanted)
    }
}

/// Rows of a grid, and what the patches get by each mistake.
#[derive(Clone, Debug)]
pub struct GridFaults {
    table: Table,
    layout: GridLayout,
    /// Rows of the H × W patches, row by row.
    right: Rows,
    /// Rows of W × H patches, row by row; `None` where only H × W rows exist, as of a learned table.
    transposed: Option<Rows>,
    /// Number of patches that get their own row all the same, of each mistake.
    num_right: Vec<(GridFault, usize)>,
}

/// The same encoding with H and W exchanged; `None` if there is no such rule.
fn transposed(spec: &Spec) -> Option<Spec> {
    match spec {
        Spec::Grid(grid) => Some(Spec::Grid(Arc::new(grid.transposed()))),
        Spec::Rounded(exact, stages) => Some(Spec::Rounded(Box::new(transposed(exact)?), *stages)),
        _ => None,
    }
}

/// Rows of patches, row by row.
pub(super) fn patch_rows(encoding: &Encoding, layout: GridLayout) -> Rows {
    let [height, width] = layout.shape.sides();
    let scored = encoding.scored_rows();
    let num_columns = scored.num_columns();
    let position = |y: u32, x: u32| match encoding.grid() {
        Some(grid) => grid.position([0, y, x]),
        None => layout.first + i64::from(y * width + x),
    };
    let mut rows: Array2<f64> = Array2::zeros(((height * width) as usize, num_columns as usize));
    for (i, row) in rows.axis_chunks_iter_mut(Axis(0), 1).enumerate() {
        let (y, x) = (i as u32 / width, i as u32 % width);
        scored.fill(position(y, x), 0, row);
    }
    Rows::from(rows)
}

impl GridFaults {
    /// Largest number of patches.
    pub const MOST_CELLS: u64 = 4096;
    /// Largest number of values of the rows.
    pub const MOST_VALUES: u64 = 1 << 23;

    /// True if a table can be compared with what mistakes make of it: not too large, and without frames.
    pub fn suits(table: &Table, layout: GridLayout) -> bool {
        let num_cells = layout.shape.num_cells();
        let num_values = num_cells * u64::from(table.num_columns());
        !layout.shape.has_frames()
            && num_cells <= Self::MOST_CELLS
            && num_values <= Self::MOST_VALUES
    }

    /// Computes the rows; `None` once `is_wanted`, which gets the share done, returns false.
    pub fn new(table: &Table, layout: GridLayout, is_wanted: impl Fn(f32) -> bool) -> Option<Self> {
        let other = transposed(table.encoding.spec()).map(Encoding::new);
        let of_other = GridLayout { shape: layout.shape.transposed(), ..layout };
        let right = patch_rows(&table.encoding, layout);
        if !is_wanted(0.4) {
            return None;
        }
        let transposed = other.map(|other| patch_rows(&other, of_other));
        if !is_wanted(0.8) {
            return None;
        }
        let num_right = Vec::new();
        let mut faults = Self { table: table.clone(), layout, right, transposed, num_right };
        faults.num_right = faults.faults().map(|it| (it, faults.counted_right(it))).collect();
        Some(faults)
    }

    /// True if the rows are those of a rule, not of a file.
    pub fn is_of_rule(&self) -> bool {
        self.transposed.is_some()
    }

    /// Row and column that the row of patch i stands for: between two where coordinates are normalized by the sides of
    /// the grid.
    pub fn place(&self, fault: GridFault, i: usize) -> [f64; 2] {
        let [height, width] = self.layout.shape.sides();
        let [y, x] = fault.coordinates(self.layout.shape, [i as u32 / width, i as u32 % width]);
        let whole = [y, x].map(f64::from);
        match self.table.encoding.grid() {
            // The rule was given the other sides.
            Some(grid) if fault.is_of_transposed() => [
                grid.place(grid.coordinate(y, width), height),
                grid.place(grid.coordinate(x, height), width),
            ],
            _ => whole,
        }
    }

    /// Mistakes that can be made with the table.
    pub fn faults(&self) -> impl Iterator<Item = GridFault> + use<> {
        let has_other = self.transposed.is_some();
        GridFault::ALL.iter().copied().filter(move |it| has_other || !it.is_of_transposed())
    }

    /// One of two values, of the right rows or of the transposed ones: that of the rows of which a mistake gives each
    /// patch one. That of the right rows where there are no others.
    fn either<'a, T: ?Sized>(fault: GridFault, right: &'a T, transposed: Option<&'a T>) -> &'a T {
        transposed.filter(|_| fault.is_of_transposed()).unwrap_or(right)
    }

    /// Number of the row that patch i gets.
    fn row(&self, fault: GridFault, i: usize) -> usize {
        let shape = self.layout.shape;
        let [_, width] = shape.sides();
        let [y, x] = fault.coordinates(shape, [i as u32 / width, i as u32 % width]);
        let other = shape.transposed();
        let of_rows = Self::either(fault, &shape, self.transposed.as_ref().map(|_| &other));
        let [_, width] = of_rows.sides();
        (y * width + x) as usize
    }

    fn num_cells(&self) -> usize {
        self.layout.shape.num_cells() as usize
    }

    /// Similarity of the right row of a patch to the row that each patch gets by each mistake, row by row.
    pub fn similarities(&self, patch: usize, measure: Measure) -> Vec<(GridFault, Rows)> {
        let own = self.right.row(patch);
        let to_all = |rows: &Rows| map_each(rows.num(), &|i| measure.of_rows(own, rows.row(i)));
        let (right, transposed) = (to_all(&self.right), self.transposed.as_ref().map(to_all));
        let [_, width] = self.layout.shape.sides();
        let given = |fault: GridFault| {
            let similar = Self::either(fault, &right, transposed.as_ref());
            let values = (0..self.num_cells()).map(|i| similar[self.row(fault, i)]).collect();
            (fault, Rows::new(width as usize, values))
        };
        self.faults().map(given).collect()
    }

    /// Number of patches that get their own row all the same.
    pub fn num_right(&self, fault: GridFault) -> usize {
        let of = self.num_right.iter().find(|(of, _)| *of == fault);
        of.map_or(0, |(_, num)| *num)
    }

    fn counted_right(&self, fault: GridFault) -> usize {
        /// Difference that computing makes.
        const NEAR: f64 = 1e-9;
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < NEAR;
        let rows = Self::either(fault, &self.right, self.transposed.as_ref());
        let given = |i: usize| rows.row(self.row(fault, i));
        let is_right = |&i: &usize| self.right.row(i).iter().zip(given(i)).all(is_near);
        (0..self.num_cells()).filter(is_right).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{
        Extent,
        grid::{Grid, GridConvention, GridDraft},
        rotary::cache::Cache,
    };

    fn faults(convention: GridConvention, shape: &str) -> GridFaults {
        let shape: GridShape = shape.parse().unwrap();
        let draft = GridDraft { convention, shape, width: 32, base: None, cache: Cache::Cos };
        let encoding = Encoding::new(Spec::Grid(Arc::new(Grid::new(draft).unwrap())));
        let extent = Extent::new(0, shape.num_cells()).unwrap();
        let table = Table { encoding: Arc::new(encoding), extent };
        GridFaults::new(&table, GridLayout { shape, first: 0 }, |_| true).unwrap()
    }

    fn num_right(faults: &GridFaults) -> Vec<usize> {
        faults.faults().map(|fault| faults.num_right(fault)).collect()
    }

    #[test]
    fn square_grids_hide_faults() {
        for key in ["mae-2d", "timm-2d", "moco-v3"] {
            let convention = GridConvention::of_key(key).unwrap();
            // A square hides exchanged sides, and keeps its diagonal.
            assert_eq!(num_right(&faults(convention, "5x5")), [25, 5, 5, 25], "{convention:?}");
            let others = num_right(&faults(convention, "3x5"));
            // Exchanged: (0, 0), (1, 1), (2, 2). Down the columns and as 5 × 3: few.
            assert_eq!(others, [15, 3, 3, 3], "{convention:?}");
        }
    }

    #[test]
    fn two_faults_are_the_third() {
        let shape: GridShape = "3x5".parse().unwrap();
        for i in 0..15 {
            let place = [i / 5, i % 5];
            let [y, x] = GridFault::ColumnsFirst.coordinates(shape, place);
            assert_eq!(GridFault::Sides.coordinates(shape, place), [x, y]);
        }
    }

    #[test]
    fn a_patch_is_taken_for_the_one_of_its_row() {
        let found = faults(GridConvention::of_key("vit-mae").unwrap(), "3x5");
        // The right row of (1, 2) is given to (2, 1) where the axes are exchanged.
        let all = found.similarities(7, Measure::Cosine);
        let (_, similar) = all.iter().find(|(it, _)| *it == GridFault::Exchanged).unwrap();
        assert!((similar.row(2)[1] - 1.0).abs() < 1e-12);
        assert!(similar.row(1)[2] < 0.999);
    }
}
