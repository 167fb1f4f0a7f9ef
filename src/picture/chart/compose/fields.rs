//! Composes tables of fields, at the largest size of type at which all rows fit.

use super::canvas::{Canvas, lines};
use crate::picture::{Align, Drawing, Face, FieldRow, Fields, Point, Rect, Shape, Text};

/// Largest and smallest size of type.
const SIZES: (f32, f32) = (15.0, 9.0);
/// Height of a line, and space around a row, relative to the size of type.
const LINE: f32 = 1.25;
const PADDING: f32 = 0.45;
/// Space between columns, relative to the size of type.
const BETWEEN: f32 = 1.2;

/// Columns at a size of type, and the lines of every row.
struct Layout {
    size: f32,
    /// Left edges of values and remarks.
    lefts: [f32; 2],
    rows: Vec<[Vec<String>; 3]>,
}

impl Layout {
    fn new(fields: &Fields, size: f32, width: f32) -> Self {
        let widest = |text: fn(&FieldRow) -> &str, heading: &str| {
            let own = fields.rows.iter().map(|row| Face::Regular.width(text(row), size));
            own.fold(Face::Regular.width(heading, size), f32::max)
        };
        let names = widest(|row| &row.name, fields.headings[0]).min(0.42 * width);
        let values = widest(|row| &row.value, fields.headings[1]).min(0.34 * width);
        let first = names + BETWEEN * size;
        let second = first + values + BETWEEN * size;
        let broken = |text: &str, room: f32| lines(text.split(' '), " ", room.max(size), size);
        let rows = fields.rows.iter().map(|row| {
            [
                broken(&row.name, names + 1.0),
                broken(&row.value, values + 1.0),
                broken(&row.remark, width - second),
            ]
        });
        Self { size, lefts: [first, second], rows: rows.collect() }
    }

    /// Height of a row by its number of lines.
    fn height(&self, row: &[Vec<String>; 3]) -> f32 {
        let num = row.iter().map(Vec::len).max().unwrap_or(1).max(1);
        self.size * (LINE * num as f32 + 2.0 * PADDING)
    }

    fn whole(&self) -> f32 {
        let heading = self.size * (LINE + 2.0 * PADDING);
        heading + self.rows.iter().map(|row| self.height(row)).sum::<f32>()
    }
}

/// Layout at the largest size that fits.
fn chosen(fields: &Fields, area: Rect) -> Layout {
    const STEPS: u16 = 12;
    let step = (SIZES.0 - SIZES.1) / f32::from(STEPS);
    let sizes = (0..=STEPS).map(|i| SIZES.0 - step * f32::from(i));
    let mut layouts = sizes.map(|size| Layout::new(fields, size, area.width));
    let fitting = layouts.find(|layout| layout.whole() <= area.height);
    fitting.unwrap_or_else(|| Layout::new(fields, SIZES.1, area.width))
}

/// True if all rows fit into an area in readable type.
pub(super) fn fits(fields: &Fields, area: Rect) -> bool {
    chosen(fields, area).whole() <= area.height
}

/// Draws the table.
pub(super) fn compose(fields: &Fields, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let layout = chosen(fields, area);
    let theme = canvas.frame.theme;
    let lefts = [area.x, area.x + layout.lefts[0], area.x + layout.lefts[1]];
    let line = layout.size * LINE;
    let first = area.y + layout.size * (PADDING + 0.95);
    for (x, heading) in lefts.into_iter().zip(fields.headings) {
        let at = Point { x, y: first };
        canvas.text(heading, at, Align::Left, layout.size, theme.weak_text);
    }
    let mut y = area.y + layout.size * (LINE + 2.0 * PADDING);
    let mut words = Vec::new();
    let mut num_omitted = 0;
    for (row, own) in fields.rows.iter().zip(&layout.rows) {
        let height = layout.height(own);
        if y + height > area.bottom() + 0.5 {
            num_omitted += 1;
            continue;
        }
        let rule = Rect { y: canvas.snapped(y), height: canvas.hairline(), ..area };
        canvas.fill(rule, theme.line);
        let colors =
            [theme.text, if row.is_warning { theme.error } else { theme.text }, theme.weak_text];
        for ((x, texts), color) in lefts.into_iter().zip(own).zip(colors) {
            for (i, text) in texts.iter().enumerate() {
                let at = Point { x, y: y + layout.size * (PADDING + 0.95) + line * i as f32 };
                canvas.shape(Shape::Text(Text {
                    at,
                    align: Align::Left,
                    text: text.clone(),
                    size: layout.size,
                    face: Face::Regular,
                    color,
                    is_turned: false,
                }));
            }
        }
        words.push((Rect { y, height, ..area }, row.plain_text()));
        y += height;
    }
    if num_omitted > 0 {
        canvas.omitted.push(format!("{num_omitted} of {} rows", fields.rows.len()));
    }
    Drawing { lines: words, omitted: canvas.omitted, ..Drawing::of(canvas.shapes) }
}
