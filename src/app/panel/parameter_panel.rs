//! The parameter panel: the controls of the scene, and sentences about it.

use egui::{RichText, Ui};

use super::{
    bias_panel, compare_panel, convention_chooser,
    encoding_parameters::{self, heading, parameters_ui},
    model_panel,
    parameter_row::{ParameterRow, set},
    player::{Played, Player},
    table_card,
    track::Scale,
};
use crate::{
    action::Action,
    app::{
        controls::{color_scales, control_highlight::point_out, view_controls},
        files::scene_table::Cards,
        look::{focus, help, style},
    },
    picture::number,
    scene::{Key, Scene, Setting},
    views::{Subject, View},
};

/// Height of the speed beside its heading.
const SPEED_HEIGHT: f32 = 17.0;
/// Width of the scroll bar.
pub(crate) const BAR_WIDTH: i8 = 8;
/// Shows the panel. `sentences` describe the scene.
pub(crate) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    cards: &Cards<'_>,
    sentences: &[&String],
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    help::begin(ui);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width((ui.available_width() - f32::from(BAR_WIDTH)).max(0.0));
        scene_controls_ui(ui, subject, cards, player, actions);
        inputs_ui(ui, subject, actions);
        hidden_ui(ui, subject, actions);
        if !sentences.is_empty() {
            heading(ui, subject, "IN WORDS");
        }
        for sentence in sentences {
            // egui breaks lines at narrow spaces, but not at this one: numbers stay whole.
            let text = sentence.replace(number::NARROW_SPACE, "\u{a0}");
            ui.label(RichText::new(text).color(style::color(subject.theme.text)));
        }
        ui.add_space(8.0);
        focus::follow_focus(ui);
    });
}

/// Shows the controls that the scene leaves visible, those of its views too, as a lesson has them.
pub(crate) fn controls_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    cards: &Cards<'_>,
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    scene_controls_ui(ui, subject, cards, player, actions);
    view_controls_ui(ui, subject, actions);
    hidden_ui(ui, subject, actions);
}

/// True if the scene shows the control of one of the keys.
fn any(scene: &Scene, keys: &[Key]) -> bool {
    keys.iter().any(|&key| scene.is_control_visible(key))
}

/// Shows encoding, selection and comparison.
fn scene_controls_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    cards: &Cards<'_>,
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    // All controls fit into the initial window.
    ui.spacing_mut().item_spacing.y -= 1.5;
    let scene = subject.scene;
    if any(scene, &ENCODING) {
        heading(ui, subject, "ENCODING");
        convention_chooser::ui(ui, subject, actions);
        if scene.is_without_numbers() {
            return;
        }
        if let Some(status) = &cards.a {
            table_card::ui(ui, subject, status, actions);
        }
        if scene.draft().encoding.family.is_rotary() {
            model_panel::ui(ui, subject, actions);
        }
        if let Some(bias) = scene.bias() {
            bias_panel::ui(ui, subject, bias, actions);
        }
        parameters_ui(ui, subject, actions);
    }
    if any(scene, &SELECTION) {
        selection_ui(ui, subject, player, actions);
    }
    if scene.is_control_visible(Key::Side) {
        compare_panel::ui(ui, subject, cards, actions);
    }
}

/// Views with controls, one for all that share theirs.
fn views_with_controls(scene: &Scene) -> impl Iterator<Item = View> {
    let mut shown: Vec<&[Key]> = Vec::new();
    scene.draft().views.iter().filter(move |view| {
        let keys = view.control_keys();
        let is_new = keys.is_empty() || !shown.contains(&keys);
        shown.push(keys);
        is_new
    })
}

/// Shows what views are given: a sentence and its embeddings.
fn inputs_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    for view in views_with_controls(subject.scene) {
        let mut rows = view.controls(subject);
        rows.retain(view_controls::is_input);
        if rows.iter().any(|row| subject.scene.is_control_visible(row.key)) {
            heading(ui, subject, &view.controls_title().to_uppercase());
            view_controls::ui(ui, subject, rows, actions);
        }
    }
}

/// Shows the controls of the open views.
fn view_controls_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let mut has_pixels = false;
    for view in views_with_controls(scene) {
        let mut rows = view.controls(subject);
        rows.retain(|row| scene.is_control_visible(row.key));
        // The rule for pixels is one for all views.
        rows.retain(|row| row.key != Key::Pixels || !std::mem::replace(&mut has_pixels, true));
        if rows.is_empty() {
            continue;
        }
        heading(ui, subject, &view.controls_title().to_uppercase());
        let shown = ui.scope(|ui| view_controls::ui(ui, subject, rows, actions)).response.rect;
        for &key in view.control_keys() {
            point_out(ui, key, shown);
        }
    }
    if scene.is_control_visible(Key::Scales) && color_scales::views(subject).next().is_some() {
        let shown = ui.scope(|ui| {
            focus::disclosure(ui, "Colors of the views", |ui| {
                for view in color_scales::views(subject) {
                    ui.strong(view.title());
                    ui.push_id(view.key(), |ui| color_scales::ui(ui, subject, view, actions));
                }
            });
        });
        point_out(ui, Key::Scales, shown.response.rect);
    }
}

/// Says that the scene hides controls, and brings them back.
fn hidden_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    if subject.scene.draft().controls.is_none() {
        return;
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let color = style::color(subject.theme.weak_text);
        ui.label(RichText::new("This scene hides controls.").color(color));
        if ui.button("Show all controls").clicked() {
            set(actions, Setting::Controls(None));
        }
    });
}

/// Controls below each heading.
const ENCODING: [Key; 20] = [
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
    Key::Step,
    Key::Base,
    Key::Model,
    Key::Layers,
    Key::Reader,
    Key::Grid,
    Key::Heads,
    Key::Buckets,
    Key::MaxDistance,
    Key::Bidirectional,
];
const SELECTION: [Key; 4] = [Key::Position, Key::Column, Key::Head, Key::Offset];

fn selection_ui(ui: &mut Ui, subject: Subject<'_>, player: &mut Player, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let can_play = any(scene, &[Key::Position, Key::Offset]);
    heading(ui, subject, "SELECTION");
    if can_play {
        // Beside the heading.
        let line = ui.min_rect().bottom();
        let beside =
            egui::Rect::from_x_y_ranges(ui.max_rect().x_range(), line - SPEED_HEIGHT..=line - 1.0);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(beside).layout(layout));
        ui.spacing_mut().interact_size.y = SPEED_HEIGHT;
        player.speed_ui(&mut ui, subject.theme);
    }
    for row in selection_rows(subject) {
        let played = match row.key {
            Key::Position => Some(Played::Position),
            Key::Offset => Some(Played::Offset),
            _ => None,
        };
        row.ui_with(ui, subject, actions, |ui, actions| {
            if let Some(played) = played {
                player.button_ui(ui, played, scene, actions);
            }
        });
    }
}

/// Rows of the selection.
fn selection_rows(subject: Subject<'_>) -> impl Iterator<Item = ParameterRow> {
    let scene = subject.scene;
    let range = |played: Played| played.range(scene);
    let positions = range(Played::Position);
    let last_head = scene.bias().map_or(0, |bias| i64::from(bias.num_heads()) - 1);
    let all = Scale::Whole(*positions.start()..=*positions.end().max(&(positions.start() + 1)));
    let columns = Scale::Whole(0..=i64::from(scene.num_columns() - 1).max(1));
    let heads = Scale::Whole(0..=last_head.max(1));
    let offsets = Scale::Widening(range(Played::Offset));
    let rows = [
        ParameterRow::new(Key::Position, "Position t", scene.position() as f64, all, |value| {
            Setting::Position(value.round() as i64)
        }),
        ParameterRow::new(Key::Column, "Column j", f64::from(scene.column()), columns, |value| {
            Setting::Column(value.round() as u32)
        }),
        ParameterRow::new(Key::Head, "Head", f64::from(scene.head()), heads, |value| {
            Setting::Head(value.round() as u32)
        }),
        ParameterRow::new(Key::Offset, "Offset k", scene.offset() as f64, offsets, |value| {
            Setting::Offset(value.round() as i64)
        }),
    ];
    // Heads take the place of columns, which a bias does not have.
    let is_shown = move |key: Key| match key {
        Key::Column => scene.bias().is_none(),
        Key::Head => scene.bias().is_some(),
        _ => true,
    };
    let rows = rows.into_iter().filter(move |row| is_shown(row.key));
    rows.filter(|row| scene.is_control_visible(row.key))
}

/// Rows of all numbers: parameters and selection.
pub(crate) fn rows(subject: Subject<'_>) -> impl Iterator<Item = ParameterRow> {
    encoding_parameters::rows(subject).chain(selection_rows(subject))
}
