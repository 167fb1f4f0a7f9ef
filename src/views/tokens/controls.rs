//! Controls shared by all token views.

use super::request::request;
use crate::{
    action::{Action, Gesture},
    scene::{Key, PRESETS, Setting},
    tokens::{Join, Overlong, VectorsError},
    views::{
        Subject,
        controls::{Control, ControlRow},
    },
};

/// Heading of the controls.
pub(super) const TITLE: &str = "Words";
/// Scene keys that the controls change.
pub(super) const KEYS: &[Key] =
    &[Key::Sentence, Key::Vectors, Key::Scaled, Key::Join, Key::Overlong];

/// Rows of controls for the sentence, for its combination with the positions, and for the source of the
/// embeddings.
pub(super) fn rows(subject: Subject<'_>) -> Vec<ControlRow> {
    let mut rows = sentence(subject);
    rows.extend(choices(subject));
    rows.push(vectors(subject));
    rows.extend(width(subject));
    rows
}

fn sentence(subject: Subject<'_>) -> Vec<ControlRow> {
    let draft = subject.scene.draft();
    let text = Control::Text {
        name: "Sentence",
        hint: "Type a sentence",
        text: draft.sentence.text().to_string(),
    };
    let preset = PRESETS.iter().find(|preset| preset.title == "Black and brown");
    let preset = preset.map(|preset| {
        // The preset keeps the open views and the visible controls.
        let (text, views) = (preset.text_without_views(), draft.views);
        let controls = draft.controls.map(|shown| format!("&controls={shown}")).unwrap_or_default();
        let action = Action::LoadScene(format!("{text}&views={views}{controls}"));
        let button = Control::Button {
            title: preset.title.to_owned(),
            help: preset.sentence.to_owned(),
            action: Some(action),
        };
        ControlRow::new(Key::Sentence, [button])
    });
    [ControlRow::new(Key::Sentence, [text])].into_iter().chain(preset).collect()
}

fn choices(subject: Subject<'_>) -> [ControlRow; 3] {
    let draft = subject.scene.draft();
    let join = [
        (Join::Add, "Add", "embedding + PE, of equal width"),
        (Join::Concatenate, "Concatenate", "One after the other; the widths add up"),
    ];
    let join = join.map(|(join, title, help)| {
        Control::choice(title, help, draft.join == join, Setting::Join(join))
    });
    let scaled = Control::Toggle {
        title: "Embedding × √d_model",
        is_on: draft.scaled,
        setting: Setting::Scaled(!draft.scaled),
    };
    let overlong = [
        (Overlong::Cut, "Truncate", "Tokens beyond the last position are left out"),
        (Overlong::Refuse, "Reject", "Sentences with more tokens are rejected"),
    ];
    let overlong = overlong.map(|(overlong, title, help)| {
        Control::choice(title, help, draft.overlong == overlong, Setting::Overlong(overlong))
    });
    let label = Control::label("Sentence too long", Key::Overlong);
    [
        ControlRow::new(Key::Join, join),
        ControlRow::new(Key::Scaled, [scaled]),
        ControlRow::new(Key::Overlong, [label].into_iter().chain(overlong).collect::<Vec<_>>()),
    ]
}

fn vectors(subject: Subject<'_>) -> ControlRow {
    let file = subject.scene.draft().vectors.as_ref();
    let mut controls = vec![
        Control::choice(
            "Toy embeddings",
            "Generated from the words",
            file.is_none(),
            Setting::Vectors(None),
        ),
        Control::Choice {
            title: "Word vectors…".to_owned(),
            help: Key::Vectors.help(),
            is_chosen: file.is_some(),
            actions: vec![Action::ChooseVectors],
        },
    ];
    if let Some(file) = file
        && subject.results.is_withheld(&request(subject.scene, subject.table).into())
    {
        controls.push(Control::Button {
            title: "Read the file".to_owned(),
            help: file.text().to_owned(),
            action: Some(Action::ReadVectors(file.text().to_owned())),
        });
    }
    ControlRow::new(Key::Vectors, controls)
}

/// Button that sets `d_model` to the width of the word vectors; `None` unless the two differ.
fn width(subject: Subject<'_>) -> Option<ControlRow> {
    let tokens = subject.results.find(&request(subject.scene, subject.table))?;
    let Err(error) = &**tokens else { return None };
    let VectorsError::Width { width, .. } = **error else { return None };
    // A width beyond the limits is rejected like a typed one.
    let action = match Setting::parse(Key::DModel, &width.to_string()) {
        Ok(setting) => Action::Edit(setting, Gesture::Single),
        Err(error) => Action::Refuse(error),
    };
    let button = Control::Button {
        title: format!("Set d_model to {width}"),
        help: Key::DModel.help().to_owned(),
        action: Some(action),
    };
    Some(ControlRow::new(Key::Vectors, [button]))
}
