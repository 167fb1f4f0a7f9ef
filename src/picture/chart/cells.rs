//! The values of cells written in them, where they are large enough.

use std::ops::Range;

use super::{Align, Layer, Plot, Point, Rect, Shape, Text, compose::Composer};
use crate::encoding::{
    Rotation, Table,
    similarity::{self, Matrix},
};
use crate::picture::{ColorScale, Face, Pixels, Rgb, Source, Span, contrast, number};

/// Width from which a cell has its value written in it, and height of a line of such text.
const SMALLEST_WIDTH: f32 = 28.0;
const SMALLEST_HEIGHT: f32 = 15.0;
const SIZE: f32 = 11.0;
const BLACK: Rgb = [0x00; 3];
const WHITE: Rgb = [0xff; 3];

impl Composer<'_> {
    /// The value in every cell, with as many digits as there is room for.
    pub(super) fn cell_values(&mut self, plot: &Plot) {
        let chart = self.chart;
        let rect = plot.rect;
        let width = rect.width / chart.x.span.length() as f32;
        let height = rect.height / chart.y.span.length() as f32;
        if width < SMALLEST_WIDTH || height < SMALLEST_HEIGHT {
            return;
        }
        let raster = chart.layers.iter().find_map(|layer| match layer {
            // A cell by itself has no spread to be written in it.
            Layer::Raster { source, scale, pixels, .. } if *pixels != Pixels::Spread => {
                Some((source, *scale))
            }
            _ => None,
        });
        let Some((source, scale)) = raster else { return };
        let (columns, rows) = (cells(chart.x.span), cells(chart.y.span));
        let values = values(source, &columns, &rows);
        let decimals = decimals(width, scale);
        if decimals == 0 && scale.bound < 10.0 {
            // A value that is only 0 or ±1 would be a false one.
            return;
        }
        let inside = Rect { x: rect.x - 1.0, width: rect.width + 2.0, ..rect };
        let num_columns = (columns.end - columns.start) as usize;
        for (values, row) in values.chunks(num_columns).zip(rows) {
            for (&value, column) in
                values.iter().zip(columns.clone()).filter(|(value, _)| !value.is_nan())
            {
                let text = number::decimal(value, decimals);
                let x = plot.x_of(column as f64 + 0.5);
                let y = plot.y_of(row as f64 + 0.5);
                let half = Face::Regular.width(&text, SIZE) / 2.0;
                let ends = [x - half, x + half].map(|x| Point { x, y });
                let is_whole = y - SIZE / 2.0 >= rect.y && y + SIZE / 2.0 <= rect.bottom();
                if is_whole && ends.iter().all(|&end| inside.contains(end)) {
                    let ground = scale.color(value);
                    let is_light = contrast(BLACK, ground) > contrast(WHITE, ground);
                    self.canvas.shape(Shape::Text(Text {
                        at: Point { x, y: y + 0.36 * SIZE },
                        align: Align::Center,
                        text,
                        size: SIZE,
                        face: Face::Regular,
                        color: if is_light { BLACK } else { WHITE },
                        is_turned: false,
                    }));
                }
            }
        }
    }
}

/// Decimals that fit into a cell together with the largest value.
fn decimals(width: f32, scale: ColorScale) -> usize {
    let room = width - 4.0;
    let fits = |decimals: &usize| {
        let text =
            number::with_minus(&format!("{:.decimals$}", -scale.bound, decimals = *decimals));
        Face::Regular.width(&text, SIZE) <= room
    };
    (0..=6).rev().find(fits).unwrap_or(0)
}

/// Numbers of the cells of which something is in a span.
fn cells(span: Span) -> Range<i64> {
    span.start.floor() as i64..span.end.ceil() as i64
}

/// The value of every cell, row by row.
fn values(source: &Source, columns: &Range<i64>, rows: &Range<i64>) -> Vec<f64> {
    let each = |value: &dyn Fn(i64, i64) -> f64| {
        rows.clone()
            .flat_map(|row| columns.clone().map(move |column| (row, column)))
            .map(|(row, column)| value(row, column))
            .collect()
    };
    match source {
        Source::Table { table, is_transposed: false } => {
            each(&|row, column| table.value(row as u64, column as u32))
        }
        Source::Table { table, is_transposed: true } => {
            each(&|row, column| table.value(column as u64, row as u32))
        }
        Source::Rotation { waves, offset } => {
            let rotation = Rotation::new(waves, *offset);
            each(&|row, column| rotation.entry(row as u32, column as u32))
        }
        Source::Shift { waves, position, offset } => {
            let lines = Rotation::new(waves, *offset).shift(*position);
            each(&|row, column| lines[row as usize][column as usize])
        }
        Source::Rows(lines) => each(&|row, column| lines.row(row as usize)[column as usize]),
        Source::Similarity { table, measure } => similarity_values(table, *measure, columns, rows),
    }
}

fn similarity_values(
    table: &Table,
    measure: similarity::Measure,
    columns: &Range<i64>,
    rows: &Range<i64>,
) -> Vec<f64> {
    let start = table.extent.start();
    let block = |range: &Range<i64>| (start + range.start, (range.end - range.start) as usize);
    let (rows, columns) = (block(rows), block(columns));
    let mut values = vec![0.0; rows.1 * columns.1];
    Matrix::new(&table.encoding, measure, rows, columns).fill_slice(rows.0, &mut values);
    values
}
