//! Mechanisms of a configuration, in agreement with what was read of its rotation.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    mechanism_keys::object_at,
    mechanism_kind::MechanismKind,
    mechanisms::{IN_LAYERS, Mechanism, add, is_known, reads, switched_off},
    parts::type_of,
    read::Model,
};

/// Rotation of a model whose class says nothing else.
pub(super) fn of_rotation(model: &Model) -> Mechanism {
    let (kind, place) = (MechanismKind::Rotary, "text decoder".to_owned());
    let layers = rotated_layers(model).filter(|_| !model.unrotated_layers.is_empty());
    Mechanism { kind, place, layers, ..Mechanism::default() }
}

/// Mechanisms of a configuration or of a part of it, with what is known of its rotary layers; `None` for a model type
/// that is not known.
pub(super) fn mechanisms(
    object: &Map<String, Value>,
    part: Option<&str>,
    rotary: Option<&Model>,
) -> Option<Vec<Mechanism>> {
    let model_type = type_of(object)?;
    let mut found = Vec::new();
    add(&mut found, model_type, object, None, 0)?;
    if let Some(name) = part {
        found.retain(|it| it.part.as_deref().is_some_and(|own| is_within(own, name)));
        if let (true, Some(inner)) = (found.is_empty(), object_at(object, name)) {
            let own = inner.get("model_type").and_then(Value::as_str).filter(|own| is_known(own));
            let own = own.or_else(|| rotary?.model_type.as_deref());
            add(&mut found, own?, inner, part, 0)?;
        }
    }
    if found.is_empty() && rotary.is_none() && part.is_none() {
        found.extend(switched_off(model_type));
    }
    if let Some(model) = rotary {
        agree(&mut found, model);
    }
    tell_other_positions(&mut found, model_type, object);
    Some(found)
}

/// Tells that a file asks for other positions than the learned table of its class, which does not read the key: in
/// place of the table where the model has code of its own, else as a note.
fn tell_other_positions(found: &mut [Mechanism], model_type: &str, object: &Map<String, Value>) {
    const KEY: &str = "position_embedding_type";
    // MosaicBERT and its like.
    const SLOPES: &str = "alibi_starting_size";
    let asked = object.get(KEY).and_then(Value::as_str).filter(|it| *it != "absolute");
    let asked = asked.filter(|_| !reads(model_type, KEY));
    let has_code = object.contains_key("auto_map");
    let size = object.get(SLOPES).filter(|_| has_code && !reads(model_type, SLOPES));
    let Some((said, kind)) = asked
        .map(|it| (format!("{KEY} is {it:?}"), it))
        .or_else(|| size.map(|it| (format!("{SLOPES} is {it}"), "alibi")))
    else {
        return;
    };
    let table = found.iter_mut().find(|it| it.kind == MechanismKind::Learned && it.is_of_text());
    let Some(table) = table else { return };
    let kind = MechanismKind::from_key(kind).ok().filter(|_| has_code);
    if let Some(kind @ (MechanismKind::Alibi | MechanismKind::Rotary)) = kind {
        let is_alibi = kind == MechanismKind::Alibi;
        *table = Mechanism {
            kind,
            convention: is_alibi.then(|| "alibi-mosaic-bert".to_owned()),
            place: table.place.clone(),
            part: table.part.clone(),
            heads: table.heads,
            note: Some(format!(
                "{said}, which the model's own code (auto_map) reads; the class of transformers does not, and would \
                 have a learned table"
            )),
            ..Mechanism::default()
        };
        return;
    }
    let code = if has_code {
        "the model's own code (auto_map) does"
    } else {
        "older releases and a model's own code may"
    };
    let own = table.note.take().map(|own| format!("{own}; ")).unwrap_or_default();
    table.note = Some(format!("{own}{said}, which the class does not read, but {code}"));
}

/// True for a part, and for parts of it.
fn is_within(part: &str, whole: &str) -> bool {
    part.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Layers that rotate, in ascending order; `None` if they are not known.
fn rotated_layers(model: &Model) -> Option<Vec<u32>> {
    let sets: Option<Vec<&Vec<u32>>> = model.sets.iter().map(|set| set.layers.as_ref()).collect();
    let sets = sets.filter(|sets| !sets.is_empty())?;
    let all: BTreeSet<u32> = sets.into_iter().flatten().copied().collect();
    Some(all.into_iter().collect())
}

/// Takes the layers that rotate from what was read of the rotation.
fn agree(found: &mut Vec<Mechanism>, model: &Model) {
    let Some(rotated) = rotated_layers(model) else { return };
    let part = model.part.as_deref();
    let is_text = part.is_none_or(|part| !part.contains("vision") && !part.contains("audio"));
    let mut of_text = found.iter_mut().filter(|it| it.kind.is_rotary() && it.is_of_text());
    if let Some(first) = of_text.next().filter(|_| is_text)
        && of_text.next().is_none()
    {
        first.layers = (!model.unrotated_layers.is_empty()).then_some(rotated);
        // Which layers they are is known now.
        let notes = first
            .note
            .take()
            .into_iter()
            .flat_map(|note| note.split("; ").map(ToOwned::to_owned).collect::<Vec<String>>());
        let notes: Vec<String> = notes.filter(|it| !it.starts_with(IN_LAYERS)).collect();
        first.note = (!notes.is_empty()).then(|| notes.join("; "));
    }
    found.retain(|it| it.layers.as_ref().is_none_or(|layers| !layers.is_empty()));
}
