//! Composes square matrices over the same names, side by side.

use super::{
    canvas::{Canvas, HALF_FIGURE},
    color_bar::{BAR_WIDTH, bar_room},
    grid::{TEXT_SIZE, first_around, fitting_decimals},
    type_scale::SetInType,
};
use crate::picture::{
    Align, ColorScale, Drawing, Face, Matrices, Point, Rect, Shape, Text, WordMatrix, number,
};

const TITLE: f32 = 24.0;
const BETWEEN: f32 = 26.0;
/// Gap between two titles.
const GAP: f32 = 12.0;
/// Largest width of a name. Names of columns run upward.
const LONGEST_NAME: f32 = 86.0;
const SMALLEST_CELL: f32 = 10.0;
/// Smallest height of the matrices at which column names are drawn above them.
const LEAST_HEIGHT: f32 = 90.0;
/// Gap between a matrix and its color bar.
const BAR_GAP: f32 = 10.0;
/// Smallest side of the matrices beside which color bars are drawn.
const LEAST_BESIDE_BARS: f32 = 120.0;
const LARGEST_CELL: f32 = 46.0;
/// Smallest cell in which the entry is written.
const WRITTEN: f32 = 26.0;
const SIZE: f32 = 11.0;

impl SetInType for Matrices {
    const SIZE: f32 = TEXT_SIZE;

    /// Size at which every entry has its largest cell.
    fn wanted(&self) -> Vec<(f32, f32)> {
        let (n, num) = (self.names.len() as f32, self.matrices.len().max(1) as f32);
        let width = |(i, matrix): (usize, &WordMatrix)| {
            let bar = if self.has_bar(i) { BAR_GAP + bar_room(matrix.scale) } else { 0.0 };
            let title = Face::SemiBold.width(&matrix.title, TEXT_SIZE) + GAP;
            (n * LARGEST_CELL + bar).max(title)
        };
        let all: f32 = self.matrices.iter().enumerate().map(width).sum();
        let names = name_room(self);
        vec![(names + all + (num - 1.0) * BETWEEN, TITLE + names + n * LARGEST_CELL)]
    }
}

/// Width of the names of rows.
fn name_room(matrices: &Matrices) -> f32 {
    let names = matrices.names.iter().map(|name| Face::Regular.width(name, TEXT_SIZE));
    names.fold(0.0, f32::max).min(LONGEST_NAME) + 8.0
}

/// Draws as many rows and columns as fit, around the selected entry.
pub(super) fn compose(matrices: &Matrices, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let n = matrices.names.len();
    let num = matrices.matrices.len().max(1) as f32;
    let name_room = name_room(matrices);
    let bar_rooms: Vec<f32> = (matrices.matrices.iter().enumerate())
        .map(|(i, matrix)| if matrices.has_bar(i) { BAR_GAP + bar_room(matrix.scale) } else { 0.0 })
        .collect();
    let all_bars: f32 = bar_rooms.iter().sum();
    let between = name_room + (num - 1.0) * BETWEEN;
    // In a narrow view the matrices come first.
    let has_bars = (area.width - between - all_bars) / num >= LEAST_BESIDE_BARS;
    let across = (area.width - between - if has_bars { all_bars } else { 0.0 }) / num;
    // In a low view the matrices come first: the columns have the same names as the rows.
    let has_column_names = area.height - TITLE - name_room >= LEAST_HEIGHT;
    let above = TITLE + if has_column_names { name_room } else { 4.0 };
    let down = area.height - above;
    let room = across.min(down).max(SMALLEST_CELL);
    let shown = ((room / SMALLEST_CELL).floor() as usize).clamp(1, n.max(1)).min(n);
    let cell = (room / shown.max(1) as f32).clamp(1.0, LARGEST_CELL);
    let first = |at: usize| first_around(at as i64, shown as i64, n as i64) as usize;
    let (a, b) = matrices.selected;
    let (first_row, first_column) = if a.abs_diff(b) < shown {
        // Rows and columns show the same range, so that the diagonal stays where one expects it.
        (first(usize::midpoint(a, b)), first(usize::midpoint(a, b)))
    } else {
        (first(a), first(b))
    };
    let side = cell * shown as f32;
    let name_size = TEXT_SIZE.min(cell - 0.5);
    let top = area.y + above;
    let mut x = area.x + name_room;
    for (i, WordMatrix { title, rows: values, scale }) in matrices.matrices.iter().enumerate() {
        let theme = canvas.frame.theme;
        let head = Rect { x, y: area.y, width: side.max(LONGEST_NAME), height: TITLE };
        let room = across + bar_rooms[i].max(all_bars / num) * f32::from(u8::from(has_bars));
        let title_shown = Face::SemiBold.fitting_heading(title, TEXT_SIZE, room);
        let title_width = Face::SemiBold.width(&title_shown, TEXT_SIZE);
        canvas.cell_text(head, title_shown, Align::Left, theme.text, true);
        for column in (first_column..first_column + shown).filter(|_| has_column_names) {
            let is_selected = column == matrices.selected.1;
            let at = Point {
                x: x + ((column - first_column) as f32 + 0.5) * cell + HALF_FIGURE * name_size,
                y: top - 5.0,
            };
            canvas.name(&matrices.names[column], at, name_size, is_selected, true);
        }
        for row in first_row..first_row + shown {
            let y = top + (row - first_row) as f32 * cell;
            if i == 0 {
                let is_selected = row == matrices.selected.0;
                let right = area.x + name_room - 6.0;
                let at = Point { x: right, y: y + cell / 2.0 + HALF_FIGURE * name_size };
                canvas.name(&matrices.names[row], at, name_size, is_selected, false);
            }
            for column in first_column..first_column + shown {
                let rect = Rect {
                    x: x + (column - first_column) as f32 * cell,
                    y,
                    width: cell,
                    height: cell,
                };
                let value = values.row(row).get(column).copied().unwrap_or_default();
                entry(&mut canvas, rect, value, *scale);
                let (a, b) = (&matrices.names[row], &matrices.names[column]);
                let value = number::readable(value, 7);
                canvas.say(rect, format!("{title}: {a} and {b}: {value}"));
                canvas.target_cell(rect, (row, column));
            }
        }
        let (row, column) = matrices.selected;
        let is_seen = (first_row..first_row + shown).contains(&row)
            && (first_column..first_column + shown).contains(&column);
        if is_seen {
            let rect = Rect {
                x: x + (column - first_column) as f32 * cell,
                y: top + (row - first_row) as f32 * cell,
                width: cell,
                height: cell,
            };
            let (casing, color) = (theme.selection_casing, theme.selection);
            let around = |by: f32| Rect {
                x: rect.x - by,
                y: rect.y - by,
                width: rect.width + 2.0 * by,
                height: rect.height + 2.0 * by,
            };
            canvas.outline(around(3.0), casing, 1.0);
            canvas.outline(around(2.0), color, 2.0);
        }
        let mut bar_room = 0.0;
        if has_bars && matrices.has_bar(i) {
            let bar = Rect { x: x + side + BAR_GAP, y: top, width: BAR_WIDTH, height: side };
            canvas.color_bar(bar, *scale);
            bar_room = bar_rooms[i];
        }
        x += (side + bar_room + BETWEEN).max(title_width + GAP);
    }
    if shown < n {
        let note = format!("{shown} of {n}");
        canvas.omit(format!("{} of {n} words", n - shown));
        let at = Rect { x: area.x, y: area.y, width: name_room - 6.0, height: TITLE };
        canvas.cell_text(at, note, Align::Right, canvas.frame.theme.weak_text, false);
    }
    canvas.finished()
}

fn entry(canvas: &mut Canvas<'_>, rect: Rect, value: f64, scale: ColorScale) {
    let ground = scale.color(value);
    canvas.fill(rect, ground);
    if rect.width < WRITTEN {
        return;
    }
    let (least, most) = match scale.reach() {
        ..10.0 => (1, 2),
        ..100.0 => (0, 1),
        _ => (0, 0),
    };
    // All entries have as many decimals as the widest has room for.
    let Some(decimals) = fitting_decimals(scale, SIZE, rect.width - 3.0, least..=most) else {
        return;
    };
    let center = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    canvas.written_value(center, ground, &number::decimal(value, decimals), SIZE);
}

impl Canvas<'_> {
    /// Draws a name that ends at a point, beside a row; or a turned name that runs upward from it.
    fn name(&mut self, name: &str, at: Point, size: f32, is_selected: bool, is_turned: bool) {
        let theme = self.frame.theme;
        let is_selected = self.marks(is_selected);
        self.shape(Shape::Text(Text {
            is_turned,
            ..Text::new(
                at,
                if is_turned { Align::Left } else { Align::Right },
                Face::Regular.fitting(name, TEXT_SIZE, LONGEST_NAME),
                size,
                if is_selected { Face::SemiBold } else { Face::Regular },
                if is_selected { theme.selection } else { theme.weak_text },
            )
        }));
    }
}
