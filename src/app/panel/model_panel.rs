//! Model of a rotary encoding: by whose rules it is read, its layers, and the numbers that a scene may set.

use egui::{RichText, Sense, Ui};

use super::{
    encoding_parameters::{self, heading, is_of_model, rounded_to_pixel},
    parameter_row::{ParameterRow, choice, named, set},
    track::Scale,
};
use crate::{
    action::{Action, Comparand, Gesture},
    app::{
        controls::control_highlight::{choice_ui, point_out},
        look::{focus, style},
    },
    encoding::rotary::{
        Rotary,
        cache::{Cache, CacheForm},
        pairing::Pairing,
        scaling::{Rule, Scaling},
    },
    model::{LayerSet, Model, Reader},
    scene::{EncodingSetting, Key, Side},
    views::Subject,
};

/// Shows the model and the numbers of a rotary encoding.
pub(super) fn ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    if let (Some(model), Some(own)) = (scene.model(), scene.layer_set()) {
        // Files of llama.cpp are read by its rules alone.
        let is_chosen = model.reader == scene.draft().encoding.reader;
        if is_chosen && scene.is_control_visible(Key::Reader) {
            readers_ui(ui, subject, own, actions);
        }
        // One set of all layers has nothing to choose.
        let is_only = model.sets.len() == 1 && model.unrotated_layers.is_empty();
        if scene.is_control_visible(Key::Layers) && !is_only {
            layers_ui(ui, subject, model, own, actions);
        }
    }
    let Some(rotary) = scene.rotary() else { return };
    let name = match scene.model() {
        Some(_) => "Head, base, scaling, pairing, cache",
        None => "Scaling, pairing, cache",
    };
    focus::disclosure(ui, name, |ui| {
        for row in encoding_parameters::rows(subject).filter(|row| is_of_model(scene, row.key)) {
            row.ui(ui, subject, actions);
        }
        numbers_ui(ui, subject, rotary, actions);
    });
}

/// Shows the programs whose rules may be applied, and what the others make of the configuration.
fn readers_ui(ui: &mut Ui, subject: Subject<'_>, own: &LayerSet, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let current = scene.draft().encoding.reader;
    let readers = Reader::ALL.iter().map(|&it| (it, it.short_title().to_owned()));
    if let Some(reader) = choice(ui, subject, Key::Reader, "Read as", current, readers) {
        set(actions, EncodingSetting::Reader(reader));
    }
    if subject.side != Side::A {
        return;
    }
    for &reader in Reader::ALL.iter().filter(|&&it| it != current) {
        let differences = match scene.read_as(reader) {
            Ok(other) => own.differences_of(&other),
            Err(error) => vec![format!("stops: {error}")],
        };
        if differences.is_empty() {
            continue;
        }
        style::beside_bar(ui, subject.theme.selection, |ui| {
            let mut text = format!("{}: {}.", reader.short_title(), differences.join("; "));
            if reader == Reader::LlamaCpp && differences.iter().any(|it| it.starts_with("pairing"))
            {
                text.push_str(" Its converter puts the weights into that order.");
            }
            ui.label(RichText::new(text).small());
            let help = "Makes this reading B: A, B and A − B are shown beside each other.";
            let setting = EncodingSetting::Reader(reader);
            let button = ui.small_button(format!("Compare with {}", reader.short_title()));
            if scene.read_as(reader).is_ok() && button.on_hover_text(help).clicked() {
                actions.push(Action::Compare(Comparand::Of(setting)));
            }
        });
    }
}

/// Shows a square for each layer in the color of its set, and a button for each set.
fn layers_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    model: &Model,
    own: &LayerSet,
    actions: &mut Vec<Action>,
) {
    /// Side of a square and the space between two.
    const SQUARE: f32 = 11.0;
    const GAP: f32 = 2.0;
    let theme = subject.theme;
    let rotated = model.sets.iter().filter_map(|set| set.layers.as_ref());
    let all = rotated.flatten().chain(&model.unrotated_layers);
    let num = all.max().map_or(0, |last| last + 1);
    if num == 0 {
        return;
    }
    heading(ui, subject, "LAYERS");
    let choose = |set: &LayerSet| {
        Action::Edit(EncodingSetting::Layers(set.name.as_str().into()).into(), Gesture::Single)
    };
    let across = ((ui.available_width() + GAP) / (SQUARE + GAP)).floor().max(1.0) as u32;
    let down = num.div_ceil(across);
    let size = egui::vec2(ui.available_width(), down as f32 * (SQUARE + GAP));
    let (area, response) = ui.allocate_exact_size(size, Sense::click());
    let rect = |layer: u32| {
        let (x, y) = ((layer % across) as f32, (layer / across) as f32);
        let at = area.min + egui::vec2(x, y) * (SQUARE + GAP);
        egui::Rect::from_min_size(at, egui::Vec2::splat(SQUARE))
    };
    let set_of = |layer: u32| {
        let has = |set: &&LayerSet| set.layers.as_ref().is_some_and(|it| it.contains(&layer));
        model.sets.iter().enumerate().find(|(_, set)| has(set))
    };
    for layer in 0..num {
        let color = match set_of(layer) {
            Some((i, set)) => {
                let color = style::color(theme.curve(i));
                if set.name == own.name { color } else { color.gamma_multiply(0.45) }
            }
            None => style::color(theme.rail),
        };
        ui.painter().rect_filled(rect(layer), 2.0, color);
    }
    let pointed = response.hover_pos().and_then(|at| (0..num).find(|&it| rect(it).contains(at)));
    let words = format!("{num} layers");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
    if let Some(layer) = pointed {
        let what = set_of(layer).map_or("does not rotate", |(_, set)| set.name.as_str());
        if response.clicked()
            && let Some((_, set)) = set_of(layer)
        {
            actions.push(choose(set));
        }
        response.on_hover_text_at_pointer(format!("Layer {layer}: {what}"));
    }
    let shown = ui.horizontal_wrapped(|ui| {
        for set in &model.sets {
            if choice_ui(ui, set.name == own.name, &set.name, &set.layers_text()) {
                actions.push(choose(set));
            }
        }
    });
    point_out(ui, Key::Layers, shown.response.rect);
}

/// Shows the cache that is the table, pairing and scaling, and the numbers of the scaling.
fn numbers_ui(ui: &mut Ui, subject: Subject<'_>, rotary: &Rotary, actions: &mut Vec<Action>) {
    let caches = Cache::ALL.iter().map(|&it| (it, it.key().to_owned()));
    if let Some(cache) = choice(ui, subject, Key::Cache, "Cache", rotary.cache(), caches) {
        set(actions, EncodingSetting::Cache(cache));
    }
    let forms = CacheForm::ALL.iter().map(|&it| (it, it.key().to_owned()));
    let form = rotary.cache_form();
    if let Some(form) = choice(ui, subject, Key::CacheForm, "Its columns", form, forms) {
        set(actions, EncodingSetting::CacheForm(form));
    }
    let pairings = Pairing::ALL.iter().map(|&it| (Some(it), it.key().replace('_', " ")));
    let pairing = rotary.pairing();
    if let Some(Some(pairing)) = choice(ui, subject, Key::Pairing, "Pairing", pairing, pairings) {
        set(actions, EncodingSetting::Pairing(pairing));
    }
    let rules = Rule::ALL.iter().map(|&it| (it, it.key().to_owned()));
    let rule = rotary.scaling().rule();
    if let Some(rule) = choice(ui, subject, Key::Scaling, "Scaling", rule, rules) {
        set(actions, EncodingSetting::Scaling(rule));
    }
    for row in rows(rotary) {
        row.ui(ui, subject, actions);
    }
    let name = named("Reset context", subject.side);
    let context = rotary.context();
    if depends_on_length(rotary.scaling()) && context.is_some() && ui.button(name).clicked() {
        set(actions, EncodingSetting::Context(None));
    }
}

fn depends_on_length(scaling: &Scaling) -> bool {
    matches!(scaling, Scaling::Dynamic { .. } | Scaling::LongRope(_))
}

/// Numbers of the scaling in force.
fn rows(rotary: &Rotary) -> Vec<ParameterRow> {
    let number_on = |scale, key, name, value, setting: fn(f64) -> EncodingSetting| {
        ParameterRow::new(key, name, value, scale, move |it| setting(rounded_to_pixel(it)))
    };
    let number = |key, name, value, setting| {
        number_on(Scale::Logarithmic(0.01..=1e6), key, name, value, setting)
    };
    let scaling = rotary.scaling();
    let mut rows = Vec::new();
    if let Some(factor) = scaling.factor() {
        rows.push(number(Key::Factor, "Factor", factor, EncodingSetting::Factor));
    }
    if let Some(length) = scaling.trained_length() {
        let (key, setting) = (Key::TrainedLength, EncodingSetting::TrainedLength);
        rows.push(number_on(lengths(), key, "Trained length", length, setting));
    }
    match scaling {
        Scaling::Yarn(yarn) => rows.extend([
            number(Key::BetaFast, "beta_fast", yarn.beta_fast, EncodingSetting::BetaFast),
            number(Key::BetaSlow, "beta_slow", yarn.beta_slow, EncodingSetting::BetaSlow),
        ]),
        Scaling::Llama3(llama) => rows.extend([
            number(
                Key::LowFreqFactor,
                "low_freq_factor",
                llama.low_freq_factor,
                EncodingSetting::LowFreqFactor,
            ),
            number(
                Key::HighFreqFactor,
                "high_freq_factor",
                llama.high_freq_factor,
                EncodingSetting::HighFreqFactor,
            ),
        ]),
        Scaling::Proportional { num_turning, .. } => {
            let pairs = Scale::Whole(0..=i64::from(rotary.num_pairs()));
            let num = f64::from(*num_turning);
            rows.push(ParameterRow::new(Key::Turning, "Turning pairs", num, pairs, |it| {
                EncodingSetting::Turning(it.round() as u32)
            }));
        }
        _ => {}
    }
    rows.push(number(
        Key::AttentionFactor,
        "Attention factor",
        rotary.attention_factor(),
        EncodingSetting::AttentionFactor,
    ));
    if depends_on_length(scaling) {
        let shown = rotary
            .context()
            .map_or_else(|| scaling.trained_length().unwrap_or(1.0), |context| context as f64);
        rows.push(ParameterRow::new(Key::Context, "Context", shown, lengths(), |it| {
            EncodingSetting::Context(Some(it.round().max(1.0) as u64))
        }));
    }
    rows
}

/// Stops of a length: powers of two.
fn lengths() -> Scale {
    Scale::Stops((8..=24).map(|power| f64::from(1 << power)).collect())
}
