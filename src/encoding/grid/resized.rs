//! A grid resized in several ways, and how far these are apart.

use ndarray::Axis;

use super::{GridFaults, GridLayout, Resampling, faults::patch_rows};
use crate::encoding::{Question, Rows, Table};

/// Rows of a grid that was resized in one way, beside those of [`Resampling::Bicubic`].
#[derive(Clone, Debug)]
pub struct ResizedRows {
    /// The way.
    pub resampling: Resampling,
    /// Distance of each row from the bicubic one, as a share of the root mean square of the norms of these: a row of
    /// numbers for each row of the grid.
    pub distances: Rows,
    /// Root mean square of these distances at the border of the grid, which is a cell wide.
    pub at_border: f64,
    /// The same inside.
    pub inside: f64,
}

/// Results of all ways to resize a grid, as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct ResizeQuestion {
    /// Table of the grid.
    pub table: Table,
    /// Arrangement of the patches.
    pub layout: GridLayout,
    /// Number of rows and columns of patches to resize to.
    pub to: [u32; 2],
}

impl Question for ResizeQuestion {
    type Answer = ResizedGrid;

    const TITLE: &'static str = "Resizing the grid";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        ResizedGrid::new(&self.table, self.layout, self.to, is_wanted)
    }
}

/// Grid that was resized in every way.
#[derive(Clone, Debug)]
pub struct ResizedGrid {
    /// Every way but the bicubic one, to which the others are compared.
    pub ways: Vec<ResizedRows>,
}

fn root_mean_square(values: impl Iterator<Item = f64>) -> f64 {
    let (num, sum) = values.fold((0_u64, 0.0), |(num, sum), value| (num + 1, sum + value * value));
    if num == 0 { 0.0 } else { (sum / num as f64).sqrt() }
}

impl ResizedGrid {
    /// True if a grid can be resized: not too large before and after, and without frames.
    pub fn suits(table: &Table, layout: GridLayout, to: [u32; 2]) -> bool {
        let num_cells = u64::from(to[0]) * u64::from(to[1]);
        let is_small = num_cells <= GridFaults::MOST_CELLS
            && num_cells * u64::from(table.num_columns()) <= GridFaults::MOST_VALUES;
        is_small && GridFaults::suits(table, layout)
    }

    /// Resizes a grid; `None` once `is_wanted`, which gets the share done, returns false.
    pub fn new(
        table: &Table,
        layout: GridLayout,
        to: [u32; 2],
        is_wanted: impl Fn(f32) -> bool,
    ) -> Option<Self> {
        let rows = patch_rows(&table.encoding, layout);
        let resized = |it: Resampling| it.resized(&rows, layout.shape.sides(), to);
        let bicubic = resized(Resampling::Bicubic);
        let norm = |row: ndarray::ArrayView1<'_, f64>| row.dot(&row).sqrt();
        let size = root_mean_square(bicubic.view().axis_iter(Axis(0)).map(norm));
        let mut ways = Vec::new();
        let others = Resampling::ALL.iter().filter(|&&it| it != Resampling::Bicubic);
        for (i, &resampling) in others.enumerate() {
            if !is_wanted(i as f32 / (Resampling::ALL.len() - 1) as f32) {
                return None;
            }
            let own = resized(resampling);
            let pairs = own.view().into_owned() - bicubic.view();
            let distances: Vec<f64> = pairs
                .axis_iter(Axis(0))
                .map(|row| if size > 0.0 { norm(row) / size } else { 0.0 })
                .collect();
            let [height, width] = to.map(|it| it as usize);
            let is_border = |i: usize| {
                let (y, x) = (i / width, i % width);
                y == 0 || x == 0 || y + 1 == height || x + 1 == width
            };
            let part = |at_border: bool| {
                let all = distances.iter().enumerate();
                let own = all.filter(move |&(i, _)| is_border(i) == at_border);
                root_mean_square(own.map(|(_, &distance)| distance))
            };
            let (at_border, inside) = (part(true), part(false));
            let distances = Rows::new(width, distances);
            ways.push(ResizedRows { resampling, distances, at_border, inside });
        }
        Some(Self { ways })
    }
}
