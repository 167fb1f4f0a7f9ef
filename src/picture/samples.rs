//! Where a picture samples: cells or pixel centers along an axis.

use super::Span;
use crate::encoding::{Column, Encoding};

/// Sample points along an axis: whole cells where a cell is larger than a pixel, else pixel centers.
pub(super) struct Samples {
    /// First sample, in cells: a cell's number, or the center of the cells under a pixel.
    pub(super) first: f64,
    /// Distance of samples; 1 for cells, else the number of cells a pixel.
    pub(super) step: f64,
    pub(super) num: usize,
    /// The sample that each pixel shows.
    pub(super) index: Vec<usize>,
}

impl Samples {
    pub(super) fn new(span: Span, pixels: usize) -> Self {
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

/// Columns of the table under each strip of pixels, with the share of the strip that they cover.
pub(super) struct Covered {
    pub(super) cells: Vec<Vec<(Column, f64)>>,
    /// The entry of `cells` that each pixel shows.
    pub(super) index: Vec<usize>,
}

impl Covered {
    pub(super) fn new(encoding: &Encoding, span: Span, pixels: usize) -> Self {
        let step = span.length() / pixels as f64;
        if step <= 1.0 {
            let Samples { first, num, index, .. } = Samples::new(span, pixels);
            let cells =
                (0..num).map(|i| vec![(encoding.column(first as u32 + i as u32), 1.0)]).collect();
            return Self { cells, index };
        }
        let cells = (0..pixels)
            .map(|pixel| {
                let start = span.start + pixel as f64 * step;
                let end = start + step;
                (start.floor() as u32..end.ceil() as u32)
                    .map(|j| {
                        let covered = end.min(f64::from(j) + 1.0) - start.max(f64::from(j));
                        (encoding.column(j), covered / step)
                    })
                    .filter(|&(_, share)| share > 1e-9)
                    .collect()
            })
            .collect();
        Self { cells, index: (0..pixels).collect() }
    }
}
