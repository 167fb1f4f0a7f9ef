//! Choice buttons, and the control that a lesson points out.

use egui::{Rect, Stroke, StrokeKind, Ui};

use crate::{app::look::help::Help as _, scene::Key};

/// Shows one of several choices that exclude each other. True if it was clicked.
pub(crate) fn choice_ui(ui: &mut Ui, is_chosen: bool, title: &str, help: &str) -> bool {
    let button = egui::Button::selectable(is_chosen, title).frame_when_inactive(true);
    ui.add(button).help(help).clicked()
}

/// Control that is pointed out in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HighlightedControl {
    /// Key of the control.
    pub(crate) key: Option<Key>,
    /// True once it has been drawn in this frame.
    pub(crate) is_drawn: bool,
}

impl HighlightedControl {
    fn id() -> egui::Id {
        egui::Id::unique("control that is pointed out")
    }

    /// Current state.
    pub(crate) fn of(ctx: &egui::Context) -> Self {
        ctx.data(|data| data.get_temp(Self::id())).unwrap_or_default()
    }

    /// Begins a frame, with the control to point out.
    pub(crate) fn begin(ctx: &egui::Context, key: Option<Key>) {
        Self { key, is_drawn: false }.keep(ctx);
    }

    fn keep(self, ctx: &egui::Context) {
        ctx.data_mut(|data| data.insert_temp(Self::id(), self));
    }
}

/// Draws a line around the control of a key if it is pointed out.
pub(crate) fn point_out(ui: &Ui, key: Key, rect: Rect) {
    let pointed = HighlightedControl::of(ui.ctx());
    if pointed.key != Some(key) || pointed.is_drawn {
        return;
    }
    let line = Stroke::new(3.0, ui.visuals().hyperlink_color);
    let around = rect.expand2(egui::vec2(4.0, 2.0));
    ui.painter().rect_stroke(around, 5.0, line, StrokeKind::Outside);
    HighlightedControl { is_drawn: true, ..pointed }.keep(ui.ctx());
}

fn led_to_id() -> egui::Id {
    egui::Id::unique("control to lead to")
}

/// Gives the control of a key the focus once it is drawn.
pub(crate) fn lead_to(ctx: &egui::Context, key: Key) {
    ctx.data_mut(|data| data.insert_temp(led_to_id(), key));
}

/// True for the control that takes the focus now.
pub(crate) fn is_led_to(ctx: &egui::Context, key: Key) -> bool {
    if ctx.data(|data| data.get_temp::<Key>(led_to_id())) != Some(key) {
        return false;
    }
    // While a dialog closes, nothing behind it takes the focus.
    if ctx.memory(|memory| memory.top_modal_layer().is_some()) {
        ctx.request_repaint();
        return false;
    }
    ctx.data_mut(|data| data.remove::<Key>(led_to_id()));
    true
}
