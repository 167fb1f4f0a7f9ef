//! Answers about binary digits of positions, in words and as JSON.

use serde_json::{Value, json};

use super::identity_words::IdentityWords;
use crate::{encoding::KnownBinary, picture::number, scene::Scene};

/// Words about binary digits; `file` stands for them.
pub(super) fn words(file: &str, it: KnownBinary) -> IdentityWords {
    let statement = format!(
        "{file} is the table of the binary digits of {}, start {}, the least significant first: all values agree.",
        number::counted(it.num_rows as i64, "position"),
        number::grouped(it.start)
    );
    IdentityWords { statement, deviations: Vec::new(), rest: Vec::new(), names: Vec::new() }
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(it: KnownBinary, cells: u64, verdict: &str) -> Value {
    let KnownBinary { start, num_rows, num_bits } = it;
    let text = format!("encoding=binary&d_model={num_bits}&start={start}&length={num_rows}");
    let scene = text.parse::<Scene>().ok().map(|scene| scene.to_copy());
    json!({
        "kind": "table",
        "certain": true,
        "name": "binary",
        "also": [],
        "scene": scene,
        "rounding": null,
        "scale": 1.0,
        "transposed": false,
        "deviations": [],
        "max_abs_difference": 0.0,
        "matching_cells": cells,
        "cells": cells,
        "candidates": [{"name": "binary", "scene": scene, "max_abs_difference": 0.0}],
        "verdict": verdict,
    })
}
