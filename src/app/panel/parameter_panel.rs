//! The parameter panel: sliders for exploring, entries for exact values.

use std::ops::RangeInclusive;

use egui::{RichText, Ui};

use super::{convention_ui, player::Player, sight, style};
use crate::{
    action::{Action, Change, Gesture},
    encoding::{Convention, Family, Limits},
    picture::{Face, Pixels, number},
    scene::{Key, Scene},
    views::{
        Subject, View,
        controls::{self, is_left},
    },
};

/// Room for the scroll bar.
pub(super) const BAR_WIDTH: i8 = 8;
const LABEL_WIDTH: f32 = 84.0;
/// Wide enough for 2^32 with its sign and spaces.
const ENTRY_WIDTH: f32 = 118.0;
/// A shorter slider is of no use; an entry may be shorter.
const LEAST_SLIDER: f32 = 40.0;

/// Everything in the panel. `said` are the sentences about the scene.
pub(crate) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    said: &[String],
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width((ui.available_width() - f32::from(BAR_WIDTH)).max(0.0));
        controls_ui(ui, subject, player, actions);
        heading(ui, subject, "WHAT IT SAYS");
        for sentence in said {
            // egui breaks lines at every space but this one: numbers stay whole.
            let text = sentence.replace(number::NARROW_SPACE, "\u{a0}");
            ui.label(RichText::new(text).color(style::color(subject.theme.text)));
        }
        ui.add_space(8.0);
        sight::follow_focus(ui);
    });
}

/// The controls that the scene leaves.
pub(super) fn controls_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    // Everything is in sight at the size of the window at the start.
    ui.spacing_mut().item_spacing.y -= 1.5;
    let scene = subject.scene;
    let any = |keys: &[Key]| keys.iter().any(|&key| is_left(scene, key));
    if any(&ENCODING) {
        heading(ui, subject, "ENCODING");
        convention_ui::ui(ui, subject, actions);
        parameters_ui(ui, scene, actions);
    }
    if any(&SELECTION) {
        heading(ui, subject, "SELECTION");
        selection_ui(ui, scene, actions);
        if is_left(scene, Key::Position) {
            player.ui(ui, scene, actions);
        }
    }
    let views = scene.draft().views;
    let mut shown_keys: Vec<&[Key]> = Vec::new();
    for view in views.iter().filter(|view| any(view.control_keys())) {
        if shown_keys.contains(&view.control_keys()) {
            continue;
        }
        shown_keys.push(view.control_keys());
        heading(ui, subject, &view.controls_title().to_uppercase());
        let shown = ui.scope(|ui| view.controls_ui(ui, subject, actions)).response.rect;
        for &key in view.control_keys() {
            controls::point_out(ui, key, shown);
        }
    }
    if views.iter().any(View::has_raster) && is_left(scene, Key::Pixels) {
        heading(ui, subject, "WHERE A PIXEL COVERS CELLS");
        let shown = ui.scope(|ui| pixels_ui(ui, scene, actions)).response.rect;
        controls::point_out(ui, Key::Pixels, shown);
    }
}

/// Controls below each heading.
const ENCODING: [Key; 11] = [
    Key::Convention,
    Key::Encoding,
    Key::Seed,
    Key::Exponent,
    Key::Layout,
    Key::Order,
    Key::Components,
    Key::DModel,
    Key::Length,
    Key::Start,
    Key::Base,
];
const SELECTION: [Key; 3] = [Key::Position, Key::Column, Key::Offset];

/// A change that is a step of its own.
pub(super) fn set(actions: &mut Vec<Action>, key: Key, value: &str) {
    actions.push(Action::Edit(Change::value(key, value), Gesture::Single));
}

fn heading(ui: &mut Ui, subject: Subject<'_>, text: &str) {
    ui.add_space(4.0);
    let font = style::font(Face::SemiBold, 11.0);
    ui.label(RichText::new(text).font(font).color(style::color(subject.theme.weak_text)));
}

pub(super) fn label(ui: &mut Ui, text: &str, key: Key) {
    let size = egui::vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(LABEL_WIDTH);
        ui.label(text).on_hover_text(key.help());
    });
}

fn parameters_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    let extent = scene.extent();
    let of_convention = scene.draft().convention;
    let rows = [
        Row {
            key: Key::DModel,
            name: "d_model",
            value: f64::from(scene.num_columns()),
            range: 1.0..=f64::from(Limits::D_MODEL_MAX),
            scale: Scale::Logarithmic,
            note: None,
        },
        Row {
            key: Key::Length,
            name: "Length",
            value: extent.length() as f64,
            range: 1.0..=Limits::LENGTH_MAX as f64,
            scale: Scale::Logarithmic,
            note: None,
        },
        Row {
            key: Key::Start,
            name: "Start",
            value: extent.start() as f64,
            range: 0.0..=Limits::POSITION_MAX as f64,
            scale: Scale::Logarithmic,
            note: scene.draft().start.is_none().then(|| from(of_convention)),
        },
        Row {
            key: Key::Base,
            name: "Base",
            value: scene.sinusoid().base(),
            range: 1.01..=Limits::BASE_MAX,
            scale: Scale::Logarithmic,
            note: scene.draft().base.is_none().then(|| from(of_convention)),
        },
        Row {
            key: Key::Seed,
            name: "Seed",
            value: scene.draft().seed as f64,
            range: 0.0..=100.0,
            scale: Scale::Linear,
            note: None,
        },
    ];
    let family = scene.draft().encoding;
    let has_part = |key: Key| match key {
        Key::Base => family == Family::Sinusoidal,
        Key::DModel => !matches!(family, Family::Index | Family::Fraction),
        Key::Seed => family == Family::Random,
        _ => true,
    };
    for row in rows.into_iter().filter(|row| is_left(scene, row.key) && has_part(row.key)) {
        row.ui(ui, actions);
    }
}

/// Where a value comes from that nobody has typed.
fn from(convention: Convention) -> String {
    format!("from {}", convention.key())
}

fn selection_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    let extent = scene.extent();
    let reach = (extent.length() as f64 - 1.0).max(1.0);
    let rows = [
        Row {
            key: Key::Position,
            name: "Position t",
            value: scene.position() as f64,
            range: extent.start() as f64..=(extent.last() as f64).max(extent.start() as f64 + 1.0),
            scale: Scale::Linear,
            note: None,
        },
        Row {
            key: Key::Column,
            name: "Column j",
            value: f64::from(scene.column()),
            range: 0.0..=f64::from(scene.num_columns() - 1).max(1.0),
            scale: Scale::Linear,
            note: None,
        },
        Row {
            key: Key::Offset,
            name: "Offset k",
            value: scene.offset() as f64,
            range: -reach..=reach,
            scale: Scale::Linear,
            note: None,
        },
    ];
    for row in rows.into_iter().filter(|row| is_left(scene, row.key)) {
        row.ui(ui, actions);
    }
}

/// What a pixel of several cells shows, in every view.
fn pixels_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        for &pixels in Pixels::ALL {
            let (title, help) = match pixels {
                Pixels::Mean => ("Mean", "The mean of its cells, gray where it says nothing"),
                Pixels::Nearest => ("Nearest", "The cell in its middle: may alias"),
                Pixels::Spread => ("Spread", "How much its cells differ, in the heatmap"),
            };
            let is_chosen = scene.draft().pixels == pixels;
            if controls::choice_ui(ui, is_chosen, title, help) {
                set(actions, Key::Pixels, pixels.key());
            }
        }
    });
}

enum Scale {
    Linear,
    Logarithmic,
}

/// One parameter: name, slider, entry.
struct Row {
    key: Key,
    name: &'static str,
    value: f64,
    range: RangeInclusive<f64>,
    scale: Scale,
    note: Option<String>,
}

impl Row {
    fn is_whole(&self) -> bool {
        self.key != Key::Base
    }

    fn text(&self) -> String {
        if self.is_whole() { number::grouped(self.value as i64) } else { number::base(self.value) }
    }

    fn ui(self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let key = self.key;
        let shown = ui.horizontal(|ui| {
            label(ui, self.name, self.key);
            let room = ui.available_width() - LEAST_SLIDER - 2.0 * ui.spacing().item_spacing.x;
            // A window may be narrower than a name and a slider.
            let entry_width = ENTRY_WIDTH.min(room).max(0.0);
            self.slider_ui(ui, entry_width, actions);
            if let Some(typed) = entry_ui(ui, &self, entry_width) {
                set(actions, self.key, &typed);
            }
        });
        controls::point_out(ui, key, shown.response.rect);
    }

    fn slider_ui(&self, ui: &mut Ui, entry_width: f32, actions: &mut Vec<Action>) {
        ui.spacing_mut().slider_width =
            (ui.available_width() - entry_width - ui.spacing().item_spacing.x).max(LEAST_SLIDER);
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
                // The handle is as high as this allows.
                ui.spacing_mut().interact_size.y = 17.0;
                ui.add(slider)
            })
            .inner
            .accessible_name(self.name)
            .on_hover_text(self.key.help());
        if response.changed() {
            let text = if self.is_whole() {
                format!("{value:.0}")
            } else {
                // As many digits as a pixel of the slider is worth.
                number::shortest(format!("{value:.3e}").parse().unwrap_or(value))
            };
            let gesture = Gesture::Continuous(self.key as u64);
            actions.push(Action::Edit(Change::value(self.key, text), gesture));
        }
        if response.drag_stopped() || response.lost_focus() {
            actions.push(Action::EndGesture);
        }
    }
}

/// An entry that keeps what is typed until Enter, and then gives it away.
fn entry_ui(ui: &mut Ui, row: &Row, width: f32) -> Option<String> {
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

/// Typing replaces the value, as in every entry for a number.
fn select_all(ui: &Ui, id: egui::Id, text: &str) {
    use egui::text::{CCursor, CCursorRange};
    if let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), id) {
        let end = CCursor::new(text.chars().count());
        state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
        state.store(ui.ctx(), id);
    }
}
