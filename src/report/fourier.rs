//! Answers about Fourier features, in words and as JSON.

use serde_json::{Value, json};

use super::{
    identity_json::IdentityJson,
    identity_words::{IdentityWords, rounded_words},
    row_positions,
};
use crate::{
    encoding::{Family, FourierFactor, FourierLayout, KnownFourier, Layout, Order, Places, RowRun},
    picture::number,
    scene::{EncodingDraft, Scene},
    views::position_sentences,
};

/// Features in words, such as `octaves 0 to 9, no π, x itself in the first column`.
fn name(it: &KnownFourier) -> String {
    let identity = match (it.identity, it.num_inputs) {
        (None, _) => "without x itself".to_owned(),
        (Some(0), 1) => "x itself in the first column".to_owned(),
        (Some(0), num) => format!("the {num} numbers themselves in the first columns"),
        (Some(_), 1) => "x itself in the last column".to_owned(),
        (Some(_), num) => format!("the {num} numbers themselves in the last columns"),
    };
    let order = match (it.layout, it.is_cos_first) {
        (FourierLayout::Interleaved, false) => "sine and cosine of each octave in turns",
        (FourierLayout::Interleaved, true) => "cosine and sine of each octave in turns",
        (FourierLayout::Grouped, false) => "all sines, then all cosines",
        (FourierLayout::Grouped, true) => "all cosines, then all sines",
    };
    format!("octaves 0 to {}, {}, {identity}, {order}", it.num_octaves - 1, it.factor.words())
}

/// Words about features; `file` stands for them.
pub(super) fn words(file: &str, it: &KnownFourier) -> IdentityWords {
    let numbers = if it.num_inputs == 1 { "x" } else { "several numbers" };
    let rounded = rounded_words(it.rounding);
    let statement = format!(
        "{file} holds the Fourier features (NeRF) of {numbers}: {}{rounded}: all {} values agree, the largest difference is {}.",
        name(it),
        number::grouped(it.num_agreeing as i64),
        number::readable(it.largest_difference, 2)
    );
    let rest = position_sentences(&it.positions);
    let rest = if it.num_inputs == 1 { rest } else { Vec::new() };
    IdentityWords { statement, deviations: Vec::new(), rest, names: Vec::new() }
}

/// Draft of the scene that makes the table before it is rounded, with all else as in a draft; `None` but for features
/// of one number at evenly spaced rows.
pub(super) fn draft(it: &KnownFourier, beside: EncodingDraft) -> Option<EncodingDraft> {
    let [RowRun { rows, places: Places::Line { position, step } }] = &*it.positions.runs else {
        return None;
    };
    if it.num_inputs != 1 || it.identity.is_some_and(|column| column != 0) {
        return None;
    }
    let layout = match it.layout {
        FourierLayout::Interleaved => Layout::Interleaved,
        FourierLayout::Grouped => Layout::Split,
    };
    Some(EncodingDraft {
        family: Family::Fourier,
        octaves: it.num_octaves,
        pi: it.factor,
        identity: it.identity.is_some(),
        layout: Some(layout),
        order: Some(if it.is_cos_first { Order::CosFirst } else { Order::SinFirst }),
        start: Some(*position),
        step: *step,
        length: rows.end - rows.start,
        ..beside
    })
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(it: &KnownFourier, cells: u64, verdict: &str) -> Value {
    let scene = draft(it, EncodingDraft::default()).and_then(|draft| Scene::new(draft.into()).ok());
    let answer = IdentityJson {
        is_certain: it.is_certain,
        name: Some("fourier".to_owned()),
        scene: scene.map(|scene| scene.to_copy()),
        rounding: it.rounding,
        largest_difference: Some(it.largest_difference),
        matching_cells: it.num_agreeing,
        ..IdentityJson::new("table", cells, verdict)
    };
    let mut answer = answer.with_candidate(&name(it)).with(json!({
        "also": [],
        "fourier": {
            "octaves": it.num_octaves,
            "factor": it.factor.value(),
            "pi": it.factor != FourierFactor::One,
            "identity": it.identity,
            "inputs": it.num_inputs,
            "layout": it.layout.key(),
            "cos_first": it.is_cos_first,
        },
    }));
    if it.num_inputs == 1 {
        row_positions::add(&mut answer, &it.positions);
    }
    answer
}
