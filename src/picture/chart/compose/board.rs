//! Composes boards: heads, and lines of results with their verdicts.

use std::ops::Range;

use super::{
    canvas::{Canvas, HALF_FIGURE},
    grid::first_around,
    type_scale::{SMALLEST, SetInType, inner, steps},
};
use crate::picture::{
    Align, Board, BoardHead, Drawing, Face, Omission, Point, Rect, Rgb, Shape, Text, Verdict,
    typeset::text_lines,
};

const NAME_SIZE: f32 = 14.0;
const FIGURE_SIZE: f32 = 13.0;
const FIGURE_LINE: f32 = 17.0;
/// Separator between two values of a cell.
const BETWEEN: &str = " and ";
/// Beginning of the second value of a range.
const UP_TO: &str = " to ";
const HEAD_SIZE: f32 = 13.0;
const MEASURE_SIZE: f32 = 11.0;
const HEAD_LINE: f32 = 16.0;
const MEASURE_LINE: f32 = 14.0;
/// Space below the head.
const BELOW_HEAD: f32 = 8.0;
/// Height of a head with several lines.
const HIGH_HEAD: f32 = 92.0;
/// Smallest and largest height of a line.
const HEIGHTS: (f32, f32) = (17.0, 64.0);
/// Line height below which a cell has space for a single value only, and heads for no second line.
const LOW: f32 = 34.0;
const PADDING: f32 = 10.0;
/// Width from which on the type grows.
const WIDTH: f32 = 860.0;
/// Largest share of the width that names take.
const NAMES: f32 = 0.4;
/// Factor of widths that leaves room for their roundings, which would cut off a digit.
const SLACK: f32 = 1.005;

impl SetInType for Board {
    const SIZE: f32 = FIGURE_SIZE;

    /// Size at which all columns stand apart and lines have their largest height.
    fn wanted(&self) -> Vec<(f32, f32)> {
        let width = WIDTH.max(least_width(self, true));
        let heads = Heads::new(&self.heads, column_width(self, width, self.heads.len()) - PADDING);
        vec![(width, heads.height() + self.lines.len().max(1) as f32 * HEIGHTS.1)]
    }

    /// True if every text fits into its cell: values below each other where lines are high.
    fn fits(&self, area: Rect) -> bool {
        least_width(self, is_high(self, area)) <= area.width
            && longest_name(self) <= NAMES * area.width
            && has_all_lines(self, area)
    }

    /// Columns are left out, but no line.
    fn scale_of_part(&self, area: Rect) -> f32 {
        let smallest = SMALLEST / Self::SIZE;
        let mut scales = steps(1.0, smallest);
        scales.find(|&scale| has_all_lines(self, inner(area, scale))).unwrap_or(smallest)
    }
}

/// True if all lines fit below the heads.
fn has_all_lines(board: &Board, area: Rect) -> bool {
    let (_, heads) = shown_heads(board, area);
    heads.height() + board.lines.len() as f32 * HEIGHTS.0 <= area.height
}

/// True if lines have room for two values below each other, and heads for their measures.
fn is_high(board: &Board, area: Rect) -> bool {
    area.height >= HIGH_HEAD + board.lines.len() as f32 * LOW
}

/// Width in which all columns fit. Values are below each other if there is room for that.
fn least_width(board: &Board, is_stacked: bool) -> f32 {
    longest_name(board) + board.heads.len() as f32 * (widest(board, is_stacked) + PADDING)
}

/// Width of the widest part of a cell or a head.
fn widest(board: &Board, is_stacked: bool) -> f32 {
    let words = board.heads.iter().flat_map(|head| head.name.split(' '));
    let heads = words.map(|word| Face::SemiBold.width(word, HEAD_SIZE));
    let cells = board.lines.iter().flat_map(|line| &line.cells);
    let cells = cells.flat_map(|cell| {
        let parts = parts(cell, is_stacked);
        parts
            .into_iter()
            .map(|(part, mark)| Face::Regular.width(&format!("{part}{mark}"), FIGURE_SIZE))
    });
    SLACK * heads.chain(cells).fold(0.0, f32::max)
}

/// Texts of a cell with their marks: both of two values where they are stacked.
fn parts((figure, verdict): &(String, Verdict), is_stacked: bool) -> Vec<(&str, &'static str)> {
    let mark = verdict.mark();
    if is_stacked && let Some((first, second)) = figure.split_once(BETWEEN) {
        return vec![(first, ""), (second, mark)];
    }
    match figure.find(UP_TO).filter(|_| is_stacked) {
        Some(at) => vec![(&figure[..at], ""), (&figure[at + 1..], mark)],
        None => vec![(figure, mark)],
    }
}

/// Columns that are shown: all, or as many as fit around the selected one.
fn shown_columns(board: &Board, room: f32, is_stacked: bool) -> Range<usize> {
    let num = board.heads.len();
    let most = (room / (widest(board, is_stacked) + PADDING)).floor() as usize;
    let shown = most.clamp(1, num.max(1)).min(num);
    let first = first_around(board.selected.1 as i64, shown as i64, num as i64) as usize;
    first..first + shown
}

/// Columns that are shown in an area, and their heads: names alone where lines are low.
fn shown_heads(board: &Board, area: Rect) -> (Range<usize>, Heads) {
    let is_high = is_high(board, area);
    let room = area.width - name_room(board, area.width);
    let columns = shown_columns(board, room, is_high);
    let width = column_width(board, area.width, columns.len());
    let mut heads = Heads::new(&board.heads[columns.clone()], width - PADDING);
    if !is_high {
        heads.measures.clear();
    }
    (columns, heads)
}

/// Width of the longest name, with padding.
fn longest_name(board: &Board) -> f32 {
    let names = board.lines.iter().map(|line| Face::SemiBold.width(&line.name, NAME_SIZE));
    names.fold(0.0, f32::max) + 2.0 * PADDING
}

/// Width of the column of names in a board.
fn name_room(board: &Board, width: f32) -> f32 {
    longest_name(board).min(NAMES * width)
}

/// Width of one of `num` columns in a board.
fn column_width(board: &Board, width: f32, num: usize) -> f32 {
    (width - name_room(board, width)) / num.max(1) as f32
}

fn shown((figure, verdict): &(String, Verdict)) -> String {
    format!("{figure}{}", verdict.mark())
}

/// Lines of the heads, as wide as their columns.
struct Heads {
    names: Vec<Vec<String>>,
    /// Empty if a word is too wide for its column.
    measures: Vec<Vec<String>>,
}

impl Heads {
    fn new(heads: &[BoardHead], room: f32) -> Self {
        let broken =
            |text: &str, face_and_size| text_lines(text.split(' '), " ", room, face_and_size);
        let name = |head: &BoardHead| broken(&head.name, (Face::SemiBold, HEAD_SIZE));
        let measure = |head: &BoardHead| broken(&head.measure, (Face::Regular, MEASURE_SIZE));
        let names = heads.iter().map(name).collect();
        let measures: Vec<Vec<String>> = heads.iter().map(measure).collect();
        let has_room = |line: &String| Face::Regular.width(line, MEASURE_SIZE) <= room;
        let fits = measures.iter().flatten().all(has_room);
        Self { names, measures: if fits { measures } else { Vec::new() } }
    }

    fn most(columns: &[Vec<String>]) -> f32 {
        columns.iter().map(Vec::len).max().unwrap_or_default() as f32
    }

    fn height(&self) -> f32 {
        let (names, measures) = (Self::most(&self.names), Self::most(&self.measures));
        names * HEAD_LINE + measures * MEASURE_LINE + BELOW_HEAD
    }
}

/// Draws a board into an area.
pub(super) fn compose(board: &Board, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let theme = canvas.frame.theme;
    let num_lines = board.lines.len().max(1) as f32;
    let is_high = is_high(board, area);
    let name_room = name_room(board, area.width);
    let (columns, heads) = shown_heads(board, area);
    let width = column_width(board, area.width, columns.len());
    let room = width - PADDING;
    let height = ((area.height - heads.height()) / num_lines).clamp(HEIGHTS.0, HEIGHTS.1);
    let x_of = |column: usize| area.x + name_room + column as f32 * width;
    if columns.len() < board.heads.len() {
        let outside = (0..board.heads.len()).filter(|column| !columns.contains(column));
        let name = |column: usize| Omission::Data(format!("“{}”", board.heads[column].name));
        canvas.omitted.extend(outside.map(name));
        let (first, last, num) = (columns.start + 1, columns.end, board.heads.len());
        let note = if first == last {
            format!("criterion {first} of {num}")
        } else {
            format!("criteria {first} to {last} of {num}")
        };
        let at = Point { x: area.x + 4.0, y: area.y + 0.8 * HEAD_LINE };
        let note = Face::Regular.fitting(&note, MEASURE_SIZE, name_room - PADDING);
        canvas.text(note, at, Align::Left, MEASURE_SIZE, theme.weak_text);
    }
    let below_names = Heads::most(&heads.names) * HEAD_LINE;
    for (column, names) in heads.names.iter().enumerate() {
        let at = |y: f32| Point { x: x_of(column), y: area.y + y };
        for (i, name) in names.iter().enumerate() {
            let name = Face::SemiBold.fitting(name, HEAD_SIZE, room);
            bold(&mut canvas, name, at((i as f32 + 0.8) * HEAD_LINE), HEAD_SIZE, theme.text);
        }
        for (i, measure) in heads.measures.get(column).into_iter().flatten().enumerate() {
            let at = at(below_names + (i as f32 + 0.8) * MEASURE_LINE);
            canvas.text(measure.as_str(), at, Align::Left, MEASURE_SIZE, theme.weak_text);
        }
    }
    let line = canvas.hairline();
    for (row, board_line) in board.lines.iter().enumerate() {
        let y = area.y + heads.height() + row as f32 * height;
        let rule = Rect { x: area.x, y: canvas.snapped(y), width: area.width, height: line };
        canvas.fill(rule, theme.line);
        let baseline = y + height / 2.0 + HALF_FIGURE * NAME_SIZE;
        let at = Point { x: area.x + 4.0, y: baseline };
        let name = Face::SemiBold.fitting(&board_line.name, NAME_SIZE, name_room - PADDING);
        bold(&mut canvas, name, at, NAME_SIZE, theme.text);
        for (column, cell) in (columns.clone()).zip(&board_line.cells[columns.clone()]) {
            let rect = Rect { x: x_of(column - columns.start), y, width, height };
            let color = cell.1.color(theme);
            let shown = shown(cell);
            // Two values are stacked where they do not fit side by side.
            let is_stacked = is_high && Face::Regular.width(&shown, FIGURE_SIZE) > room;
            let parts = parts(cell, is_stacked);
            for (i, (part, mark)) in parts.iter().enumerate() {
                let middle = (parts.len() - 1) as f32 / 2.0;
                let y = baseline + (i as f32 - middle) * FIGURE_LINE;
                // The mark is never cut off.
                let room = room - Face::Regular.width(mark, FIGURE_SIZE);
                let part = Face::Regular.fitting(part, FIGURE_SIZE, room) + mark;
                canvas.text(part, Point { x: rect.x, y }, Align::Left, FIGURE_SIZE, color);
            }
            let rect = Rect {
                x: rect.x - 5.0,
                y: rect.y + 2.0,
                width: rect.width - 5.0,
                height: rect.height - 3.0,
            };
            if board.selected == (row, column) {
                canvas.outline(rect, theme.selection, 1.5);
            }
            let head = &board.heads[column];
            canvas.say(rect, format!("{}, {}: {shown}", board_line.name, head.name));
            canvas.target_cell(rect, (row, column));
        }
    }
    canvas.finished()
}

/// Draws semibold text from a point to the right.
fn bold(canvas: &mut Canvas<'_>, text: String, at: Point, size: f32, color: Rgb) {
    canvas.shape(Shape::Text(Text::new(at, Align::Left, text, size, Face::SemiBold, color)));
}
