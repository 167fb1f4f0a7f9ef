//! Mechanisms that tell a model where a token stands: those of its class in transformers, with the numbers of its file.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    expression, keys,
    mechanism_keys::{MechanismKeys, object_at},
    mechanism_kind::MechanismKind,
    mechanism_rows::{MechanismRow, TypeRow, types},
    name_pattern::NamePattern,
};

/// Mechanism that can tell a model where a token stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mechanism {
    /// Kind.
    pub kind: MechanismKind,
    /// Convention of its sinusoids or of its bias, where it is one of those by name.
    pub convention: Option<String>,
    /// Part of the model: `text decoder`, `vision`.
    pub place: String,
    /// Number of rows or buckets; `None` if there are none, or if they are not known.
    pub rows: Option<u64>,
    /// Row of the first token.
    pub first_row: Option<u64>,
    /// Names of the tensors that hold it, below the base model.
    pub tensor: Option<String>,
    /// Their names in published files, where the class has renamed them.
    pub published_tensor: Option<String>,
    /// Layers that have it, counted from 0; `None` for all.
    pub layers: Option<Vec<u32>>,
    /// Remark on what is special, and why a number is not known.
    pub note: Option<String>,
    /// Coordinates by which it turns, where the kind does not tell them.
    pub axes: Vec<String>,
    /// Width of the rows, where the configuration tells it.
    pub width: Option<u64>,
    /// Number of heads, where the configuration tells it.
    pub heads: Option<u64>,
    /// Distance from which on all offsets share a bucket, where the file says it.
    pub max_distance: Option<u64>,
    /// Configuration within the file that it belongs to, with dots between nested ones.
    pub part: Option<String>,
    /// Meaning of the rows, if they do not stand for tokens: `page coordinates`.
    pub rows_of: Option<String>,
    /// True if a sequence cannot be longer than the rows.
    pub is_limit: bool,
    /// Largest number of tokens where no rows tell it.
    pub limit: Option<u64>,
    /// True for rows that are made anew, or interpolated, where more are needed.
    pub grows: bool,
}

impl Mechanism {
    /// Largest number of tokens that fit; `None` if it is no limit, or not known.
    pub fn max_tokens(&self) -> Option<u64> {
        let of_rows = self.rows.filter(|_| self.is_limit);
        self.limit.or_else(|| Some(of_rows?.saturating_sub(self.first_row.unwrap_or(0))))
    }

    /// Patterns of the names of its tensors.
    pub fn patterns(&self) -> Vec<NamePattern> {
        let texts = self.tensor.iter().chain(&self.published_tensor);
        texts.flat_map(|text| NamePattern::all(text)).collect()
    }

    /// True for positions of tokens of text, or of the only input.
    pub(super) fn is_of_text(&self) -> bool {
        let others =
            ["vision", "audio", "video", "object", "connector", "Q-Former", "layout", "time"];
        !others.iter().any(|other| self.place.contains(other))
    }
}

/// Name of a kind of mechanisms or of tensors about positions, in lists.
pub fn kind_title(kind: &str) -> String {
    match kind {
        "alibi" => "ALiBi".to_owned(),
        "t5_bias" => "bias by buckets".to_owned(),
        "inv_freq" => "rotary frequencies".to_owned(),
        "rotary_2d" => "rotary, two axes".to_owned(),
        "rotary_3d" => "rotary, three axes".to_owned(),
        kind => kind.replace('_', " "),
    }
}

/// Absence of positions in a known type whose file switches every mechanism off.
pub(super) fn switched_off(model_type: &str) -> Option<Mechanism> {
    let row = types().get(model_type)?;
    let conditions = row.mechanisms.iter().filter_map(|it| it.condition.as_deref());
    let keys = conditions.flat_map(expression::names);
    let keys: BTreeSet<String> = keys.filter(|key| row.defaults.contains_key(key)).collect();
    let keys: Vec<String> = keys.into_iter().collect();
    Some(Mechanism {
        kind: MechanismKind::Nothing,
        place: row.mechanisms.first()?.place.clone(),
        note: Some(format!("switched off by {}", keys.join(", "))),
        ..Mechanism::default()
    })
}

/// Other model type whose attention a configuration has: that of Llama for `deepseek_v2` without latent attention.
pub(super) fn type_of_attention(
    model_type: &str,
    object: &Map<String, Value>,
) -> Option<&'static str> {
    let has_no_latent = object.get(LATENT) == Some(&Value::Bool(false));
    (has_no_latent && model_type.starts_with("deepseek_v")).then_some("llama")
}

/// Key of the switch of latent attention, which a model's own code reads.
pub(super) const LATENT: &str = "use_mla";

/// True if a model type is known.
pub(super) fn is_known(model_type: &str) -> bool {
    types().contains_key(model_type)
}

/// True if a mechanism of a model type speaks of a key.
pub(super) fn reads(model_type: &str, key: &str) -> bool {
    let mechanisms = types().get(model_type).map(|row| row.mechanisms.as_slice());
    mechanisms.unwrap_or_default().iter().any(|it| {
        let texts = [&it.rows, &it.condition, &it.width, &it.limit];
        texts.into_iter().flatten().any(|text| expression::names(text).any(|name| name == key))
    })
}

/// True if a model type is known, and none of its parts rotates.
pub(super) fn does_not_rotate(model_type: &str) -> bool {
    let is_rotary = |it: &MechanismRow| it.kind.is_rotary();
    types().get(model_type).is_some_and(|row| !row.mechanisms.iter().any(is_rotary))
}

/// Rotations of a model type itself.
fn own_rotations(
    model_type: &str,
) -> impl Iterator<Item = (&'static TypeRow, &'static MechanismRow)> {
    let is_own = |it: &&MechanismRow| {
        it.kind.is_rotary() && it.from.is_none() && !it.place.contains("indexer")
    };
    let row = types().get(model_type);
    row.into_iter().flat_map(move |row| {
        row.mechanisms.iter().filter(is_own).map(move |mechanism| (row, mechanism))
    })
}

/// Place of the rotation of a model type itself.
pub(super) fn place_of_rotation(model_type: &str) -> Option<&'static str> {
    own_rotations(model_type).map(|(_, it)| it.place.as_str()).next()
}

/// Layers of some types that rotate, by the conditions of the model type; `None` if one of its rotations has none, or
/// if the file does not tell.
pub(super) fn rotating(
    model_type: &str,
    keys: &keys::Keys<'_>,
    types: &[String],
    num_layers: u32,
) -> Option<Vec<bool>> {
    let mut rotating: Option<Vec<bool>> = None;
    for (row, rotation) in own_rotations(model_type) {
        let condition = rotation.condition.as_deref()?;
        // The keys of the condition are read.
        for name in expression::names(condition) {
            keys.value(&name);
        }
        let object = keys.object();
        let names = MechanismKeys {
            object,
            row,
            from: None,
            inner_type: None,
            types,
            num_layers: Some(num_layers),
        };
        let holds = |layer| expression::truth(condition, &names, Some(layer));
        let own: Vec<bool> = (0..num_layers).map(holds).collect::<Option<_>>()?;
        rotating = Some(match rotating {
            Some(others) => own.iter().zip(others).map(|(own, other)| *own || other).collect(),
            None => own,
        });
    }
    rotating
}

/// Adds the mechanisms of a configuration. A configuration within it of another model type than the class's own brings
/// those of that type.
pub(super) fn add(
    found: &mut Vec<Mechanism>,
    model_type: &str,
    object: &Map<String, Value>,
    part: Option<&str>,
    depth: u32,
) -> Option<()> {
    /// Deepest nesting.
    const DEEPEST: u32 = 4;
    let model_type = type_of_attention(model_type, object).unwrap_or(model_type);
    let row = types().get(model_type)?;
    let within = |from: &str| part.map_or_else(|| from.to_owned(), |part| format!("{part}.{from}"));
    let mut replaced: Vec<&str> = Vec::new();
    for mechanism in &row.mechanisms {
        let inner =
            mechanism.from.as_deref().and_then(|from| Some((from, object_at(object, from)?)));
        if let Some((from, inner)) = inner {
            let own = inner.get("model_type").and_then(Value::as_str);
            let own = own.filter(|own| Some(*own) != mechanism.model_type.as_deref());
            let own = own.filter(|own| is_known(own) && depth < DEEPEST);
            if replaced.contains(&from) {
                continue;
            }
            // The parts of some files have the type of the whole.
            if let Some(own) = own.filter(|own| *own != model_type) {
                replaced.push(from);
                let before = found.len();
                add(found, own, inner, Some(&within(from)), depth + 1)?;
                if from == "decoder" {
                    drop_encoder(found, before);
                }
                continue;
            }
        }
        let from = mechanism.from.as_deref();
        let inner_type = inner.and(mechanism.model_type.as_deref());
        let keys = MechanismKeys { object, row, from, inner_type, types: &[], num_layers: None };
        let own = from.map(&within).or_else(|| part.map(ToOwned::to_owned));
        found.extend(resolved(mechanism, &keys).map(|it| Mechanism { part: own, ..it }));
    }
    Some(())
}

/// Drops the encoder of a type that brings its own from the mechanisms after the first `num`: where it is the decoder
/// of another, only its decoder is built.
fn drop_encoder(found: &mut Vec<Mechanism>, num: usize) {
    let mut own = found.split_off(num);
    if own.iter().any(|it| it.place.contains("decoder")) {
        own.retain(|it| it.place != "encoder");
    }
    found.append(&mut own);
}

/// Mechanism with the numbers of a file; `None` if the file or the class switches it off.
fn resolved(row: &MechanismRow, keys: &MechanismKeys<'_>) -> Option<Mechanism> {
    let mut notes: Vec<String> = Vec::new();
    let mut layers = None;
    match &row.condition {
        Some(condition) if expression::is_of_layers(condition) => {
            let holds = |layer| expression::truth(condition, keys, Some(layer));
            let num = keys.num_layers();
            let all: Option<Vec<bool>> = num.and_then(|num| (0..num).map(holds).collect());
            match all {
                Some(all) => {
                    let own: Vec<u32> =
                        (0..).zip(&all).filter(|(_, it)| **it).map(|(i, _)| i).collect();
                    if own.is_empty() {
                        return None;
                    }
                    layers = (own.len() < all.len()).then_some(own);
                }
                None => {
                    notes.push(format!("{IN_LAYERS}{condition}, which the file does not tell"));
                }
            }
        }
        Some(condition) => match expression::truth(condition, keys, None) {
            Some(true) => {}
            Some(false) => return None,
            None => notes.push(format!("if {condition}")),
        },
        None => {}
    }
    let rows = row.rows.as_deref().and_then(|text| expression::number(text, keys));
    if let Some(text) = row.rows.as_deref().filter(|_| rows.is_none()) {
        notes.push(format!("rows: {text}"));
    }
    let first_row = match &row.offset {
        Some(Value::String(text)) => expression::number(text, keys),
        Some(value) => value.as_u64(),
        None => None,
    };
    notes.extend(row.note.clone());
    let width =
        ["hidden_size", "d_model", "n_embd", "embed_dim", "emb_dim", "dim", "encoder_hidden_size"];
    let heads = [
        "num_attention_heads",
        "n_head",
        "n_heads",
        "num_heads",
        "encoder_attention_heads",
        "num_decoder_attention_heads",
    ];
    Some(Mechanism {
        kind: row.kind,
        convention: row.convention.clone(),
        place: row.place.clone(),
        rows,
        first_row,
        tensor: row.tensor.clone(),
        published_tensor: row.hub_tensor.clone(),
        layers,
        note: (!notes.is_empty()).then(|| notes.join("; ")),
        axes: Vec::new(),
        width: match &row.width {
            Some(own) => expression::number(own, keys),
            None => keys.whole(&width),
        },
        heads: keys.whole(&heads),
        max_distance: keys.whole(&["relative_attention_max_distance"]),
        part: None,
        rows_of: row.of.clone(),
        is_limit: row.kind.is_limited_by_rows() && !row.grows && row.of.is_none(),
        limit: row.limit.as_deref().and_then(|text| expression::number(text, keys)),
        grows: row.grows,
    })
}

/// Beginning of a note about layers that are not known.
pub(super) const IN_LAYERS: &str = "in layers with ";
