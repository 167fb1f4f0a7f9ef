//! One value per cell of the horizontal axis, as dots or bars, and horizontal lines at notable values.

use std::ops::Range;

use super::{
    canvas::{GAP, NAME_SIZE},
    composer::Composer,
};
use crate::picture::{Align, Face, Layer, Omission, Plot, Point, Rect, Rgb, Shape};

/// Width of a cell from which on its value is a dot. Below it, values are joined to a line.
const DOTTED: f32 = 3.5;
/// Share of the height from which on the line between two neighbors would show a connection that there is not.
const FAR: f32 = 0.4;
const LARGEST_DOT: f32 = 4.0;
const STROKE: f32 = 2.4;
/// Share of a cell that stays free beside its bar, where there is enough space.
const BETWEEN_BARS: f32 = 0.2;

impl Composer<'_> {
    /// Visible cells out of `num`.
    pub(super) fn cells_shown(plot: &Plot, num: usize) -> Range<usize> {
        let span = plot.x.span;
        let first = span.start.floor().max(0.0) as usize;
        first.min(num)..(span.end.ceil() as usize).min(num)
    }

    pub(super) fn points(&mut self, plot: &Plot, values: &[f64], colors: &[u8]) {
        let theme = self.canvas.frame.theme;
        let color_at =
            |cell: usize| theme.curve(usize::from(colors.get(cell).copied().unwrap_or_default()));
        let at = |cell: usize| plot.point_of((cell as f64 + 0.5, values[cell]));
        let cell = plot.rect.width / plot.x.span.length() as f32;
        let shown = Self::cells_shown(plot, values.len());
        if cell >= DOTTED {
            let radius = (0.35 * cell).min(LARGEST_DOT);
            for i in shown {
                let (center, color) = (at(i), color_at(i));
                if plot.rect.touches(center) {
                    self.canvas.shape(Shape::Disc { center, radius, color });
                }
            }
            return;
        }
        // One of several cells that share a point of width is enough, but for those that stand out.
        let every = (1.0 / cell).floor().max(1.0) as usize;
        let first = shown.start;
        let stands_out = |cell: usize| colors.get(cell).is_some_and(|&color| color != 0);
        let far = FAR * plot.rect.height;
        let is_near = |a: &Point, b: &Point| (a.y - b.y).abs() < far;
        let mut runs: Vec<(Rgb, Vec<Point>)> = Vec::new();
        for i in shown.filter(|&i| (i - first) % every == 0 || stands_out(i)) {
            let (point, color) = (at(i), color_at(i));
            if !plot.rect.touches(point) {
                continue;
            }
            match runs.last_mut() {
                Some((before, points))
                    if *before == color && points.last().is_some_and(|it| is_near(it, &point)) =>
                {
                    points.push(point);
                }
                _ => runs.push((color, vec![point])),
            }
        }
        for (color, points) in runs {
            match points[..] {
                // No line shows a point alone.
                [center] => self.canvas.shape(Shape::Disc { center, radius: STROKE, color }),
                _ => self.canvas.shape(Shape::Line { points, width: STROKE, color, opacity: 1.0 }),
            }
        }
    }

    pub(super) fn bars(&mut self, plot: &Plot, values: &[f64]) {
        let color = self.canvas.frame.theme.curve(0);
        let pixel = 1.0 / self.canvas.frame.pixels_per_point;
        let cell = plot.rect.width / plot.x.span.length() as f32;
        let bottom = plot.y_of(0.0);
        let mut bar = |x: f32, width: f32, value: f64| {
            let top = plot.y_of(value);
            let rect = Rect { x, y: top, width, height: (bottom - top).max(0.0) };
            self.canvas.fill_inside(plot.rect, rect, color);
        };
        let shown = Self::cells_shown(plot, values.len());
        if cell > 2.0 * pixel {
            let free = if cell > 5.0 * pixel { BETWEEN_BARS * cell } else { 0.0 };
            for i in shown {
                bar(plot.x_of(i as f64) + free / 2.0, cell - free, values[i]);
            }
            return;
        }
        // Each pixel shows the greatest of the cells under it, as if all were drawn.
        let num = (plot.rect.width / pixel).round() as usize;
        for i in 0..num {
            let at = |i: usize| plot.x.span.start + i as f64 / num as f64 * plot.x.span.length();
            let (first, last) = (at(i).floor() as usize, at(i + 1).ceil() as usize);
            let under = values.get(first..last.min(values.len())).unwrap_or_default();
            let greatest = under.iter().copied().fold(0.0, f64::max);
            bar(plot.rect.x + i as f32 * pixel, pixel, greatest);
        }
    }

    pub(super) fn rule(&mut self, plot: &Plot, at: f64, label: &str, is_right: bool) {
        let (theme, line) = (self.canvas.frame.theme, self.canvas.hairline());
        let y = self.canvas.snapped(plot.y_of(at) - line / 2.0);
        if y < plot.rect.y || y > plot.rect.bottom() {
            return;
        }
        self.canvas.fill(Rect { y, height: line, ..plot.rect }, theme.weak_text);
        if Face::Regular.width(label, NAME_SIZE) + 2.0 * GAP > plot.rect.width {
            self.canvas.omitted.push(Omission::Element(label.to_owned()));
            return;
        }
        // Above the line, or below it where there is no space above.
        let above = y - plot.rect.y > NAME_SIZE + GAP;
        let baseline = if above { y - 0.6 * GAP } else { y + NAME_SIZE + 0.3 * GAP };
        let (x, align) = if is_right {
            (plot.rect.right() - GAP, Align::Right)
        } else {
            (plot.rect.x + GAP, Align::Left)
        };
        let at = Point { x, y: baseline };
        self.canvas.text_on_ground(label, at, align, NAME_SIZE, theme.text);
    }

    /// Draws the selected cell, with a ring around its point or the top of its bar.
    pub(super) fn cell(&mut self, plot: &Plot, cell: i64) {
        self.selected_across(plot, cell);
        let chart = self.chart;
        for layer in &chart.layers {
            let (Layer::Points { values, .. } | Layer::Bars(values)) = layer else { continue };
            let value = usize::try_from(cell).ok().and_then(|cell| values.get(cell));
            let center = value.map(|&value| plot.point_of((cell as f64 + 0.5, value)));
            if let Some(center) = center.filter(|&center| plot.rect.contains(center)) {
                self.ring(center);
            }
        }
    }
}
