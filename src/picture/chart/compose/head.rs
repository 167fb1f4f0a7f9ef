//! Composes the dimensions of a head: one row of cells with arcs between the two of a pair, or two rows with lines
//! between them where pairs are written to other dimensions than they are read from.

use std::f32::consts::PI;

use super::canvas::Canvas;
use crate::picture::{Align, ColorMap, Drawing, Head, Point, Rect, Rgb, Shape, color::mixed};

const LABEL_SIZE: f32 = 12.0;
/// Height of a row of cells, at most.
const CELLS: f32 = 44.0;
/// Number of pairs above which only some arcs are drawn.
const MOST_ARCS: usize = 20;
const STEPS: u16 = 40;

/// Row of cells.
struct HeadRow {
    rect: Rect,
    /// Width of a cell.
    cell: f32,
}

impl HeadRow {
    fn middle(&self, dimension: u32) -> f32 {
        self.rect.x + (dimension as f32 + 0.5) * self.cell
    }
}

/// Draws the head into an area.
pub(super) fn compose(head: &Head, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let unselected;
    let head = if canvas.marks(true) {
        head
    } else {
        unselected = Head { selected: None, ..head.clone() };
        &unselected
    };
    let is_moved = head.read != head.written;
    let labels = LABEL_SIZE * 1.6;
    let height = (0.2 * area.height).min(CELLS);
    let cell = area.width / head.head_dim.max(1) as f32;
    let row = |y: f32| HeadRow { rect: Rect { y, height, ..area }, cell };
    let name = LABEL_SIZE * 1.5;
    let bottom = row(area.bottom() - height - 2.0 * labels);
    if is_moved {
        let top = row(area.y + name + labels);
        cells(head, &head.read, &mut canvas, &top);
        cells(head, &head.written, &mut canvas, &bottom);
        links(head, &mut canvas, &top, &bottom);
        numbers(head, &head.read, &mut canvas, &top, top.rect.y - 0.5 * LABEL_SIZE);
        let at = Point { x: area.x, y: area.y + LABEL_SIZE };
        let color = canvas.frame.theme.weak_text;
        canvas.text("read from", at, Align::Left, LABEL_SIZE, color);
    } else {
        cells(head, &head.read, &mut canvas, &bottom);
        arcs(head, &mut canvas, &bottom, area.y + 4.0);
    }
    numbers(head, &head.written, &mut canvas, &bottom, bottom.rect.bottom() + 1.2 * LABEL_SIZE);
    let axis = if is_moved { "written to: dimension of the head" } else { "dimension of the head" };
    let at = Point { x: area.x + area.width / 2.0, y: area.bottom() - 0.4 * LABEL_SIZE };
    let color = canvas.frame.theme.weak_text;
    canvas.text(axis, at, Align::Center, LABEL_SIZE, color);
    canvas.say(area, words(head));
    canvas.finished()
}

/// Plain text, for screen readers.
fn words(head: &Head) -> String {
    let pair =
        head.selected.and_then(|pair| Some((pair, head.read.get(pair)?, head.written.get(pair)?)));
    match pair {
        Some((pair, read, written)) if read == written => {
            format!("Pair {pair} joins dimensions {} and {}", read.0, read.1)
        }
        Some((pair, read, written)) => format!(
            "Pair {pair} is read from dimensions {} and {}, and written to {} and {}",
            read.0, read.1, written.0, written.1
        ),
        None => format!("{} dimensions", head.head_dim),
    }
}

/// Color of a pair: fast ones dark, slow ones light.
fn color_of(head: &Head, pair: usize) -> Rgb {
    let table = ColorMap::Cividis.table();
    let share = pair as f32 / head.read.len().saturating_sub(1).max(1) as f32;
    table[((0.06 + 0.86 * share) * (table.len() - 1) as f32) as usize]
}

fn cells(head: &Head, pairs: &[(u32, u32)], canvas: &mut Canvas<'_>, row: &HeadRow) {
    let theme = canvas.frame.theme;
    canvas.fill(row.rect, theme.rail);
    let gap = if row.cell > 4.0 { 1.0 } else { 0.0 };
    for (pair, &(a, b)) in pairs.iter().enumerate() {
        let is_selected = canvas.marks(head.selected == Some(pair));
        let own = color_of(head, pair);
        let color = if is_selected { theme.selection } else { mixed(own, theme.tile, 24) };
        for dimension in [a, b] {
            let x = row.rect.x + dimension as f32 * row.cell;
            let rect = Rect { x, width: (row.cell - gap).max(0.3), ..row.rect };
            canvas.fill(rect, color);
            canvas.target(rect, None, head.columns.get(pair).copied());
        }
    }
}

/// Pairs whose arcs are drawn: all, or evenly spaced ones; the selected one last.
fn drawn(head: &Head) -> Vec<usize> {
    let num = head.read.len();
    let every = num.div_ceil(MOST_ARCS).max(1);
    let mut drawn: Vec<usize> =
        (0..num).step_by(every).filter(|&pair| head.selected != Some(pair)).collect();
    drawn.extend(head.selected.filter(|&pair| pair < num));
    drawn
}

fn stroke(head: &Head, canvas: &Canvas<'_>, pair: usize) -> (f32, Rgb) {
    let theme = canvas.frame.theme;
    if canvas.marks(head.selected == Some(pair)) {
        (2.2, theme.selection)
    } else {
        (1.1, theme.weak_text)
    }
}

/// Arcs above a row, the wider the higher.
fn arcs(head: &Head, canvas: &mut Canvas<'_>, row: &HeadRow, top: f32) {
    let widest = head.read.iter().map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(1).max(1);
    let room = (row.rect.y - top).max(0.0);
    for pair in drawn(head) {
        let (a, b) = head.read[pair];
        let (from, to) = (row.middle(a.min(b)), row.middle(a.max(b)));
        let (middle, half) = (f32::midpoint(from, to), (to - from) / 2.0);
        // Neighbors get a small arc, which is still seen.
        let share = (a.abs_diff(b) as f32 / widest as f32).clamp(0.15, 1.0);
        let height = (0.9 * room * share).min(half.max(14.0) * 1.6);
        let point = |i: u16| {
            let angle = PI * f32::from(i) / f32::from(STEPS);
            Point { x: middle - half * angle.cos(), y: row.rect.y - height * angle.sin() }
        };
        let (width, color) = stroke(head, canvas, pair);
        let points = (0..=STEPS).map(point).collect();
        canvas.shape(Shape::Line { points, width, color, opacity: 1.0 });
    }
}

/// Lines from the dimensions that pairs are read from to those that they are written to.
fn links(head: &Head, canvas: &mut Canvas<'_>, top: &HeadRow, bottom: &HeadRow) {
    for pair in drawn(head) {
        let (read, written) = (head.read[pair], head.written[pair]);
        let (width, color) = stroke(head, canvas, pair);
        for (from, to) in [(read.0, written.0), (read.1, written.1)] {
            let points = vec![
                Point { x: top.middle(from), y: top.rect.bottom() },
                Point { x: bottom.middle(to), y: bottom.rect.y },
            ];
            canvas.shape(Shape::Line { points, width, color, opacity: 1.0 });
        }
    }
}

/// Numbers of the first and the last dimension, and of the selected pair.
fn numbers(head: &Head, pairs: &[(u32, u32)], canvas: &mut Canvas<'_>, row: &HeadRow, y: f32) {
    let theme = canvas.frame.theme;
    let selected = head.selected.and_then(|pair| pairs.get(pair));
    let selected: Vec<u32> = selected.map(|&(a, b)| vec![a, b]).unwrap_or_default();
    let mut taken: Vec<(f32, f32)> = Vec::new();
    let others = [0, head.head_dim.saturating_sub(1)];
    let all = selected.iter().map(|&it| (it, true)).chain(others.map(|it| (it, false)));
    for (dimension, is_selected) in all {
        let text = dimension.to_string();
        let half = LABEL_SIZE * 0.32 * text.len() as f32 + 2.0;
        let x = row.middle(dimension).clamp(row.rect.x + half, row.rect.right() - half);
        if taken.iter().any(|&(from, to)| x + half > from && x - half < to) {
            continue;
        }
        taken.push((x - half, x + half));
        let color = if canvas.marks(is_selected) { theme.selection } else { theme.weak_text };
        canvas.text(text, Point { x, y }, Align::Center, LABEL_SIZE, color);
    }
}
