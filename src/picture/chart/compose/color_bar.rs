//! Color bar of a chart.

use super::{
    canvas::{Canvas, GAP, HALF_FIGURE, NAME_SIZE, Name, TICK_SIZE},
    composer::{Composer, TICK_LENGTH},
    ticks::values,
};
use crate::picture::{Align, Chart, ColorScale, Face, Point, Rect, Shape, Span, ValueName, number};

pub(super) const BAR_WIDTH: f32 = 12.0;
/// Height of a bar below the data.
const BAR_HEIGHT: f32 = 8.0;
/// Name of a color bar among the parts for which a figure has no room.
pub const COLOR_BAR: &str = "color bar";

/// Place of a color bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BarPlace {
    /// Right of the data, as high as they are.
    Beside,
    /// Below the data and their axis, as wide as they are.
    Below,
}

impl Composer<'_> {
    /// Width that the color bar needs right of the data.
    pub(super) fn color_bar_room(&self) -> f32 {
        let room = self.chart.scale().map(bar_room).unwrap_or_default();
        self.canvas.side_gap() + room + self.canvas.gap() + NAME_SIZE
    }

    /// Width that the last label of a color bar below the data needs right of them.
    pub(super) fn room_of_last_bar_label(&self) -> f32 {
        self.chart.scale().map_or(0.0, |scale| labels_width(&labels(scale, MOST_STEPS)) / 2.0)
    }
}

/// Width of a color bar with its labels.
pub(super) fn bar_room(scale: ColorScale) -> f32 {
    BAR_WIDTH + TICK_LENGTH + GAP + labels_width(&labels(scale, MOST_STEPS))
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
        let x = bar.x + bar_room(scale) + NAME_SIZE;
        self.bar_name(name, Point { x, y: bar.y + bar.height / 2.0 }, bar.height, true);
    }

    /// Height that a color bar needs below the data and their axis.
    pub(super) fn room_of_bar_below(&self) -> f32 {
        self.side_gap() + BAR_HEIGHT + self.room_of_axis_below()
    }

    /// Draws the color bar of a chart at the top of an area, from its left side on and as wide as given. The name may
    /// be as wide as the area allows.
    pub(super) fn bar_below(&mut self, chart: &Chart, area: Rect, width: f32) {
        let (Some(scale), Some(name)) = (chart.scale(), chart.value_name()) else { return };
        let y = self.snapped(area.y + self.side_gap());
        let bar = Rect { x: area.x, y, width, height: BAR_HEIGHT };
        let line = self.hairline();
        self.shape(Shape::ColorBar { rect: bar, scale });
        let [of_labels, of_name] = self.baselines_below(bar);
        let has_room = |labels: &[(f64, String)]| {
            let apart = labels_width(labels) + GAP;
            (labels.len() - 1) as f32 * apart <= bar.width
        };
        for (share, label) in fitting_labels(scale, has_room) {
            let x = bar.x + share as f32 * bar.width;
            let left = self.snapped(x - line / 2.0).clamp(bar.x, bar.right() - line);
            let tick = Rect { x: left, y: bar.bottom(), width: line, height: TICK_LENGTH };
            self.fill(tick, self.frame.theme.axis);
            let color = self.frame.theme.weak_text;
            self.text(label, Point { x, y: of_labels }, Align::Center, TICK_SIZE, color);
        }
        let x = bar.x + bar.width / 2.0;
        self.bar_name(name, Point { x, y: of_name }, 2.0 * (area.right() - x), false);
    }

    /// Draws the name of a color bar, centered at a point: whole where the length allows it, else short.
    fn bar_name(&mut self, name: &ValueName, at: Point, length: f32, is_turned: bool) {
        let (whole, short) = (name.whole(), name.short());
        let of = |text| Name { text, is_typed: false };
        let name = if of(&whole).fitting(length).is_some() { of(&whole) } else { of(&short) };
        self.title(&name, at, length, is_turned);
    }

    /// Draws a color bar, with its labels at the right.
    pub(super) fn color_bar(&mut self, bar: Rect, scale: ColorScale) {
        let theme = self.frame.theme;
        let line = self.hairline();
        self.shape(Shape::ColorBar { rect: bar, scale });
        let has_room =
            |labels: &[(f64, String)]| 1.2 * TICK_SIZE * labels.len() as f32 <= bar.height;
        for (share, label) in fitting_labels(scale, has_room) {
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

/// Largest number of steps between the ticks of a color bar.
const MOST_STEPS: u32 = 5;

/// Ticks of a color bar, from the lowest on: share of its length, and label. Round numbers, with at most so many steps
/// between them.
fn labels(scale: ColorScale, num_steps: u32) -> Vec<(f64, String)> {
    let (low, length) = (scale.low, scale.high - scale.low);
    let span = Span { start: low, end: scale.high };
    let ticks = values(span, length / f64::from(num_steps));
    if ticks.is_empty() {
        // All values are one.
        return vec![(0.5, label(low))];
    }
    ticks.into_iter().map(|tick| ((tick.at - low) / length, tick.label)).collect()
}

/// As many ticks as there is room for.
fn fitting_labels(
    scale: ColorScale,
    has_room: impl Fn(&[(f64, String)]) -> bool,
) -> Vec<(f64, String)> {
    let mut all = (1..=MOST_STEPS).rev().map(|num_steps| labels(scale, num_steps));
    all.find(|labels| has_room(labels)).unwrap_or_else(|| labels(scale, 1))
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
