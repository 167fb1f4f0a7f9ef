//! Composes tables of fields, at the largest size of type at which all rows fit.

use super::canvas::{Canvas, SMALLEST_TYPE, lines};
use crate::picture::{
    Align, Drawing, Face, FieldRow, Fields, Omission, Point, Rect, Shape, Target, Text,
};

/// Largest and smallest size of type.
const SIZES: (f32, f32) = (15.0, 9.0);
/// Height of a line, and largest and smallest space above and below a row, relative to the size of type.
const LINE: f32 = 1.25;
const PADDINGS: (f32, f32) = (0.45, 0.1);
/// Space between columns, relative to the size of type.
const BETWEEN: f32 = 1.2;

/// Columns at a size of type, and the lines of every row.
struct FieldLayout {
    size: f32,
    /// Space above and below a row, relative to the size of type.
    padding: f32,
    /// Left edges of values and remarks.
    lefts: [f32; 2],
    rows: Vec<[Vec<String>; 3]>,
}

impl FieldLayout {
    fn new(fields: &Fields, (size, padding): (f32, f32), width: f32) -> Self {
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
                // Paths of keys have no spaces to break at.
                lines(row.remark.split_inclusive([' ', '.', '_']), "", width - second, size),
            ]
        });
        Self { size, padding, lefts: [first, second], rows: rows.collect() }
    }

    /// Height of a row by its number of lines.
    fn height(&self, row: &[Vec<String>; 3]) -> f32 {
        let num = row.iter().map(Vec::len).max().unwrap_or(1).max(1);
        self.height_of(num)
    }

    /// Height of a row with a number of lines.
    fn height_of(&self, num_lines: usize) -> f32 {
        self.size * (LINE * num_lines as f32 + 2.0 * self.padding)
    }

    /// Distance of a row's first baseline from its top.
    fn ascent(&self) -> f32 {
        self.size * (self.padding + 0.95)
    }

    fn whole(&self) -> f32 {
        self.height_of(1) + self.rows.iter().map(|row| self.height(row)).sum::<f32>()
    }
}

/// Layout at the largest size that fits. Rows move together before the type becomes too small for a presentation.
fn chosen(fields: &Fields, area: Rect) -> FieldLayout {
    const STEPS: u16 = 8;
    let between = |(from, to): (f32, f32)| {
        (0..=STEPS).map(move |i| from + (to - from) * f32::from(i) / f32::from(STEPS))
    };
    let smaller = between((SIZES.0, SMALLEST_TYPE)).map(|size| (size, PADDINGS.0));
    let closer = between(PADDINGS).map(|padding| (SMALLEST_TYPE, padding));
    let smallest = between((SMALLEST_TYPE, SIZES.1)).map(|size| (size, PADDINGS.1));
    let of = |type_and_space| FieldLayout::new(fields, type_and_space, area.width);
    let mut layouts = smaller.chain(closer).chain(smallest).map(of);
    let fitting = layouts.find(|layout| layout.whole() <= area.height);
    fitting.unwrap_or_else(|| of((SIZES.1, PADDINGS.1)))
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
    let first = area.y + layout.ascent();
    for (x, heading) in lefts.into_iter().zip(fields.headings) {
        let at = Point { x, y: first };
        canvas.text(heading, at, Align::Left, layout.size, theme.weak_text);
    }
    let mut y = area.y + layout.height_of(1);
    let (mut words, mut targets) = (Vec::new(), Vec::new());
    let mut num_omitted = 0;
    for (i, (row, own)) in fields.rows.iter().zip(&layout.rows).enumerate() {
        let height = layout.height(own);
        if y + height > area.bottom() + 0.5 {
            // A shorter row further down must not take its place.
            num_omitted = fields.rows.len() - i;
            break;
        }
        let rule = Rect { y: canvas.snapped(y), height: canvas.hairline(), ..area };
        canvas.fill(rule, theme.line);
        let colors =
            [theme.text, if row.is_warning { theme.error } else { theme.text }, theme.weak_text];
        for ((x, texts), color) in lefts.into_iter().zip(own).zip(colors) {
            for (i, text) in texts.iter().enumerate() {
                let at = Point { x, y: y + layout.ascent() + line * i as f32 };
                canvas.shape(Shape::Text(Text::new(
                    at,
                    Align::Left,
                    text.clone(),
                    layout.size,
                    Face::Regular,
                    color,
                )));
            }
        }
        let rect = Rect { y, height, ..area };
        if fields.are_links {
            targets.push(Target { rect, position: None, column: None, cell: Some((i, 0)) });
        }
        words.push((rect, row.plain_text()));
        y += height;
    }
    if num_omitted > 0 {
        let text = format!("{num_omitted} of {} rows", fields.rows.len());
        canvas.omitted.push(Omission::Data(text));
    }
    Drawing { lines: words, targets, omitted: canvas.omitted, ..Drawing::of(canvas.shapes) }
}
