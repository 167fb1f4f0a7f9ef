//! Composes boards: heads, and lines of results with their verdicts.

use std::ops::Range;

use super::{canvas::Canvas, grid::first_around};
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
const HEIGHTS: (f32, f32) = (11.0, 64.0);
/// Height of a line from which on its type has full size.
const LINE: f32 = 17.0;
/// Line height below which a cell has space for a single value only, and heads for no second line.
const LOW: f32 = 34.0;
const PADDING: f32 = 10.0;
/// Width from which on the type grows, and its largest scale.
const WIDTH: f32 = 860.0;
const LARGEST: f32 = 1.8;
/// Smallest scale for text that is too wide for its cell.
const SMALLEST: f32 = 0.85;
/// Factor of widths that leaves room for their roundings, which would cut off a digit.
const SLACK: f32 = 1.005;

/// True if every text fits into its cell in readable type.
pub(super) fn fits(board: &Board, area: Rect) -> bool {
    let name_width = name_width(board, area, 1.0);
    let room = (area.width - name_width) / board.heads.len().max(1) as f32 - PADDING;
    let share = |text: &str, size: f32, face: Face, room: f32| room / face.width(text, size);
    let names = board
        .lines
        .iter()
        .map(|line| share(&line.name, NAME_SIZE, Face::SemiBold, name_width - PADDING));
    room >= SMALLEST * widest(board, true) && names.into_iter().all(|share| share >= SMALLEST)
}

/// Width of the widest part of a cell or a head, at full size. Values are below each other if there is room for that.
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

/// Texts of a cell with their marks: its values below each other if it is narrow and has two.
fn parts((figure, verdict): &(String, Verdict), is_narrow: bool) -> Vec<(&str, &'static str)> {
    let mark = verdict.mark();
    if is_narrow && let Some((first, second)) = figure.split_once(BETWEEN) {
        return vec![(first, ""), (second, mark)];
    }
    match figure.find(UP_TO).filter(|_| is_narrow) {
        Some(at) => vec![(&figure[..at], ""), (&figure[at + 1..], mark)],
        None => vec![(figure, mark)],
    }
}

/// Columns that are shown: all, or as many as fit around the selected one.
fn shown_columns(board: &Board, room: f32, is_stacked: bool) -> Range<usize> {
    let num = board.heads.len();
    let most = (room / (SMALLEST * widest(board, is_stacked) + PADDING)).floor() as usize;
    let shown = most.clamp(1, num.max(1)).min(num);
    let first = first_around(board.selected.1 as i64, shown as i64, num as i64) as usize;
    first..first + shown
}

/// Width of the name column.
fn name_width(board: &Board, area: Rect, scale: f32) -> f32 {
    let names = board.lines.iter();
    let names = names.map(|line| Face::SemiBold.width(&line.name, scale * NAME_SIZE));
    (names.fold(0.0, f32::max) + scale * 2.0 * PADDING).min(0.4 * area.width)
}

/// Fits text and a trailing mark into a width. Returns the text and its size: type shrinks first, then the text is
/// truncated; the mark is never cut off.
fn fitted(text: &str, mark: &str, face: Face, size: f32, room: f32) -> (String, f32) {
    let share = room / (SLACK * face.width(&format!("{text}{mark}"), size));
    let size = size * share.clamp(SMALLEST, 1.0);
    (face.fitting(text, size, room - face.width(mark, size)) + mark, size)
}

fn shown((figure, verdict): &(String, Verdict)) -> String {
    format!("{figure}{}", verdict.mark())
}

/// Lines of the heads, as wide as their columns, at a scale.
struct Heads {
    names: Vec<Vec<String>>,
    /// Empty if a word is too wide for its column.
    measures: Vec<Vec<String>>,
}

impl Heads {
    fn new(heads: &[BoardHead], room: f32, scale: f32) -> Self {
        let broken = |text: &str, size: f32| text_lines(text.split(' '), " ", room, scale * size);
        let names = heads.iter().map(|head| broken(&head.name, HEAD_SIZE)).collect();
        let measures: Vec<Vec<String>> =
            heads.iter().map(|head| broken(&head.measure, MEASURE_SIZE)).collect();
        let is_narrow =
            |line: &String| Face::Regular.width(line, scale * MEASURE_SIZE * 0.85) <= room;
        let fits = measures.iter().flatten().all(is_narrow);
        Self { names, measures: if fits { measures } else { Vec::new() } }
    }

    fn most(columns: &[Vec<String>]) -> f32 {
        columns.iter().map(Vec::len).max().unwrap_or_default() as f32
    }

    /// Height at scale 1.
    fn height(&self) -> f32 {
        let (names, measures) = (Self::most(&self.names), Self::most(&self.measures));
        names * HEAD_LINE + measures * MEASURE_LINE + BELOW_HEAD
    }
}

/// Draws a board into an area, in the largest type that fits.
pub(super) fn compose(board: &Board, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let theme = canvas.frame.theme;
    let num_lines = board.lines.len().max(1) as f32;
    let room_at = |scale: f32| area.width - name_width(board, area, scale);
    let is_high = area.height >= HIGH_HEAD + num_lines * LOW;
    let columns = shown_columns(board, room_at(1.0), is_high);
    let width_at = |scale: f32| room_at(scale) / columns.len().max(1) as f32;
    let mut heads = Heads::new(&board.heads[columns.clone()], width_at(1.0) - PADDING, 1.0);
    // All of them grow with the scale: names, and the columns with their widest parts.
    let least_width = name_width(board, area, 1.0)
        + columns.len() as f32 * (SMALLEST * widest(board, is_high) + PADDING);
    let scale = (area.height / (heads.height() + num_lines * HEIGHTS.1))
        .min(area.width / WIDTH)
        .min(area.width / least_width)
        .clamp(1.0, LARGEST);
    let scaled = |length: f32| scale * length;
    let (name_width, width) = (name_width(board, area, scale), width_at(scale));
    let is_low = !is_high;
    heads = Heads::new(&board.heads[columns.clone()], width - scaled(PADDING), scale);
    if is_low {
        heads.measures.clear();
    }
    let head_height = scaled(heads.height());
    let height = ((area.height - head_height) / num_lines).clamp(HEIGHTS.0, scaled(HEIGHTS.1));
    let type_scale = scale * (height / LINE).min(1.0);
    let room = width - scaled(PADDING);
    let x_of = |column: usize| area.x + name_width + column as f32 * width;
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
        let at = Point { x: area.x + 4.0, y: area.y + scaled(0.8 * HEAD_LINE) };
        let note = fitted(&note, "", Face::Regular, scaled(MEASURE_SIZE), name_width - PADDING);
        text(&mut canvas, note, at, Face::Regular, theme.weak_text);
    }
    let below_names = Heads::most(&heads.names) * HEAD_LINE;
    for (column, names) in heads.names.iter().enumerate() {
        let at = |y: f32| Point { x: x_of(column), y: area.y + scaled(y) };
        for (i, name) in names.iter().enumerate() {
            let name = fitted(name, "", Face::SemiBold, scaled(HEAD_SIZE), room);
            let y = (i as f32 + 0.8) * HEAD_LINE;
            text(&mut canvas, name, at(y), Face::SemiBold, theme.text);
        }
        for (i, measure) in heads.measures.get(column).into_iter().flatten().enumerate() {
            let measure = fitted(measure, "", Face::Regular, scaled(MEASURE_SIZE), room);
            let y = below_names + (i as f32 + 0.8) * MEASURE_LINE;
            text(&mut canvas, measure, at(y), Face::Regular, theme.weak_text);
        }
    }
    let line = canvas.hairline();
    for (row, board_line) in board.lines.iter().enumerate() {
        let y = area.y + head_height + row as f32 * height;
        let rule = Rect { x: area.x, y: canvas.snapped(y), width: area.width, height: line };
        canvas.fill(rule, theme.line);
        let baseline = y + height / 2.0 + 0.36 * type_scale * NAME_SIZE;
        let at = Point { x: area.x + 4.0, y: baseline };
        let (name_room, size) = (name_width - scaled(PADDING), type_scale * NAME_SIZE);
        let name = fitted(&board_line.name, "", Face::SemiBold, size, name_room);
        text(&mut canvas, name, at, Face::SemiBold, theme.text);
        for (column, cell) in (columns.clone()).zip(&board_line.cells[columns.clone()]) {
            let rect = Rect { x: x_of(column - columns.start), y, width, height };
            let color = cell.1.color(theme);
            let shown = shown(cell);
            let size = type_scale * FIGURE_SIZE;
            // Two values are stacked where they do not fit side by side.
            let is_wide = !is_low && Face::Regular.width(&shown, size) > room;
            let parts = parts(cell, is_wide);
            for (i, (part, mark)) in parts.iter().enumerate() {
                let middle = (parts.len() - 1) as f32 / 2.0;
                let y = baseline + (i as f32 - middle) * scaled(FIGURE_LINE);
                let part = fitted(part, mark, Face::Regular, size, room);
                text(&mut canvas, part, Point { x: rect.x, y }, Face::Regular, color);
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

/// Draws text from a point to the right.
fn text(canvas: &mut Canvas<'_>, (text, size): (String, f32), at: Point, face: Face, color: Rgb) {
    canvas.shape(Shape::Text(Text::new(at, Align::Left, text, size, face, color)));
}
