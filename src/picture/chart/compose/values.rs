//! Composes the numbers of a table in a grid, as many rows and columns as fit.

use super::{
    canvas::Canvas,
    grid::{PositionRows, ROW, TEXT_SIZE, first_around, label_width},
    type_scale::SetInType,
};
use crate::picture::{Align, Drawing, Face, GridShown, Rect, Shape, Span, Values, number};

const PADDING: f32 = 10.0;
const MARK_OPACITY: f32 = 0.16;

/// Width of the labels of rows, and of a column.
fn widths(values: &Values) -> (f32, f32) {
    let width_of = |text: &str| Face::Regular.width(text, TEXT_SIZE);
    let column = width_of(&number::decimal(-0.888_888_8, values.decimals))
        .max(width_of(&(i64::from(values.table.num_columns()) - 1).to_string()))
        + PADDING;
    (label_width(values.table.extent, PADDING), column)
}

impl SetInType for Values {
    const SIZE: f32 = TEXT_SIZE;

    /// Size of the whole table.
    fn wanted(&self) -> Vec<(f32, f32)> {
        let (head, column) = widths(self);
        let (rows, columns) = (self.table.num_rows() as f32, self.table.num_columns() as f32);
        // A little more, against rounding.
        vec![(head + columns * column + 1.0, ROW * (rows + 1.0) + 1.0)]
    }
}

/// Draws as many rows and columns of the table as fit into the area.
pub(super) fn compose(values: &Values, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let theme = canvas.frame.theme;
    let extent = values.table.extent;
    let (label_width, width) = widths(values);
    let num_columns = i64::from(values.table.num_columns());
    let room = area.width - label_width;
    let shown_columns = ((room / width).floor() as i64).clamp(1, num_columns);
    let (selected_row, selected) = values.selected;
    let first_column = values
        .first
        .map_or_else(|| first_around(selected, shown_columns, num_columns), |(_, column)| column)
        .clamp(0, num_columns - shown_columns);
    let columns = first_column..first_column + shown_columns;
    let below = Rect {
        y: area.y + ROW,
        width: label_width + width * shown_columns as f32,
        height: area.height - ROW,
        ..area
    };
    let first_row = values.first.map(|(row, _)| row);
    let rows = PositionRows::new(extent, extent.start() + selected_row, below, first_row);
    for (shown, num, name) in
        [(rows.shown, extent.length() as i64, "rows"), (shown_columns, num_columns, "columns")]
    {
        if shown < num {
            let (left, whole) = (number::grouped(num - shown), number::grouped(num));
            canvas.omit(format!("{left} of {whole} {name}"));
        }
    }
    let line = canvas.hairline();
    canvas.fill(Rect { y: below.y - line, height: line, ..area }, theme.line);
    let cell = |row: Rect, j: i64| {
        let x = area.x + label_width + (j - first_column) as f32 * width;
        Rect { x, width, ..row }
    };
    let inside = |rect: Rect| Rect { width: rect.width - PADDING / 2.0, ..rect };
    for j in columns.clone() {
        let is_selected = canvas.marks(j == selected);
        let head = inside(cell(Rect { height: ROW, ..area }, j));
        canvas.label(head, j.to_string(), is_selected);
    }
    let block = values.table.block::<f64>(
        rows.first as u64..(rows.first + rows.shown) as u64,
        columns.start as u32..columns.end as u32,
    );
    let is_marked = |i: i64, j: i64| {
        let has = |span: Span, at: i64| (span.start..span.end).contains(&(at as f64));
        values.marked.is_some_and(|(columns, rows)| has(columns, j) && has(rows, i))
    };
    let mut ring = None;
    rows.draw(&mut canvas, label_width - PADDING, |canvas, row| {
        let mut texts = Vec::new();
        for (j, &value) in columns.clone().zip(block.row((row.index - rows.first) as usize)) {
            let rect = cell(row.rect, j);
            if is_marked(row.index, j) {
                let color = theme.accent;
                canvas.shape(Shape::Tint { rect, color, opacity: MARK_OPACITY });
            }
            let text = number::decimal(value, values.decimals);
            let is_selected = row.is_selected && j == selected;
            let color = if is_selected { theme.selection } else { theme.text };
            canvas.cell_text(inside(rect), text.as_str(), Align::Right, color, is_selected);
            texts.push(text);
            canvas.target(rect, Some(row.position), Some(j as u32));
            ring = if is_selected { Some(rect) } else { ring };
        }
        texts.join(", ")
    });
    if let Some(rect) = ring {
        canvas.outline(rect, theme.selection, 1.5);
    }
    let rect = Rect {
        x: area.x + label_width,
        width: width * shown_columns as f32,
        height: ROW * rows.shown as f32,
        ..below
    };
    let grid = GridShown {
        rect,
        first_row: rows.first,
        num_rows: rows.shown,
        first_column,
        num_columns: shown_columns,
    };
    Drawing { grid: Some(grid), ..canvas.finished() }
}
