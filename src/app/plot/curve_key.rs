//! Key of the curves: entries that hide a curve and show it again.

use egui::{CursorIcon, Pos2, Role, Sense, Ui, WidgetInfo};

use super::{figure::PlotContext, paint::on_screen};
use crate::{picture::KeyEntry, views::View};

impl PlotContext<'_> {
    /// Makes the entries of a key react to clicks.
    pub(super) fn curve_key_ui(&mut self, ui: &Ui, view: View, key: &[KeyEntry], origin: Pos2) {
        for KeyEntry { rect, name, column, is_hidden } in key {
            let id = ui.scope_id().with((view.key(), "curve", column));
            let response = ui
                .interact(on_screen(*rect, origin), id, Sense::click())
                .on_hover_cursor(CursorIcon::PointingHand);
            response.widget_info(|| {
                WidgetInfo::selected(Role::CheckBox, true, !is_hidden, format!("Show {name}"))
            });
            if response.clicked() {
                self.actions.extend(view.toggle_curve(self.subject, *column));
            }
        }
    }
}
