//! A row of the parameter panel: name and value, and below them a slider over the whole width.

use egui::Ui;

use super::track::{Scale, Track};
use crate::{
    action::{Action, Gesture, GestureSource},
    app::{
        controls::{
            control_highlight::{is_led_to, point_out},
            value_field::{ValueField, refusal_ui},
        },
        look::help::Help as _,
    },
    encoding::grid::GridShape,
    picture::number,
    scene::{Key, Scene, SceneError, Setting, Side},
    views::Subject,
};

/// Width of the name of a choice.
const LABEL_WIDTH: f32 = 84.0;
/// Width of a value: enough for 2^32 with its sign and spaces.
const VALUE_WIDTH: f32 = 118.0;

/// Height of name and value: with the slider below, all parameters fit into the initial window.
const ROW_HEIGHT: f32 = 20.0;

/// Pushes a change that is an undo step of its own.
pub(super) fn set(actions: &mut Vec<Action>, setting: impl Into<Setting>) {
    actions.push(Action::Edit(setting.into(), Gesture::Single));
}

/// Shows the name of a parameter, with its help as a tooltip.
pub(super) fn label(ui: &mut Ui, text: &str, key: Key) {
    let size = egui::vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(LABEL_WIDTH);
        ui.label(text).help(key.help());
    });
}

/// Whole number of a slider, at least 1.
pub(super) fn at_least_one(value: f64) -> u32 {
    value.round().max(1.0) as u32
}

/// A parameter: name, value and slider.
pub(crate) struct ParameterRow {
    pub(crate) key: Key,
    pub(crate) name: &'static str,
    value: f64,
    scale: Scale,
    /// Makes the setting for a value.
    setting: Box<dyn Fn(f64) -> Setting>,
    /// Origin of a value that was not typed.
    note: Option<String>,
}

impl ParameterRow {
    /// Row of a value, with its scale and the setting that another value makes.
    pub(super) fn new<S: Into<Setting>>(
        key: Key,
        name: &'static str,
        value: f64,
        scale: Scale,
        setting: impl Fn(f64) -> S + 'static,
    ) -> Self {
        let setting = Box::new(move |value| setting(value).into());
        Self { key, name, value, scale, setting, note: None }
    }

    /// The same with the origin of a value that was not typed.
    pub(super) fn noted(self, note: Option<String>) -> Self {
        Self { note, ..self }
    }

    fn text(&self) -> String {
        if self.key == Key::Base {
            number::base(self.value)
        } else if self.value.fract() != 0.0 {
            number::typographic(&number::shortest(self.value))
        } else {
            number::grouped(self.value as i64)
        }
    }

    /// Shows the row, and pushes the change made with it.
    pub(super) fn ui(self, ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        self.ui_with(ui, subject, actions, |_ui, _actions| {});
    }

    /// Shows the row with a button beside its value.
    pub(super) fn ui_with(
        self,
        ui: &mut Ui,
        subject: Subject<'_>,
        actions: &mut Vec<Action>,
        button_ui: impl FnOnce(&mut Ui, &mut Vec<Action>),
    ) {
        let shown = ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.spacing_mut().interact_size.y = ROW_HEIGHT;
            self.value_ui(ui, subject, actions, button_ui);
            self.track_ui(ui, subject, actions);
        });
        if subject.side == Side::A {
            point_out(ui, self.key, shown.response.rect);
        }
    }

    /// Accessible name, which tells the controls of B from those of A.
    fn accessible_name(&self, subject: Subject<'_>) -> String {
        named(self.name, subject.side)
    }

    /// Shows name and value in a line, and below it the reason that a typed value was refused.
    fn value_ui(
        &self,
        ui: &mut Ui,
        subject: Subject<'_>,
        actions: &mut Vec<Action>,
        button_ui: impl FnOnce(&mut Ui, &mut Vec<Action>),
    ) {
        let id = ui.make_persistent_id(("value", self.name));
        if subject.side != Side::B && is_led_to(ui.ctx(), self.key) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let mut help = self.key.help().to_owned();
        if !self.key.in_code().is_empty() {
            help = format!("{help}. In code: {}", self.key.in_code());
        }
        if let Some(note) = &self.note {
            help = format!("{help} ({note})");
        }
        let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
        // From the right: the value keeps its place, the name gives way.
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let used = ui.allocate_ui_with_layout(size, layout, |ui| {
            let width = VALUE_WIDTH.min(ui.available_width());
            let text = self.text();
            let name = &self.accessible_name(subject);
            let field = ValueField { id, name, text, help: help.clone(), width };
            let used = field.ui(ui);
            button_ui(ui, actions);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(self.name).truncate()).help(help);
            });
            used
        });
        let used = used.inner;
        if used.steps != 0.0 {
            self.drag((self.setting)(self.scale.stepped(self.value, used.steps)), actions);
        }
        if used.has_ended {
            actions.push(Action::EndGesture);
        }
        let mut refusal = None;
        if let Some(typed) = &used.entered {
            match self.typed(typed, subject.scene) {
                Ok(setting) => set(actions, setting),
                Err(error) => refusal = Some(error.to_string()),
            }
        }
        refusal_ui(ui, id, subject.theme, &used, refusal);
    }

    /// Setting for a typed value, or the reason that it is refused.
    fn typed(&self, text: &str, scene: &Scene) -> Result<Setting, SceneError> {
        if self.key != Key::Grid {
            return self.within_table(setting(self.key, text, scene)?, text, scene);
        }
        // One number of several in the text of the key.
        let refused = || SceneError::BadValue {
            key: self.name,
            value: text.to_owned(),
            allowed: format!("expected a whole number from 1 to {}", GridShape::MOST),
        };
        let num = number::parse_whole(text).filter(|it| (1..=GridShape::MOST.into()).contains(it));
        allowed((self.setting)(num.ok_or_else(refused)? as f64), scene)
    }

    /// The setting, or an error if it selects a position or a column beyond the table, which would be moved back silently.
    fn within_table(
        &self,
        setting: Setting,
        text: &str,
        scene: &Scene,
    ) -> Result<Setting, SceneError> {
        let extent = scene.extent();
        let allowed = match setting {
            Setting::Position(t) if !extent.contains(t) => extent.start()..=extent.last(),
            Setting::Column(j) if j >= scene.num_columns() => {
                0..=i64::from(scene.num_columns()) - 1
            }
            setting => return Ok(setting),
        };
        Err(SceneError::BadValue {
            key: self.key.key(),
            value: text.to_owned(),
            allowed: format!(
                "the table has {} to {}",
                number::grouped(*allowed.start()),
                number::grouped(*allowed.end())
            ),
        })
    }

    fn track_ui(&self, ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        let name = &self.accessible_name(subject);
        let track = Track { name, value: self.value, scale: &self.scale };
        let (response, changed) = track.ui(ui);
        if let Some(value) = changed {
            self.drag((self.setting)(value), actions);
        }
        if response.drag_stopped() || response.lost_focus() {
            actions.push(Action::EndGesture);
        }
    }

    fn drag(&self, setting: Setting, actions: &mut Vec<Action>) {
        let gesture = Gesture::Continuous(GestureSource::Setting(self.key));
        actions.push(Action::Edit(setting, gesture));
    }
}

/// Accessible name of a control of a side: `Base`, `Base of B`.
pub(super) fn named(name: &str, side: Side) -> String {
    if side == Side::B { format!("{name} of B") } else { name.to_owned() }
}

/// Setting for a typed value, or the reason that the scene does not allow it.
pub(super) fn setting(key: Key, typed: &str, scene: &Scene) -> Result<Setting, SceneError> {
    allowed(Setting::parse(key, typed)?, scene)
}

/// The setting, if the scene allows it.
fn allowed(setting: Setting, scene: &Scene) -> Result<Setting, SceneError> {
    let mut draft = scene.draft().clone();
    draft.apply(setting.clone());
    Scene::new(draft).map(|_allowed| setting)
}

/// Shows a list of options, unless the scene hides it. Returns the one chosen.
pub(super) fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    subject: Subject<'_>,
    key: Key,
    name: &str,
    current: T,
    options: impl Iterator<Item = (T, String)>,
) -> Option<T> {
    let (options, texts): (Vec<T>, Vec<String>) = options.unzip();
    let current = options.iter().position(|&option| option == current);
    choice_of_texts(ui, subject, key, name, current, &texts).map(|chosen| options[chosen])
}

/// The list, whatever its options are. Returns the index of the one chosen.
fn choice_of_texts(
    ui: &mut Ui,
    subject: Subject<'_>,
    key: Key,
    name: &str,
    current: Option<usize>,
    texts: &[String],
) -> Option<usize> {
    if !subject.scene.is_control_visible(key) {
        return None;
    }
    let shown = ui.horizontal(|ui| {
        label(ui, name, key);
        let combo = egui::ComboBox::from_id_salt(key.key())
            .width(ui.available_width())
            .truncate()
            .selected_text(current.map_or("", |current| &texts[current]))
            .show_ui(ui, |ui| {
                let mut chosen = None;
                for (option, text) in texts.iter().enumerate() {
                    if ui.selectable_label(current == Some(option), text).clicked() {
                        chosen = Some(option);
                    }
                }
                chosen
            });
        combo.response.accessible_name(named(name, subject.side)).help(key.help());
        combo.inner.flatten()
    });
    point_out(ui, key, shown.response.rect);
    shown.inner
}
