//! Color bar of a chart.

use super::{
    canvas::{Canvas, GAP, HALF_FIGURE, NAME_SIZE, Name, TICK_SIZE},
    composer::{Composer, TICK_LENGTH},
    ticks::values,
};
use crate::picture::{Align, Chart, ColorScale, Face, Point, Rect, Shape, Span, number};

pub(super) const BAR_WIDTH: f32 = 12.0;
/// Name of a color bar among the parts for which a figure has no room.
pub const COLOR_BAR: &str = "color bar";

impl Composer<'_> {
    /// Width that the color bar needs right of the data.
    pub(super) fn color_bar_room(&self) -> f32 {
        let room = self.chart.scale().map(bar_room).unwrap_or_default();
        self.canvas.side_gap() + room + self.canvas.gap() + NAME_SIZE
    }
}

/// Width of a color bar with its labels.
pub(super) fn bar_room(scale: ColorScale) -> f32 {
    BAR_WIDTH + TICK_LENGTH + GAP + labels_width(&labels(scale))
}

impl Canvas<'_> {
    /// Draws the color bar of a chart, with its name, beside an area.
    pub(super) fn bar_beside(&mut self, chart: &Chart, area: Rect) {
        let (Some(scale), Some(name)) = (chart.scale(), chart.value_name()) else { return };
        let bar = Rect {
            x: self.snapped(area.right() + self.side_gap()),
            y: area.y,
            width: BAR_WIDTH,
            height: area.height,
        };
        self.color_bar(bar, scale);
        let (whole, short) = (name.whole(), name.short());
        let of = |text| Name { text, is_typed: false };
        let name = if of(&whole).fitting(bar.height).is_some() { of(&whole) } else { of(&short) };
        let x = bar.x + bar_room(scale) + NAME_SIZE;
        self.title(&name, Point { x, y: bar.y + bar.height / 2.0 }, bar.height, true);
    }

    /// Draws a color bar, with its labels at the right.
    pub(super) fn color_bar(&mut self, bar: Rect, scale: ColorScale) {
        let theme = self.frame.theme;
        let line = self.hairline();
        self.shape(Shape::ColorBar { rect: bar, scale });
        let labels = labels(scale);
        let room_for = (bar.height / (1.2 * TICK_SIZE)).max(1.0) as usize;
        let every = labels.len().div_ceil(room_for).max(1);
        for (share, label) in labels.into_iter().step_by(every) {
            let y = bar.bottom() - share as f32 * bar.height;
            let tick = Rect {
                x: bar.right(),
                y: self.snapped(y - line / 2.0).clamp(bar.y, bar.bottom() - line),
                width: TICK_LENGTH,
                height: line,
            };
            self.fill(tick, theme.axis);
            let at =
                Point { x: bar.right() + TICK_LENGTH + GAP / 2.0, y: y + HALF_FIGURE * TICK_SIZE };
            self.text(label, at, Align::Left, TICK_SIZE, theme.weak_text);
        }
    }
}

/// Ticks of a color bar, from the bottom: share of its height, and label. Round numbers, at most six of them.
fn labels(scale: ColorScale) -> Vec<(f64, String)> {
    let (low, length) = (scale.low, scale.high - scale.low);
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
