//! Composes a chart: defines its margins and the drawing order.

use super::{
    canvas::{Canvas, GAP, TICK_SIZE},
    color_bar::{BarPlace, COLOR_BAR},
    composer::Composer,
};
use crate::picture::{Axis, Chart, Drawing, Frame, Omission, Part, Plot, Rect, Shape, Theme};

/// Widths and heights around the data of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Margins {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
}

impl Margins {
    /// Larger of each.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Part of an area inside of them.
    fn inside(self, area: Rect) -> Rect {
        Rect {
            x: area.x + self.left,
            y: area.y + self.top,
            width: (area.width - self.left - self.right).max(8.0),
            height: (area.height - self.top - self.bottom).max(8.0),
        }
    }
}

/// Draws a chart with its axes and everything right of them into an area. Its data fill `place`, or what the margins
/// leave of the area.
pub(super) fn compose(
    chart: &Chart,
    canvas: Canvas<'_>,
    area: Rect,
    place: Option<Rect>,
) -> Drawing {
    Composer::new(chart, canvas).compose(area, place)
}

/// Margins that a chart needs in an area.
pub(super) fn margins(chart: &Chart, frame: &Frame, area: Rect) -> Margins {
    Composer::new(chart, Canvas::new(frame)).margins(area)
}

/// True if the color bar of a chart in an area stands right of its data.
pub(super) fn has_bar_beside(chart: &Chart, frame: &Frame, area: Rect) -> bool {
    Composer::new(chart, Canvas::new(frame)).bar_place(area) == Some(BarPlace::Beside)
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

/// Width below which there is neither color bar nor legend: the data come first.
const NARROW: f32 = 230.0;
/// The same where space is spared.
const TIGHT_NARROW: f32 = 130.0;
/// Width on paper below which a color bar stands below the data, if there is room.
const TIGHT_FOR_BAR: f32 = 215.0;

impl Composer<'_> {
    fn is_bar_wanted(&self) -> bool {
        self.chart.scale().is_some() && self.canvas.frame.parts.has(Part::ColorBar)
    }

    /// Place of the color bar for data in an area: below them in a narrow figure on paper. `None` without a bar.
    fn bar_place(&self, area: Rect) -> Option<BarPlace> {
        /// Height that the data keep.
        const LEAST_DATA: f32 = 48.0;
        if !self.is_bar_wanted() {
            return None;
        }
        let around = TICK_SIZE / 2.0 + self.axis_room() + self.canvas.room_of_bar_below();
        let is_high = area.height - around >= LEAST_DATA;
        if self.canvas.frame.is_tight && is_high && area.width < TIGHT_FOR_BAR {
            return Some(BarPlace::Below);
        }
        (area.width >= self.narrow()).then_some(BarPlace::Beside)
    }

    /// Height of the horizontal axis, with its labels if it has any.
    fn axis_room(&self) -> f32 {
        if self.has_labels(&self.chart.x) { self.canvas.room_of_axis_below() } else { GAP }
    }

    fn has_labels(&self, axis: &Axis) -> bool {
        self.canvas.frame.parts.has(Part::Axes) && axis.has_labels
    }

    /// True if an area has room for a legend of a width, and most of it for the data.
    fn has_room_for(&self, legend: f32, area: Rect) -> bool {
        const MOST: f32 = 0.45;
        area.width >= self.narrow() && legend <= MOST * area.width
    }

    fn narrow(&self) -> f32 {
        if self.canvas.frame.is_tight { TIGHT_NARROW } else { NARROW }
    }

    /// Margins around the data in an area.
    fn margins(&self, area: Rect) -> Margins {
        let top = TICK_SIZE / 2.0;
        let bar = self.bar_place(area);
        let below = match bar {
            Some(BarPlace::Below) => self.canvas.room_of_bar_below(),
            Some(BarPlace::Beside) | None => 0.0,
        };
        let bottom = self.axis_room() + below;
        let height = (area.height - top - bottom).max(8.0);
        let left = if self.has_labels(&self.chart.y) { self.room_left(height) } else { GAP };
        let label = if self.has_labels(&self.chart.x) { self.room_of_last_label() } else { GAP };
        let beside = match bar {
            Some(BarPlace::Beside) => self.color_bar_room(),
            Some(BarPlace::Below) => self.room_of_last_bar_label(),
            None => self.curve_key_room(),
        };
        // Labels of the horizontal axis may be wider than those of the vertical one.
        let left = left.max(label);
        let margins = Margins { left, right: beside.max(label), top, bottom };
        match self
            .legend(&self.plot(margins.inside(area), 0.5))
            .filter(|legend| self.has_room_for(legend.room(), area))
        {
            Some(legend) => Margins { right: margins.right.max(legend.room()), ..margins },
            None => margins,
        }
    }

    fn compose(mut self, area: Rect, place: Option<Rect>) -> Drawing {
        let parts = self.canvas.frame.parts;
        let plot = match place {
            // At the corner of its place, as the panels beside it.
            Some(place) => self.plot(place, 0.0),
            None => self.plot(self.margins(area).inside(area), 0.5),
        };
        // Panels of one size leave some charts less room beside their data than they would take.
        let line = self.canvas.hairline();
        let has_room =
            |room: f32| place.is_none_or(|place| area.right() - place.right() >= room - line);
        let room_below = self.axis_room() + self.canvas.room_of_bar_below();
        let has_bar_room = |bar: &BarPlace| match bar {
            BarPlace::Beside => has_room(self.color_bar_room()),
            BarPlace::Below => {
                place.is_none_or(|place| area.bottom() - place.bottom() >= room_below - line)
            }
        };
        // The room is that which panels of one width would have.
        let other = self.canvas.frame.is_tight.then_some(BarPlace::Below);
        let bar = self.bar_place(area).and_then(|own| {
            [Some(own), other, Some(BarPlace::Beside)].into_iter().flatten().find(has_bar_room)
        });
        if self.is_bar_wanted() && bar.is_none() {
            self.canvas.omitted.push(Omission::Element(COLOR_BAR.to_owned()));
        }
        let mut legend = self.legend(&plot);
        let is_legend_wide = |room: f32| !has_room(room) || !self.has_room_for(room, area);
        if legend.as_ref().is_some_and(|it| is_legend_wide(it.room())) {
            self.canvas.omitted.extend(legend.take().map(|legend| legend.omission()));
        }
        self.frame_around(plot.rect);
        self.data(|it| it.raster(plot.rect));
        match bar {
            Some(BarPlace::Beside) => self.canvas.bar_beside(self.chart, plot.rect),
            Some(BarPlace::Below) => {
                let (x, y) = (plot.rect.x, plot.rect.bottom() + self.axis_room());
                let below = Rect { x, y, width: area.right() - x, height: area.bottom() - y };
                self.canvas.bar_below(self.chart, below, plot.rect.width);
            }
            None => {}
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
            it.point_key(&plot);
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

    /// Plot within a place: as large as it, or the largest of square cells, with a share of the spare room before it.
    fn plot(&self, place: Rect, before: f32) -> Plot {
        let chart = self.chart;
        let Rect { mut x, y: mut top, mut width, mut height } = place;
        if chart.is_square {
            let per_cell = f64::from(width) / chart.x.span.length();
            let per_cell = per_cell.min(f64::from(height) / chart.y.span.length());
            width = (per_cell * chart.x.span.length()) as f32;
            height = (per_cell * chart.y.span.length()) as f32;
            x += before * (place.width - width);
            top += before * (place.height - height);
        }
        let [x, y, width, height] =
            [x, top, width, height].map(|length| self.canvas.snapped(length));
        let rect = Rect { x, y, width, height };
        Plot { rect, x: chart.x.clone(), y: chart.y.clone() }
    }

    /// Draws the frame, and the background where no raster covers it.
    fn frame_around(&mut self, plot: Rect) {
        let line = self.canvas.hairline();
        let Theme { axis: color, tile, .. } = self.canvas.frame.theme;
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
