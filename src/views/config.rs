//! Configuration of a model: every number, and where it comes from.

use super::{Behavior, Descriptor, Subject, ViewSides};
use crate::{
    encoding::rotary::Rotary,
    model::{LayerSet, MechanismKind, Model, runs},
    picture::{Body, FieldRow, Fields, Figure, number},
    scene::{Key, Scene, What, listed_mechanism},
};

pub(super) struct ConfigView;

fn warning(name: &str, value: impl Into<String>, remark: impl Into<String>) -> FieldRow {
    FieldRow::new(name, value, remark).warned(true)
}

/// Fields whose key in the scene has a value of its own, by the name of the field.
fn key_of(field: &str) -> Option<Key> {
    match field {
        "rope_type" => Some(Key::Scaling),
        "original_max_position_embeddings" | "max_position_embeddings" => Some(Key::TrainedLength),
        other => Key::from_key(other).ok(),
    }
}

/// Rows of a set of layers, where the scene sets nothing else.
fn of_set(scene: &Scene, rotary: &Rotary, set: &LayerSet) -> Vec<FieldRow> {
    let mut rows = vec![FieldRow::new(&set.name, set.layers_text(), "")];
    for field in set.fields() {
        let own = key_of(&field.name).and_then(|key| scene.draft().text(key));
        rows.push(match (own, field.value, field.origin) {
            (Some(own), ..) => FieldRow::new(&field.name, own, "set here"),
            (None, Some(value), origin) => FieldRow::new(
                &field.name,
                value,
                origin.map_or_else(String::new, |it| it.to_string()),
            ),
            (None, None, _) => warning(&field.name, "not known", consequence(&field.name)),
        });
    }
    let gain = rotary.attention_factor();
    if gain.to_bits() != 1.0_f64.to_bits() {
        let square = number::shortest(gain * gain);
        rows.push(FieldRow::new("a²", square, "scores grow by it"));
    }
    rows
}

/// Consequence of a number that is not known.
fn consequence(field: &str) -> &'static str {
    match field {
        "pairing" => "set pairing: halves joins i and i + D/2, adjacent 2i and 2i + 1",
        "rotary_dim" => "set rotary_dim: all of the head, or a part of it",
        _ => "set it under Encoding",
    }
}

/// Rows about the whole model.
fn of_model(scene: &Scene, model: &Model) -> Vec<FieldRow> {
    let mut rows = vec![FieldRow::new(
        "model_type",
        model.model_type.as_deref().unwrap_or("not known"),
        format!("read as {}", model.reader.title()),
    )];
    rows.extend(model.part.as_ref().map(|part| FieldRow::new("part", part, "")));
    let mechanisms = scene.mechanisms();
    let tokens = listed_mechanism::tokens_that_fit(&mechanisms, Some(model));
    let listed = listed_mechanism::listed(&mechanisms);
    match (&mechanisms[..], tokens) {
        // The rows below say the rest about a rotation that is all there is.
        ([only], Some([value, _length]))
            if only.kind == MechanismKind::Rotary && only.note.is_none() =>
        {
            rows.push(FieldRow::new("tokens that fit", value, &*listed[0].sentence));
        }
        (_, tokens) => {
            rows.extend(
                tokens.map(|[value, remark]| FieldRow::new("tokens that fit", value, remark)),
            );
            rows.extend(
                listed.into_iter().map(|it| FieldRow::new(&it.place, it.kind, it.sentence)),
            );
        }
    }
    if !model.unrotated_layers.is_empty() {
        rows.push(FieldRow::new(
            "not rotated",
            format!("layers {}", runs(&model.unrotated_layers)),
            "",
        ));
    }
    rows
}

/// Rows about keys that are not read, and about anything unusual.
fn remarks(model: &Model) -> Vec<FieldRow> {
    let unread = model.unread_keys.iter().map(|(key, nearest)| {
        let hint = nearest.as_ref().map(|it| format!("did you mean {it}?")).unwrap_or_default();
        warning("not read", key, hint)
    });
    let is_of_key = |notice: &&String| {
        model.unread_keys.iter().any(|(key, _)| notice.starts_with(key.as_str()))
    };
    let notices = model.notices.iter().filter(|notice| !is_of_key(notice));
    let notices = notices.map(|notice| FieldRow::new("notice", "", notice));
    unread.chain(notices).collect()
}

/// Rows of an encoding without a model.
fn alone(scene: &Scene, rotary: &Rotary) -> Vec<FieldRow> {
    let from = |key: Key| if scene.draft().text(key).is_some() { "set here" } else { "default" };
    let pairing = rotary.pairing().map_or("not known", |it| it.key());
    let mut rows = vec![
        FieldRow::new("base", number::shortest(rotary.base()), from(Key::Base)),
        FieldRow::new("head_dim", rotary.head_dim().to_string(), from(Key::HeadDim)),
        FieldRow::new("rotary_dim", rotary.rotary_dim().to_string(), from(Key::RotaryDim)),
        FieldRow::new("pairing", pairing, from(Key::Pairing)),
        FieldRow::new("rope_type", rotary.scaling().key(), from(Key::Scaling)),
    ];
    rows.extend(
        rotary
            .scaling()
            .factor()
            .map(|factor| FieldRow::new("factor", number::shortest(factor), from(Key::Factor))),
    );
    rows.extend(rotary.scaling().trained_length().map(|length| {
        FieldRow::new("trained_length", number::shortest(length), from(Key::TrainedLength))
    }));
    rows.push(FieldRow::new(
        "attention_factor",
        number::shortest(rotary.attention_factor()),
        from(Key::AttentionFactor),
    ));
    rows
}

fn rows(subject: Subject<'_>) -> Option<Vec<FieldRow>> {
    let scene = subject.scene;
    let rotary = scene.rotary()?;
    let Some((model, set)) = scene.model().zip(scene.layer_set()) else {
        return Some(alone(scene, rotary));
    };
    let mut rows = of_model(scene, model);
    rows.extend(of_set(scene, rotary, set));
    rows.extend(remarks(model));
    Some(rows)
}

impl Behavior for ConfigView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: super::Requirement::Rotary,
            sides: ViewSides::Both,
            copies: What::Frequencies,
            shown_with: "model=llama-3.2-1b",
            ..Descriptor::of("What the config says")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let rows = rows(subject).unwrap_or_default();
        self.drawn(
            subject,
            "every number, and where it comes from",
            Body::Fields(Fields { headings: ["number", "value", "from"], rows }),
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let rows = rows(subject).unwrap_or_default();
        format!("{}. {}", self.title(), FieldRow::sentences(&rows))
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        Some(FieldRow::tab_separated(&rows(subject)?))
    }
}
