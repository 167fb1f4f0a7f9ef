//! Rules for configurations whose model type has no class in transformers: what the files of their makers say.

use std::collections::BTreeMap;

use serde_json::Map;

use super::class::{ALL, BASE, Class, KeyOfSets, SHARE};

/// Keys of the base.
const BASES: [&str; 7] = [
    BASE,
    "rotary_emb_base",
    "rotary_embedding_base",
    "rope_embedding_base",
    "rotary_base",
    "rope_base",
    "rope_freq_base",
];

/// Keys of the share of a head that rotates, and of the number of dimensions that do.
const SHARES: [&str; 7] = [
    SHARE,
    "rotary_pct",
    "rotary_percent",
    "rotary_percentage",
    "rope_percent",
    "rope_pct",
    "rotary_emb_fraction",
];
const DIMS: [&str; 3] = ["rotary_dim", "rotary_ndims", "rope_dim"];

/// Keys of the width of a head, the strongest first.
const HEADS: [&str; 5] =
    ["qk_rope_head_dim", "head_dim", "kv_channels", "attention_head_dim", "attention_key_channels"];

/// Other spellings of numbers.
const ALIASES: [(&str, &[&str]); 4] = [
    ("hidden_size", &["n_embd", "d_model", "dim", "model_dim"]),
    ("num_attention_heads", &["n_head", "n_heads", "num_heads"]),
    ("num_hidden_layers", &["n_layer", "n_layers", "num_layers"]),
    (
        "max_position_embeddings",
        &["n_positions", "max_sequence_length", "seq_length", "max_seq_len", "model_max_length"],
    ),
];

/// Other keys that only a configuration with rotary positions has.
const OTHERS: [&str; 5] =
    ["rope_parameters", "rope_scaling", "rope_ratio", "rotary", "qk_rope_head_dim"];

/// True for a key that only a configuration with rotary positions has.
pub(super) fn is_of_rotation(key: &str) -> bool {
    is_base(key) || is_share(key) || DIMS.contains(&key) || OTHERS.contains(&key)
}

/// True for a key of a base.
pub(super) fn is_base(key: &str) -> bool {
    BASES.contains(&key)
}

/// True for a key of the share of a head that rotates.
pub(super) fn is_share(key: &str) -> bool {
    SHARES.contains(&key)
}

/// Class of a model type that is not known: it assumes nothing. Of several spellings, that of the file is read.
pub(super) fn class(object: &Map<String, serde_json::Value>) -> Class {
    let key =
        |name: &str, dims: bool| (name.to_owned(), KeyOfSets { sets: vec![ALL.to_owned()], dims });
    let base: BTreeMap<_, _> = BASES.iter().map(|name| key(name, false)).collect();
    let share = SHARES.iter().map(|name| key(name, false));
    let share: BTreeMap<_, _> = share.chain(DIMS.iter().map(|name| key(name, true))).collect();
    let aliases = ALIASES.iter().filter_map(|(name, others)| {
        let own = others.iter().find(|own| object.contains_key(**own))?;
        Some(((*name).to_owned(), (*own).to_owned()))
    });
    Class {
        blocks: BTreeMap::from([(ALL.to_owned(), Map::new())]),
        base_keys: base.clone(),
        base_keys_in_block: base,
        share_keys: share.clone(),
        share_keys_in_block: share,
        head_keys: BTreeMap::from([(ALL.to_owned(), HEADS.map(ToOwned::to_owned).to_vec())]),
        head: BTreeMap::from([(ALL.to_owned(), None)]),
        nested: true,
        types: [("mrope", "default"), ("su", "longrope"), ("xdrope", "dynamic")]
            .map(|(own, standing)| (own.to_owned(), standing.to_owned()))
            .into(),
        alpha: true,
        base_times: Some(("rope_ratio".to_owned(), 10_000.0)),
        aliases: aliases.collect(),
        ..Class::default()
    }
}
