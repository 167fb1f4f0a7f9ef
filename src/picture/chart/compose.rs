//! Composes a figure at a given size into a drawing. For charts, defines the margins and the drawing order.

use std::ops::Range;

use super::{
    Body, Chart, Drawing, Figure, Frame, KeyEntry, Part, Plot, Rect, Shape, Target, board,
    candidates,
    canvas::{Canvas, NAME_SIZE, TICK_SIZE},
    counter, dials, matrices, sheet, values,
};
use crate::picture::{Face, Theme};

/// Length of ticks.
pub(super) const TICK_LENGTH: f32 = 4.0;
/// Gap between related elements.
pub(super) const GAP: f32 = 6.0;
/// Gap between the data and the elements right of them.
pub(super) const SIDE_GAP: f32 = 14.0;

/// Composes a figure into a drawing.
pub fn compose(figure: &Figure, frame: &Frame) -> Drawing {
    let mut canvas = Canvas::new(frame);
    let area = canvas.surround(figure);
    match &figure.body {
        Body::Chart(chart) => Composer::new(chart, canvas).compose(area),
        Body::Sheet(sheet) => sheet::compose(sheet, canvas, area),
        Body::Dials(dials) => dials::compose(dials, canvas, area),
        Body::Counter(counter) => counter::compose(counter, canvas, area),
        Body::Candidates(candidates) => candidates::compose(candidates, canvas, area),
        Body::Values(values) => values::compose(values, canvas, area),
        Body::Matrices(several) => matrices::compose(several, canvas, area),
        Body::Note(text) => canvas.note(text, area),
        Body::Board(board) => board::compose(board, canvas, area),
    }
}

/// Returns the frame, or a larger one with the same number of pixels (and therefore smaller type) in which the
/// figure has enough space. For standalone pictures; a tile can be enlarged by the user.
pub fn roomy(figure: &Figure, frame: &Frame) -> Frame {
    /// Factor by which the frame grows at each try, and the number of tries: type shrinks to a quarter of its size.
    const MORE: f32 = 1.1;
    const TRIES: i32 = 15;
    let widened = |tries: i32| {
        let by = MORE.powi(tries);
        Frame {
            width: frame.width * by,
            height: frame.height * by,
            pixels_per_point: frame.pixels_per_point / by,
            ..*frame
        }
    };
    (0..TRIES).map(widened).find(|frame| has_room(figure, frame)).unwrap_or_else(|| widened(TRIES))
}

fn has_room(figure: &Figure, frame: &Frame) -> bool {
    /// Smallest area in which ticks and names leave space for the data.
    const SMALLEST: (f32, f32) = (160.0, 130.0);
    let area = Canvas::new(frame).surround(figure);
    let is_large = area.width >= SMALLEST.0 && area.height >= SMALLEST.1;
    is_large
        && match &figure.body {
            Body::Sheet(sheet) => sheet::fits(sheet, area),
            Body::Board(board) => board::fits(board, area),
            Body::Candidates(candidates) => candidates::fits(candidates, area),
            Body::Chart(_)
            | Body::Dials(_)
            | Body::Counter(_)
            | Body::Values(_)
            | Body::Matrices(_)
            | Body::Note(_) => true,
        }
}

/// Composes the data of a chart without any surroundings, as an overview.
pub fn compose_bare(chart: &Chart, frame: &Frame) -> Drawing {
    let rect = Rect { x: 0.0, y: 0.0, width: frame.width, height: frame.height };
    let plot = Plot { rect, x: chart.x.clone(), y: chart.y.clone() };
    let mut composer = Composer::new(chart, Canvas::new(frame));
    composer.raster(rect);
    composer.curves(&plot);
    composer.finished(plot)
}

pub(super) struct Composer<'a> {
    pub(super) chart: &'a Chart,
    pub(super) canvas: Canvas<'a>,
    pub(super) targets: Vec<Target>,
    pub(super) key: Vec<KeyEntry>,
    /// Ranges of shapes that show data.
    data: Vec<Range<usize>>,
}

impl<'a> Composer<'a> {
    fn new(chart: &'a Chart, canvas: Canvas<'a>) -> Self {
        Self { chart, canvas, targets: Vec::new(), key: Vec::new(), data: Vec::new() }
    }

    /// Draws data inside the frame, and records their shapes.
    fn data(&mut self, draw: impl FnOnce(&mut Self)) {
        let start = self.canvas.shapes.len();
        draw(self);
        self.data.push(start..self.canvas.shapes.len());
    }

    fn compose(mut self, area: Rect) -> Drawing {
        // Below this width there is no color bar: the data come first.
        const NARROW: f32 = 230.0;
        let parts = self.canvas.frame.parts;
        let has_color_bar =
            self.chart.scale().is_some() && area.width >= NARROW && parts.has(Part::ColorBar);
        let room = if has_color_bar { self.color_bar_room() } else { self.curve_key_room() };
        let mut plot = self.plot(area, room);
        let legend = self.legend(&plot);
        if let Some(legend) = &legend {
            plot = self.plot(area, room.max(legend.room()));
        }
        self.frame_around(plot.rect);
        self.data(|it| it.raster(plot.rect));
        if has_color_bar {
            self.color_bar(plot.rect);
        }
        if let Some(legend) = legend {
            self.draw_legend(plot.rect, legend);
        }
        self.data(|it| {
            it.grid(&plot);
            it.curves(&plot);
        });
        self.curve_key(&plot);
        self.data(|it| {
            it.cell_values(&plot);
            for layer in &it.chart.layers {
                it.mark(&plot, layer);
            }
        });
        if parts.has(Part::Axes) {
            self.axes(&plot);
        }
        self.finished(plot)
    }

    fn finished(self, plot: Plot) -> Drawing {
        Drawing {
            data: self.data,
            plot: Some(plot),
            targets: self.targets,
            key: self.key,
            ..Drawing::of(self.canvas.shapes)
        }
    }

    /// Draws the raster, if the chart has one.
    fn raster(&mut self, rect: Rect) {
        let size = [rect.width, rect.height]
            .map(|length| (length * self.canvas.frame.pixels_per_point).round().max(1.0) as u32);
        let request = self.chart.raster(size, self.canvas.frame.theme.unresolved);
        self.canvas.shapes.extend(request.map(|request| Shape::Raster { rect, request }));
    }

    /// Computes the plot area beside the elements right of it.
    fn plot(&self, area: Rect, room_right: f32) -> Plot {
        let chart = self.chart;
        let has_axes = self.canvas.frame.parts.has(Part::Axes);
        let mut top = area.y + TICK_SIZE / 2.0;
        let bottom = if has_axes { TICK_LENGTH + TICK_SIZE + NAME_SIZE + 2.0 * GAP } else { GAP };
        let mut height = (area.bottom() - top - bottom).max(8.0);
        let left = if has_axes { self.room_left(height) } else { GAP };
        let label = if has_axes { self.room_of_last_label() } else { GAP };
        let room_right = room_right.max(label);
        let mut width = (area.width - left - room_right).max(8.0);
        let mut x = area.x + left;
        if chart.is_square {
            let (available, down) = (width, height);
            let per_cell = f64::from(width) / chart.x.span.length();
            let per_cell = per_cell.min(f64::from(height) / chart.y.span.length());
            width = (per_cell * chart.x.span.length()) as f32;
            height = (per_cell * chart.y.span.length()) as f32;
            x += (available - width) / 2.0;
            top += (down - height) / 2.0;
        }
        let [x, y, width, height] =
            [x, top, width, height].map(|length| self.canvas.snapped(length));
        let rect = Rect { x, y, width, height };
        Plot { rect, x: chart.x.clone(), y: chart.y.clone() }
    }

    /// Draws the frame, and the background where no raster covers it.
    fn frame_around(&mut self, plot: Rect) {
        let line = self.canvas.hairline();
        let Theme { line: color, tile, .. } = self.canvas.frame.theme;
        let around = Rect {
            x: plot.x - line,
            y: plot.y - line,
            width: plot.width + 2.0 * line,
            height: plot.height + 2.0 * line,
        };
        if self.canvas.frame.parts.has(Part::Ground) || self.chart.scale().is_some() {
            self.canvas.fill(around, color);
            if self.chart.scale().is_none() {
                self.canvas.fill(plot, tile);
            }
            return;
        }
        // The background stays transparent inside the frame.
        let (bottom, right) = (around.bottom() - line, around.right() - line);
        for side in [
            Rect { height: line, ..around },
            Rect { y: bottom, height: line, ..around },
            Rect { width: line, ..around },
            Rect { x: right, width: line, ..around },
        ] {
            self.canvas.fill(side, color);
        }
    }
}

/// Axis name with its unit, without it, or empty, whichever first fits into `length`.
pub(super) fn fitting_name(name: &str, length: f32) -> String {
    let without_unit = name.split(" (").next().unwrap_or_default();
    [name, without_unit]
        .into_iter()
        .find(|name| Face::Regular.width(name, NAME_SIZE) <= length)
        .unwrap_or_default()
        .to_owned()
}
