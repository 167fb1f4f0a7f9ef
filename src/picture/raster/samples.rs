//! Sample points of a picture along an axis: cells or pixel centers.

use crate::encoding::{Column, Waves};
use crate::picture::Span;

/// Sample points along an axis: whole cells where a cell is larger than a pixel, pixel centers otherwise.
pub(in crate::picture) struct Samples {
    /// First sample, in cells: the index of a cell, or the center of the cells under a pixel.
    pub(in crate::picture) first: f64,
    /// Distance of samples: 1 for cells, otherwise the number of cells per pixel.
    pub(in crate::picture) step: f64,
    pub(in crate::picture) num: usize,
    /// Index of the sample that each pixel shows.
    pub(in crate::picture) index: Vec<usize>,
}

impl Samples {
    pub(in crate::picture) fn new(span: Span, pixels: usize) -> Self {
        let step = span.length() / pixels as f64;
        if step > 1.0 {
            let first = span.start + (step - 1.0) / 2.0;
            return Self { first, step, num: pixels, index: (0..pixels).collect() };
        }
        let cell = |pixel: usize| (span.start + (pixel as f64 + 0.5) * step).floor();
        let first = cell(0);
        let index: Vec<usize> =
            (0..pixels).map(|pixel| (cell(pixel) - first).max(0.0) as usize).collect();
        let num = index.last().map_or(1, |last| last + 1);
        Self { first, step: 1.0, num, index }
    }
}

/// Strips of pixels, and the columns of the table under each.
pub(in crate::picture) struct Covered {
    /// Start of the first strip, in columns.
    start: f64,
    /// Columns per strip; 1 where a column is larger than a pixel.
    step: f64,
    /// Number of strips.
    pub(in crate::picture) num: usize,
    /// Index of the strip that each pixel shows.
    pub(in crate::picture) index: Vec<usize>,
}

impl Covered {
    pub(in crate::picture) fn new(span: Span, pixels: usize) -> Self {
        let step = span.length() / pixels as f64;
        if step > 1.0 {
            return Self { start: span.start, step, num: pixels, index: (0..pixels).collect() };
        }
        let Samples { first, num, index, .. } = Samples::new(span, pixels);
        Self { start: first, step: 1.0, num, index }
    }

    /// Indexes of the columns under a strip, partial ones included, each with the share of the strip that it
    /// covers.
    pub(in crate::picture) fn numbers(
        &self,
        strip: usize,
    ) -> impl Iterator<Item = (u32, f64)> + use<> {
        let step = self.step;
        let start = self.start + strip as f64 * step;
        let end = start + step;
        (start.floor() as u32..end.ceil() as u32)
            .map(move |j| {
                let covered = end.min(f64::from(j) + 1.0) - start.max(f64::from(j));
                (j, covered / step)
            })
            .filter(|&(_, share)| share > 1e-9)
    }

    /// Index of the column in the middle of a strip.
    pub(in crate::picture) fn middle(&self, strip: usize) -> u32 {
        (self.start + (strip as f64 + 0.5) * self.step).floor() as u32
    }

    /// Columns under a strip, each with the share of the strip that it covers.
    pub(in crate::picture) fn columns<'a>(
        &self,
        waves: &'a Waves,
        strip: usize,
    ) -> impl Iterator<Item = (Column, f64)> + use<'a> {
        self.numbers(strip).map(|(j, share)| (waves.column(j), share))
    }
}
