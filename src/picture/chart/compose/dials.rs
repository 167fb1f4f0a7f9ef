//! Composes dials row by row, at the largest size at which all fit.

use std::f64::consts::TAU;

use super::canvas::Canvas;
use crate::encoding::{Frequency, Phasor};
use crate::picture::{Align, Dials, Drawing, Face, Point, Rect, Shape, Text, number};

/// Smallest and largest width of a dial with its margin; smaller dials would be unreadable.
const SIZES: (f32, f32) = (46.0, 150.0);
/// Width from which on the wavelength is shown as well.
const WITH_WAVELENGTH: f32 = 60.0;
const LABEL_SIZE: f32 = 12.0;
const WAVELENGTH_SIZE: f32 = 10.5;
/// Number of dials above which larger ones are preferred to more of them.
const MOST: usize = 160;
/// Height of the note that gives the number of dials shown.
const NOTE: f32 = 14.0;
const STEPS: u32 = 48;

/// Height of the lines below a dial.
fn labels(size: f32) -> f32 {
    if size >= WITH_WAVELENGTH { 31.0 } else { 18.0 }
}

impl Dials {
    /// Number of columns and rows, and the size of a dial.
    fn grid(&self, area: Rect) -> (usize, usize, f32) {
        let fits = |size: f32| {
            let columns = (area.width / size).floor().max(1.0) as usize;
            let rows = ((area.height - NOTE) / (size + labels(size))).floor().max(1.0) as usize;
            (columns, rows)
        };
        // The largest size at which all dials fit (or `MOST` of them), otherwise the smallest size.
        let mut size = SIZES.1;
        loop {
            let (columns, rows) = fits(size);
            if columns * rows >= self.indexes.len().min(MOST) || size <= SIZES.0 {
                return (columns, rows, size);
            }
            size -= 2.0;
        }
    }
}

/// Plain text of a dial, for screen readers.
fn words(index: usize, frequency: &Frequency, phasor: Phasor) -> String {
    let what = if frequency.pair().is_some() { "Pair" } else { "Frequency" };
    let angle = libm::atan2(phasor.sin, phasor.cos).rem_euclid(TAU).to_degrees();
    format!(
        "{what} {index}: {}°, sin {}, cos {}",
        number::decimal(angle, 1),
        number::decimal(phasor.sin, 6),
        number::decimal(phasor.cos, 6)
    )
}

/// Draws dials into an area, row by row.
pub(super) fn compose(dials: &Dials, mut canvas: Canvas<'_>, area: Rect) -> Drawing {
    let (columns, rows, size) = dials.grid(area);
    let shown = dials.some(columns * rows);
    if shown.len() < dials.indexes.len() {
        let (num_shown, num) = (shown.len(), dials.indexes.len());
        canvas.omit(format!("{} of {num} clocks", num - num_shown));
        let note = format!("{num_shown} of {num}");
        let at = Point { x: area.right() - 4.0, y: area.bottom() - 2.0 };
        let color = canvas.frame.theme.weak_text;
        canvas.text(note, at, Align::Right, WAVELENGTH_SIZE, color);
    }
    let used_columns = columns.min(shown.len()).max(1);
    let width = (area.width / used_columns as f32).min(1.6 * size);
    let left = area.x + (area.width - width * used_columns as f32) / 2.0;
    let used_rows = shown.len().div_ceil(columns.max(1)) as f32;
    let spare = area.height - NOTE - used_rows * (size + labels(size));
    let top = area.y + spare.max(0.0) / 2.0;
    for (place, &index) in shown.iter().enumerate() {
        let frequency = &dials.waves.frequencies()[index];
        let phasor = Phasor::from_angle(frequency.omega.scaled(dials.position as f64));
        let (row, column) = (place / columns, place % columns);
        let rect = Rect {
            x: left + column as f32 * width,
            y: top + row as f32 * (size + labels(size)),
            width,
            height: size + labels(size),
        };
        dial(&mut canvas, rect, size, index, frequency, phasor, index == dials.selected);
        canvas.say(rect, words(index, frequency, phasor));
        let of_table = &dials.column_waves.frequencies()[index];
        let column = of_table.sin_column.or(of_table.cos_column);
        canvas.target(rect, None, column);
    }
    canvas.finished()
}

fn dial(
    canvas: &mut Canvas<'_>,
    rect: Rect,
    size: f32,
    index: usize,
    frequency: &Frequency,
    phasor: Phasor,
    is_selected: bool,
) {
    let theme = canvas.frame.theme;
    let radius = 0.43 * size;
    let center = Point { x: rect.x + rect.width / 2.0, y: rect.y + size / 2.0 };
    let at = |angle: f64, radius: f32| Point {
        x: center.x + radius * angle.cos() as f32,
        y: center.y - radius * angle.sin() as f32,
    };
    let is_selected = canvas.marks(is_selected);
    let color = if is_selected { theme.selection } else { theme.accent };
    let rim = if is_selected { (2.0, theme.selection) } else { (1.2, theme.rail) };
    let around = (0..=STEPS).map(|i| at(f64::from(i) / f64::from(STEPS) * TAU, radius)).collect();
    canvas.shape(Shape::Line { points: around, width: rim.0, color: rim.1, opacity: 1.0 });
    for quarter in 0..4 {
        let angle = f64::from(quarter) * TAU / 4.0;
        let points = vec![at(angle, 0.86 * radius), at(angle, radius)];
        canvas.shape(Shape::Line { points, width: 1.0, color: theme.rail, opacity: 1.0 });
    }
    let tip = Point {
        x: center.x + 0.92 * radius * phasor.cos as f32,
        y: center.y - 0.92 * radius * phasor.sin as f32,
    };
    canvas.shape(Shape::Line { points: vec![center, tip], width: 2.2, color, opacity: 1.0 });
    canvas.shape(Shape::Disc { center, radius: 2.6, color });
    let face = if is_selected { Face::SemiBold } else { Face::Regular };
    canvas.shape(Shape::Text(Text::new(
        Point { x: center.x, y: rect.y + size + 10.0 },
        Align::Center,
        index.to_string(),
        LABEL_SIZE,
        face,
        if is_selected { theme.selection } else { theme.text },
    )));
    if size < WITH_WAVELENGTH {
        return;
    }
    let wavelength = format!("λ {}", number::readable(frequency.wavelength(), 4));
    let below = Point { x: center.x, y: rect.y + size + 23.0 };
    canvas.text(wavelength, below, Align::Center, WAVELENGTH_SIZE, theme.weak_text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dials_fit_into_the_area() {
        let area = |width: f32, height: f32| Rect { x: 0.0, y: 0.0, width, height };
        let (columns, rows, size) = Dials::example(64, 0).grid(area(900.0, 700.0));
        assert!(columns * rows >= 64 && size > SIZES.0, "{columns} x {rows} of {size}");
        let (columns, rows, size) = Dials::example(8192, 0).grid(area(300.0, 200.0));
        assert!(columns as f32 * size <= 300.0 && rows as f32 * (size + labels(size)) <= 200.0);
        assert_eq!(Dials::example(1, 0).grid(area(10.0, 10.0)).0, 1, "one at least");
    }
}
