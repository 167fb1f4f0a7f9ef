//! Convention chooser: the list, the sentence, the formulas, and the parts of a convention.

use egui::{RichText, Ui, text::LayoutJob};

use super::{
    parameter_row::{choice, set},
    rounding_chooser::rounding_ui,
};
use crate::{
    action::Action,
    app::{
        controls::control_highlight::point_out,
        look::{focus, help::Help as _, style},
        plot::paint,
    },
    encoding::{Components, Exponent, Family, FourierFactor, Layout, Order, Waves},
    model::Preset,
    picture::{Face, Formula},
    scene::{EncodingSetting, FilePath, Key, Named, Scene, Side},
    views::{Subject, explanation},
};

/// Font size of formulas in the panel.
const FORMULA_SIZE: f32 = 15.0;
/// Width of the list of conventions, at which a sentence takes one or two lines.
const LIST_WIDTH: f32 = 430.0;

/// Shows the chooser, the sentence, differences from the paper, formulas, and the parts.
pub(crate) fn ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    if scene.is_control_visible(Key::Convention) {
        convention_part_ui(ui, subject, actions);
    }
    if scene.is_without_numbers() {
        return;
    }
    let is_exact = scene.draft().encoding.round.is_exact();
    if scene.draft().encoding.family.is_sinusoidal() {
        sinusoid_ui(ui, subject, actions);
    } else if is_exact && scene.bias().is_none() {
        if scene.draft().encoding.family.is_fourier() {
            fourier_ui(ui, subject, actions);
        }
        focus::disclosure(ui, "Rounding", |ui| rounding_ui(ui, subject, actions));
    }
    if !is_exact {
        rounding_ui(ui, subject, actions);
    }
}

fn sinusoid_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let parts = [Key::Exponent, Key::Layout, Key::Order, Key::Components];
    if parts.into_iter().all(|key| scene.is_control_visible(key)) {
        focus::disclosure(ui, "Exponent, layout, rounding", |ui| parts_ui(ui, subject, actions));
    } else {
        parts_ui(ui, subject, actions);
    }
}

fn convention_part_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let scene = subject.scene;
    let shown = ui.scope(|ui| chooser_ui(ui, subject, actions)).response.rect;
    point_out(ui, Key::Convention, shown);
    for notice in scene.notices() {
        notice_ui(ui, subject, &notice);
    }
    ui.label(RichText::new(sentence(scene)).small().weak());
    if let Some(waves) = subject.table.waves() {
        focus::disclosure(ui, "Formula and code", |ui| formulas_ui(ui, subject, waves));
    }
}

fn chooser_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let title = subject.scene.convention_title();
    let first = |ui: &mut Ui| {
        let help = "config.json, params.json or GGUF: its rotary encoding";
        if ui.button("Model from a file…").on_hover_text(help).clicked() {
            actions.push(Action::ChooseModel(Side::A));
            ui.close();
        }
    };
    match list_of_encodings(ui, subject, ("Convention", &title), first) {
        Some(EncodingSetting::Model(model)) => {
            actions.push(Action::ReadModel { side: Side::A, model: model.text().to_owned() });
        }
        Some(setting) => set(actions, setting),
        None => {}
    }
}

/// Shows the list of all encodings, with a name and the title of the current one. `first` adds entries at its top.
/// Returns the encoding that was chosen.
pub(super) fn list_of_encodings(
    ui: &mut Ui,
    subject: Subject<'_>,
    (name, title): (&str, &str),
    first: impl FnOnce(&mut Ui),
) -> Option<EncodingSetting> {
    let scene = subject.scene;
    let preset =
        || scene.draft().encoding.preset().map(|preset| ConventionChoice::Model(&preset.name));
    let family = scene.draft().encoding.family;
    let of_family =
        || preset().filter(|_| family.is_rotary()).unwrap_or(ConventionChoice::Family(family));
    let current = Some(scene.named().map_or_else(of_family, ConventionChoice::Named));
    let chosen = egui::ComboBox::from_id_salt(name)
        .width(ui.available_width())
        .height(0.8 * ui.ctx().content_rect().height())
        .truncate()
        // A click into the filter leaves the list open.
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .selected_text(title)
        .show_ui(ui, |ui| {
            first(ui);
            list_ui(ui, subject, current)
        });
    chosen.response.accessible_name(name).help(Key::Convention.help());
    match chosen.inner.flatten()? {
        ConventionChoice::Named(named) => Some(named.into()),
        ConventionChoice::Family(family) => Some(EncodingSetting::Family(family)),
        ConventionChoice::Model(name) => {
            let model = FilePath::new(name)?;
            Some(EncodingSetting::Model(model))
        }
    }
}

/// Entry of the list of encodings.
#[derive(Clone, Copy, PartialEq)]
enum ConventionChoice {
    Named(Named),
    Family(Family),
    /// Preset, by its name.
    Model(&'static str),
}

/// Heading above the encodings without frequencies.
const NAIVE_GROUP: &str = "For comparison";
/// Heading above the models.
const MODELS_GROUP: &str = "Models (rotary)";

/// Shows every convention with its sentence, group by group, then the other families. Returns the one clicked.
fn list_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    current: Option<ConventionChoice>,
) -> Option<ConventionChoice> {
    ui.set_width(LIST_WIDTH.min(ui.ctx().content_rect().width() - 60.0).max(0.0));
    let filter = filter_ui(ui);
    let is_listed = |texts: &[&str]| {
        let has = |word: &str| texts.iter().any(|text| text.to_lowercase().contains(word));
        filter.to_lowercase().split_whitespace().all(has)
    };
    let (mut chosen, mut first) = (None, None);
    let mut group = "";
    let listed = Named::all().filter(|it| {
        let sentence = with_differences(*it);
        is_listed(&[
            it.title(),
            &sentence,
            it.group(),
            it.key(),
            it.source(),
            it.family().also_called(),
        ])
    });
    for named in listed {
        if named.group() != group {
            group = named.group();
            group_ui(ui, subject, group);
        }
        let choice = ConventionChoice::Named(named);
        first = first.or(Some(choice));
        let sentence = with_differences(named);
        let text = [named.title(), &sentence];
        if entry_ui(ui, subject, text, current == Some(choice), &about(named)) {
            chosen = Some(choice);
        }
    }
    let is_family_listed =
        |it: &Family| is_listed(&[it.title(), it.sentence(), it.also_called(), NAIVE_GROUP]);
    for (i, family) in Family::choices().filter(is_family_listed).enumerate() {
        if i == 0 {
            group_ui(ui, subject, NAIVE_GROUP);
        }
        let choice = ConventionChoice::Family(family);
        first = first.or(Some(choice));
        let text = [family.title(), family.sentence()];
        if entry_ui(ui, subject, text, current == Some(choice), family.sentence()) {
            chosen = Some(choice);
        }
    }
    let models = Preset::all().iter().filter(|it| {
        let also = Family::Rotary.also_called();
        is_listed(&[&it.title, &it.name, &it.source, MODELS_GROUP, also])
    });
    for (i, preset) in models.enumerate() {
        if i == 0 {
            group_ui(ui, subject, MODELS_GROUP);
        }
        let choice = ConventionChoice::Model(&preset.name);
        first = first.or(Some(choice));
        let seen = if preset.is_file_seen { "" } else { "; the file itself was not seen" };
        let source = format!("{}{seen}", preset.source);
        if entry_ui(ui, subject, [&preset.title, &source], current == Some(choice), &preset.name) {
            chosen = Some(choice);
        }
    }
    // Enter chooses the first that the filter leaves.
    if !filter.trim().is_empty() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        chosen = chosen.or(first);
    }
    if chosen.is_some() {
        ui.close();
    }
    focus::follow_focus(ui);
    chosen
}

/// Shows the filter of the list, which has the focus when the list opens. Returns its text.
fn filter_ui(ui: &mut Ui) -> String {
    const FIRST_PASSES: u64 = 2;
    let id = egui::Id::unique("filter of conventions");
    let now = ui.ctx().cumulative_pass_nr();
    let kept: Option<(String, u64, u64)> = ui.data(|data| data.get_temp(id));
    // A list that was not shown in the last pass has been opened anew.
    let kept = kept.filter(|&(_, last, _)| last + 1 >= now);
    let (mut text, _, opened) = kept.unwrap_or_else(|| (String::new(), now, now));
    let field = egui::TextEdit::singleline(&mut text)
        .id(id.with("field"))
        .desired_width(f32::INFINITY)
        .hint_text("Filter: name, library or rule, such as split");
    let response = ui.add(field).accessible_name("Filter");
    // What is only measured in the first pass cannot keep the focus.
    if now <= opened + FIRST_PASSES && !response.has_focus() {
        response.request_focus();
    }
    ui.data_mut(|data| data.insert_temp(id, (text.clone(), now, opened)));
    text
}

/// Sentence of a convention, with what differs from the paper.
fn with_differences(named: Named) -> String {
    let sentence = named.sentence();
    let differences = match named {
        Named::Sinusoid(convention) => convention.differences_from_paper(),
        Named::Grid(_) | Named::Bias(_) => Vec::new(),
    };
    if differences.is_empty() {
        return sentence.to_owned();
    }
    format!("{sentence} Differs from the paper: {}.", differences.join(", "))
}

fn group_ui(ui: &mut Ui, subject: Subject<'_>, group: &str) {
    ui.add_space(6.0);
    let font = style::font(Face::SemiBold, 11.0);
    let weak = style::color(subject.theme.weak_text);
    ui.label(RichText::new(group.to_uppercase()).font(font).color(weak));
}

/// Shows an entry. True if it was clicked.
fn entry_ui(
    ui: &mut Ui,
    subject: Subject<'_>,
    [title, sentence]: [&str; 2],
    is_chosen: bool,
    help: &str,
) -> bool {
    let text = entry_text(ui, subject, [title, sentence], is_chosen);
    let response = ui.add(
        egui::Button::selectable(is_chosen, text)
            .wrap()
            .min_size(egui::vec2(ui.available_width(), 0.0)),
    );
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, title)
    });
    if is_chosen && ui.is_sizing_pass() {
        response.scroll_to_me(Some(egui::Align::Center));
    }
    response.on_hover_text(help).clicked()
}

/// Title with the sentence below it.
fn entry_text(
    ui: &Ui,
    subject: Subject<'_>,
    [title, sentence]: [&str; 2],
    is_chosen: bool,
) -> LayoutJob {
    let theme = subject.theme;
    let (strong, weak) =
        if is_chosen { (theme.on_accent, theme.on_accent) } else { (theme.text, theme.weak_text) };
    let mut job = LayoutJob { halign: egui::Align::LEFT, ..LayoutJob::default() };
    let format = |size, color| {
        egui::TextFormat::simple(style::font(Face::Regular, size), style::color(color))
    };
    job.append(title, 0.0, format(13.5, strong));
    job.append(&format!("\n{sentence}"), 0.0, format(11.5, weak));
    job.wrap.max_width = ui.available_width();
    job
}

/// Differences from the paper, and the source.
fn about(named: Named) -> String {
    let Named::Sinusoid(convention) = named else { return format!("Source: {}", named.source()) };
    let differences = convention.differences_from_paper();
    let differs = if differences.is_empty() {
        "The paper's formula, column for column.".to_owned()
    } else {
        format!("Differs from the paper: {}.", differences.join(", "))
    };
    format!("{differs}\nSource: {}", convention.facts().source)
}

/// Sentence of the convention, or its parts if they were changed.
fn sentence(scene: &Scene) -> String {
    if let Some(grid) = scene.grid() {
        return grid.convention().facts().sentence.to_owned();
    }
    if let Some(bias) = scene.bias() {
        return bias.convention().facts().sentence.to_owned();
    }
    if scene.is_without_numbers() {
        return "It has no numbers to draw: what it says stands in the list.".to_owned();
    }
    if !scene.draft().encoding.family.is_sinusoidal() {
        return format!("{}.", scene.draft().encoding.family.sentence());
    }
    let convention = scene.draft().encoding.convention;
    if !scene.is_convention_changed() {
        return with_differences(Named::Sinusoid(convention));
    }
    let p = scene.sinusoid();
    let order = match p.order() {
        Order::SinFirst => "sine first",
        Order::CosFirst => "cosine first",
    };
    let parts = match (p.components(), p.layout()) {
        (Components::Both, Layout::Interleaved) => format!("interleaved, {order}"),
        (Components::Both, Layout::Split) => format!("in two blocks, {order}"),
        (Components::Sin, _) => "sine alone".to_owned(),
        (Components::Cos, _) => "cosine alone".to_owned(),
    };
    format!("Exponent {}, {parts}", p.exponent().formula(p.components(), p.odd_in_force()))
}

/// Shows what is particular about a scene, such as a limit of the original code, with a bar beside it.
fn notice_ui(ui: &mut Ui, subject: Subject<'_>, text: &str) {
    style::beside_bar(ui, subject.theme.accent, |ui| {
        ui.label(RichText::new(text).small().color(style::color(subject.theme.text)));
    });
}

fn formulas_ui(ui: &mut Ui, subject: Subject<'_>, waves: &Waves) {
    let scene = subject.scene;
    let facts = scene.draft().encoding.convention.facts();
    for formula in explanation::frequency_formulas(scene, waves) {
        formula_ui(ui, subject, &formula);
    }
    let code = explanation::code_formulas(scene, waves);
    if !code.is_empty() {
        let text = format!("In the code, in {}:", facts.arithmetic.key());
        ui.label(RichText::new(text).small().weak());
    }
    for formula in code {
        formula_ui(ui, subject, &formula);
    }
    ui.label(RichText::new(explanation::about_precision(scene, waves)).small());
    if !scene.draft().encoding.family.is_sinusoidal() {
        return;
    }
    if !scene.is_convention_changed() {
        ui.label(RichText::new(format!("Source: {}", facts.source)).small().weak());
    }
}

/// Shows a formula on a line of its own, smaller if it would not fit.
fn formula_ui(ui: &mut Ui, subject: Subject<'_>, formula: &Formula) {
    let widest = ui.available_width();
    let mut laid = formula.laid(FORMULA_SIZE);
    if laid.width > widest {
        laid = formula.laid(FORMULA_SIZE * (widest / laid.width).max(0.4));
    }
    let size = egui::vec2(widest, laid.ascent + laid.descent + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, formula.plain_text()));
    let at = egui::pos2(rect.left(), rect.top() + 2.0 + laid.ascent);
    paint::formula(ui.painter(), &laid, at, subject.theme);
}

/// Shows the lists of the order of columns.
fn arrangement_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let p = subject.scene.sinusoid();
    let layouts = Layout::ALL.iter().map(|&layout| (layout, layout.key().to_owned()));
    if let Some(layout) = choice(ui, subject, Key::Layout, "Layout", p.layout(), layouts) {
        set(actions, EncodingSetting::Layout(layout));
    }
    let orders = Order::ALL.iter().map(|&order| (order, order.key().to_owned()));
    if let Some(order) = choice(ui, subject, Key::Order, "Order", p.order(), orders) {
        set(actions, EncodingSetting::Order(order));
    }
}

/// Shows the parts of Fourier features.
fn fourier_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let draft = subject.scene.draft();
    let factors = FourierFactor::ALL.iter().map(|&it| (it, it.words().to_owned()));
    if let Some(pi) = choice(ui, subject, Key::Pi, "Frequencies", draft.encoding.pi, factors) {
        set(actions, EncodingSetting::Pi(pi));
    }
    let identity = [(true, "in the first column"), (false, "left out")];
    let identity = identity.into_iter().map(|(is_there, text)| (is_there, text.to_owned()));
    if let Some(is_there) =
        choice(ui, subject, Key::Identity, "x itself", draft.encoding.identity, identity)
    {
        set(actions, EncodingSetting::Identity(is_there));
    }
    arrangement_ui(ui, subject, actions);
}

/// Shows the lists of the parts of a convention.
pub(super) fn parts_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let p = subject.scene.sinusoid();
    let exponents = Exponent::ALL
        .iter()
        .map(|&e| (e, format!("{}: e = {}", e.key(), e.formula(p.components(), p.odd_in_force()))));
    let chosen = choice(ui, subject, Key::Exponent, "Exponent", p.exponent(), exponents);
    if let Some(exponent) = chosen {
        set(actions, EncodingSetting::Exponent(exponent));
    }
    arrangement_ui(ui, subject, actions);
    let components = Components::ALL.iter().map(|&part| (part, part.key().to_owned()));
    if let Some(part) =
        choice(ui, subject, Key::Components, "Components", p.components(), components)
    {
        set(actions, EncodingSetting::Components(part));
    }
    // A rounding that is set is shown beside the parts.
    if subject.scene.draft().encoding.round.is_exact() {
        rounding_ui(ui, subject, actions);
    }
}
