//! Field of a number: typed, or dragged sideways.

use std::{sync::Arc, time::Duration};

use egui::{
    Align2, CursorIcon, Id, Response, RichText, Sense, TextEdit, Ui, WidgetInfo, accesskit, vec2,
};

use crate::{
    app::look::{help::Help as _, style},
    picture::{Face, Theme},
};

/// Points of a drag for one step.
const POINTS_PER_STEP: f32 = 3.0;
/// Seconds that the reason of a refusal is shown.
const REFUSAL_SECONDS: f64 = 12.0;
/// Factor by which Shift slows a drag down.
const FINE: f32 = 0.1;

/// Number in a field that is typed, or dragged sideways.
pub(crate) struct ValueField<'a> {
    pub(crate) id: Id,
    pub(crate) name: &'a str,
    /// Value as shown.
    pub(crate) text: String,
    pub(crate) help: String,
    pub(crate) width: f32,
}

/// Interaction with a field in this frame.
pub(crate) struct FieldResponse {
    pub(crate) response: Response,
    /// Whole steps that it was dragged by.
    pub(crate) steps: f64,
    /// Text that was entered.
    pub(crate) entered: Option<String>,
    /// True at the end of a drag.
    pub(crate) has_ended: bool,
}

impl ValueField<'_> {
    /// Shows the field.
    pub(crate) fn ui(self, ui: &mut Ui) -> FieldResponse {
        let id = self.id;
        // The field that gets the focus is a text from the same frame on.
        let is_edited = ui.memory_mut(|memory| {
            memory.interested_in_focus(id, ui.layer_id());
            memory.has_focus(id)
        });
        let was_edited = ui.data(|data| data.get_temp::<String>(id).is_some());
        if is_edited || was_edited { self.edit_ui(ui) } else { self.drag_ui(ui) }
    }

    fn edit_ui(self, ui: &mut Ui) -> FieldResponse {
        let id = self.id;
        let kept = ui.data(|data| data.get_temp::<String>(id));
        let is_new = kept.is_none();
        let mut typed = kept.unwrap_or_else(|| self.text.clone());
        if is_new {
            select_all(ui, id, &typed);
        }
        let edit = TextEdit::singleline(&mut typed)
            .id(id)
            .desired_width(self.width)
            .clip_text(true)
            .align(Align2::RIGHT_CENTER);
        let response = ui.add_sized([self.width, ui.spacing().interact_size.y], edit);
        let response = response.accessible_name(self.name);
        let mut entered = None;
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, typed));
        } else {
            ui.data_mut(|data| data.remove::<String>(id));
            let is_given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
            entered = (!is_given_up && typed != self.text).then_some(typed);
        }
        FieldResponse { response, steps: 0.0, entered, has_ended: false }
    }

    fn drag_ui(self, ui: &mut Ui) -> FieldResponse {
        let size = vec2(self.width, ui.spacing().interact_size.y);
        let (_, rect) = ui.allocate_space(size);
        let response = ui.interact(rect, self.id, Sense::click_and_drag());
        if response.clicked() || response.gained_focus() {
            response.request_focus();
        }
        let mut steps = 0.0;
        if response.dragged() {
            let rest_id = self.id.with("rest");
            let rest: f32 = ui.data(|data| data.get_temp(rest_id)).unwrap_or_default();
            let fine = if ui.input(|input| input.modifiers.shift) { FINE } else { 1.0 };
            let moved = rest + response.drag_delta().x * fine / POINTS_PER_STEP;
            steps = f64::from(moved.trunc());
            let rest = if response.drag_stopped() { 0.0 } else { moved.fract() };
            ui.data_mut(|data| data.insert_temp(rest_id, rest));
        }
        let look = ui.style().interact(&response);
        let visuals = ui.visuals();
        let stroke = if response.hovered() || response.dragged() {
            look.bg_stroke
        } else {
            visuals.widgets.inactive.bg_stroke
        };
        ui.painter().rect(
            rect,
            look.corner_radius,
            visuals.text_edit_bg_color(),
            stroke,
            egui::StrokeKind::Inside,
        );
        let font = egui::TextStyle::Body.resolve(ui.style());
        let inside = rect.shrink2(ui.spacing().button_padding);
        let text: Arc<egui::Galley> =
            ui.painter().layout_no_wrap(self.text.clone(), font, visuals.text_color());
        let at = Align2::RIGHT_CENTER.align_size_within_rect(text.size(), inside).min;
        ui.painter().with_clip_rect(rect).galley(at, text, visuals.text_color());
        response.widget_info(|| WidgetInfo::text_edit(ui.is_enabled(), &self.text, &self.text, ""));
        ui.ctx().accesskit_node_builder(self.id, |node| {
            node.add_action(accesskit::Action::Focus);
        });
        let has_ended = response.drag_stopped();
        let response = response
            .accessible_name(self.name)
            .on_hover_cursor(CursorIcon::ResizeHorizontal)
            .help(self.help);
        FieldResponse { response, steps, entered: None, has_ended }
    }
}

/// Message below a field whose text was refused. It stays until the field is used again, or for some seconds.
pub(crate) fn refusal_ui(
    ui: &mut Ui,
    id: Id,
    theme: Theme,
    used: &FieldResponse,
    new: Option<String>,
) {
    let id = id.with("refusal");
    let now = ui.input(|input| input.time);
    if let Some(new) = new {
        ui.data_mut(|data| data.insert_temp(id, (new, now)));
        ui.ctx().request_repaint_after(Duration::from_secs_f64(REFUSAL_SECONDS));
    } else if used.response.has_focus() || used.entered.is_some() || used.steps != 0.0 {
        ui.data_mut(|data| data.remove::<(String, f64)>(id));
    }
    let kept: Option<(String, f64)> = ui.data(|data| data.get_temp(id));
    if let Some((message, _)) = kept.filter(|(_, since)| now < since + REFUSAL_SECONDS) {
        let font = style::font(Face::Regular, 12.0);
        ui.label(RichText::new(message).font(font).color(style::color(theme.error)));
    }
}

/// Selects the whole text, so that typing replaces it.
fn select_all(ui: &Ui, id: Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
    state.store(ui.ctx(), id);
}
