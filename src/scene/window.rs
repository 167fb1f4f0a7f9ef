//! What part of a view is shown: a rectangle of cells.

use std::{fmt, str::FromStr};

use crate::{
    encoding::Limits,
    picture::{Span, number},
};

/// A rectangle of cells, parts of cells included: columns x and rows y, both counted from 0. The text is
/// `0..16,100..200`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Cells across.
    pub x: Span,
    /// Cells down.
    pub y: Span,
}

/// Why a text is no window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAWindow;

impl Window {
    /// What is allowed, for an error.
    pub(super) const ALLOWED: &'static str =
        "allowed is two ranges of cells, columns and rows, such as 0..16,100..200";

    /// Everything of so many cells across and down.
    pub fn whole([across, down]: [f64; 2]) -> Self {
        Self { x: Span { start: 0.0, end: across }, y: Span { start: 0.0, end: down } }
    }

    /// With rows and columns exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// Inside a table of so many cells, and of one cell at least; moved rather than cut. A square one
    /// has as many cells across as down.
    #[must_use]
    pub fn fitted(self, extent: [f64; 2], is_square: bool) -> Self {
        let (mut across, mut down) = (self.x.cells(), self.y.cells());
        if is_square {
            (across, down) = (across.max(down), across.max(down));
        }
        Self { x: placed(self.x, across, extent[0]), y: placed(self.y, down, extent[1]) }
    }
}

/// So many cells around the middle of a span, inside 0..extent.
fn placed(span: Span, cells: f64, extent: f64) -> Span {
    // Below this a cell of the far end of the largest table has no place left in an f64.
    const SMALLEST: f64 = 1.0;
    let cells = cells.clamp(SMALLEST.min(extent), extent);
    let middle = f64::midpoint(span.start, span.end);
    let start = (middle - cells / 2.0).clamp(0.0, extent - cells);
    Span { start, end: start + cells }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x0, x1, y0, y1] =
            [self.x.start, self.x.end, self.y.start, self.y.end].map(number::shortest);
        write!(f, "{x0}..{x1},{y0}..{y1}")
    }
}

impl FromStr for Window {
    type Err = NotAWindow;

    fn from_str(text: &str) -> Result<Self, NotAWindow> {
        let (x, y) = text.split_once(',').ok_or(NotAWindow)?;
        Ok(Self { x: span(x)?, y: span(y)? })
    }
}

fn span(text: &str) -> Result<Span, NotAWindow> {
    let (start, end) = text.split_once("..").ok_or(NotAWindow)?;
    let number = |text: &str| {
        number::parse(text)
            .filter(|number| (0.0..=Limits::LENGTH_MAX as f64).contains(number))
            .ok_or(NotAWindow)
    };
    let span = Span { start: number(start)?, end: number(end)? };
    if span.start < span.end { Ok(span) } else { Err(NotAWindow) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, extent: [f64; 2], is_square: bool, expected: &str) {
        let window: Window = text.parse().unwrap();
        assert_eq!(window.fitted(extent, is_square).to_string(), expected, "{text} in {extent:?}");
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
            assert_eq!(text.parse::<Window>(), Err(NotAWindow), "{text:?}");
        }
    }
}
