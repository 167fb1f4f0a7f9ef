//! What part of a view is shown: a rectangle of cells, or of positions and values.

use std::fmt;

use super::Key;
use crate::{
    encoding::Limits,
    picture::{Span, number},
};

/// A part of a view, parts of cells included: columns x and rows y, both counted from 0; for the waves
/// rows x and values y. The text is `0..16,100..200`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Across.
    pub x: Span,
    /// Down the page.
    pub y: Span,
}

impl Window {
    /// Every value that a table can hold, with some air.
    pub const VALUES: Span = Span { start: -1.1, end: 1.1 };

    /// Every value that a measure of similarity can have, with some air.
    const SIMILARITIES: Span = Span { start: -20_000.0, end: 20_000.0 };

    /// Everything of so many cells across and down.
    pub fn whole([across, down]: [f64; 2]) -> Self {
        Self { x: Span { start: 0.0, end: across }, y: Span { start: 0.0, end: down } }
    }

    /// With rows and columns exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// Inside the whole, and not smaller than `smallest` across and down; moved rather than cut. A
    /// square one has as many cells across as down.
    #[must_use]
    pub fn fitted(self, whole: Self, smallest: [f64; 2], is_square: bool) -> Self {
        let (mut across, mut down) = (self.x.length(), self.y.length());
        if is_square {
            (across, down) = (across.max(down), across.max(down));
        }
        Self {
            x: placed(self.x, across.max(smallest[0]), whole.x),
            y: placed(self.y, down.max(smallest[1]), whole.y),
        }
    }

    /// Grown to whole cells, inside the whole.
    #[must_use]
    pub fn whole_cells(self, whole: Self) -> Self {
        let grown = |span: Span, whole: Span| Span {
            start: span.start.floor().max(whole.start),
            end: span.end.ceil().min(whole.end),
        };
        Self { x: grown(self.x, whole.x), y: grown(self.y, whole.y) }
    }

    /// Reads what is shown of the view with that key; else says what is allowed.
    pub(super) fn parse(text: &str, key: Key) -> Result<Self, &'static str> {
        let counts = Span { start: 0.0, end: Limits::LENGTH_MAX as f64 };
        let (across, down, allowed) = match key {
            Key::Waves => (
                counts,
                Self::VALUES,
                "allowed is a range of rows and one of values, such as 100..200,-1..1",
            ),
            Key::Profile => (
                // Offsets in both directions.
                Span { start: 0.0, end: 2.0 * counts.end },
                Self::SIMILARITIES,
                "allowed is a range of offsets and one of values, such as 200..300,-8..64",
            ),
            Key::Wavelengths => (
                counts,
                Span { start: -5.0, end: 30.0 },
                "allowed is a range of indexes and one of powers of ten, such as 0..16,0..3",
            ),
            Key::Shares => (
                counts,
                Span { start: 0.0, end: 105.0 },
                "allowed is a range of indexes and one of percent, such as 0..16,0..10",
            ),
            _ => (
                counts,
                counts,
                "allowed is two ranges of cells, columns and rows, such as 0..16,100..200",
            ),
        };
        let (x, y) = text.split_once(',').ok_or(allowed)?;
        Ok(Self { x: span(x, across).ok_or(allowed)?, y: span(y, down).ok_or(allowed)? })
    }
}

/// So much around the middle of a span, inside the whole.
fn placed(span: Span, length: f64, whole: Span) -> Span {
    let length = length.min(whole.length());
    let middle = f64::midpoint(span.start, span.end);
    // What touches both ends must not miss one by a rounding.
    let start = (middle - length / 2.0).min(whole.end - length).max(whole.start);
    Span { start, end: (start + length).min(whole.end) }
}

fn span(text: &str, within: Span) -> Option<Span> {
    let (start, end) = text.split_once("..")?;
    let number =
        |text| number::parse(text).filter(|number| (within.start..=within.end).contains(number));
    let span = Span { start: number(start)?, end: number(end)? };
    (span.start < span.end).then_some(span)
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x0, x1, y0, y1] =
            [self.x.start, self.x.end, self.y.start, self.y.end].map(number::shortest);
        write!(f, "{x0}..{x1},{y0}..{y1}")
    }
}

/// What is shown of each view; unset: what the view opens on. Rows and columns of the heatmap are those
/// of the table, also where they are exchanged on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Windows([Option<Window>; Self::KEYS.len()]);

impl Windows {
    /// The keys that name a window.
    pub const KEYS: [Key; 12] = [
        Key::Heatmap,
        Key::Waves,
        Key::Similarity,
        Key::Rotation,
        Key::RotationLab,
        Key::Profile,
        Key::Wavelengths,
        Key::Shares,
        Key::Values,
        Key::Range,
        Key::Tokens,
        Key::Sum,
    ];

    fn index(key: Key) -> Option<usize> {
        Self::KEYS.iter().position(|&named| named == key)
    }

    /// The window that a key names.
    pub fn get(&self, key: Key) -> Option<Window> {
        self.0[Self::index(key)?]
    }

    /// Changes it; a key that names no window changes nothing.
    pub fn set(&mut self, key: Key, window: Option<Window>) {
        if let Some(index) = Self::index(key) {
            self.0[index] = window;
        }
    }

    /// Shows the positions of one of heatmap and waves in the other as well; other keys change nothing.
    pub fn share_positions(&mut self, from: Key, table: Window) {
        let shown = |window: Window, whole: Window| (window != whole).then_some(window);
        match from {
            Key::Heatmap => {
                let whole = Window { x: table.y, y: Window::VALUES };
                let waves = self.get(Key::Waves).unwrap_or(whole);
                let positions = self.get(Key::Heatmap).map_or(table.y, |heatmap| heatmap.y);
                self.set(Key::Waves, shown(Window { x: positions, ..waves }, whole));
            }
            Key::Waves => {
                let heatmap = self.get(Key::Heatmap).unwrap_or(table);
                let positions = self.get(Key::Waves).map_or(table.y, |waves| waves.x);
                self.set(Key::Heatmap, shown(Window { y: positions, ..heatmap }, table));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, extent: [f64; 2], is_square: bool, expected: &str) {
        let window = Window::parse(text, Key::Heatmap).unwrap();
        let fitted = window.fitted(Window::whole(extent), [1.0, 1.0], is_square);
        assert_eq!(fitted.to_string(), expected, "{text} in {extent:?}");
    }

    #[test]
    fn windows_are_moved_into_the_table_and_cut_last() {
        check("10..20,30..40", [128.0, 256.0], false, "10..20,30..40");
        check("120..140,0..10", [128.0, 256.0], false, "108..128,0..10");
        check("0..1000,5..5.25", [128.0, 256.0], false, "0..128,4.625..5.625");
        check("0..8,100..104", [256.0, 256.0], true, "0..8,98..106");
        check("0..1,0..1", [1.0, 1.0], true, "0..1,0..1");
    }

    #[test]
    fn what_is_no_window_is_refused() {
        for text in
            ["", "1..2", "2..1,0..1", "0..1,-1..4", "0..NaN,0..1", "0..1,0..1e300", "a..b,c..d"]
        {
            assert!(Window::parse(text, Key::Heatmap).is_err(), "{text:?}");
        }
        assert!(Window::parse("0..4,-1..0.5", Key::Waves).is_ok(), "values may be negative");
        assert!(Window::parse("0..4,-1..2", Key::Waves).is_err(), "no value is 2");
    }

    #[test]
    fn positions_are_shared_both_ways() {
        let table = Window::whole([16.0, 100.0]);
        let parse = |text, key| Some(Window::parse(text, key).unwrap());
        let mut windows = Windows::default();
        windows.set(Key::Heatmap, parse("0..4,10..20", Key::Heatmap));
        windows.share_positions(Key::Heatmap, table);
        assert_eq!(windows.get(Key::Waves), parse("10..20,-1.1..1.1", Key::Waves));
        windows.set(Key::Waves, parse("30..50,0..1", Key::Waves));
        windows.share_positions(Key::Waves, table);
        assert_eq!(windows.get(Key::Heatmap), parse("0..4,30..50", Key::Heatmap));
        windows.set(Key::Heatmap, None);
        windows.share_positions(Key::Heatmap, table);
        let waves = parse("0..100,0..1", Key::Waves);
        assert_eq!(windows.get(Key::Waves), waves, "values keep their part");
    }
}
