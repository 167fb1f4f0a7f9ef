//! Everything can be brought into sight, however small the window and however large its type: what has no room
//! scrolls, and what gets the focus comes into sight by itself.

use egui::{
    CollapsingHeader, Id, Response, RichText, ScrollArea, Stroke, StrokeKind, Ui, Vec2, vec2,
};

use super::style;
use crate::picture::Theme;

/// Below this size of the window, in points, panels that lie over it scroll.
const ROOMY: Vec2 = vec2(760.0, 600.0);
/// Around a panel that scrolls.
const AROUND: Vec2 = vec2(32.0, 60.0);

/// Scrolls to what has just got the focus. Called at the end of what scrolls.
pub(super) fn follow_focus(ui: &Ui) {
    let focused = ui.memory(egui::Memory::focused);
    let last = ui.scope_id().with("last focus");
    let before: Option<Id> = ui.data_mut(|data| {
        let before = data.get_temp(last);
        data.insert_temp(last, focused);
        before.flatten()
    });
    let Some(response) =
        focused.filter(|_| focused != before).and_then(|id| ui.ctx().read_response(id))
    else {
        return;
    };
    // What is cut off by this area, and not what lies elsewhere in the window.
    let is_here = response.layer_id == ui.layer_id() && ui.min_rect().contains_rect(response.rect);
    if is_here && !response.interact_rect.contains_rect(response.rect) {
        ui.scroll_to_rect(response.rect, None);
    }
}

/// A panel over the window, which scrolls where the window is too small for it.
pub(super) fn fitting<'open>(
    ctx: &egui::Context,
    panel: egui::Window<'open>,
) -> egui::Window<'open> {
    let room = ctx.content_rect().size();
    if room.x >= ROOMY.x && room.y >= ROOMY.y {
        return panel;
    }
    panel.scroll(true).max_size((room - AROUND).max(Vec2::ZERO))
}

/// How far below the upper edge of the window such a panel hangs, where there is room.
pub(super) fn top(ctx: &egui::Context, roomy: f32) -> f32 {
    if ctx.content_rect().height() < ROOMY.y { 4.0 } else { roomy }
}

/// What stands in a panel over the window.
pub(super) fn contents(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    add(ui);
    follow_focus(ui);
}

/// A heading that opens what is below it.
pub(super) fn disclosure(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    let header = CollapsingHeader::new(RichText::new(title).small()).id_salt(title);
    header.show_unindented(ui, add);
}

/// Says that a widget shows by itself that it has the focus.
pub(super) fn shows_focus(response: &Response) {
    response.ctx.data_mut(|data| data.insert_temp(Id::unique("shows focus"), response.id));
}

/// A line around what has the focus, whatever it is. It has the color of text: that of controls would not be seen
/// around one that is filled with it.
pub(super) fn focus_ui(ctx: &egui::Context, theme: Theme) {
    let shown: Option<Id> = ctx.data(|data| data.get_temp(Id::unique("shows focus")));
    let focused = ctx.memory(egui::Memory::focused).filter(|focused| Some(*focused) != shown);
    let Some(response) = focused.and_then(|id| ctx.read_response(id)) else { return };
    let rect = response.interact_rect.expand(1.0);
    if rect.is_positive() {
        let stroke = Stroke::new(1.5, style::color(theme.text));
        ctx.layer_painter(response.layer_id).rect_stroke(rect, 4.0, stroke, StrokeKind::Middle);
    }
}

/// The entries of a menu, which scroll where the window is too low for them.
pub(super) fn menu(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    /// Higher than any menu.
    const HIGH: f32 = 720.0;
    let room = ui.ctx().content_rect();
    if room.height() >= HIGH {
        add(ui);
        return;
    }
    let height = (room.bottom() - ui.cursor().top() - 12.0).max(0.0);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        add(ui);
        follow_focus(ui);
    });
}
