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
        let edge: Option<f32> = self.ctx.data(|data| data.get_temp(edge_id()));
        let right = edge.unwrap_or_default().max(self.rect.right());
        let mut tooltip = Tooltip::for_enabled(&self);
        let anchor = PopupAnchor::ParentRect(self.rect.with_max_x(right));
        let others = [RectAlign::BOTTOM_START, RectAlign::TOP_START];
        tooltip.popup =
            tooltip.popup.anchor(anchor).align(RectAlign::RIGHT_START).align_alternatives(&others);
        tooltip.gap(GAP).show(|ui| ui.label(text.into()));
        self
    }
}
