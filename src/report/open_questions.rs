//! What a configuration states whose model type has no class here, and what stays open.

use crate::{
    model::{Config, unknown_type_clause},
    picture::number,
};

/// Names of a number in configurations, the usual one first.
const WIDTH: [&str; 4] = ["hidden_size", "d_model", "n_embd", "dim"];
const HEADS: [&str; 4] = ["num_attention_heads", "n_head", "n_heads", "num_heads"];
const HEAD_DIM: [&str; 3] = ["head_dim", "kv_channels", "qk_rope_head_dim"];
const LENGTH: [&str; 5] =
    ["max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "model_max_length"];

/// Sentences about a configuration no key of which says how positions are told, and whose model type is not known: what
/// it states, and what each answer to the open question would mean.
pub(super) fn sentences(model_type: &str, config: &Config) -> Vec<String> {
    let (width, heads) = (config.first_positive(&WIDTH), config.first_positive(&HEADS));
    let derived = || {
        let ((of_width, width), (of_heads, heads)) = (width?, heads?);
        let is_whole = width.is_multiple_of(heads);
        is_whole.then(|| (format!("{of_width} / {of_heads}"), width / heads))
    };
    let head_dim =
        config.first_positive(&HEAD_DIM).map(|(key, dim)| (key.to_owned(), dim)).or_else(derived);
    let length = config.first_positive(&LENGTH);
    let grouped = |number: u64| number::grouped(number as i64);
    let facts = [
        width.map(|(key, width)| format!("vectors of {} ({key})", grouped(width))),
        heads.map(|(_, heads)| format!("{} heads", grouped(heads))),
        head_dim.as_ref().map(|(key, dim)| format!("{dim} dimensions each ({key})")),
        length.map(|(key, length)| format!("{} positions ({key})", grouped(length))),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let unknown = number::capital(&unknown_type_clause(model_type));
    let mut all = vec![format!("{unknown}: its own code says how positions are told.")];
    let unknown_keys = config.keys_about_positions();
    if !unknown_keys.is_empty() {
        let keys = unknown_keys.join(", ");
        all.push(format!("Keys that speak of positions, and may say it: {keys}."));
    }
    if facts.is_empty() {
        return all;
    }
    all.push(format!("The file states {}.", facts.join(", ")));
    let rotary = head_dim.map(|(_, dim)| {
        format!(
            "Are queries and keys turned? Then encoding=rotary&head_dim={dim} has the angles of most models, whose base is 10,000; no table limits the tokens."
        )
    });
    let alibi = heads.map(|(_, heads)| {
        format!("Is it ALiBi? Then convention=alibi-bloom&heads={heads} has the slopes, and nothing limits the tokens.")
    });
    let learned = length.map(|(_, length)| {
        format!(
            "Is there a learned table? Then its checkpoint has it, and {} tokens fit, fewer if the first ones have another row.",
            grouped(length)
        )
    });
    all.extend([rotary, alibi, learned].into_iter().flatten());
    all
}
