//! Visible parts of views: rectangles of cells, or of positions and values.

use std::fmt;

use super::View;
use crate::{
    encoding::Limits,
    picture::{Span, number},
};

/// Part of a view, in cells and fractions of cells: columns x and rows y, both counted from 0. For the waves, x
/// are rows and y are values. The text form is `0..16,100..200`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Horizontal span.
    pub x: Span,
    /// Vertical span, down the page.
    pub y: Span,
}

impl Viewport {
    /// All values that a table can contain, with a margin.
    pub const VALUES: Span = Span { start: -1.1, end: 1.1 };

    /// All values that a measure of similarity can have, with a margin.
    const SIMILARITIES: Span = Span { start: -20_000.0, end: 20_000.0 };

    /// Whole viewport for a number of cells across and down.
    pub fn whole([across, down]: [f64; 2]) -> Self {
        Self { x: Span { start: 0.0, end: across }, y: Span { start: 0.0, end: down } }
    }

    /// Swaps columns and rows.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// Fits the viewport into the whole, not smaller than `smallest` across and down. It is moved rather than
    /// cut. If `is_square`, it is enlarged to as many cells across as down.
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

    /// Enlarges the viewport to whole cells, clipped to the whole.
    #[must_use]
    pub fn whole_cells(self, whole: Self) -> Self {
        let grown = |span: Span, whole: Span| Span {
            start: span.start.floor().max(whole.start),
            end: span.end.ceil().min(whole.end),
        };
        Self { x: grown(self.x, whole.x), y: grown(self.y, whole.y) }
    }

    /// Parses the visible part of a view. The error describes the expected form.
    pub(super) fn parse(text: &str, view: View) -> Result<Self, &'static str> {
        let counts = Span { start: 0.0, end: Limits::LENGTH_MAX as f64 };
        let (across, down, allowed) = match view {
            View::Waves => (
                counts,
                Self::VALUES,
                "expected a range of rows and one of values, such as 100..200,-1..1",
            ),
            View::Profile => (
                // Offsets in both directions.
                Span { start: 0.0, end: 2.0 * counts.end },
                Self::SIMILARITIES,
                "expected a range of offsets and one of values, such as 200..300,-8..64",
            ),
            View::Wavelengths => (
                counts,
                Span { start: -5.0, end: 30.0 },
                "expected a range of indexes and one of powers of ten, such as 0..16,0..3",
            ),
            View::Shares => (
                counts,
                Span { start: 0.0, end: 105.0 },
                "expected a range of indexes and one of percent, such as 0..16,0..10",
            ),
            _ => (
                counts,
                counts,
                "expected two ranges of cells, columns and rows, such as 0..16,100..200",
            ),
        };
        let (x, y) = text.split_once(',').ok_or(allowed)?;
        Ok(Self { x: span(x, across).ok_or(allowed)?, y: span(y, down).ok_or(allowed)? })
    }
}

/// Span of a length around the middle of another span, moved into the whole.
fn placed(span: Span, length: f64, whole: Span) -> Span {
    let length = length.min(whole.length());
    let middle = f64::midpoint(span.start, span.end);
    // A span that touches both ends must not miss one through rounding.
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

impl fmt::Display for Viewport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x0, x1, y0, y1] =
            [self.x.start, self.x.end, self.y.start, self.y.end].map(number::shortest);
        write!(f, "{x0}..{x1},{y0}..{y1}")
    }
}

/// Visible part of each view; `None`: the part that the view opens on. For the heatmap these are columns and rows
/// of the table, even if the picture is transposed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewports([Option<Viewport>; View::ALL.len()]);

impl Default for Viewports {
    fn default() -> Self {
        Self([None; View::ALL.len()])
    }
}

impl Viewports {
    /// Visible part of a view; `None`: the part that the view opens on.
    pub fn get(&self, view: View) -> Option<Viewport> {
        self.0[view as usize]
    }

    /// Sets the visible part of a view.
    pub fn set(&mut self, view: View, viewport: Option<Viewport>) {
        self.0[view as usize] = viewport;
    }

    /// Views whose visible part differs from `after`, with their part in `self`.
    pub fn changed<'a>(
        &'a self,
        after: &'a Self,
    ) -> impl Iterator<Item = (View, Option<Viewport>)> + 'a {
        let views = View::ALL.iter().copied();
        views.filter(|&view| self.get(view) != after.get(view)).map(|view| (view, self.get(view)))
    }

    /// Copies the visible positions of the heatmap to the waves, or the reverse; any other view changes nothing.
    pub fn share_positions(&mut self, from: View, table: Viewport) {
        let shown = |part: Viewport, whole: Viewport| (part != whole).then_some(part);
        match from {
            View::Heatmap => {
                let whole = Viewport { x: table.y, y: Viewport::VALUES };
                let waves = self.get(View::Waves).unwrap_or(whole);
                let positions = self.get(View::Heatmap).map_or(table.y, |heatmap| heatmap.y);
                self.set(View::Waves, shown(Viewport { x: positions, ..waves }, whole));
            }
            View::Waves => {
                let heatmap = self.get(View::Heatmap).unwrap_or(table);
                let positions = self.get(View::Waves).map_or(table.y, |waves| waves.x);
                self.set(View::Heatmap, shown(Viewport { y: positions, ..heatmap }, table));
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
        let window = Viewport::parse(text, View::Heatmap).unwrap();
        let fitted = window.fitted(Viewport::whole(extent), [1.0, 1.0], is_square);
        assert_eq!(fitted.to_string(), expected, "{text} in {extent:?}");
    }

    #[test]
    fn viewports_are_moved_before_cut() {
        check("10..20,30..40", [128.0, 256.0], false, "10..20,30..40");
        check("120..140,0..10", [128.0, 256.0], false, "108..128,0..10");
        check("0..1000,5..5.25", [128.0, 256.0], false, "0..128,4.625..5.625");
        check("0..8,100..104", [256.0, 256.0], true, "0..8,98..106");
        check("0..1,0..1", [1.0, 1.0], true, "0..1,0..1");
    }

    #[test]
    fn invalid_viewports_are_rejected() {
        for text in
            ["", "1..2", "2..1,0..1", "0..1,-1..4", "0..NaN,0..1", "0..1,0..1e300", "a..b,c..d"]
        {
            assert!(Viewport::parse(text, View::Heatmap).is_err(), "{text:?}");
        }
        assert!(Viewport::parse("0..4,-1..0.5", View::Waves).is_ok(), "values may be negative");
        assert!(Viewport::parse("0..4,-1..2", View::Waves).is_err(), "no value is 2");
    }

    #[test]
    fn positions_are_shared_both_ways() {
        let table = Viewport::whole([16.0, 100.0]);
        let parse = |text, view| Some(Viewport::parse(text, view).unwrap());
        let mut windows = Viewports::default();
        windows.set(View::Heatmap, parse("0..4,10..20", View::Heatmap));
        windows.share_positions(View::Heatmap, table);
        assert_eq!(windows.get(View::Waves), parse("10..20,-1.1..1.1", View::Waves));
        windows.set(View::Waves, parse("30..50,0..1", View::Waves));
        windows.share_positions(View::Waves, table);
        assert_eq!(windows.get(View::Heatmap), parse("0..4,30..50", View::Heatmap));
        windows.set(View::Heatmap, None);
        windows.share_positions(View::Heatmap, table);
        let waves = parse("0..100,0..1", View::Waves);
        assert_eq!(windows.get(View::Waves), waves, "values keep their part");
    }
}
