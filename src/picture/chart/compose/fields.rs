//! Composes tables of fields: names, values and remarks.

use super::{
    canvas::Canvas,
    type_scale::{READABLE, SetInType},
};
use crate::picture::{
    Align, Drawing, Face, FieldRow, Fields, Point, Rect, Shape, Text, typeset::text_lines,
};

const SIZE: f32 = 15.0;
/// Height of a line, and smallest and largest space above and below a row.
const LINE: f32 = 1.25 * SIZE;
const PADDINGS: (f32, f32) = (0.1 * SIZE, 0.45 * SIZE);
/// Space between columns.
const BETWEEN: f32 = 1.2 * SIZE;

/// Columns, and the lines of every row.
struct FieldLayout {
    /// Left edges of values and remarks.
    lefts: [f32; 2],
    /// True if remarks stand below names and values, where they have too little room beside them.
    is_stacked: bool,
    rows: Vec<[Vec<String>; 3]>,
}

impl FieldLayout {
    fn new(fields: &Fields, width: f32) -> Self {
        /// Smallest share of the width in which long remarks stand beside values, and number of lines of a long one.
        const BESIDE: (f32, f32) = (0.4, 2.5);
        let widest = |text: fn(&FieldRow) -> &str, heading: &str| {
            let own = fields.rows.iter().map(|row| Face::Regular.width(text(row), SIZE));
            own.fold(Face::Regular.width(heading, SIZE), f32::max)
        };
        let own = [
            widest(|row| &row.name, fields.headings[0]),
            widest(|row| &row.value, fields.headings[1]),
            widest(|row| &row.remark, fields.headings[2]),
        ];
        let (mut names, mut values) = (own[0].min(0.42 * width), own[1].min(0.34 * width));
        let room = width - names - values - 2.0 * BETWEEN;
        let is_wide = |piece: &str| Face::Regular.width(piece.trim_end(), SIZE) > room;
        let is_cut = || fields.rows.iter().any(|row| pieces(&row.remark).any(is_wide));
        let is_stacked = room < BESIDE.0 * width && (own[2] > BESIDE.1 * room || is_cut());
        if is_stacked {
            values = own[1].min(0.4 * width);
            names = own[0].min(width - values - BETWEEN);
        }
        let first = names + BETWEEN;
        let second = if is_stacked { 0.0 } else { first + values + BETWEEN };
        let broken = |text: &str, room: f32| {
            text_lines(pieces(text), "", room.max(SIZE), (Face::Regular, SIZE))
        };
        let rows = fields.rows.iter().map(|row| {
            [
                broken(&row.name, names + 2.0),
                broken(&row.value, values + 2.0),
                broken(&row.remark, width - second),
            ]
        });
        Self { lefts: [first, second], is_stacked, rows: rows.collect() }
    }

    /// Number of lines of a row before those of its remark begin.
    fn num_before(&self, row: &[Vec<String>; 3]) -> usize {
        if self.is_stacked { row[0].len().max(row[1].len()) } else { 0 }
    }

    /// Height of the lines of a row.
    fn height(&self, row: &[Vec<String>; 3]) -> f32 {
        let remark = if row[2].iter().all(String::is_empty) { 0 } else { row[2].len() };
        let num = row[0].len().max(row[1].len()).max(self.num_before(row) + remark);
        LINE * num.max(1) as f32
    }

    /// Space above and below each row with which headings and all rows fill a height.
    fn padding(&self, height: f32) -> f32 {
        let lines = LINE + self.rows.iter().map(|row| self.height(row)).sum::<f32>();
        (height - lines) / (2.0 * (self.rows.len() + 1) as f32)
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

impl SetInType for Fields {
    const SIZE: f32 = SIZE;
    const LEAST: f32 = READABLE;

    /// Type is not larger than full size.
    fn wanted(&self) -> Vec<(f32, f32)> {
        Vec::new()
    }

    /// True if all rows fit when they are moved together.
    fn fits(&self, area: Rect) -> bool {
        FieldLayout::new(self, area.width).padding(area.height) >= PADDINGS.0
    }

    /// As many rows as possible are shown.
    fn scale_of_part(&self, _area: Rect) -> f32 {
        READABLE / Self::SIZE
    }
}

/// Draws the table.
pub(super) fn compose(fields: &Fields, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let layout = FieldLayout::new(fields, area.width);
    let padding = layout.padding(area.height).clamp(PADDINGS.0, PADDINGS.1);
    let ascent = padding + 0.95 * SIZE;
    let theme = canvas.frame.theme;
    let lefts = [area.x, area.x + layout.lefts[0], area.x + layout.lefts[1]];
    let num_headings = if layout.is_stacked { 2 } else { 3 };
    for (x, heading) in lefts.into_iter().zip(fields.headings).take(num_headings) {
        let at = Point { x, y: area.y + ascent };
        canvas.text(heading, at, Align::Left, SIZE, theme.weak_text);
    }
    let mut y = area.y + LINE + 2.0 * padding;
    let mut num_omitted = 0;
    for (i, (row, own)) in fields.rows.iter().zip(&layout.rows).enumerate() {
        let height = layout.height(own) + 2.0 * padding;
        if y + height > area.bottom() + 1.0 {
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
                let at = Point { x, y: y + ascent + LINE * (before + i) as f32 };
                canvas.shape(Shape::Text(Text::new(
                    at,
                    Align::Left,
                    text.clone(),
                    SIZE,
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
