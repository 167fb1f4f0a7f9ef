//! Composes a chart: defines its margins and the drawing order.

use super::{
    canvas::{Canvas, NAME_SIZE, TICK_SIZE},
    composer::{Composer, GAP, TICK_LENGTH},
};
use crate::picture::{Chart, Drawing, Frame, Part, Plot, Rect, Shape, Theme};

/// Draws a chart with its axes and everything right of them into an area.
pub(super) fn compose(chart: &Chart, canvas: Canvas<'_>, area: Rect) -> Drawing {
    Composer::new(chart, canvas).compose(area)
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

impl Composer<'_> {
    fn compose(mut self, area: Rect) -> Drawing {
        // Below this width there is neither color bar nor legend: the data come first.
        const NARROW: f32 = 230.0;
        let parts = self.canvas.frame.parts;
        let is_bar_wanted = self.chart.scale().is_some() && parts.has(Part::ColorBar);
        let has_color_bar = is_bar_wanted && area.width >= NARROW;
        if is_bar_wanted && !has_color_bar {
            self.canvas.omitted.push("color bar".to_owned());
        }
        let room = if has_color_bar { self.color_bar_room() } else { self.curve_key_room() };
        let mut plot = self.plot(area, room);
        let mut legend = self.legend(&plot);
        if area.width < NARROW {
            self.canvas.omitted.extend(legend.take().map(|legend| legend.text));
        }
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
            it.lines_between_groups(&plot);
            it.curves(&plot);
        });
        self.curve_key(&plot);
        self.data(|it| {
            it.cell_values(&plot);
            for layer in &it.chart.layers {
                it.reserve(&plot, layer);
            }
            for layer in &it.chart.layers {
                it.mark(&plot, layer);
            }
            it.unresolved_columns(&plot);
        });
        if parts.has(Part::Axes) {
            self.axes(&plot);
        }
        self.finished(plot)
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
        let bottom =
            if has_axes { TICK_LENGTH + TICK_SIZE + NAME_SIZE + 2.0 * self.gap() } else { GAP };
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
        // A raster covers the area; without a ground, it stays transparent.
        if self.canvas.frame.parts.has(Part::Ground) && self.chart.scale().is_none() {
            self.canvas.fill(around, color);
            self.canvas.fill(plot, tile);
            return;
        }
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
