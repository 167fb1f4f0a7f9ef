//! Composes the numbers of a table in a grid, as many rows and columns as fit.

use super::{
    canvas::Canvas,
    grid::{ROW, TEXT_SIZE, first_around},
};
use crate::picture::{
    Align, Drawing, Face, GridShown, Omission, Rect, Shape, Span, Target, Values, number,
};

const PADDING: f32 = 10.0;
const MARK_OPACITY: f32 = 0.16;

/// Width of the labels of rows, and of a column.
fn widths(values: &Values) -> (f32, f32) {
    let extent = values.table.extent;
    let width_of = |text: &str| Face::Regular.width(text, TEXT_SIZE);
    let column = width_of(&number::decimal(-0.888_888_8, values.decimals))
        .max(width_of(&(i64::from(values.table.num_columns()) - 1).to_string()))
        + PADDING;
    let labels = [extent.start(), extent.last()].map(|t| width_of(&number::grouped(t)));
    (labels.into_iter().fold(0.0, f32::max) + 2.0 * PADDING, column)
}

/// Size of the whole table.
pub(super) fn wanted(values: &Values) -> (f32, f32) {
    let (head, column) = widths(values);
    let (rows, columns) = (values.table.num_rows() as f32, values.table.num_columns() as f32);
    // A little more, against rounding.
    (head + columns * column + 1.0, ROW * (rows + 1.0) + 1.0)
}

/// Draws as many rows and columns of the table as fit into the area.
pub(super) fn compose(values: &Values, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let theme = canvas.frame.theme;
    let extent = values.table.extent;
    let (num_rows, num_columns) = (extent.length() as i64, i64::from(values.table.num_columns()));
    let (head_width, column_width) = widths(values);
    let fits = |room: f32, each: f32, whole: i64| ((room / each).floor() as i64).clamp(1, whole);
    let shown_rows = fits(area.height - ROW, ROW, num_rows);
    let shown_columns = fits(area.width - head_width, column_width, num_columns);
    let (row, column) = values.selected;
    let (first_row, first_column) = values.first.unwrap_or_else(|| {
        (first_around(row, shown_rows, num_rows), first_around(column, shown_columns, num_columns))
    });
    let first_row = first_row.clamp(0, num_rows - shown_rows);
    let first_column = first_column.clamp(0, num_columns - shown_columns);
    let rect = Rect {
        x: area.x + head_width,
        y: area.y + ROW,
        width: column_width * shown_columns as f32,
        height: ROW * shown_rows as f32,
    };
    let shown = GridShown {
        rect,
        first_row,
        num_rows: shown_rows,
        first_column,
        num_columns: shown_columns,
    };
    let cell = |i: i64, j: i64| Rect {
        x: rect.x + (j - first_column) as f32 * column_width,
        y: rect.y + (i - first_row) as f32 * ROW,
        width: column_width,
        height: ROW,
    };
    let last_column = first_column + shown_columns;
    let rows = first_row as u64..(first_row + shown_rows) as u64;
    let columns = first_column as u32..last_column as u32;
    let table = values.table.block::<f64>(rows, columns);
    for (shown, num, name) in
        [(shown_rows, num_rows, "rows"), (shown_columns, num_columns, "columns")]
    {
        if shown < num {
            let (left, whole) = (number::grouped(num - shown), number::grouped(num));
            canvas.omitted.push(Omission::Data(format!("{left} of {whole} {name}")));
        }
    }
    let line = canvas.hairline();
    canvas.fill(Rect { y: rect.y - line, height: line, x: area.x, width: area.width }, theme.line);
    for j in first_column..last_column {
        let head = Rect { y: area.y, ..cell(first_row, j) };
        let head = Rect { width: head.width - PADDING / 2.0, ..head };
        let is_selected = canvas.marks(j == column);
        let color = if is_selected { theme.selection } else { theme.weak_text };
        canvas.cell_text(head, j.to_string(), Align::Right, color, is_selected);
    }
    let (mut lines, mut targets) = (Vec::new(), Vec::new());
    for (i, row_values) in (first_row..).zip(table.outer_iter()) {
        let t = extent.start() + i;
        let head = Rect { x: area.x, width: head_width - PADDING, ..cell(i, first_column) };
        let is_selected = canvas.marks(i == row);
        let color = if is_selected { theme.selection } else { theme.weak_text };
        canvas.cell_text(head, number::grouped(t), Align::Right, color, is_selected);
        let mut texts = Vec::new();
        for (j, &value) in (first_column..).zip(row_values) {
            let rect = cell(i, j);
            let is_marked = values.marked.is_some_and(|(columns, rows)| {
                let inside = |span: Span, at: i64| (span.start..span.end).contains(&(at as f64));
                inside(columns, j) && inside(rows, i)
            });
            if is_marked {
                let color = theme.accent;
                canvas.shape(Shape::Tint { rect, color, opacity: MARK_OPACITY });
            }
            let text = number::decimal(value, values.decimals);
            let inner = Rect { width: rect.width - PADDING / 2.0, ..rect };
            let is_it = canvas.marks((i, j) == (row, column));
            let color = if is_it { theme.selection } else { theme.text };
            canvas.cell_text(inner, text.as_str(), Align::Right, color, is_it);
            texts.push(text);
            targets.push(Target { rect, position: Some(t), column: Some(j as u32), cell: None });
        }
        let words = format!("position {}: {}", number::grouped(t), texts.join(", "));
        let width = head_width + rect.width;
        lines.push((Rect { x: area.x, width, ..cell(i, first_column) }, words));
    }
    let is_seen = (first_row..first_row + shown_rows).contains(&row)
        && (first_column..last_column).contains(&column);
    if is_seen {
        canvas.outline(cell(row, column), theme.selection, 1.5);
    }
    Drawing {
        lines,
        targets,
        grid: Some(shown),
        omitted: canvas.omitted,
        ..Drawing::of(canvas.shapes)
    }
}
