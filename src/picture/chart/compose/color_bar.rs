//! Color bar of a chart.

use super::{
    canvas::{Canvas, HALF_FIGURE, NAME_SIZE, TICK_SIZE},
    composer::{Composer, GAP, TICK_LENGTH},
    ticks::values,
};
use crate::picture::{Align, ColorScale, Face, Point, Rect, Shape, Span, number};

pub(super) const BAR_WIDTH: f32 = 12.0;

impl Composer<'_> {
    /// Width that the color bar needs right of the data.
    pub(super) fn color_bar_room(&self) -> f32 {
        let room = self.chart.scale().map(bar_room).unwrap_or_default();
        self.side_gap() + room + self.gap() + NAME_SIZE
    }

    pub(super) fn color_bar(&mut self, plot: Rect) {
        let Some(scale) = self.chart.scale() else { return };
        let bar = Rect {
            x: self.canvas.snapped(plot.right() + self.side_gap()),
            y: plot.y,
            width: BAR_WIDTH,
            height: plot.height,
        };
        self.canvas.color_bar(bar, scale);
        let x = bar.x + bar_room(scale) + NAME_SIZE;
        let name = self.canvas.fitting_name(self.chart.value_name(), plot.height);
        self.canvas.turned_name(name, Point { x, y: bar.y + bar.height / 2.0 });
    }
}

/// Width of a color bar with its labels.
pub(super) fn bar_room(scale: ColorScale) -> f32 {
    BAR_WIDTH + TICK_LENGTH + GAP + labels_width(&labels(scale))
}

impl Canvas<'_> {
    /// Draws a color bar, with its labels at the right.
    pub(super) fn color_bar(&mut self, bar: Rect, scale: ColorScale) {
        let theme = self.frame.theme;
        let line = self.hairline();
        self.shape(Shape::ColorBar { rect: bar, scale });
        let has_room_for_all = bar.height > 6.0 * TICK_SIZE;
        for (i, (share, label)) in labels(scale).into_iter().enumerate() {
            if !has_room_for_all && i % 2 == 1 {
                continue;
            }
            let y = bar.bottom() - share as f32 * bar.height;
            let tick = Rect {
                x: bar.right(),
                y: self.snapped(y - line / 2.0).clamp(bar.y, bar.bottom() - line),
                width: TICK_LENGTH,
                height: line,
            };
            self.fill(tick, theme.rail);
            let at =
                Point { x: bar.right() + TICK_LENGTH + GAP / 2.0, y: y + HALF_FIGURE * TICK_SIZE };
            self.text(label, at, Align::Left, TICK_SIZE, theme.weak_text);
        }
    }
}

/// Ticks of a color bar, from the bottom: share of its height, and label. Quarters of the scale where these are short
/// numbers, otherwise round numbers.
fn labels(scale: ColorScale) -> Vec<(f64, String)> {
    let (low, length) = (scale.low, scale.high - scale.low);
    let quarters = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, low + share * length));
    let is_short = |&(_, value): &(f64, f64)| {
        let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(f64::NAN);
        (rounded - value).abs() <= 1e-12 * length
    };
    if quarters.iter().all(is_short) {
        return quarters.map(|(share, value)| (share, label(value))).into();
    }
    let span = Span { start: low, end: scale.high };
    let ticks = values(span, length / 5.0);
    if ticks.is_empty() {
        // All values are one.
        return vec![(0.5, label(low))];
    }
    ticks.into_iter().map(|tick| ((tick.at - low) / length, tick.label)).collect()
}

/// Formats with four digits, without trailing zeros.
fn label(value: f64) -> String {
    let text = number::readable(value, 4);
    if text.contains('.') && !text.contains('×') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn labels_width(labels: &[(f64, String)]) -> f32 {
    labels.iter().map(|(_, label)| Face::Regular.width(label, TICK_SIZE)).fold(0.0, f32::max)
}
