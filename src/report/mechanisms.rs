//! Mechanisms of positions, in words and as JSON.

use serde_json::{Value, json};

use super::tensors::PositionalTensor;
use crate::{
    model::{Mechanism, MechanismKind, Model, has_other_inputs, is_unlimited, max_tokens},
    picture::number,
    scene::listed_mechanism::{scene, sentence, tokens_that_fit},
};

/// Lowers the number of rows of a learned table to those that a checkpoint has: further tokens have none.
pub(super) fn limit_to_stored(mechanism: &mut Mechanism, tensors: &[PositionalTensor]) {
    let patterns = mechanism.patterns();
    let Some(wanted) = mechanism.rows.filter(|_| mechanism.kind == MechanismKind::Learned) else {
        return;
    };
    let is_it = |it: &&PositionalTensor| {
        it.agrees == Some(false) && patterns.iter().any(|pattern| pattern.matches(&it.name))
    };
    let stored = tensors.iter().filter(is_it).filter_map(|it| it.shape.first().copied()).min();
    if let Some(stored) = stored.filter(|&stored| stored < wanted) {
        let note =
            format!("the checkpoint has {stored} rows, not the {wanted} of the configuration");
        mechanism.rows = Some(stored);
        mechanism.note = Some(match mechanism.note.take() {
            Some(own) => format!("{own}; {note}"),
            None => note,
        });
    }
}

/// Mechanisms as JSON.
pub(super) fn json(mechanisms: &[Mechanism]) -> Vec<Value> {
    let entry = |it: &Mechanism| {
        json!({
            "kind": it.kind.key(),
            "where": it.place,
            "rows": it.rows,
            "first_row": it.first_row,
            "tensor": it.tensor,
            "layers": it.layers.as_ref().map_or_else(|| json!("all"), |layers| json!(layers)),
            "note": it.note,
            "scene": scene(it),
        })
    };
    mechanisms.iter().map(entry).collect()
}

/// A sentence for each mechanism, and how many tokens fit.
pub(super) fn words(mechanisms: &[Mechanism], rotary: Option<&Model>) -> String {
    let places = mechanisms.iter().map(|it| &it.place);
    let are_several = places.clone().any(|place| Some(place) != places.clone().next());
    let mut lines: Vec<String> = mechanisms.iter().map(|it| sentence(it, are_several)).collect();
    // Where one table is all there is, its sentence says how many fit.
    if let Some(most) = max_tokens(mechanisms).filter(|_| mechanisms.len() > 1) {
        let of = if has_other_inputs(mechanisms) { " of text" } else { "" };
        lines.push(format!("At most {} tokens{of} fit.", number::grouped(most as i64)));
    }
    if is_unlimited(mechanisms) {
        let [_, length] = tokens_that_fit(mechanisms, rotary).unwrap_or_default();
        let length = if length.is_empty() { length } else { format!("; {length}") };
        lines.push(format!("Nothing limits the number of tokens{length}."));
    }
    lines.join("\n")
}
