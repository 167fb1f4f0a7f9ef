//! Keys in the figure that has the focus, and its announcements to screen readers.

use egui::{Key, Modifiers, Role, Sense, Ui, WidgetInfo, accesskit::Live};

use super::{figure::PlotContext, navigate::PlotInteraction};
use crate::{
    action::{Action, Gesture, GestureSource},
    app::{look::focus::keep_arrows, request::Request},
    views::View,
};

/// Pause in seconds that ends a run of keys.
const RUN_SECONDS: f64 = 1.5;

impl PlotContext<'_> {
    /// Announces changes of the view that has the focus to screen readers.
    pub(super) fn announce(&self, ui: &Ui, view: View, response: &egui::Response) {
        let id = response.id.with("announced");
        let status = ui.interact(response.rect, id, Sense::empty());
        if !response.has_focus() {
            return;
        }
        status.widget_info(|| {
            WidgetInfo::labeled(Role::Status, true, view.announcement(self.subject))
        });
        // A view that has just received the focus is read out anyway.
        let is_quiet = response.gained_focus() || self.is_playing;
        let live = if is_quiet { Live::Off } else { Live::Polite };
        ui.ctx().accesskit_node_builder(id, |node| node.set_live(live));
    }

    /// Moves the selection with arrow keys in a view without cells, as in the table.
    pub(super) fn still_keys_ui(&mut self, ui: &Ui, view: View, response: &egui::Response) {
        if !response.has_focus() {
            return;
        }
        keep_arrows(ui, response);
        let Some((by, gesture)) = self.moved_by_keys(ui, view, response) else { return };
        let scene = self.subject.scene;
        let position = scene.position().saturating_add(by.1);
        let column = i64::from(scene.column()).saturating_add(by.0);
        self.actions.push(Action::Select {
            position: scene.extent().nearest(position),
            column: column.clamp(0, i64::from(scene.num_columns()) - 1) as u32,
            gesture,
        });
    }

    /// Zooms, and moves the selection, in the view of cells that has the focus.
    pub(super) fn keys_ui(
        &mut self,
        ui: &Ui,
        plot: &PlotInteraction<'_>,
        response: &egui::Response,
    ) {
        let view = plot.view;
        if !response.has_focus() {
            return;
        }
        keep_arrows(ui, response);
        self.requests.push(Request::Use(view.view));
        plot.keys_ui(ui, response, self.actions);
        if let Some((by, gesture)) = self.moved_by_keys(ui, view.view, response) {
            self.actions.push(view.step(self.subject, by, gesture));
            self.requests.push(Request::Reveal(view.view));
        }
    }

    /// Number of cells to the right and down by which arrow keys move the selection.
    fn moved_by_keys(
        &mut self,
        ui: &Ui,
        view: View,
        response: &egui::Response,
    ) -> Option<((i64, i64), Gesture)> {
        let mut by = (0, 0);
        ui.input_mut(|input| {
            for (modifiers, step) in [(Modifiers::SHIFT, 10), (Modifiers::NONE, 1)] {
                let mut presses = |key| step * input.count_and_consume_key(modifiers, key) as i64;
                by.0 += presses(Key::ArrowRight) - presses(Key::ArrowLeft);
                by.1 += presses(Key::ArrowDown) - presses(Key::ArrowUp);
            }
        });
        if by == (0, 0) {
            return None;
        }
        // A run of keys in one view is one undo step; a pause ends it.
        let now = ui.input(|input| input.time);
        let last = response.id.with("last key");
        let before = ui.data_mut(|data| {
            let before: Option<f64> = data.get_temp(last);
            data.insert_temp(last, now);
            before
        });
        if before.is_none_or(|before| now - before > RUN_SECONDS) {
            self.actions.push(Action::EndGesture);
        }
        Some((by, Gesture::Continuous(GestureSource::Keys(view))))
    }
}
