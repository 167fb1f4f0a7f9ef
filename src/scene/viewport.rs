//! Visible parts of views: rectangles of cells, or of positions and values.

use std::fmt;

use super::View;
use crate::picture::{Span, number};

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
        let [least_across, least_down] =
            [whole.x.smallest_part(smallest[0]), whole.y.smallest_part(smallest[1])];
        Self {
            x: placed(self.x, across.max(least_across), whole.x),
            y: placed(self.y, down.max(least_down), whole.y),
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

    /// Parses two spans, each finite and increasing. What exceeds the data is clamped when it is shown. The error
    /// describes the expected form.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        const ALLOWED: &str =
            "expected two ranges, across and down, each from a number to a larger one";
        let (x, y) = text.split_once(',').ok_or(ALLOWED)?;
        let (x, y) = (span(x).ok_or(ALLOWED)?, span(y).ok_or(ALLOWED)?);
        Self { x, y }.valid().ok_or(ALLOWED)
    }

    /// The viewport itself; `None` unless both spans are finite and increasing.
    fn valid(self) -> Option<Self> {
        let is_valid =
            |span: Span| span.start.is_finite() && span.end.is_finite() && span.start < span.end;
        (is_valid(self.x) && is_valid(self.y)).then_some(self)
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

fn span(text: &str) -> Option<Span> {
    let (start, end) = text.split_once("..")?;
    Some(Span { start: number::parse(start)?, end: number::parse(end)? })
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

    /// Sets the visible part of a view. One with a span that is not finite and increasing, which no text of a scene can
    /// hold, becomes the part that the view opens on.
    pub fn set(&mut self, view: View, viewport: Option<Viewport>) {
        self.0[view as usize] = viewport.and_then(Viewport::valid);
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
        let window = Viewport::parse(text).unwrap();
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
        for text in [
            "",
            "1..2",
            "2..1,0..1",
            "1..1,0..1",
            "0..NaN,0..1",
            "0..1,0..inf",
            "0..1,0..1e400",
            "a..b,c..d",
        ] {
            assert!(Viewport::parse(text).is_err(), "{text:?}");
        }
        for text in ["0..4,-1..0.5", "-9..4,-1e300..2", "0..1,-1.7e308..1.7e308"] {
            assert!(Viewport::parse(text).is_ok(), "{text:?} is finite and increasing");
        }
    }

    #[test]
    fn infinite_viewport_becomes_the_opening_one() {
        let span = |start, end| Span { start, end };
        for y in [span(0.0, f64::INFINITY), span(f64::NAN, 1.0), span(1.0, 1.0), span(2.0, 1.0)] {
            let mut windows = Viewports::default();
            windows.set(View::Norms, Some(Viewport { x: span(0.0, 4.0), y }));
            assert_eq!(windows.get(View::Norms), None, "{y:?} has no text");
        }
    }

    #[test]
    fn positions_are_shared_both_ways() {
        let table = Viewport::whole([16.0, 100.0]);
        let parse = |text| Some(Viewport::parse(text).unwrap());
        let mut windows = Viewports::default();
        windows.set(View::Heatmap, parse("0..4,10..20"));
        windows.share_positions(View::Heatmap, table);
        assert_eq!(windows.get(View::Waves), parse("10..20,-1.1..1.1"));
        windows.set(View::Waves, parse("30..50,0..1"));
        windows.share_positions(View::Waves, table);
        assert_eq!(windows.get(View::Heatmap), parse("0..4,30..50"));
        windows.set(View::Heatmap, None);
        windows.share_positions(View::Heatmap, table);
        let waves = parse("0..100,0..1");
        assert_eq!(windows.get(View::Waves), waves, "values keep their part");
    }
}
