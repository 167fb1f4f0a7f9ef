//! What controls have in common: choices, dragged numbers, and that a lesson may point one out.

use egui::{Rect, Stroke, StrokeKind, Ui};

use crate::{
    action::{Action, Change, Gesture, GestureSource},
    scene::{Key, Scene},
};

/// One of several choices that exclude each other, as a button. Whether it was clicked.
pub(crate) fn choice_ui(ui: &mut Ui, is_chosen: bool, title: &str, help: &str) -> bool {
    let button = egui::Button::selectable(is_chosen, title).frame_when_inactive(true);
    ui.add(button).on_hover_text(help).clicked()
}

/// What dragging or typing a number has changed a key to; one drag is one step of undo.
pub(super) fn changed_by(
    response: &egui::Response,
    key: Key,
    value: &impl ToString,
    actions: &mut Vec<Action>,
) {
    if response.changed() {
        let change = Change::value(key, value.to_string());
        actions.push(Action::Edit(change, Gesture::Continuous(GestureSource::Setting(key))));
    }
    if response.drag_stopped() || response.lost_focus() {
        actions.push(Action::EndGesture);
    }
}

/// The control that is pointed out in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// Whose.
    pub(crate) key: Option<Key>,
    /// Whether it has been drawn in this frame.
    pub(crate) is_drawn: bool,
}

impl Pointed {
    fn id() -> egui::Id {
        egui::Id::unique("control that is pointed out")
    }

    /// As it is now.
    pub(crate) fn of(ctx: &egui::Context) -> Self {
        ctx.data(|data| data.get_temp(Self::id())).unwrap_or_default()
    }

    /// Begins a frame: this control is to be pointed out.
    pub(crate) fn begin(ctx: &egui::Context, key: Option<Key>) {
        Self { key, is_drawn: false }.keep(ctx);
    }

    fn keep(self, ctx: &egui::Context) {
        ctx.data_mut(|data| data.insert_temp(Self::id(), self));
    }
}

/// Draws a line around the control of a key, where it is pointed out.
pub(crate) fn point_out(ui: &Ui, key: Key, rect: Rect) {
    let pointed = Pointed::of(ui.ctx());
    if pointed.key != Some(key) || pointed.is_drawn {
        return;
    }
    let line = Stroke::new(3.0, ui.visuals().hyperlink_color);
    let around = rect.expand2(egui::vec2(4.0, 2.0));
    ui.painter().rect_stroke(around, 5.0, line, StrokeKind::Outside);
    Pointed { is_drawn: true, ..pointed }.keep(ui.ctx());
}

/// Draws the control of a key on a line of its own, where the scene leaves it.
pub(super) fn of_key(ui: &mut Ui, scene: &Scene, key: Key, content: impl FnOnce(&mut Ui)) {
    if is_left(scene, key) {
        let shown = ui.horizontal_wrapped(content);
        point_out(ui, key, shown.response.rect);
    }
}

/// Whether a scene leaves the control of a key in the window.
pub(crate) fn is_left(scene: &Scene, key: Key) -> bool {
    scene.draft().controls.is_none_or(|controls| controls.contains(key))
}
