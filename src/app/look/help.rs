//! Help beside the panel with the controls.

use egui::{Id, PopupAnchor, RectAlign, Response, Tooltip, Ui};

/// Gap between the panel and a help text.
const GAP: f32 = 10.0;

fn edge_id() -> Id {
    Id::unique("right edge of the controls")
}

/// Remembers the right edge of the panel, beyond which help is shown.
pub(crate) fn begin(ui: &Ui) {
    let edge = ui.max_rect().right();
    ui.data_mut(|data| data.insert_temp(edge_id(), edge));
}

/// Control with a help text.
pub(crate) trait Help {
    /// Shows a text beside the panel once the pointer rests on the control, so that it covers no control.
    fn help(self, text: impl Into<String>) -> Self;
}

impl Help for Response {
    fn help(self, text: impl Into<String>) -> Self {
        show(&self, text.into());
        self
    }
}

fn show(response: &Response, text: String) {
    let edge: Option<f32> = response.ctx.data(|data| data.get_temp(edge_id()));
    let right = edge.unwrap_or_default().max(response.rect.right());
    let mut tooltip = Tooltip::for_enabled(response);
    let anchor = PopupAnchor::ParentRect(response.rect.with_max_x(right));
    let others = [RectAlign::BOTTOM_START, RectAlign::TOP_START];
    tooltip.popup =
        tooltip.popup.anchor(anchor).align(RectAlign::RIGHT_START).align_alternatives(&others);
    tooltip.gap(GAP).show(|ui| ui.label(text));
}
