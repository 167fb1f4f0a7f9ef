//! Lists with an entry for each layer that a class makes of another key of its file.

use serde_json::Value;

/// List that a class makes of another key.
struct MadeList {
    /// Name of the list in the conditions of mechanisms.
    name: &'static str,
    /// Path of the key that files have instead.
    key: &'static str,
    /// Makes the list for a number of layers; `None` if the key holds something else.
    make: fn(&Value, u32) -> Option<Vec<Value>>,
}

const MADE: [MadeList; 4] = [
    // LFM2.
    MadeList {
        name: "layer_types",
        key: "full_attn_idxs",
        make: |value, num| of_indices(value, 0, num, ["full_attention", "conv"]),
    },
    // Kimi Linear counts its layers from 1.
    MadeList {
        name: "layer_types",
        key: "linear_attn_config.full_attn_layers",
        make: |value, num| of_indices(value, 1, num, ["full_attention", "linear_attention"]),
    },
    // Nemotron-H.
    MadeList { name: "layers_block_type", key: "hybrid_override_pattern", make: of_letters },
    // Llama 4 and SmolLM3: 1 means that the layer rotates.
    MadeList { name: "no_rope_layers", key: "no_rope_layer_interval", make: of_interval },
];

/// List of a name that is made of another key of the file, for a number of layers.
pub(super) fn made_list(
    name: &str,
    num_layers: impl Fn() -> Option<u32>,
    stated: impl Fn(&str) -> Option<Value>,
) -> Option<Vec<Value>> {
    let of_name = MADE.iter().filter(|it| it.name == name);
    let mut made = of_name.filter_map(|it| {
        let value = stated(it.key)?;
        // Patterns have a letter for each layer.
        let num = value.as_str().map(|text| text.chars().count() as u32).or_else(&num_layers)?;
        (it.make)(&value, num)
    });
    made.next()
}

/// Number of layers that a pattern of the file has letters for.
pub(super) fn num_of_pattern(stated: impl Fn(&str) -> Option<Value>) -> Option<u32> {
    made_list("layers_block_type", || None, stated).map(|list| list.len() as u32)
}

/// Types of layers by the indices of some, counted from `first`.
fn of_indices(
    value: &Value,
    first: u64,
    num: u32,
    [listed, others]: [&str; 2],
) -> Option<Vec<Value>> {
    let all: Option<Vec<u64>> = value.as_array()?.iter().map(Value::as_u64).collect();
    let all = all?;
    let is_listed = |i: u32| all.contains(&(u64::from(i) + first));
    Some((0..num).map(|i| if is_listed(i) { listed } else { others }.into()).collect())
}

/// Types of layers by letters.
fn of_letters(value: &Value, _num: u32) -> Option<Vec<Value>> {
    let type_of = |letter| {
        Some(match letter {
            'M' => "linear_attention",
            '*' => "full_attention",
            '-' => "mlp",
            'E' => "moe",
            _ => return None,
        })
    };
    value.as_str()?.chars().map(|letter| type_of(letter).map(Value::from)).collect()
}

/// 1 for layers that rotate, 0 for the others.
fn of_interval(value: &Value, num: u32) -> Option<Vec<Value>> {
    let interval = u32::try_from(value.as_u64()?).ok().filter(|&it| it > 0)?;
    Some((0..num).map(|layer| u32::from(rotates_within(interval, layer)).into()).collect())
}

/// True for a layer that rotates: all but the last of every `interval`.
pub(super) fn rotates_within(interval: u32, layer: u32) -> bool {
    !(layer + 1).is_multiple_of(interval)
}
