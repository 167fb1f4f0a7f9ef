//! Track of a slider: its scale, and the widget.

use std::ops::RangeInclusive;

use egui::{
    EventFilter, Key, NumExt as _, Rangef, Response, Sense, Ui, WidgetInfo, accesskit, vec2,
};

/// Height of a track with its handle.
const HEIGHT: f32 = 15.0;
const HANDLE: f32 = 6.5;
/// Fraction by which Shift slows a drag down.
const FINE: f64 = 0.1;
/// Seconds between two widenings of a range at whose end the pointer pushes.
const WIDEN_AFTER: f64 = 0.4;
/// Distance in points beyond the end of a track from which the pointer pushes.
const PUSHES: f32 = 8.0;

/// Values that a drag over a track meets, from its left end to its right.
#[derive(Clone, Debug)]
pub(super) enum Scale {
    /// Every whole number of a range.
    Whole(RangeInclusive<i64>),
    /// Every whole number of a part of a range around zero, which grows when it is pushed at an end.
    Widening(RangeInclusive<i64>),
    /// These numbers, in ascending order.
    Stops(Vec<f64>),
    /// Every number of a range, logarithmically.
    Logarithmic(RangeInclusive<f64>),
}

impl Scale {
    /// Part of the range that is shown, of a widening scale with a reach.
    fn shown(&self, reach: i64) -> Self {
        match self {
            Self::Widening(range) => {
                let (start, end) = (*range.start(), *range.end());
                Self::Whole(start.max(-reach)..=end.min(reach).max(start + 1))
            }
            other => other.clone(),
        }
    }

    /// Limits of all values.
    fn limits(&self) -> (f64, f64) {
        match self {
            Self::Whole(range) | Self::Widening(range) => {
                (*range.start() as f64, *range.end() as f64)
            }
            Self::Stops(stops) => {
                (stops.first().copied().unwrap_or(0.0), stops.last().copied().unwrap_or(1.0))
            }
            Self::Logarithmic(range) => (*range.start(), *range.end()),
        }
    }

    /// Value at a share of the track, from 0 to 1.
    pub(super) fn value(&self, share: f64) -> f64 {
        let share = share.clamp(0.0, 1.0);
        match self {
            Self::Whole(range) | Self::Widening(range) => {
                let (start, end) = (*range.start() as f64, *range.end() as f64);
                (end - start).mul_add(share, start).round()
            }
            Self::Stops(stops) => {
                let index = (share * stops.len().saturating_sub(1) as f64).round() as usize;
                stops.get(index).copied().unwrap_or_default()
            }
            Self::Logarithmic(range) => {
                let (start, end) = (range.start().ln(), range.end().ln());
                (end - start).mul_add(share, start).exp()
            }
        }
    }

    /// Smallest and largest value that a key or a screen reader can reach: also those below the first stop, from 1 on.
    fn typed_limits(&self) -> (f64, f64) {
        let (start, end) = self.limits();
        if matches!(self, Self::Stops(_)) { (start.min(1.0), end) } else { (start, end) }
    }

    /// Value at which a drag rests: on a logarithmic scale 1, 2 or 5 times a power of ten, if one is near.
    fn rested(&self, value: f64) -> f64 {
        /// Largest difference, as a share of the value.
        const NEAR: f64 = 0.02;
        let Self::Logarithmic(range) = self else { return value };
        let power = 10_f64.powi(value.log10().floor() as i32);
        let rests = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
        let near = rests.into_iter().find(|rest| (value - rest).abs() <= NEAR * rest);
        near.filter(|rest| range.contains(rest)).unwrap_or(value)
    }

    /// Share of the track at a value, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        let share = match self {
            Self::Whole(range) | Self::Widening(range) => {
                let (start, end) = (*range.start() as f64, *range.end() as f64);
                (value - start) / (end - start)
            }
            Self::Stops(stops) => {
                let last = stops.len().saturating_sub(1).max(1) as f64;
                let above = stops.partition_point(|&stop| stop <= value);
                match (above.checked_sub(1).map(|i| stops[i]), stops.get(above)) {
                    (Some(below), Some(&next)) => {
                        ((above - 1) as f64 + (value - below) / (next - below)) / last
                    }
                    (None, _) => 0.0,
                    (_, None) => 1.0,
                }
            }
            Self::Logarithmic(range) => {
                let (start, end) = (range.start().ln(), range.end().ln());
                (value.max(*range.start()).ln() - start) / (end - start)
            }
        };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Value some steps further: whole numbers by one, stops from one to the next, others by one in a hundred.
    pub(super) fn stepped(&self, value: f64, steps: f64) -> f64 {
        let (start, end) = self.limits();
        match self {
            Self::Whole(_) | Self::Widening(_) => (value + steps).round().clamp(start, end),
            Self::Stops(stops) => {
                let last = stops.len().saturating_sub(1).max(1) as f64;
                self.value(self.share(value) + steps / last)
            }
            Self::Logarithmic(_) => (value * 1.01_f64.powf(steps)).clamp(start, end),
        }
    }
}

/// Drag over a track, from its beginning to its end.
#[derive(Clone, Copy, Default)]
struct TrackDrag {
    /// Share of the track at which the drag is; beyond 0 and 1 if the pointer is beyond its ends.
    share: f64,
    /// Time at which the range was widened last.
    widened: f64,
}

/// Track of a slider over the whole available width.
pub(super) struct Track<'a> {
    pub(super) name: &'a str,
    pub(super) value: f64,
    pub(super) scale: &'a Scale,
}

impl Track<'_> {
    /// Shows the track. Returns the value if it was changed.
    pub(super) fn ui(self, ui: &mut Ui) -> (Response, Option<f64>) {
        /// Reach of a widening scale at first.
        const REACH: i64 = 64;
        let width = ui.available_width();
        let (rect, _) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
        // Keyed by name: for another encoding, a different row with its own reach may be at this place.
        let id = ui.make_persistent_id(("track", self.name));
        let response = ui.interact(rect, id, Sense::drag());
        let reach_id = response.id.with("reach");
        let reach = ui.data(|data| data.get_temp(reach_id)).unwrap_or(REACH);
        // A value that was typed beyond the range widens it.
        let mut reach = reach.max((self.value.abs() as u64).next_power_of_two() as i64);
        let rail = rect.x_range().shrink(HANDLE);
        let mut changed = self.dragged(ui, &response, rail, &mut reach);
        let scale = self.scale.shown(reach);
        ui.data_mut(|data| data.insert_temp(reach_id, reach));

        let steps = steps(ui, &response);
        if steps != 0.0 {
            let (start, end) = self.scale.typed_limits();
            // A key moves by one even between the stops.
            changed = Some(match self.scale {
                Scale::Stops(_) => (self.value + steps).clamp(start, end),
                scale => scale.stepped(self.value, steps),
            });
        }
        if let Some(value) = requested_value(ui, response.id) {
            let (start, end) = self.scale.typed_limits();
            changed = Some(value.clamp(start, end));
        }
        let changed = changed.filter(|&value| value != self.value);
        let value = changed.unwrap_or(self.value);
        response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), value, self.name));
        self.describe(ui, &response);
        paint(ui, &response, rail, &scale, value);
        (response, changed)
    }

    /// Value that the track is dragged to; `None` while it rests. A widening scale that is dragged beyond its end
    /// widens its reach.
    fn dragged(&self, ui: &Ui, response: &Response, rail: Rangef, reach: &mut i64) -> Option<f64> {
        let pointer = f64::from(response.interact_pointer_pos()?.x);
        let scale = self.scale.shown(*reach);
        let (start, length) = (f64::from(rail.min), f64::from(rail.span().at_least(1.0)));
        let drag_id = response.id.with("drag");
        let mut drag: TrackDrag = ui.data(|data| data.get_temp(drag_id)).unwrap_or_default();
        let mut changed = None;
        if response.drag_started() {
            let handle = scale.share(self.value);
            let is_grabbed = (start + handle * length - pointer).abs() <= f64::from(HANDLE);
            // Nothing jumps if the handle is grabbed beside its middle.
            drag.share = if is_grabbed { handle } else { (pointer - start) / length };
            drag.widened = ui.input(|input| input.time);
            if !is_grabbed {
                changed = Some(scale.rested(scale.value(drag.share)));
            }
        } else {
            let fine = if ui.input(|input| input.modifiers.shift) { FINE } else { 1.0 };
            drag.share += f64::from(response.drag_delta().x) * fine / length;
            if response.drag_delta().x != 0.0 {
                let value = scale.value(drag.share);
                changed = Some(if fine < 1.0 { value } else { scale.rested(value) });
            }
            let beyond = (drag.share - drag.share.clamp(0.0, 1.0)).abs() * length;
            if beyond > f64::from(PUSHES) && self.widens(*reach) {
                let now = ui.input(|input| input.time);
                if now - drag.widened >= WIDEN_AFTER {
                    drag.widened = now;
                    *reach = reach.saturating_mul(2);
                    changed = Some(self.scale.shown(*reach).value(drag.share));
                }
                ui.ctx().request_repaint();
            }
        }
        ui.data_mut(|data| data.insert_temp(drag_id, drag));
        changed
    }

    /// True if the scale can reach further.
    fn widens(&self, reach: i64) -> bool {
        let (start, end) = self.scale.limits();
        matches!(self.scale, Scale::Widening(_)) && (reach as f64) < end.max(-start)
    }

    /// Tells a screen reader the limits, and what can be done.
    fn describe(&self, ui: &Ui, response: &Response) {
        let (start, end) = self.scale.typed_limits();
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_min_numeric_value(start);
            node.set_max_numeric_value(end);
            // A logarithmic scale has no step: it moves by a hundredth of its value.
            if !matches!(self.scale, Scale::Logarithmic(_)) {
                node.set_numeric_value_step(1.0);
            }
            node.add_action(accesskit::Action::SetValue);
            node.add_action(accesskit::Action::Increment);
            node.add_action(accesskit::Action::Decrement);
        });
    }
}

/// Steps by arrow keys, ten at a time with Shift, and by a screen reader.
fn steps(ui: &Ui, response: &Response) -> f64 {
    let mut steps = 0.0;
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        ui.input(|input| {
            let presses = |key| input.num_presses(key) as f64;
            let factor = if input.modifiers.shift { 10.0 } else { 1.0 };
            steps += factor * (presses(Key::ArrowRight) - presses(Key::ArrowLeft));
        });
    }
    ui.input(|input| {
        let requests = |action| input.num_accesskit_action_requests(response.id, action) as f64;
        steps + requests(accesskit::Action::Increment) - requests(accesskit::Action::Decrement)
    })
}

/// Value that a screen reader asks for.
fn requested_value(ui: &Ui, id: egui::Id) -> Option<f64> {
    ui.input(|input| {
        let requests = input.accesskit_action_requests(id, accesskit::Action::SetValue);
        let value = |request: &accesskit::ActionRequest| match request.data {
            Some(accesskit::ActionData::NumericValue(value)) => Some(value),
            _ => None,
        };
        requests.filter_map(value).last()
    })
}

fn paint(ui: &Ui, response: &Response, rail: egui::Rangef, scale: &Scale, value: f64) {
    const RAIL: f32 = 4.0;
    if !ui.is_rect_visible(response.rect) {
        return;
    }
    let y = response.rect.center().y;
    let x = |share: f64| rail.min + share as f32 * rail.span();
    let bar = |from: f32, to: f32| {
        let (left, right) = (from.min(to), from.max(to));
        egui::Rect::from_x_y_ranges(left..=right, y - RAIL / 2.0..=y + RAIL / 2.0)
    };
    let visuals = ui.visuals();
    let painter = ui.painter();
    // The rail keeps the grid of the panel; only the middle of the handle stays inside.
    let whole = response.rect.x_range();
    painter.rect_filled(bar(whole.min, whole.max), RAIL / 2.0, visuals.widgets.inactive.bg_fill);
    let at = x(scale.share(value));
    // A range around zero is filled from there.
    let zero = scale.share(0.0);
    let from = if zero > 0.0 { x(zero) } else { whole.min };
    painter.rect_filled(bar(from, at), RAIL / 2.0, visuals.selection.bg_fill);
    let look = ui.style().interact(response);
    let stroke = egui::Stroke::new(2.0, visuals.selection.bg_fill);
    let radius = HANDLE + look.expansion.min(1.0);
    painter.circle(egui::pos2(at, y), radius, visuals.extreme_bg_color, stroke);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_shares_agree() {
        let stops = Scale::Stops(vec![8.0, 16.0, 32.0, 48.0, 64.0]);
        let scales = [Scale::Whole(-5..=5), stops, Scale::Logarithmic(1.01..=1e12)];
        for scale in scales {
            for i in 0..=100 {
                let value = scale.value(f64::from(i) / 100.0);
                let again = scale.value(scale.share(value));
                assert!((again - value).abs() <= 1e-9 * value.abs(), "{scale:?}: {value}, {again}");
            }
        }
    }

    #[test]
    fn values_between_stops_have_their_place() {
        let scale = Scale::Stops(vec![8.0, 16.0, 32.0]);
        assert_eq!((scale.share(1.0), scale.share(24.0), scale.share(99.0)), (0.0, 0.75, 1.0));
        assert_eq!((scale.stepped(16.0, 1.0), scale.stepped(16.0, -9.0)), (32.0, 8.0));
    }

    #[test]
    fn widening_scale_stays_in_its_range() {
        let scale = Scale::Widening(-100..=100);
        assert_eq!(scale.shown(64).limits(), (-64.0, 64.0));
        assert_eq!(scale.shown(128).limits(), (-100.0, 100.0));
        assert_eq!(Scale::Widening(0..=0).shown(64).limits(), (0.0, 1.0), "never empty");
    }
}
