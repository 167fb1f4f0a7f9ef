//! Hit targets: areas of a drawing that a click selects, and keys that move from one to the next.

use egui::{Key, Modifiers, Pos2, Ui};

use super::{
    figure::PlotContext,
    paint::{in_drawing, on_screen},
    spotlight::spotlight,
};
use crate::{
    action::{Action, Gesture},
    app::look::focus::keep_arrows,
    picture::{Drawing, Target},
    views::View,
};

impl PlotContext<'_> {
    /// Selects the target that was clicked.
    pub(super) fn hit_targets_ui(
        &mut self,
        ui: &Ui,
        view: View,
        drawing: &Drawing,
        origin: Pos2,
        response: &egui::Response,
    ) {
        let target_at = |pos: Pos2| drawing.target_at(in_drawing(pos, origin));
        if let Some(target) = response.hover_pos().and_then(target_at) {
            ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
            if self.is_presenting {
                let cell = on_screen(target.rect, origin);
                spotlight(ui.painter(), response.rect, cell, self.subject.theme);
            }
        }
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked());
        if let Some(target) = clicked.and_then(target_at) {
            if let Some(cell) = target.cell {
                self.actions.extend(view.choose(self.subject.scene, cell, Gesture::Single));
                return;
            }
            let scene = self.subject.scene;
            self.actions.push(Action::Select {
                position: target.position.unwrap_or_else(|| scene.position()),
                column: target.column.unwrap_or_else(|| scene.column()),
                gesture: Gesture::Single,
            });
        }
    }

    /// Moves the selection from cell to cell of a board with arrow keys.
    pub(super) fn board_keys_ui(
        &mut self,
        ui: &Ui,
        view: View,
        targets: &[Target],
        response: &egui::Response,
    ) {
        let chosen = view.chosen(self.subject).filter(|_| response.has_focus());
        let Some((row, column)) = chosen else { return };
        keep_arrows(ui, response);
        let moved = ui.input_mut(|input| {
            let mut presses = |key| input.count_and_consume_key(Modifiers::NONE, key);
            let (down, up) = (presses(Key::ArrowDown), presses(Key::ArrowUp));
            let (right, left) = (presses(Key::ArrowRight), presses(Key::ArrowLeft));
            ((row + down).saturating_sub(up), (column + right).saturating_sub(left))
        });
        let is_there = targets.iter().any(|target| target.cell == Some(moved));
        if moved != (row, column) && is_there {
            self.actions.extend(view.choose(self.subject.scene, moved, Gesture::Single));
        }
    }
}
