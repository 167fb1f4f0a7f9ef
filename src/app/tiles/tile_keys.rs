//! Keys that rearrange the tile whose title has the focus.

use egui::{Key, Modifiers, Ui};

use super::behavior::{TileBehavior, TileLayout};
use crate::{
    app::{look::focus::keep_arrows, request::Request},
    views::View,
};

impl TileBehavior<'_> {
    /// Arrow keys swap the view with a neighbor; with Shift they move it into tabs and out of them.
    pub(crate) fn title_keys_ui(&mut self, ui: &Ui, view: View, response: &egui::Response) {
        if self.layout != TileLayout::Tiles {
            return;
        }
        keep_arrows(ui, response);
        let directions = [
            (Key::ArrowRight, (1, 0)),
            (Key::ArrowLeft, (-1, 0)),
            (Key::ArrowDown, (0, 1)),
            (Key::ArrowUp, (0, -1)),
        ];
        for (key, direction) in directions {
            // Shift first: without modifiers egui matches both.
            if ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key)) {
                self.plots.requests.push(Request::Tab(view, direction));
            } else if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.plots.requests.push(Request::Swap(view, direction));
            }
        }
    }
}
