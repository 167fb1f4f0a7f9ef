//! Keyboard focus: its frame, and scrolling that keeps every control reachable in a small window or with large type.

use egui::{
    CollapsingHeader, EventFilter, Id, Response, RichText, ScrollArea, Stroke, StrokeKind, Ui,
    Vec2, vec2,
};

use super::style;
use crate::picture::Theme;

/// Window size in points below which panels over the window scroll.
const ROOMY: Vec2 = vec2(760.0, 600.0);
/// Margin around a panel that scrolls.
const AROUND: Vec2 = vec2(32.0, 60.0);

/// Scrolls to the widget that has just got the focus. Called at the end of a scroll area.
pub(crate) fn follow_focus(ui: &Ui) {
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
    // Only a widget that this area cuts off, not one elsewhere in the window.
    let is_here = response.layer_id == ui.layer_id() && ui.min_rect().contains_rect(response.rect);
    if is_here && !response.interact_rect.contains_rect(response.rect) {
        ui.scroll_to_rect(response.rect, None);
    }
}

/// Makes a panel over the window scroll if the window is too small for it.
pub(crate) fn fitting<'open>(
    ctx: &egui::Context,
    panel: egui::Window<'open>,
) -> egui::Window<'open> {
    let room = ctx.content_rect().size();
    if room.x >= ROOMY.x && room.y >= ROOMY.y {
        return panel;
    }
    panel.scroll(true).max_size((room - AROUND).max(Vec2::ZERO))
}

/// Distance of such a panel from the top of the window; less in a low window.
pub(crate) fn top(ctx: &egui::Context, roomy: f32) -> f32 {
    if ctx.content_rect().height() < ROOMY.y { 4.0 } else { roomy }
}

/// Shows the contents of a panel over the window, which scroll to the focus.
pub(crate) fn contents(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    add(ui);
    follow_focus(ui);
}

/// Shows a heading that shows and hides the contents below it.
pub(crate) fn disclosure(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    let header = CollapsingHeader::new(RichText::new(title).small()).id_salt(title);
    header.show_unindented(ui, add);
}

/// Reserves the arrow keys for the widget that has the focus; egui would move the focus with them.
pub(crate) fn keep_arrows(ui: &Ui, response: &egui::Response) {
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
}

/// Marks a widget that shows its focus itself.
pub(crate) fn shows_focus(response: &Response) {
    response.ctx.data_mut(|data| data.insert_temp(Id::unique("shows focus"), response.id));
}

/// Draws a frame around the widget that has the focus, in the color of text: the accent color would be invisible
/// around a control that is filled with it.
pub(crate) fn focus_ui(ctx: &egui::Context, theme: Theme) {
    let shown: Option<Id> = ctx.data(|data| data.get_temp(Id::unique("shows focus")));
    let focused = ctx.memory(egui::Memory::focused).filter(|focused| Some(*focused) != shown);
    let Some(response) = focused.and_then(|id| ctx.read_response(id)) else { return };
    let rect = response.interact_rect.expand(1.0);
    if rect.is_positive() {
        let stroke = Stroke::new(1.5, style::color(theme.text));
        ctx.layer_painter(response.layer_id).rect_stroke(rect, 4.0, stroke, StrokeKind::Middle);
    }
}

/// Shows the entries of a menu, which scroll if the window is too low for them.
pub(crate) fn menu(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    /// Largest height of a menu.
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
