//! State of the composition of a chart, to which other files add a method for each layer and each part around them.

use std::ops::Range;

use super::canvas::Canvas;
use crate::picture::{Chart, Drawing, KeyEntry, Plot, Rect};

/// Length of ticks.
pub(super) const TICK_LENGTH: f32 = 4.0;
/// Chart and the shapes composed so far.
pub(super) struct Composer<'a> {
    pub(super) chart: &'a Chart,
    pub(super) canvas: Canvas<'a>,
    pub(super) key: Vec<KeyEntry>,
    /// Areas of dots and of their labels.
    pub(super) occupied: Vec<Rect>,
    /// Ranges of shapes that show data.
    data: Vec<Range<usize>>,
}

impl<'a> Composer<'a> {
    pub(super) fn new(chart: &'a Chart, canvas: Canvas<'a>) -> Self {
        Self { chart, canvas, key: Vec::new(), occupied: Vec::new(), data: Vec::new() }
    }

    /// Draws data inside the frame, and records their shapes.
    pub(super) fn data(&mut self, draw: impl FnOnce(&mut Self)) {
        let start = self.canvas.shapes.len();
        draw(self);
        self.data.push(start..self.canvas.shapes.len());
    }

    /// Completes the drawing of a chart.
    pub(super) fn finished(self, plot: Plot) -> Drawing {
        Drawing { data: self.data, plot: Some(plot), key: self.key, ..self.canvas.finished() }
    }
}
