//! Draws the controls that views describe.

use egui::Ui;

use super::{
    bidi_layout, color_scales,
    control_highlight::{choice_ui, point_out},
    value_field::{ValueField, refusal_ui},
};
use crate::{
    action::{Action, Gesture, GestureSource},
    app::look::{help::Help as _, style},
    picture::{Face, Theme, number},
    sanitize,
    scene::{Key, Scales, Setting, View},
    views::{Control, ControlRow, Subject},
};

/// Width of the field of a number.
const NUMBER_WIDTH: f32 = 72.0;

/// Height above which a sentence scrolls.
const TEXT_HEIGHT: f32 = 76.0;

/// Controls of a view that the scene leaves visible.
pub(crate) struct ViewControls {
    view: View,
    rows: Vec<ControlRow>,
    has_colors: bool,
}

impl ViewControls {
    /// Controls of a view in its tile.
    pub(crate) fn of(view: View, subject: Subject<'_>) -> Self {
        let mut rows = view.controls(subject);
        rows.retain(|row| subject.scene.is_control_visible(row.key) && !is_input(row));
        let has_colors = Scales::has(view)
            && view.can_show(subject)
            && subject.scene.is_control_visible(Key::Scales);
        Self { view, rows, has_colors }
    }

    /// Takes the row that stands in a title, if it fits: the first of the view's own of which this is true.
    pub(crate) fn take_switch(&mut self, room: f32, ui: &Ui) -> Option<(ControlRow, f32)> {
        let own = self.view.control_keys();
        let mut widths = self.rows.iter().enumerate().filter(|(_, row)| own.contains(&row.key));
        let (i, width) = widths.find_map(|(i, row)| Some((i, switch_width(row, ui)?)))?;
        (width <= room).then(|| (self.rows.remove(i), width))
    }

    /// True if there is nothing to set.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && !self.has_colors
    }

    /// Shows the controls below each other.
    pub(crate) fn ui(self, ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        self::ui(ui, subject, self.rows, actions);
        if self.has_colors {
            color_scales::ui(ui, subject, self.view, actions);
        }
    }
}

/// True for a row of what a view is given, which is in the panel: a sentence and its embeddings.
pub(crate) fn is_input(row: &ControlRow) -> bool {
    matches!(row.key, Key::Sentence | Key::Vectors)
}

/// Font and padding of a switch in a title.
const SWITCH_FONT: f32 = 12.0;
const SWITCH_PADDING: egui::Vec2 = egui::vec2(7.0, 1.0);

/// Width of a row as a switch; `None` if it holds more than choices and buttons.
fn switch_width(row: &ControlRow, ui: &Ui) -> Option<f32> {
    let font = style::font(Face::Regular, SWITCH_FONT);
    let width = |text: &str| {
        let color = egui::Color32::PLACEHOLDER;
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), color).size().x + SWITCH_GAP
    };
    let widths = row.controls.iter().map(|control| match control {
        Control::Choice { title, .. } | Control::Button { title, .. } => {
            Some(width(title) + 2.0 * SWITCH_PADDING.x)
        }
        _ => None,
    });
    widths.sum()
}

const SWITCH_GAP: f32 = 2.0;

/// Shows a row as a switch in a title.
pub(crate) fn switch_ui(
    ui: &mut Ui,
    rect: egui::Rect,
    theme: Theme,
    row: ControlRow,
    actions: &mut Vec<Action>,
) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let builder = egui::UiBuilder::new().max_rect(rect).layout(layout).id_salt("switch");
    // A child: what follows stays where it is.
    let mut ui = ui.new_child(builder);
    let spacing = ui.spacing_mut();
    (spacing.button_padding, spacing.item_spacing.x) = (SWITCH_PADDING, SWITCH_GAP);
    spacing.interact_size.y = rect.height();
    ui.style_mut().override_font_id = Some(style::font(Face::Regular, SWITCH_FONT));
    for control in row.controls {
        control_ui(&mut ui, row.key, theme, control, actions);
    }
}

/// Shows the rows whose controls are visible in the scene.
pub(crate) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    rows: Vec<ControlRow>,
    actions: &mut Vec<Action>,
) {
    let (scene, theme) = (subject.scene, subject.theme);
    for row in rows.into_iter().filter(|row| scene.is_control_visible(row.key)) {
        let key = row.key;
        let rect = match <[Control; 1]>::try_from(row.controls) {
            Ok([Control::Text { name, hint, text }]) => text_ui(ui, key, name, hint, text, actions),
            Ok([control]) => row_ui(ui, key, theme, vec![control], actions),
            Err(controls) => row_ui(ui, key, theme, controls, actions),
        };
        point_out(ui, key, rect);
    }
}

fn row_ui(
    ui: &mut Ui,
    key: Key,
    theme: Theme,
    controls: Vec<Control>,
    actions: &mut Vec<Action>,
) -> egui::Rect {
    let shown = ui.horizontal_wrapped(|ui| {
        for control in controls {
            control_ui(ui, key, theme, control, actions);
        }
    });
    shown.response.rect
}

fn control_ui(ui: &mut Ui, key: Key, theme: Theme, control: Control, actions: &mut Vec<Action>) {
    match control {
        Control::Label { text, help } => {
            ui.label(text).help(help);
        }
        Control::Choice { title, help, is_chosen, actions: chosen } => {
            if choice_ui(ui, is_chosen, &title, help) {
                actions.extend(chosen);
            }
        }
        Control::Toggle { title, is_on, setting } => {
            let mut is_checked = is_on;
            if ui.checkbox(&mut is_checked, title).help(key.help()).changed() {
                actions.push(Action::Edit(setting, Gesture::Single));
            }
        }
        Control::Number { name, help, value, range, setting } => {
            let (least, most) = (*range.start(), *range.end());
            let id = ui.make_persistent_id(("number", name));
            let text = number::grouped(value);
            let field = ValueField { id, name, text, help: help.to_owned(), width: NUMBER_WIDTH };
            let used = field.ui(ui);
            if used.steps != 0.0 {
                let gesture = Gesture::Continuous(GestureSource::Setting(key));
                let dragged = value.saturating_add(used.steps as i64).clamp(least, most);
                actions.push(Action::Edit(setting(dragged), gesture));
            }
            if used.has_ended {
                actions.push(Action::EndGesture);
            }
            let mut refusal = None;
            if let Some(typed) = &used.entered {
                if let Some(value) = number::parse_whole(typed).filter(|it| range.contains(it)) {
                    actions.push(Action::Edit(setting(value), Gesture::Single));
                } else {
                    let typed = sanitize::word(typed);
                    refusal = Some(format!(
                        "invalid {} \"{typed}\": expected a whole number from {least} to {most}",
                        name.to_lowercase()
                    ));
                }
            }
            refusal_ui(ui, id, theme, &used, refusal);
        }
        Control::Field { name, help, text } => {
            let id = ui.make_persistent_id(("field", name));
            let width = ui.available_width().max(NUMBER_WIDTH);
            let used = ValueField { id, name, text, help: help.to_owned(), width }.ui(ui);
            let mut refusal = None;
            if let Some(typed) = &used.entered {
                match Setting::parse(key, typed.trim()) {
                    Ok(setting) => actions.push(Action::Edit(setting, Gesture::Single)),
                    Err(error) => refusal = Some(error.to_string()),
                }
            }
            refusal_ui(ui, id, theme, &used, refusal);
        }
        Control::Button { title, help, action } => {
            let button = egui::Button::new(title);
            let response =
                ui.add_enabled(action.is_some(), button).help(&help).on_disabled_hover_text(&help);
            actions.extend(action.filter(|_action| response.clicked()));
        }
        Control::Text { name, hint, text } => {
            text_ui(ui, key, name, hint, text, actions);
        }
    }
}

fn text_ui(
    ui: &mut Ui,
    key: Key,
    name: &str,
    hint: &str,
    mut text: String,
    actions: &mut Vec<Action>,
) -> egui::Rect {
    let mut layouter = bidi_layout::lines;
    let field = egui::TextEdit::multiline(&mut text)
        .layouter(&mut layouter)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .hint_text(hint);
    let scroll = egui::ScrollArea::vertical().id_salt(key.key()).max_height(TEXT_HEIGHT);
    let response = scroll.show(ui, |ui| ui.add(field)).inner;
    let response = response.accessible_name(name).help(key.help());
    let missing = missing_glyphs(ui, &text);
    if !missing.is_empty() {
        let note = format!("No font of this system has {missing}");
        ui.label(egui::RichText::new(note).small().weak());
    }
    edit(&response, key, || Setting::parse(key, &text), actions);
    response.rect
}

/// Characters of a text that no font has, each once, as code points: they could not be drawn here either.
fn missing_glyphs(ui: &Ui, text: &str) -> String {
    const MOST: usize = 6;
    let font = egui::TextStyle::Body.resolve(ui.style());
    let mut missing: Vec<char> = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace() && !c.is_control()) {
        let has_glyph = ui.ctx().fonts_mut(|fonts| fonts.has_glyph(&font, c));
        if !has_glyph && !missing.contains(&c) {
            missing.push(c);
        }
    }
    let shown = missing.iter().take(MOST).map(|&c| format!("U+{:04X}", u32::from(c)));
    let more = if missing.len() > MOST { ", …" } else { "" };
    shown.collect::<Vec<_>>().join(", ") + more
}

/// Pushes the change made by dragging or typing; a whole drag is one undo step.
fn edit(
    response: &egui::Response,
    key: Key,
    setting: impl FnOnce() -> Result<Setting, crate::scene::SceneError>,
    actions: &mut Vec<Action>,
) {
    if response.changed() {
        let gesture = Gesture::Continuous(GestureSource::Setting(key));
        actions.push(match setting() {
            Ok(setting) => Action::Edit(setting, gesture),
            Err(error) => Action::Refuse(error),
        });
    }
    if response.drag_stopped() || response.lost_focus() {
        actions.push(Action::EndGesture);
    }
}
