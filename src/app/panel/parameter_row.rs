//! A row of the parameter panel: slider for exploring, entry for exact values.

use std::ops::RangeInclusive;

use egui::Ui;

use super::control_highlight::point_out;
use crate::{
    action::{Action, Gesture, GestureSource},
    picture::number,
    scene::{Key, Setting},
};

const LABEL_WIDTH: f32 = 84.0;
/// Width of an entry: enough for 2^32 with its sign and spaces.
const ENTRY_WIDTH: f32 = 118.0;
/// Smallest width of a slider. An entry may be narrower.
const MIN_SLIDER: f32 = 40.0;

/// Pushes a change that is an undo step of its own.
pub(super) fn set(actions: &mut Vec<Action>, setting: Setting) {
    actions.push(Action::Edit(setting, Gesture::Single));
}

/// Shows the name of a parameter, with its help as a tooltip.
pub(super) fn label(ui: &mut Ui, text: &str, key: Key) {
    let size = egui::vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(LABEL_WIDTH);
        ui.label(text).on_hover_text(key.help());
    });
}

/// Scale of a slider.
pub(super) enum Scale {
    Linear,
    Logarithmic,
}

/// A parameter: name, slider and entry.
pub(super) struct ParameterRow {
    pub(super) key: Key,
    pub(super) name: &'static str,
    pub(super) value: f64,
    pub(super) range: RangeInclusive<f64>,
    pub(super) scale: Scale,
    /// Makes the setting for a value.
    pub(super) setting: fn(f64) -> Setting,
    /// Origin of a value that was not typed.
    pub(super) note: Option<String>,
}

impl ParameterRow {
    fn is_whole(&self) -> bool {
        self.key != Key::Base
    }

    fn text(&self) -> String {
        if self.is_whole() { number::grouped(self.value as i64) } else { number::base(self.value) }
    }

    /// Shows the row, and pushes the change made with it.
    pub(super) fn ui(self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let key = self.key;
        let shown = ui.horizontal(|ui| {
            label(ui, self.name, self.key);
            let room = ui.available_width() - MIN_SLIDER - 2.0 * ui.spacing().item_spacing.x;
            // The window may be narrower than a name and a slider.
            let entry_width = ENTRY_WIDTH.min(room).max(0.0);
            self.slider_ui(ui, entry_width, actions);
            if let Some(typed) = entry_ui(ui, &self, entry_width) {
                actions.push(match Setting::parse(self.key, &typed) {
                    Ok(setting) => Action::Edit(setting, Gesture::Single),
                    Err(error) => Action::Refuse(error),
                });
            }
        });
        point_out(ui, key, shown.response.rect);
    }

    fn slider_ui(&self, ui: &mut Ui, entry_width: f32, actions: &mut Vec<Action>) {
        ui.spacing_mut().slider_width =
            (ui.available_width() - entry_width - ui.spacing().item_spacing.x).max(MIN_SLIDER);
        let mut value = self.value;
        let mut slider = egui::Slider::new(&mut value, self.range.clone())
            .show_value(false)
            .clamping(egui::SliderClamping::Never)
            .logarithmic(matches!(self.scale, Scale::Logarithmic))
            .smallest_positive(1.0);
        if self.is_whole() {
            slider = slider.step_by(1.0);
        }
        let response = ui
            .scope(|ui| {
                // This height sets the size of the handle.
                ui.spacing_mut().interact_size.y = 17.0;
                ui.add(slider)
            })
            .inner
            .accessible_name(self.name)
            .on_hover_text(self.key.help());
        if response.changed() {
            let gesture = Gesture::Continuous(GestureSource::Setting(self.key));
            actions.push(Action::Edit((self.setting)(value), gesture));
        }
        if response.drag_stopped() || response.lost_focus() {
            actions.push(Action::EndGesture);
        }
    }
}

/// Shows an entry. Returns the typed text on Enter.
fn entry_ui(ui: &mut Ui, row: &ParameterRow, width: f32) -> Option<String> {
    let id = ui.make_persistent_id(("entry", row.key.key()));
    let shown = row.text();
    let mut typed = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| shown.clone());
    let edit = egui::TextEdit::singleline(&mut typed)
        .id(id)
        .desired_width(width)
        .clip_text(true)
        .align(egui::Align2::RIGHT_CENTER);
    let response = ui.add_sized([width, ui.spacing().interact_size.y], edit);
    let help = match &row.note {
        Some(note) => format!("{} ({note})", row.key.help()),
        None => row.key.help().to_owned(),
    };
    let response = response.accessible_name(row.name).on_hover_text(help);
    if response.gained_focus() {
        select_all(ui, id, &typed);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let is_given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
    (response.lost_focus() && !is_given_up && typed != shown).then_some(typed)
}

/// Selects the whole text, so that typing replaces it.
fn select_all(ui: &Ui, id: egui::Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    if let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), id) {
        let end = CCursor::new(text.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
        state.store(ui.ctx(), id);
    }
}
