//! Title of a tile: name, sentence, the switch of its view, and buttons.

use egui::{Color32, Popup, PopupCloseBehavior, Rect, Role, Sense, Ui, WidgetInfo};

use super::behavior::{TileBehavior, TileLayout};
use crate::{
    action::Action,
    app::{
        controls::view_controls::{self, ViewControls},
        look::{
            icon::{self, Icon},
            style,
        },
        plot::figure::heatmap_pixels,
        request::Request,
    },
    picture::{Face, number},
    views::View,
};

/// Height of a title, and width of a button in it.
const HEIGHT: f32 = 22.0;
/// Gap between name, sentence and switch.
const GAP: f32 = 10.0;
/// Width of the button that shows one cell a pixel.
const ONE_TO_ONE: f32 = 32.0;
/// Width of the controls of a view.
const CONTROLS_WIDTH: f32 = 260.0;

impl TileBehavior<'_> {
    /// Shows the title. True if a drag of it has started.
    pub(super) fn title_ui(&mut self, ui: &mut Ui, view: View, sentence: &str) -> bool {
        let theme = self.plots.subject.theme;
        let (bar, _) =
            ui.allocate_exact_size(egui::vec2(ui.available_width(), HEIGHT), Sense::hover());
        let name = ui.painter().layout_no_wrap(
            view.title().to_owned(),
            style::font(Face::SemiBold, 14.0),
            style::color(theme.text),
        );
        let crowded = self.crowded(ui, view);
        let (sentence, one_to_one) = match &crowded {
            Some((sentence, action)) => (sentence.as_str(), Some(action.clone())),
            None => (sentence, None),
        };
        let mut end = bar.right();
        let mut switch = None;
        let mut has_settings = false;
        if !self.plots.is_presenting {
            end -= 2.0 * HEIGHT + 4.0;
            if self.plots.has_controls {
                let mut controls = ViewControls::of(view, self.plots.subject);
                has_settings = !controls.is_empty();
                end -= if has_settings { HEIGHT } else { 0.0 };
                end -= if one_to_one.is_some() { ONE_TO_ONE + GAP } else { 0.0 };
                let room = end - bar.left() - name.size().x - 2.0 * GAP;
                if let Some((row, width)) = controls.take_switch(room, ui) {
                    end -= width + GAP;
                    switch = Some((row, width));
                }
            }
        }
        let title_rect = bar.with_max_x(end);
        let response = ui
            // The id is that of the view, so that the focus follows it to another place.
            .interact(title_rect, egui::Id::unique((view.key(), "title")), Sense::click_and_drag())
            .on_hover_cursor(egui::CursorIcon::Grab);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::TitleBar, true, format!("{} title", view.title()))
        });
        if response.double_clicked() {
            self.plots.requests.push(Request::ToggleMaximized(view));
        }
        if response.has_focus() {
            self.title_keys_ui(ui, view, &response);
        }
        let painter = ui.painter().with_clip_rect(title_rect.intersect(ui.clip_rect()));
        let y = |text_height: f32| bar.center().y - text_height / 2.0;
        let left = bar.left() + name.size().x + GAP;
        painter.galley(egui::pos2(bar.left(), y(name.size().y)), name, Color32::PLACEHOLDER);
        let layout = |text: &str| {
            let font = style::font(Face::Regular, 12.5);
            painter.layout_no_wrap(text.to_owned(), font, style::color(theme.weak_text))
        };
        let shown = Face::longest_clause(sentence, |text| left + layout(text).size().x <= end)
            .unwrap_or_default();
        let galley = layout(shown);
        painter.galley(egui::pos2(left, y(galley.size().y) + 0.5), galley, Color32::PLACEHOLDER);
        if shown.len() < sentence.len() {
            response.clone().on_hover_text(sentence);
        }
        if self.plots.is_presenting {
            return false;
        }
        if let Some((row, width)) = switch {
            let at = Rect::from_min_max(
                egui::pos2(end + GAP, bar.top() + 1.0),
                egui::pos2(end + GAP + width, bar.bottom() - 1.0),
            );
            ui.push_id(view.key(), |ui| {
                view_controls::switch_ui(ui, at, theme, row, self.plots.actions);
            });
        }
        if let Some(action) = one_to_one.filter(|_| self.plots.has_controls) {
            let buttons = if has_settings { 3.0 } else { 2.0 };
            let right = bar.right() - buttons * HEIGHT - 4.0 - GAP / 2.0;
            let size = egui::vec2(ONE_TO_ONE, HEIGHT - 2.0);
            let at = Rect::from_min_size(egui::pos2(right - ONE_TO_ONE, bar.top() + 1.0), size);
            let button = egui::Button::new(egui::RichText::new("1:1").size(12.0))
                .wrap_mode(egui::TextWrapMode::Extend);
            let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(at).id_salt("one to one"));
            let help = "Shows the cells around the selection, each with a pixel of its own";
            if ui.add_sized(size, button).on_hover_text(help).clicked() {
                self.plots.actions.push(action);
            }
        }
        self.buttons_ui(ui, view, bar, has_settings);
        response.drag_started() && self.layout != TileLayout::Maximized(view)
    }

    /// Sentence about a heatmap whose pixels are fewer than its columns, and the action that shows one cell a pixel.
    fn crowded(&self, ui: &Ui, view: View) -> Option<(String, Action)> {
        let subject = self.plots.subject;
        let pixels = heatmap_pixels(ui.ctx()).filter(|_| view == View::Heatmap)?;
        let cells = view.cells(subject.table)?;
        let shown = cells.viewport(subject);
        let is_transposed = subject.scene.draft().transpose;
        let (columns, pixels_of_columns) =
            if is_transposed { (shown.y, pixels.y) } else { (shown.x, pixels.x) };
        if columns.length() <= f64::from(pixels_of_columns) {
            return None;
        }
        let action = cells.pixel_by_pixel(subject, [pixels.x.into(), pixels.y.into()])?;
        let [columns, pixels] = [columns.length() as i64, pixels_of_columns as i64];
        let [columns, pixels] = [columns, pixels].map(number::grouped);
        Some((format!("{columns} columns in {pixels} pixels"), action))
    }

    /// Shows the buttons at the end of a title.
    fn buttons_ui(&mut self, ui: &Ui, view: View, bar: Rect, has_settings: bool) {
        let name = view.title().to_lowercase();
        let button = |num: f32| {
            let left = bar.right() - num * HEIGHT - if num > 1.0 { 4.0 } else { 0.0 };
            Rect::from_min_size(egui::pos2(left, bar.top()), egui::vec2(HEIGHT, HEIGHT))
        };
        if has_settings {
            self.settings_ui(ui, view, button(3.0), &format!("Settings of {name}"));
        }
        let is_maximized = self.layout == TileLayout::Maximized(view);
        let (icon, verb) =
            if is_maximized { (Icon::Restore, "Restore") } else { (Icon::Maximize, "Maximize") };
        if icon::button(ui, button(2.0), icon, &format!("{verb} {name}")).clicked() {
            self.plots.requests.push(Request::ToggleMaximized(view));
        }
        if icon::button(ui, button(1.0), Icon::Export, &format!("Export {name}")).clicked() {
            self.plots.requests.push(Request::Export(view));
        }
    }

    /// Shows the button behind which the controls of a view are: all of them, also the switch of the title.
    fn settings_ui(&mut self, ui: &Ui, view: View, rect: Rect, name: &str) {
        let response = icon::button(ui, rect, Icon::Settings, name);
        let (subject, actions) = (self.plots.subject, &mut *self.plots.actions);
        Popup::menu(&response)
            .id(egui::Id::unique((view.key(), "settings")))
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show(|ui| {
                ui.set_width(CONTROLS_WIDTH);
                ViewControls::of(view, subject).ui(ui, subject, actions);
            });
    }
}
