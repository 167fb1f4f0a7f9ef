//! Answers about biases of scores, in words and as JSON.

use serde_json::{Value, json};

use super::{identity_json::IdentityJson, identity_words::IdentityWords, row_positions};
use crate::{
    encoding::bias::{BiasConvention, BiasForm, KnownBias, LaterKeys},
    picture::number,
    scene::Scene,
    views::position_sentences_of,
};

/// Number of texts that are told in words.
const MOST_TEXTS: usize = 6;

/// Convention with its number of heads and the head, such as `alibi-bloom, head 0 of 8`.
fn name(&(convention, num_heads, head): &(BiasConvention, u32, Option<u32>)) -> String {
    match head {
        Some(head) => format!("{}, head {head} of {num_heads}", convention.key()),
        None => format!("{}, {num_heads} heads", convention.key()),
    }
}

/// Convention that is told first.
fn first(it: &KnownBias) -> (BiasConvention, u32, Option<u32>) {
    (it.bias.convention(), it.bias.num_heads(), it.head)
}

/// Words about a bias; `file` stands for it.
pub(super) fn words(file: &str, it: &KnownBias, cells: u64) -> IdentityWords {
    let slope = it.head.and_then(|head| it.bias.slope(head));
    let slope = slope.map_or_else(String::new, |it| format!("slope {}, ", number::shortest(it)));
    let what = match it.form {
        BiasForm::Head => "the bias of a head, queries down and keys across",
        BiasForm::Heads => "the biases of all heads, one below the other",
        BiasForm::LastQuery if it.texts.len() > 1 => {
            "the biases of several texts, a row for each head of each, keys across"
        }
        BiasForm::LastQuery => "the biases of all heads, a row each, keys across",
    };
    let statement = format!(
        "{file} holds {what}: {slope}{} ({}): all {} values agree, the largest difference is {}.",
        it.bias.convention().facts().title,
        name(&first(it)),
        number::grouped((cells - it.num_later) as i64),
        number::readable(it.largest_difference, 2)
    );
    let mut rest = Vec::new();
    match it.later {
        LaterKeys::Rule if it.num_later == 0 => {}
        LaterKeys::Rule => rest.push("Keys after the query are masked.".to_owned()),
        LaterKeys::Zero => rest.push("Keys after the query have 0.".to_owned()),
        LaterKeys::Opposite => rest.push(
            "Keys after the query have the opposite sign: a mask has to hide them.".to_owned(),
        ),
    }
    for (i, positions) in it.texts.iter().enumerate().take(MOST_TEXTS) {
        let of = position_sentences_of("key", positions);
        let of = if of.is_empty() { "Positions 0, 1, 2 ….".to_owned() } else { of.join(" ") };
        let text = if it.texts.len() > 1 { format!("Text {}: ", i + 1) } else { String::new() };
        rest.push(format!("{text}{of}"));
    }
    if !it.also.is_empty() {
        let also: Vec<String> = it.also.iter().map(name).collect();
        rest.push(format!("The same values: {}.", also.join("; ")));
    }
    IdentityWords { statement, deviations: Vec::new(), rest, names: Vec::new() }
}

/// Text of the scene of the bias.
fn scene(it: &KnownBias) -> Option<String> {
    let head = it.head.unwrap_or(0);
    let text = format!(
        "convention={}&heads={}&head={head}&length={}",
        it.bias.convention().key(),
        it.bias.num_heads(),
        it.num_keys
    );
    text.parse::<Scene>().ok().map(|scene| scene.to_copy())
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(it: &KnownBias, cells: u64, verdict: &str) -> Value {
    let answer = IdentityJson {
        name: Some(it.bias.convention().key().to_owned()),
        scene: scene(it),
        largest_difference: Some(it.largest_difference),
        matching_cells: cells - it.num_later,
        ..IdentityJson::new("bias", cells, verdict)
    };
    answer.with_candidate(&name(&first(it))).with(json!({
        "also": it.also.iter().map(|it| it.0.key()).collect::<Vec<_>>(),
        "bias": {
            "form": it.form.key(),
            "later_keys": it.later.key(),
            "heads": it.bias.num_heads(),
            "head": it.head,
            "key_positions": it.texts.iter().map(row_positions::json).collect::<Vec<_>>(),
            "slope": it.head.and_then(|head| it.bias.slope(head)),
        },
    }))
}
