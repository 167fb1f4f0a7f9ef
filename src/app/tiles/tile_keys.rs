//! What keys do in the tile that has the focus, and what a screen reader says of it.

use egui::{Key, Modifiers, Role, Sense, Ui, WidgetInfo, accesskit::Live};

use super::{
    navigate::Ground,
    targets::keep_arrows,
    tiles::{Desk, Request, Shown},
};
use crate::{
    action::{Action, Gesture},
    views::View,
};

/// Beyond the numbers that sliders use.
const KEYS: u64 = 1000;
/// A pause this long ends a run of keys.
const RUN_SECONDS: f64 = 1.5;

impl Desk<'_> {
    /// Arrow keys move the view whose title has the focus, with Shift into tabs and out of them.
    pub(super) fn title_keys_ui(&mut self, ui: &Ui, view: View, response: &egui::Response) {
        if self.shown != Shown::Tiles {
            return;
        }
        keep_arrows(ui, response);
        let ways = [
            (Key::ArrowRight, (1, 0)),
            (Key::ArrowLeft, (-1, 0)),
            (Key::ArrowDown, (0, 1)),
            (Key::ArrowUp, (0, -1)),
        ];
        for (key, way) in ways {
            // With Shift first: without it egui takes both.
            if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key)) {
                self.requests.push(Request::Tab(view, way));
            } else if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.requests.push(Request::Swap(view, way));
            }
        }
    }

    /// What has the focus and changes is said by a screen reader, when it has said what it was saying.
    pub(super) fn announce(&self, ui: &Ui, view: View, response: &egui::Response) {
        let id = response.id.with("announced");
        let said = ui.interact(response.rect, id, Sense::empty());
        if !response.has_focus() {
            return;
        }
        said.widget_info(|| {
            WidgetInfo::labeled(Role::Status, true, view.announcement(self.subject))
        });
        // A view that has just got the focus is said as such.
        let is_quiet = response.gained_focus() || self.is_playing;
        let live = if is_quiet { Live::Off } else { Live::Polite };
        ui.ctx().accesskit_node_builder(id, |node| node.set_live(live));
    }

    /// In a view without cells arrow keys move the selection as in the table.
    pub(super) fn still_keys_ui(&mut self, ui: &Ui, view: View, response: &egui::Response) {
        if !response.has_focus() {
            return;
        }
        keep_arrows(ui, response);
        let Some((by, gesture)) = self.moved_by_keys(ui, view, response) else { return };
        let scene = self.subject.scene;
        let extent = scene.extent();
        let position = scene.position().saturating_add(by.1);
        let column = i64::from(scene.column()).saturating_add(by.0);
        self.actions.push(Action::Select {
            position: position.clamp(extent.start(), extent.last()),
            column: column.clamp(0, i64::from(scene.num_columns()) - 1) as u32,
            gesture,
        });
    }

    pub(super) fn keys_ui(&mut self, ui: &Ui, ground: &Ground<'_>, response: &egui::Response) {
        let view = ground.view;
        if !response.has_focus() {
            return;
        }
        keep_arrows(ui, response);
        self.requests.push(Request::Use(view.view));
        ground.keys_ui(ui, response, self.actions);
        if let Some((by, gesture)) = self.moved_by_keys(ui, view.view, response) {
            self.actions.push(view.step(self.subject, by, gesture));
            self.requests.push(Request::Reveal(view.view));
        }
    }

    /// Cells to the right and downwards by which arrow keys move the selection.
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
        // One run of keys in one view is one step of undo; a pause ends it.
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
        Some((by, Gesture::Continuous(KEYS + view as u64)))
    }
}
