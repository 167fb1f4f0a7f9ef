//! Composes encodings side by side: rows of the same positions, one block of columns per encoding.

use super::{
    canvas::Canvas,
    grid::{PositionRows, ROW, TEXT_SIZE, inner, label_width},
    type_scale::SetInType,
};
use crate::encoding::Candidate;
use crate::picture::{Align, CandidateTable, Candidates, Drawing, Face, Rect, number};

const PADDING: f32 = 12.0;
const GAP: f32 = 18.0;
const NARROW_GAP: f32 = 6.0;
/// Smallest width of a single column, and of one column of many.
const LONE_WIDTH: f32 = 54.0;
const BIT_WIDTH: f32 = 16.0;
const WAVE_WIDTH: f32 = 14.0;
const LARGEST_WIDTH: f32 = 34.0;
const HEADS: f32 = 2.0 * ROW;
const DIGITS: usize = 4;

/// Block of columns that shows one encoding.
struct CandidateBlock<'a> {
    name: &'a str,
    table: &'a CandidateTable,
    x: f32,
    cell_width: f32,
    /// Number of columns shown, from the first on.
    shown: usize,
}

impl CandidateBlock<'_> {
    fn width(&self) -> f32 {
        self.cell_width * self.shown as f32
    }

    /// Note on the columns shown, in the longest form that fits.
    fn note(&self, room: f32) -> String {
        let (shown, width) = (self.shown, self.table.width());
        let part = format!("0–{} of {width}", shown - 1);
        let notes = if shown == width {
            [number::counted(width as i64, "column"), width.to_string()]
        } else {
            [format!("columns {part}"), part]
        };
        let fits = |note: &String| Face::Regular.width(note, TEXT_SIZE) <= room;
        notes.into_iter().find(fits).unwrap_or_default()
    }
}

/// Part of an area right of the labels of positions.
fn beside_labels(first: &CandidateTable, area: Rect) -> Rect {
    let labels = label_width(first.table.extent, PADDING);
    Rect { x: area.x + labels, width: area.width - labels, ..area }
}

impl SetInType for Candidates {
    const SIZE: f32 = TEXT_SIZE;

    /// Size at which several columns of every encoding and some positions are seen.
    fn wanted(&self) -> Vec<(f32, f32)> {
        const COLUMNS: f32 = 8.0;
        const ROWS: u64 = 12;
        let width = |table: &CandidateTable| {
            let name = Face::SemiBold.width(&table.name, TEXT_SIZE);
            let is_lone = table.width() == 1;
            let cells = if is_lone { lone_width(table, &table.name) } else { COLUMNS * BIT_WIDTH };
            name.max(cells) + GAP
        };
        let Some(first) = self.tables.first() else { return Vec::new() };
        let head = label_width(first.table.extent, PADDING);
        let rows = first.table.num_rows().min(ROWS) as f32;
        vec![(head + self.tables.iter().map(width).sum::<f32>(), HEADS + rows * ROW)]
    }

    /// True if every encoding has space for its name, its numbers and several columns.
    fn fits(&self, area: Rect) -> bool {
        /// Number of columns at which a block is recognized as having many.
        const SEVERAL: usize = 4;
        let Some(first) = self.tables.first() else { return true };
        let blocks = blocks(&self.tables, beside_labels(first, area));
        blocks.len() == self.tables.len()
            && blocks.iter().all(|block| {
                let is_seen = block.shown >= block.table.width().min(SEVERAL);
                is_seen && block.x + block.width() <= area.right()
            })
    }
}

/// Draws as many positions and columns as fit.
pub(super) fn compose(candidates: &Candidates, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let theme = canvas.frame.theme;
    let Some(first) = candidates.tables.first() else {
        return canvas.finished();
    };
    let room = beside_labels(first, area);
    let blocks = blocks(&candidates.tables, room);
    let is_left_out = |table: &&CandidateTable| blocks.iter().all(|it| it.table.name != table.name);
    for table in candidates.tables.iter().filter(is_left_out) {
        canvas.omit(table.name.clone());
    }
    for block in &blocks {
        let at = |line: f32| Rect {
            x: block.x,
            y: area.y + line * (ROW - 2.0),
            width: block.width().max(LONE_WIDTH),
            height: ROW,
        };
        canvas.cell_text(at(0.0), block.name, Align::Left, theme.text, true);
        let room = block.width().max(Face::SemiBold.width(block.name, TEXT_SIZE)) + GAP / 2.0;
        canvas.cell_text(at(0.9), block.note(room), Align::Left, theme.weak_text, false);
    }
    let below = Rect { y: area.y + HEADS, height: area.height - HEADS, ..area };
    let rows = PositionRows::new(first.table.extent, candidates.position, below, None);
    rows.draw(&mut canvas, room.x - area.x - PADDING, |canvas, row| {
        canvas.target(row.rect, Some(row.position), None);
        let mut words = Vec::new();
        for block in &blocks {
            let columns = 0..block.shown as u32;
            let value = |j: u32| block.table.table.value(row.index as u64, j);
            let values: Vec<f64> = columns.clone().map(value).collect();
            words.push(row_of(canvas, block, &values, row.rect.y));
            if block.table.candidate == Candidate::Sinusoidal {
                for j in columns {
                    let x = block.x + j as f32 * block.cell_width;
                    let rect = Rect { x, width: block.cell_width, ..row.rect };
                    canvas.target(rect, Some(row.position), Some(j));
                    if row.is_selected && candidates.column == j {
                        canvas.outline(inner(rect), theme.selection, 2.0);
                    }
                }
            }
        }
        if row.is_selected {
            let right = blocks.last().map_or(room.x, |block| block.x + block.width());
            canvas.selected_row(Rect { width: right - area.x, ..row.rect });
        }
        words.join("; ")
    });
    canvas.finished()
}

/// Width of a single column.
fn lone_width(table: &CandidateTable, name: &str) -> f32 {
    let largest = number::grouped(-(table.table.bound() as i64));
    let value = Face::Regular.width(&largest, TEXT_SIZE).max(LONE_WIDTH - PADDING) + PADDING;
    value.max(Face::SemiBold.width(name, TEXT_SIZE))
}

/// Places all blocks, closer together and with short names where they would not fit. Where even that is too wide, those
/// before the last are left out.
fn blocks(tables: &[CandidateTable], room: Rect) -> Vec<CandidateBlock<'_>> {
    let fits = |blocks: &[CandidateBlock<'_>]| {
        blocks.last().is_none_or(|last| {
            last.x + last.width().max(Face::SemiBold.width(last.name, TEXT_SIZE)) <= room.right()
        })
    };
    let mut shown: Vec<&CandidateTable> = tables.iter().collect();
    loop {
        for (gap, is_short) in [(GAP, false), (NARROW_GAP, false), (NARROW_GAP, true)] {
            let blocks = blocks_apart(&shown, room, gap, is_short);
            if fits(&blocks) || shown.len() <= 1 {
                return blocks;
            }
        }
        shown.remove(shown.len() - 2);
    }
}

/// Places all blocks: single columns take the width that they need, the others share the rest.
fn blocks_apart<'a>(
    tables: &[&'a CandidateTable],
    room: Rect,
    gap: f32,
    is_short: bool,
) -> Vec<CandidateBlock<'a>> {
    let name_of = |table: &'a CandidateTable| {
        let short = table.name.split(',').next().filter(|_| is_short);
        short.unwrap_or(&table.name)
    };
    let lone_width = |table: &'a CandidateTable| lone_width(table, name_of(table));
    let name_width = |name: &str| Face::SemiBold.width(name, TEXT_SIZE);
    let is_lone = |table: &CandidateTable| table.width() == 1;
    let taken: f32 = tables
        .iter()
        .map(|&table| if is_lone(table) { lone_width(table) } else { 0.0 } + gap)
        .sum();
    let num_wide = tables.iter().filter(|&&table| !is_lone(table)).count().max(1);
    let each = (room.width - taken) / num_wide as f32;
    let mut x = room.x;
    let mut blocks = Vec::new();
    for &table in tables {
        let name = name_of(table);
        let (cell_width, shown) = if is_lone(table) {
            (lone_width(table), 1)
        } else {
            let is_binary = table.candidate == Candidate::Binary;
            let least = if is_binary { BIT_WIDTH } else { WAVE_WIDTH };
            let shown = ((each / least).floor().max(1.0) as usize).min(table.width());
            ((each / shown as f32).clamp(least, LARGEST_WIDTH), shown)
        };
        let block = CandidateBlock { name, table, x, cell_width, shown };
        x += block.width().max(name_width(name)) + gap;
        blocks.push(block);
    }
    blocks
}

/// Draws one row of an encoding, and returns its plain text.
fn row_of(canvas: &mut Canvas<'_>, block: &CandidateBlock<'_>, values: &[f64], y: f32) -> String {
    let theme = canvas.frame.theme;
    let scale = theme.diverging(None, block.table.table.bound().max(1.0));
    let mut words = Vec::new();
    for (j, &value) in values.iter().enumerate() {
        let x = block.x + j as f32 * block.cell_width;
        let rect = Rect { x, y, width: block.cell_width, height: ROW };
        match block.table.candidate {
            Candidate::Binary => {
                canvas.bit_cell(rect, value > 0.5);
                words.push(number::shortest(value));
            }
            Candidate::Index | Candidate::Fraction => {
                let text = number::readable(value, DIGITS);
                let text = if value.fract() == 0.0 { number::grouped(value as i64) } else { text };
                canvas.value_cell(rect, scale.color(value), &text);
                words.push(text);
            }
            Candidate::Random | Candidate::Sine | Candidate::Cosine | Candidate::Sinusoidal => {
                canvas.fill(inner(rect), scale.color(value));
                words.push(number::decimal(value, DIGITS));
            }
        }
    }
    format!("{} {}", block.name, words.join(" "))
}
