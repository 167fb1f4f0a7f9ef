//! Composes tables of fields, at the largest size of type at which all rows fit.

use super::canvas::{Canvas, SMALLEST_TYPE};
use crate::picture::{
    Align, Drawing, Face, FieldRow, Fields, Point, Rect, Shape, Text, typeset::text_lines,
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
    /// True if remarks stand below names and values, where they have too little room beside them.
    is_stacked: bool,
    rows: Vec<[Vec<String>; 3]>,
}

impl FieldLayout {
    fn new(fields: &Fields, (size, padding): (f32, f32), width: f32) -> Self {
        /// Smallest share of the width in which long remarks stand beside values, and number of lines of a long one.
        const BESIDE: (f32, f32) = (0.4, 2.5);
        let widest = |text: fn(&FieldRow) -> &str, heading: &str| {
            let own = fields.rows.iter().map(|row| Face::Regular.width(text(row), size));
            own.fold(Face::Regular.width(heading, size), f32::max)
        };
        let between = BETWEEN * size;
        let own = [
            widest(|row| &row.name, fields.headings[0]),
            widest(|row| &row.value, fields.headings[1]),
            widest(|row| &row.remark, fields.headings[2]),
        ];
        let (mut names, mut values) = (own[0].min(0.42 * width), own[1].min(0.34 * width));
        let room = width - names - values - 2.0 * between;
        let is_wide = |piece: &str| Face::Regular.width(piece.trim_end(), size) > room;
        let is_cut = || fields.rows.iter().any(|row| pieces(&row.remark).any(is_wide));
        let is_stacked = room < BESIDE.0 * width && (own[2] > BESIDE.1 * room || is_cut());
        if is_stacked {
            values = own[1].min(0.4 * width);
            names = own[0].min(width - values - between);
        }
        let first = names + between;
        let second = if is_stacked { 0.0 } else { first + values + between };
        let broken = |text: &str, room: f32| text_lines(pieces(text), "", room.max(size), size);
        let rows = fields.rows.iter().map(|row| {
            [
                broken(&row.name, names + 1.0),
                broken(&row.value, values + 1.0),
                broken(&row.remark, width - second),
            ]
        });
        Self { size, padding, lefts: [first, second], is_stacked, rows: rows.collect() }
    }

    /// Number of lines of a row before those of its remark begin.
    fn num_before(&self, row: &[Vec<String>; 3]) -> usize {
        if self.is_stacked { row[0].len().max(row[1].len()) } else { 0 }
    }

    /// Height of a row by its number of lines.
    fn height(&self, row: &[Vec<String>; 3]) -> f32 {
        let remark = if row[2].iter().all(String::is_empty) { 0 } else { row[2].len() };
        let num = row[0].len().max(row[1].len()).max(self.num_before(row) + remark);
        self.height_of(num.max(1))
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

/// Pieces of a text between which a line may end: after spaces, and after points and underscores of names, which have
/// no spaces.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let is_end = move |(at, c): &(usize, char)| {
        let mut next = text[at + c.len_utf8()..].chars();
        // Numbers stay whole.
        *c == ' ' || matches!(c, '.' | '_') && next.next().is_some_and(char::is_alphabetic)
    };
    let ends = text.char_indices().filter(is_end).map(|(at, c)| at + c.len_utf8());
    let mut start = 0;
    ends.chain([text.len()]).map(move |end| &text[std::mem::replace(&mut start, end)..end])
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
    let num_headings = if layout.is_stacked { 2 } else { 3 };
    for (x, heading) in lefts.into_iter().zip(fields.headings).take(num_headings) {
        let at = Point { x, y: first };
        canvas.text(heading, at, Align::Left, layout.size, theme.weak_text);
    }
    let mut y = area.y + layout.height_of(1);
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
        // A warning is in the color of errors: its value, or its name where it has none.
        let has_value = !row.value.is_empty();
        let name = match row.is_warning && !has_value {
            true => theme.error,
            false if row.is_link => theme.accent,
            false => theme.text,
        };
        let value = if row.is_warning { theme.error } else { theme.text };
        let colors = [name, value, theme.weak_text];
        let befores = [0, 0, layout.num_before(own)];
        for (((x, texts), color), before) in lefts.into_iter().zip(own).zip(colors).zip(befores) {
            for (i, text) in texts.iter().enumerate() {
                let at = Point { x, y: y + layout.ascent() + line * (before + i) as f32 };
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
        if row.is_link {
            canvas.target_cell(rect, (i, 0));
        }
        canvas.say(rect, row.plain_text());
        y += height;
    }
    if num_omitted > 0 {
        canvas.omit(format!("{num_omitted} of {} rows", fields.rows.len()));
    }
    canvas.finished()
}
