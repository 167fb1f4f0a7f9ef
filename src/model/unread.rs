//! Position keys that no reader uses.

use std::{collections::BTreeSet, sync::LazyLock};

use serde_json::Value;

use super::{
    block::ScalingBlock,
    class::{BASE, Class, ORIGINAL, PARAMETERS, SCALING, SHARE, classes},
    keys::Keys,
    makers,
    set::LayerSet,
};
use crate::likeness::meant;

/// Parts of the names of keys that speak of positions.
const POSITION_WORDS: [&str; 9] =
    ["rope", "rotary", "theta", "position", "partial", "alibi", "mscale", "yarn", "ntk"];
/// Names of keys that speak of positions though no part of them tells it.
const POSITION_KEYS: [&str; 2] = ["head_dim", "scaling_factor"];

/// True for a key that speaks of positions by its name.
pub(super) fn is_about_positions(key: &str) -> bool {
    POSITION_WORDS.iter().any(|word| key.contains(word))
}

/// Parameters that every rule of scaling, or its reader, knows.
const PARAMETERS_OF_ALL: [&str; 8] = [
    "rope_type",
    "type",
    BASE,
    SHARE,
    "mrope_section",
    "mrope_interleaved",
    "llama_4_scaling_beta",
    "max_position_embeddings",
];

/// Keys that other parts of a program read, or that only describe the file.
const READ_ELSEWHERE: [&str; 4] =
    ["max_position_embeddings", "qk_rope_head_dim", "position_embedding_type", "rotary_value"];

/// Parameters of a rule of scaling.
fn of_rule(rope_type: &str) -> &'static [&'static str] {
    match rope_type {
        "linear" | "dynamic" | "proportional" | "ntk" => &["factor"],
        "yarn" => &[
            "factor",
            ORIGINAL,
            "attention_factor",
            "beta_fast",
            "beta_slow",
            "mscale",
            "mscale_all_dim",
            "truncate",
        ],
        "longrope" => &["factor", ORIGINAL, "attention_factor", "short_factor", "long_factor"],
        "llama3" => &["factor", ORIGINAL, "low_freq_factor", "high_freq_factor"],
        _ => &[],
    }
}

/// Keys of a file about positions that were not read, with the nearest known one.
pub(super) fn unread(
    class: &Class,
    keys: &Keys<'_>,
    blocks: &[(ScalingBlock, String)],
    sets: &[LayerSet],
) -> Vec<(String, Option<String>)> {
    let used = used(sets);
    let is_used = |key: &str| {
        let is_within =
            |it: &&str| it.strip_prefix(key).is_some_and(|rest| rest.starts_with(['.', '[']));
        used.contains(key) || used.iter().any(is_within)
    };
    let mut known: BTreeSet<&str> = BTreeSet::from([PARAMETERS, SCALING, BASE, SHARE, "head_dim"]);
    for of_sets in [&class.base_keys, &class.share_keys] {
        known.extend(of_sets.keys().map(String::as_str));
    }
    known.extend(class.head_keys.values().flatten().map(String::as_str));
    let mut found = Vec::new();
    for (key, value) in keys.object() {
        let is_about = is_about_positions(key) || POSITION_KEYS.contains(&key.as_str());
        // Keys of the class that others in the file overrule are not listed.
        let is_of_class = known.contains(key.as_str()) && !class.name.is_empty();
        let is_default = class.defaults.contains_key(key);
        let is_elsewhere = class.fields.contains(key) || READ_ELSEWHERE.contains(&key.as_str());
        // Nested objects are parts of their own.
        let is_part = value.is_object() && key.ends_with("config");
        if is_about
            && !keys.is_read(key)
            && !is_used(key)
            && !is_of_class
            && !is_default
            && !is_elsewhere
            && !is_part
            && !value.is_null()
        {
            found.push((key.clone(), hint(class, keys, key, &known)));
        }
    }
    for (block, rope_type) in blocks {
        let Some(object) = &block.object else { continue };
        let known: Vec<&str> =
            of_rule(rope_type).iter().chain(&PARAMETERS_OF_ALL).copied().collect();
        for (key, value) in &block.parameters {
            let is_own =
                value.origin.key.as_ref().is_some_and(|name| name.starts_with(object.as_str()));
            if is_own
                && !is_used(&format!("{object}.{key}"))
                && !known.contains(&key.as_str())
                && !value.value.is_null()
                && !value.value.is_object()
            {
                let absent = known.iter().filter(|it| !block.parameters.contains_key(**it));
                let nearest = meant(key, absent.copied()).filter(|_| !is_name(key));
                found.push((format!("{object}.{key}"), nearest.map(str::to_owned)));
            }
        }
    }
    found.extend(unused_objects(keys, blocks).into_iter().filter(|(key, _)| !is_used(key)));
    found.sort();
    found.dedup();
    found
}

/// Keys of the file that gave a number of a set.
fn used(sets: &[LayerSet]) -> BTreeSet<&str> {
    let origins = sets.iter().flat_map(LayerSet::origins);
    origins.filter_map(|it| it.key.as_deref()).flat_map(|keys| keys.split(", ")).collect()
}

/// Key that the file lacks and may mean by another: one for the same number, or one that is spelled almost alike.
fn hint(class: &Class, keys: &Keys<'_>, key: &str, known: &BTreeSet<&str>) -> Option<String> {
    /// Number of letters by which two spellings of one key differ at most.
    const MOST_TYPOS: usize = 3;
    let is_absent = |it: &&str| !keys.object().contains_key(*it);
    let twin = makers::is_base(key)
        .then(|| class.base_keys.keys().next())
        .or_else(|| makers::is_share(key).then(|| class.share_keys.keys().next()));
    if let Some(twin) = twin {
        let is_free = |it: &&String| keys.object().get(*it).is_none() && *it != key;
        return twin.filter(is_free).cloned();
    }
    let is_misspelled = |it: &&str| strsim::osa_distance(it, key) <= MOST_TYPOS;
    let nearest = meant(key, known.iter().copied()).filter(is_absent).filter(is_misspelled);
    let nearest = nearest.filter(|_| !is_name(key));
    nearest.map(str::to_owned)
}

/// True for a key that has a meaning of its own in some class.
fn is_name(key: &str) -> bool {
    static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let of_class = |class: &'static Class| {
            let maps = [&class.base_keys, &class.share_keys];
            let keys = maps.into_iter().flat_map(|it| it.keys());
            let keys = keys.chain(class.defaults.keys()).chain(class.head_keys.values().flatten());
            keys.chain(&class.fields).map(String::as_str)
        };
        classes().classes.values().flat_map(of_class).collect()
    });
    let is_of_scaling = || {
        let all = ["linear", "yarn", "longrope", "llama3"].into_iter().flat_map(of_rule);
        all.chain(&PARAMETERS_OF_ALL).any(|it| *it == key)
    };
    NAMES.contains(key) || makers::is_base(key) || makers::is_share(key) || is_of_scaling()
}

/// Objects of parameters that no block came from.
fn unused_objects(
    keys: &Keys<'_>,
    blocks: &[(ScalingBlock, String)],
) -> Vec<(String, Option<String>)> {
    let is_used = |name: &str| {
        let is_within =
            |block: &ScalingBlock| block.object.as_ref().is_some_and(|it| it.starts_with(name));
        blocks.iter().any(|(block, _)| is_within(block))
    };
    let holds = |name: &str| {
        keys.object().get(name).and_then(Value::as_object).is_some_and(|it| !it.is_empty())
    };
    let unused = [PARAMETERS, SCALING].into_iter().filter(|name| holds(name) && !is_used(name));
    unused.map(|name| (name.to_owned(), None)).collect()
}
