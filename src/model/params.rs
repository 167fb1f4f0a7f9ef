//! Files of makers without a model type: Meta's and Mistral's `params.json`, and that of `DeepSeek`'s inference code.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    block::ScalingBlock,
    class::{ALL, BASE, Class, KeyOfSets, ORIGINAL},
    origin::{Origin, Sourced},
};
use crate::encoding::rotary::pairing::Pairing;

/// True if an object is one of `params.json`.
pub(super) fn is_params(object: &Map<String, Value>) -> bool {
    !object.contains_key("model_type")
        && object.contains_key("dim")
        && (object.contains_key("n_heads") || object.contains_key("n_layers"))
}

/// Factor of yarn in `DeepSeek`'s files, and the length before it.
const FACTOR: &str = "rope_factor";
const ORIGINAL_LENGTH: &str = "original_seq_len";

/// Class that says where the numbers stand. The programs that these files belong to turn adjacent dimensions.
pub(super) fn class(object: &Map<String, Value>) -> Class {
    let aliases = [
        ("hidden_size", "dim"),
        ("num_attention_heads", "n_heads"),
        ("num_hidden_layers", "n_layers"),
        ("max_position_embeddings", "max_seq_len"),
    ];
    let base = KeyOfSets { sets: vec![ALL.to_owned()], dims: false };
    let base = BTreeMap::from([(BASE.to_owned(), base)]);
    Class {
        name: "params.json".to_owned(),
        aliases: aliases.map(|(name, own)| (name.to_owned(), own.to_owned())).into(),
        blocks: BTreeMap::from([(ALL.to_owned(), Map::new())]),
        base_keys: base.clone(),
        base_keys_in_block: base,
        head_keys: BTreeMap::from([(
            ALL.to_owned(),
            ["qk_rope_head_dim", "head_dim"].map(ToOwned::to_owned).to_vec(),
        )]),
        head: BTreeMap::from([(ALL.to_owned(), None)]),
        pairing: Some(Pairing::Adjacent.key().to_owned()),
        // DeepSeek's code multiplies the logits, not cosines and sines.
        logits: object.contains_key(FACTOR),
        fields: ["use_scaled_rope", "llama_4_scaling", "qk_nope_head_dim", "v_head_dim"]
            .map(ToOwned::to_owned)
            .to_vec(),
        ..Class::default()
    }
}

/// Block of rotary parameters, by the names of transformers.
pub(super) fn block(object: &Map<String, Value>) -> ScalingBlock {
    let mut parameters: BTreeMap<String, Sourced<Value>> = BTreeMap::new();
    let mut note = |name: &str, value: Value, origin: Origin| {
        parameters.insert(name.to_owned(), Sourced { value, origin });
    };
    if object.get("use_scaled_rope") == Some(&Value::Bool(true)) {
        // The numbers stand in the code of Llama 3.1; later models may have another factor in the file.
        note("rope_type", "llama3".into(), Origin::key("use_scaled_rope"));
        let given = object.get("rope_scale_factor").filter(|it| it.is_number());
        match given {
            Some(factor) => note("factor", factor.clone(), Origin::key("rope_scale_factor")),
            None => note("factor", 8.0.into(), Origin::class_default()),
        }
        note("low_freq_factor", 1.0.into(), Origin::class_default());
        note("high_freq_factor", 4.0.into(), Origin::class_default());
        note(ORIGINAL, 8192.0.into(), Origin::class_default());
    }
    if let Some(Value::Object(yarn)) = object.get("yarn") {
        note("rope_type", "yarn".into(), Origin::key("yarn"));
        let names = [
            ("factor", "factor"),
            (ORIGINAL, ORIGINAL),
            ("beta_fast", "beta"),
            ("beta_slow", "alpha"),
        ];
        for (name, own) in names {
            if let Some(value) = yarn.get(own) {
                note(name, value.clone(), Origin::key(format!("yarn.{own}")));
            }
        }
        if yarn.get("apply_scale") == Some(&Value::Bool(false)) {
            note("attention_factor", 1.0.into(), Origin::key("yarn.apply_scale"));
        }
    }
    if object.contains_key(FACTOR) {
        note("rope_type", "yarn".into(), Origin::key(FACTOR));
        let names = [
            ("factor", FACTOR, None),
            (ORIGINAL, ORIGINAL_LENGTH, Some(4096.0)),
            ("beta_fast", "beta_fast", Some(32.0)),
            ("beta_slow", "beta_slow", Some(1.0)),
            ("mscale", "mscale", Some(1.0)),
            ("mscale_all_dim", "mscale", Some(1.0)),
        ];
        for (name, own, usual) in names {
            let given = object.get(own).cloned().map(|value| (value, Origin::key(own)));
            let usual = usual.map(|usual| (Value::from(usual), Origin::class_default()));
            if let Some((value, origin)) = given.or(usual) {
                note(name, value, origin);
            }
        }
    }
    ScalingBlock::of_set(ALL, parameters)
}
