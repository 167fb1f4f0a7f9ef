//! Writes the values of cells into them, where the cells are large enough.

use std::ops::Range;

use ndarray::{Array2, ArrayViewMut2};

use super::{composer::Composer, grid::fitting_decimals};
use crate::encoding::{Rotation, similarity::Matrix};
use crate::picture::{
    ColorScale, Face, Layer, Pixels, Plot, Point, Rect, Source, Span, number,
    raster::{bias_value, drift_value, grid_value},
};

/// Smallest cell in which a value is written, in points.
const SMALLEST_WIDTH: f32 = 28.0;
/// The same for whole numbers, which are complete without decimals.
const SMALLEST_WIDTH_OF_WHOLE: f32 = 14.0;
const SMALLEST_HEIGHT: f32 = 15.0;
/// Smallest and largest font size, and its largest share of the cell's height.
const SIZE: f32 = 11.0;
const LARGEST_SIZE: f32 = 24.0;
const SHARE: f32 = 0.42;

impl Composer<'_> {
    /// Writes the value of every visible cell, with as many digits as fit.
    pub(super) fn cell_values(&mut self, plot: &Plot) {
        let chart = self.chart;
        let rect = plot.rect;
        let width = rect.width / chart.x.span.length() as f32;
        let height = rect.height / chart.y.span.length() as f32;
        if width < SMALLEST_WIDTH_OF_WHOLE || height < SMALLEST_HEIGHT {
            return;
        }
        let raster = chart.layers.iter().find_map(|layer| match layer {
            // A single cell has no spread, so there is nothing to write.
            Layer::Raster { source, scale, pixels, .. } if *pixels != Pixels::Spread => {
                Some((source, *scale))
            }
            _ => None,
        });
        let Some((source, scale)) = raster else { return };
        let (columns, rows) = (cells(chart.x.span), cells(chart.y.span));
        let values = values(source, &columns, &rows);
        let is_narrow = width < SMALLEST_WIDTH;
        let is_whole = |value: &f64| value.is_nan() || value.fract() == 0.0;
        if is_narrow && !(is_roomy(width, scale) && values.iter().all(is_whole)) {
            return;
        }
        let decimals = decimals(width, height, scale);
        if decimals == 0 && scale.reach() < 10.0 {
            // A value rounded to 0 or ±1 would be misleading.
            return;
        }
        let size = size(width, height, decimals, scale);
        let inside = Rect { x: rect.x - 1.0, width: rect.width + 2.0, ..rect };
        for (values, row) in values.rows().into_iter().zip(rows) {
            for (&value, column) in
                values.iter().zip(columns.clone()).filter(|(value, _)| !value.is_nan())
            {
                // Nothing is rounded in a zero.
                let text = number::decimal(value, if value == 0.0 { 0 } else { decimals });
                let x = plot.x_of(column as f64 + 0.5);
                let y = plot.y_of(row as f64 + 0.5);
                let half = Face::Regular.width(&text, size) / 2.0;
                let ends = [x - half, x + half].map(|x| Point { x, y });
                let is_whole = y - size / 2.0 >= rect.y && y + size / 2.0 <= rect.bottom();
                if is_whole && ends.iter().all(|&end| inside.contains(end)) {
                    self.canvas.written_value((x, y), scale.color(value), &text, size);
                }
            }
        }
    }
}

/// True if the largest value fits into a cell without decimals.
fn is_roomy(width: f32, scale: ColorScale) -> bool {
    Face::Regular.width(&format!("{:.0}", scale.reach()), SIZE) <= width - 3.0
}

/// Font size of the numbers: they grow with their cells.
fn size(width: f32, height: f32, decimals: usize, scale: ColorScale) -> f32 {
    let widest = number::typographic(&format!("{:.decimals$}", -scale.reach()));
    let room = (width - 8.0) / Face::Regular.width(&widest, SIZE);
    (SIZE * room).min(SHARE * height).clamp(SIZE, LARGEST_SIZE)
}

/// Number of decimals with which the largest value fits into a cell. In a high cell, larger type is worth more than
/// digits from the fourth on.
fn decimals(width: f32, height: f32, scale: ColorScale) -> usize {
    const ENOUGH: usize = 3;
    let most =
        |size: f32, most: usize| fitting_decimals(scale, size, width - 4.0, 0..=most).unwrap_or(0);
    most((SHARE * height).clamp(SIZE, LARGEST_SIZE), 6).max(most(SIZE, ENOUGH))
}

/// Indexes of the cells that intersect a span.
fn cells(span: Span) -> Range<i64> {
    span.start.floor() as i64..span.end.ceil() as i64
}

/// Values of a rectangle of cells.
fn values(source: &Source, columns: &Range<i64>, rows: &Range<i64>) -> Array2<f64> {
    let (first_row, first_column) = (rows.start as usize, columns.start as usize);
    let shape = (rows.clone().count(), columns.clone().count());
    let each = |value: &dyn Fn(usize, usize) -> f64| {
        Array2::from_shape_fn(shape, |(i, j)| value(first_row + i, first_column + j))
    };
    let filled = |fill: &dyn Fn(ArrayViewMut2<'_, f64>)| {
        let mut values = Array2::zeros(shape);
        fill(values.view_mut());
        values
    };
    match source {
        Source::Table { table, is_transposed: false } => {
            each(&|row, column| table.value(row as u64, column as u32))
        }
        Source::Table { table, is_transposed: true } => {
            each(&|row, column| table.value(column as u64, row as u32))
        }
        Source::Magnitudes { table, is_transposed } => {
            let source = Source::Table { table: table.clone(), is_transposed: *is_transposed };
            values(&source, columns, rows).mapv(|value| value.abs().log10())
        }
        Source::Difference(sides) => {
            values(&sides[0], columns, rows) - values(&sides[1], columns, rows)
        }
        Source::Rotation { waves, offset } => {
            let first = (first_row as u32, first_column as u32);
            filled(&|values| Rotation::new(waves, *offset).fill(first, values))
        }
        Source::Shift { waves, position, offset } => {
            let lines = Rotation::new(waves, *offset).shift(*position);
            each(&|row, column| lines[row][column])
        }
        Source::Drift { table, offset } => {
            each(&|row, column| drift_value(table, *offset, row, column))
        }
        Source::Bias { bias, head, extent } => {
            each(&|row, column| bias_value((bias, *head), *extent, row as i64, column as i64))
        }
        Source::Grid { table, measure, layout, at } => each(&|row, column| {
            grid_value((table, *measure, *layout, *at), row as i64, column as i64)
        }),
        Source::Rows(lines) => {
            each(&|row, column| lines.row(row).get(column).copied().unwrap_or(f64::NAN))
        }
        Source::Similarity { table, measure } => {
            let start = table.extent.start();
            let (first, across) = (start + rows.start, (start + columns.start, shape.1));
            let matrix = Matrix::new(&table.encoding, *measure, (first, shape.0), across);
            filled(&|values| matrix.fill(first, values))
        }
    }
}
