//! The controls that all views of words have in common.

use egui::Ui;

use super::{question, request, typing};
use crate::{
    action::{Action, Change, Gesture},
    scene::{Key, PRESETS},
    tokens::{Join, Overlong, VectorsError},
    views::{
        Answers, Subject,
        controls::{changed_by, choice_ui, is_left, of_key, point_out},
    },
};

/// What stands above them.
pub(super) const TITLE: &str = "Words";
/// What they change.
pub(super) const KEYS: &[Key] =
    &[Key::Sentence, Key::Vectors, Key::Scaled, Key::Join, Key::Overlong];

/// The sentence, how it comes together with its positions, and where the embeddings are from.
pub(super) fn ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    if is_left(subject.scene, Key::Sentence) {
        sentence_ui(ui, subject, actions);
    }
    choices_ui(ui, subject, actions);
    vectors_ui(ui, subject, actions);
}

fn sentence_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let draft = subject.scene.draft();
    let mut text = draft.sentence.text().to_string();
    let mut layouter = typing::lines;
    let edit = egui::TextEdit::multiline(&mut text)
        .layouter(&mut layouter)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .hint_text("Type a sentence");
    let scroll = egui::ScrollArea::vertical().id_salt("sentence").max_height(76.0);
    let response = scroll.show(ui, |ui| ui.add(edit)).inner;
    let response = response.accessible_name("Sentence").on_hover_text(Key::Sentence.help());
    changed_by(&response, Key::Sentence, &text, actions);
    point_out(ui, Key::Sentence, response.rect);
    let preset = PRESETS.iter().find(|preset| preset.title == "Black and brown");
    if let Some(preset) = preset
        && ui.button(preset.title).on_hover_text(preset.sentence).clicked()
    {
        // Only the sentence is another: views and controls are the window's.
        let (text, views) = (preset.text_without_views(), draft.views);
        let controls = draft.controls.map(|left| format!("&controls={left}")).unwrap_or_default();
        actions.push(Action::LoadScene(format!("{text}&views={views}{controls}")));
    }
}

fn choices_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let draft = subject.scene.draft();
    let mut set = |key, value: &str| {
        actions.push(Action::Edit(Change::value(key, value), Gesture::Single));
    };
    of_key(ui, subject.scene, Key::Join, |ui| {
        for (join, title, help) in [
            (Join::Add, "Add", "embedding + PE: of one width"),
            (Join::Concatenate, "Concatenate", "One after the other: the widths add up"),
        ] {
            if choice_ui(ui, draft.join == join, title, help) {
                set(Key::Join, join.key());
            }
        }
    });
    of_key(ui, subject.scene, Key::Scaled, |ui| {
        let mut is_scaled = draft.scaled;
        let checkbox = ui.checkbox(&mut is_scaled, "Embedding × √d_model");
        if checkbox.on_hover_text(Key::Scaled.help()).changed() {
            set(Key::Scaled, &is_scaled.to_string());
        }
    });
    of_key(ui, subject.scene, Key::Overlong, |ui| {
        ui.label("Beyond the length").on_hover_text(Key::Overlong.help());
        for (overlong, title, help) in [
            (Overlong::Cut, "Cut", "Tokens beyond the last position are left out"),
            (Overlong::Refuse, "Refuse", "A sentence of more tokens is not accepted"),
        ] {
            if choice_ui(ui, draft.overlong == overlong, title, help) {
                set(Key::Overlong, overlong.key());
            }
        }
    });
}

fn vectors_ui(ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
    let file = subject.scene.draft().vectors.as_ref();
    of_key(ui, subject.scene, Key::Vectors, |ui| {
        let help = Key::Vectors.help();
        if choice_ui(ui, file.is_none(), "Toy embeddings", "Made up from the words") {
            actions.push(Action::Edit(Change::value(Key::Vectors, "toy"), Gesture::Single));
        }
        if choice_ui(ui, file.is_some(), "Word vectors…", help) {
            actions.push(Action::ChooseVectors);
        }
        if let Some(file) = file
            && subject.answers.is_withheld(&question(subject.scene, subject.table))
            && ui.button("Read the file").on_hover_text(file.text()).clicked()
        {
            actions.push(Action::ReadVectors(file.text().to_owned()));
        }
    });
    if let Some(Err(error)) = Answers::tokens(subject, &request(subject.scene, subject.table))
        && let VectorsError::Width { width, .. } = &**error
        && ui.button(format!("Set d_model to {width}")).clicked()
    {
        let change = Change::value(Key::DModel, width.to_string());
        actions.push(Action::Edit(change, Gesture::Single));
    }
}
