//! The parameter panel: the controls of the scene, and sentences about it.

use egui::{RichText, Ui};

use super::{
    bias_panel, color_scales, compare_panel,
    control_highlight::{choice_ui, point_out},
    convention_chooser,
    encoding_parameters::{heading, parameters_ui},
    model_panel,
    parameter_row::{ParameterRow, set},
    player::Player,
    table_card,
    track::Scale,
    view_controls,
};
use crate::{
    action::Action,
    app::{
        files::scene_table::Cards,
        look::{focus, help, style},
    },
    picture::{Pixels, number},
    scene::{Key, Scene, Setting},
    views::{Subject, View},
};

/// Width of the scroll bar.
pub(crate) const BAR_WIDTH: i8 = 8;
/// Shows the panel. `sentences` describe the scene.
pub(crate) fn ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    cards: &Cards<'_>,
    sentences: &[String],
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    help::begin(ui);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width((ui.available_width() - f32::from(BAR_WIDTH)).max(0.0));
        controls_ui(ui, subject, cards, player, actions);
        heading(ui, subject, "IN WORDS");
        for sentence in sentences {
            // egui breaks lines at narrow spaces, but not at this one: numbers stay whole.
            let text = sentence.replace(number::NARROW_SPACE, "\u{a0}");
            ui.label(RichText::new(text).color(style::color(subject.theme.text)));
        }
        ui.add_space(8.0);
        focus::follow_focus(ui);
    });
}

/// Shows the controls that the scene leaves visible.
pub(crate) fn controls_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    cards: &Cards<'_>,
    player: &mut Player,
    actions: &mut Vec<Action>,
) {
    // All controls fit into the initial window.
    ui.spacing_mut().item_spacing.y -= 1.5;
    let scene = subject.scene;
    let any = |keys: &[Key]| keys.iter().any(|&key| scene.is_control_visible(key));
    if any(&ENCODING) {
        heading(ui, subject, "ENCODING");
        convention_chooser::ui(ui, subject, actions);
        if let Some(status) = &cards.a {
            table_card::ui(ui, subject, status, actions);
        }
        if scene.draft().encoding.is_rotary() {
            model_panel::ui(ui, subject, actions);
        }
        if let Some(bias) = scene.bias() {
            bias_panel::ui(ui, subject, bias, actions);
        }
        parameters_ui(ui, subject, actions);
    }
    if scene.is_control_visible(Key::Side) {
        compare_panel::ui(ui, subject, cards, actions);
    }
    if any(&SELECTION) {
        heading(ui, subject, "SELECTION");
        selection_ui(ui, subject, actions);
        if scene.is_control_visible(Key::Position) {
            player.ui(ui, subject, actions);
        }
    }
    let views = scene.draft().views;
    let mut shown_keys: Vec<&[Key]> = Vec::new();
    for view in views.iter().filter(|view| any(view.control_keys())) {
        if shown_keys.contains(&view.control_keys()) {
            continue;
        }
        shown_keys.push(view.control_keys());
        let rows = view.controls(subject);
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
                color_scales::ui(ui, subject, actions);
            });
        });
        point_out(ui, Key::Scales, shown.response.rect);
    }
    if views.iter().any(View::has_raster) && scene.is_control_visible(Key::Pixels) {
        heading(ui, subject, "DOWNSAMPLING");
        let shown = ui.scope(|ui| pixels_ui(ui, scene, actions)).response.rect;
        point_out(ui, Key::Pixels, shown);
    }
    if scene.draft().controls.is_some() {
        hidden_ui(ui, subject, actions);
    }
}

/// Says that the scene hides controls, and brings them back.
fn hidden_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
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

fn selection_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let extent = scene.extent();
    let reach = (extent.length() as i64 - 1).max(1);
    // A causal bias sees no keys after the query.
    let is_causal = scene.bias().is_some_and(|bias| bias.is_causal());
    let farthest_ahead = if is_causal { 0 } else { reach };
    let last_head = scene.bias().map_or(0, |bias| i64::from(bias.num_heads()) - 1);
    let rows = [
        ParameterRow {
            key: Key::Position,
            name: "Position t",
            value: scene.position() as f64,
            scale: Scale::Whole(extent.start()..=extent.last().max(extent.start() + 1)),
            setting: |value| Setting::Position(value.round() as i64),
            note: None,
        },
        ParameterRow {
            key: Key::Column,
            name: "Column j",
            value: f64::from(scene.column()),
            scale: Scale::Whole(0..=i64::from(scene.num_columns() - 1).max(1)),
            setting: |value| Setting::Column(value.round() as u32),
            note: None,
        },
        ParameterRow {
            key: Key::Head,
            name: "Head",
            value: f64::from(scene.head()),
            scale: Scale::Whole(0..=last_head.max(1)),
            setting: |value| Setting::Head(value.round() as u32),
            note: None,
        },
        ParameterRow {
            key: Key::Offset,
            name: "Offset k",
            value: scene.offset() as f64,
            scale: Scale::Widening(-reach..=farthest_ahead),
            setting: |value| Setting::Offset(value.round() as i64),
            note: None,
        },
    ];
    // Heads take the place of columns, which a bias does not have.
    let is_shown = |key: Key| match key {
        Key::Column => scene.bias().is_none(),
        Key::Head => scene.bias().is_some(),
        _ => true,
    };
    let rows = rows.into_iter().filter(|row| is_shown(row.key));
    for row in rows.filter(|row| scene.is_control_visible(row.key)) {
        row.ui(ui, subject, actions);
    }
}

/// Shows the controls for pixels that cover several cells, in every view.
fn pixels_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        for &pixels in Pixels::ALL {
            let (title, help) = match pixels {
                Pixels::Mean => ("Mean", "Mean of the cells; gray where it is unresolved"),
                Pixels::Nearest => ("Nearest", "Value of the middle cell; may alias"),
                Pixels::Spread => ("Spread", "Standard deviation of the cells, in the heatmap"),
            };
            let is_chosen = scene.draft().pixels == pixels;
            if choice_ui(ui, is_chosen, title, help) {
                set(actions, Setting::Pixels(pixels));
            }
        }
    });
}
