//! Sentences about what a configuration leaves open, and what frequencies do not show.

use super::{
    block::ScalingBlock,
    class::{ORIGINAL, class_of, classes, model_types},
    keys::Keys,
    mechanisms,
    reader::{OwnKey, Reader, own_keys},
    set::LayerSet,
};
use crate::likeness::meant_text;

/// Sentence about a model type that has no class.
pub(super) fn unknown_type_notice(model_type: Option<&str>) -> String {
    let release = &classes().transformers;
    match model_type {
        Some(own) if mechanisms::is_known(own) => format!(
            "The frequencies of the model type {own:?} are not known here: only what the file says is shown."
        ),
        Some(own) => format!(
            "transformers {release} has no class for the model type {own:?}{}: only what the file says is shown.",
            meant_text(own, model_types())
        ),
        None => "The file has no model_type: only what the file says is shown.".to_owned(),
    }
}

/// Sentence about the class that `architectures` names, where it has the name of one of transformers: which dimensions
/// that one turns together.
pub(super) fn namesake(keys: &Keys<'_>) -> Option<String> {
    let own = keys.object().get("architectures")?.get(0)?.as_str()?;
    let stem = own.split("For").next()?.trim_end_matches("LMHeadModel").trim_end_matches("Model");
    let letters = |text: &str| text.replace(['_', '-'], "").to_lowercase();
    let model_type = model_types().find(|it| letters(it) == letters(stem))?;
    let pairing = class_of(model_type)?.pairing.as_deref()?;
    Some(format!(
        "architectures lists {own}, the class of {model_type}, which has the pairing {pairing}; the model's own code may \
         differ."
    ))
}

/// Questions that an unknown model type leaves open, with the consequence of each answer.
pub(super) fn questions(is_known: bool, sets: &[LayerSet], notices: &mut Vec<String>) {
    for set in sets {
        if set.pairing.is_none() {
            notices.push(format!(
                "{}: which dimensions turn together? With halves k and k + D/2, with adjacent 2k and 2k + 1; caches are \
                 the same, scores are not.",
                set.name
            ));
        }
        if is_known {
            continue;
        }
        if set.base.is_none() {
            notices.push(format!(
                "{}: which base? Most models without the key have 10,000.",
                set.name
            ));
        }
        if set.head_dim.is_none() {
            notices.push(format!(
                "{}: how wide is a head? The file has no head_dim, and no hidden_size with num_attention_heads.",
                set.name
            ));
        }
        if let (None, Some(head)) = (&set.rotary_dim, &set.head_dim) {
            notices.push(format!(
                "{}: is the whole head rotated? Then {} dimensions in {} pairs; with partial_rotary_factor 0.5, {}.",
                set.name,
                head.value,
                head.value / 2,
                head.value / 2
            ));
        }
        if set.rope_type.value == "ntk" {
            notices.push(format!(
                "{}: is ntk fixed? Then the base is multiplied by factor^(D/(D − 2)) once, as shown; if it is dynamic, only \
                 beyond the trained length.",
                set.name
            ));
        }
    }
}

/// Sentence about a list of layers of a type that is not known.
pub(super) fn unknown_list(key: &str) -> String {
    format!("{key} says something of each layer: which layers rotate is not known.")
}

/// Sentence about a rotation by several coordinates, of which each turns some dimensions, if that is known.
pub(super) fn axes(class: &str, num_dims: Option<u32>) -> String {
    match num_dims {
        Some(num) => format!(
            "{class} rotates by row and column: each turns {num} dimensions of a head by the same {} frequencies.",
            num / 2
        ),
        None => {
            format!(
                "{class} rotates by the coordinates of several axes: its frequencies are not shown."
            )
        }
    }
}

/// Sentences about numbers of a file that a release of transformers leaves, and other programs read.
pub(super) fn other_readers<'a>(
    model_type: &'a str,
    keys: &'a Keys<'_>,
    reader: Reader,
) -> impl Iterator<Item = String> + 'a {
    own_keys(model_type).filter_map(move |OwnKey { name, key, .. }| {
        let found = keys.value(key)?.value;
        let is_left = reader.is_transformers() && reader.own_key(model_type, name).is_none();
        is_left.then(|| {
            format!(
                "The model's own code, vLLM and llama.cpp read {key}, {found}, as its {name}: see --as vllm."
            )
        })
    })
}

/// Notice about a factor of the queries that grows with the position p: 1 + β·ln(1 + ⌊p/M⌋).
pub(super) fn query_factor(block: &ScalingBlock) -> Option<String> {
    let number = |key: &str| block.parameters.get(key)?.value.as_f64();
    let (beta, length) = (number("llama_4_scaling_beta")?, number(ORIGINAL)?);
    (beta != 0.0).then(|| {
        format!(
            "{}: llama_4_scaling_beta: queries at position p are multiplied by 1 + {beta} · ln(1 + ⌊p / {length}⌋) besides.",
            block.set
        )
    })
}

/// Notices about keys that change positions in ways that frequencies do not show. What a known class does not read says
/// nothing about it.
pub(super) fn others(keys: &Keys<'_>, model_type: Option<&str>, notices: &mut Vec<String>) {
    let is_known = model_type.is_some_and(mechanisms::is_known);
    if !is_known && keys.flag("alibi").is_some_and(|it| it.value) {
        notices.push(
            "alibi is true: models with this key add a bias to the scores, and rotate nothing."
                .to_owned(),
        );
    }
    if !is_known
        && let Some(found) = keys.value("position_embedding_type")
        && let Some(kind) = found.value.as_str()
        && !matches!(kind, "rotary" | "rope")
    {
        notices.push(format!(
            "position_embedding_type is {kind:?}: does the model rotate? Models that read this key then do not."
        ));
    }
    let is_on = |key: &str| keys.flag(key).map(|it| it.value);
    if model_type == Some("llama") && is_on(mechanisms::LATENT) == Some(false) {
        notices.push(
            "use_mla is false: the model's own code then has the attention of Llama; transformers ignores the key."
                .to_owned(),
        );
    }
    if model_type == Some("zamba2") && is_on("use_long_context") == Some(true) {
        notices.push(
            "use_long_context is true: the class sets max_position_embeddings to 16384.".to_owned(),
        );
    }
    if keys.flag("attn_temperature_tuning").is_some_and(|it| it.value) {
        notices.push(
            "attn_temperature_tuning: in layers without rotation, queries grow with the position."
                .to_owned(),
        );
    }
}
