//! Ticks, tick labels and names of the axes.

use super::{
    canvas::{Canvas, HALF_FIGURE, NAME_SIZE, Name, TICK_SIZE},
    composer::{Composer, TICK_LENGTH},
    ticks,
};
use crate::picture::{Align, Axis, AxisKind, Face, Plot, Point, Rect};

impl Axis {
    /// Name, as it is set.
    pub(super) fn title(&self) -> Name<'_> {
        Name { text: &self.name, is_typed: self.is_typed }
    }
}

impl Canvas<'_> {
    /// Height that a horizontal axis with its name needs below the data or a color bar.
    pub(super) fn room_of_axis_below(&self) -> f32 {
        TICK_LENGTH + TICK_SIZE + NAME_SIZE + 2.0 * self.gap()
    }

    /// Baselines of the labels and of the name of a horizontal axis.
    pub(super) fn baselines_below(&self, data: Rect) -> [f32; 2] {
        let labels = data.bottom() + TICK_LENGTH + self.gap() / 2.0 + TICK_SIZE * 0.9;
        [labels, labels + self.gap() + NAME_SIZE]
    }
}

impl Composer<'_> {
    /// Width that the vertical axis needs left of data of the given height.
    pub(super) fn room_left(&self, height: f32) -> f32 {
        NAME_SIZE + self.canvas.gap() + self.widest_label(height) + TICK_LENGTH + self.canvas.gap()
    }

    /// Width that the last label of the horizontal axis needs right of the data.
    pub(super) fn room_of_last_label(&self) -> f32 {
        self.widest_across() / 2.0
    }

    /// Width of the widest label of the horizontal axis, whatever part is shown.
    fn widest_across(&self) -> f32 {
        ticks::widest(&self.chart.x.unzoomed(), self.chart.x.whole.length() / 4.0)
            .iter()
            .map(|label| Face::Regular.width(label, TICK_SIZE))
            .fold(0.0, f32::max)
    }

    /// Width of the widest label of the vertical axis, for data of the given height.
    fn widest_label(&self, height: f32) -> f32 {
        ticks::widest(&self.chart.y, self.spacing_down(height))
            .iter()
            .map(|label| Face::Regular.width(label, TICK_SIZE))
            .fold(0.0, f32::max)
    }

    /// Distance of ticks on the vertical axis, in units of the axis.
    fn spacing_down(&self, height: f32) -> f64 {
        let apart = if self.chart.y.has_values() { 3.6 } else { 2.8 };
        f64::from(TICK_SIZE) * apart * self.chart.y.span.length() / f64::from(height)
    }

    /// Draws faint lines at the ticks of a vertical axis of values, behind curves, or gaps between named rows.
    pub(super) fn grid(&mut self, plot: &Plot) {
        match plot.y.kind {
            AxisKind::Values | AxisKind::Logarithms => self.lines_at_values(plot),
            AxisKind::Names(_) => self.gaps(plot),
            AxisKind::Cells { .. } | AxisKind::Groups { .. } => {}
        }
    }

    /// Draws lines between the groups of cells.
    pub(super) fn lines_between_groups(&mut self, plot: &Plot) {
        let theme = self.canvas.frame.theme;
        for (axis, is_across) in [(&plot.x, true), (&plot.y, false)] {
            let AxisKind::Groups { size } = axis.kind else { continue };
            let size = size as f64;
            let length = if is_across { plot.rect.width } else { plot.rect.height };
            // Thin enough that the cells stay visible.
            let cell = length / axis.span.length() as f32;
            let width = (0.25 * cell).clamp(self.canvas.hairline(), 2.0);
            if cell * size as f32 <= 6.0 * width {
                continue;
            }
            let last = (axis.span.end / size).ceil() as i64;
            for edge in (axis.span.start / size).floor() as i64 + 1..last {
                let at = edge as f64 * size;
                let rect = if is_across {
                    Rect { x: plot.x_of(at) - width / 2.0, width, ..plot.rect }
                } else {
                    Rect { y: plot.y_of(at) - width / 2.0, height: width, ..plot.rect }
                };
                self.canvas.fill_inside(plot.rect, rect, theme.tile);
            }
        }
    }

    fn gaps(&mut self, plot: &Plot) {
        const GAP_SHARE: f64 = 0.34;
        let line = self.canvas.hairline();
        let (first, last) = (plot.y.span.start as i64, plot.y.span.end as i64);
        for edge in first..=last {
            let above = if edge == first { 0.0 } else { GAP_SHARE / 2.0 };
            let below = if edge == last { 0.0 } else { GAP_SHARE / 2.0 };
            let top = self.canvas.snapped(plot.y_of(edge as f64 - above)) - line;
            let bottom = self.canvas.snapped(plot.y_of(edge as f64 + below)) + line;
            let rect = Rect {
                x: plot.rect.x - line,
                y: top,
                width: plot.rect.width + 2.0 * line,
                height: bottom - top,
            };
            self.canvas.fill(rect, self.canvas.frame.theme.tile);
        }
    }

    fn lines_at_values(&mut self, plot: &Plot) {
        let line = self.canvas.hairline();
        for tick in ticks::ticks(&plot.y, self.spacing_down(plot.rect.height)) {
            let y = self.canvas.snapped(plot.y_of(tick.at) - line / 2.0);
            let rect = Rect { y, height: line, ..plot.rect };
            self.canvas.fill_inside(plot.rect, rect, self.canvas.frame.theme.line);
        }
    }

    pub(super) fn axes(&mut self, plot: &Plot) {
        if plot.x.has_labels {
            self.named_axis_across(plot);
        }
        if plot.y.has_labels {
            self.named_axis_down(plot);
        }
    }

    fn named_axis_across(&mut self, plot: &Plot) {
        let rect = plot.rect;
        let [labels, name] = self.canvas.baselines_below(rect);
        self.axis_across(plot, labels);
        let at = Point { x: rect.x + rect.width / 2.0, y: name };
        self.canvas.title(&plot.x.title(), at, rect.width, false);
    }

    fn named_axis_down(&mut self, plot: &Plot) {
        let rect = plot.rect;
        self.axis_down(plot);
        let x = rect.x
            - TICK_LENGTH
            - self.canvas.gap()
            - self.widest_label(rect.height)
            - self.canvas.gap();
        let at = Point { x, y: rect.y + rect.height / 2.0 };
        self.canvas.title(&plot.y.title(), at, rect.height, true);
    }

    fn axis_down(&mut self, plot: &Plot) {
        let (rect, theme, line) = (plot.rect, self.canvas.frame.theme, self.canvas.hairline());
        for tick in ticks::ticks(&plot.y, self.spacing_down(rect.height)) {
            let y = plot.y_of(tick.at);
            let mark = Rect {
                x: rect.x - line - TICK_LENGTH,
                y: self.canvas.snapped(y - line / 2.0),
                width: TICK_LENGTH,
                height: line,
            };
            self.canvas.fill(mark, theme.axis);
            let at = Point {
                x: rect.x - TICK_LENGTH - self.canvas.gap(),
                y: y + HALF_FIGURE * TICK_SIZE,
            };
            self.canvas.text(tick.label, at, Align::Right, TICK_SIZE, theme.weak_text);
        }
    }

    fn axis_across(&mut self, plot: &Plot, baseline: f32) {
        let (rect, theme, line) = (plot.rect, self.canvas.frame.theme, self.canvas.hairline());
        let widest = self.widest_across();
        let per_unit = f64::from(rect.width) / plot.x.span.length();
        for tick in ticks::ticks(&plot.x, (f64::from(widest) * 1.2 + 16.0) / per_unit) {
            let x = plot.x_of(tick.at);
            let mark = Rect {
                x: self.canvas.snapped(x - line / 2.0),
                y: rect.bottom() + line,
                width: line,
                height: TICK_LENGTH,
            };
            self.canvas.fill(mark, theme.axis);
            let at = Point { x, y: baseline };
            self.canvas.text(tick.label, at, Align::Center, TICK_SIZE, theme.weak_text);
        }
    }
}
