//! Answers about grids of patches, in words and as JSON.

use serde_json::{Value, json};

use super::identity_words::IdentityWords;
use crate::{
    encoding::{
        Family, Rounding,
        grid::{GridConvention, GridShape, KnownGrid},
        rotary::cache::Cache,
    },
    picture::number,
    scene::{RotarySettings, Scene, SceneDraft},
};

fn named((convention, shape): (GridConvention, GridShape)) -> String {
    format!("{} on a grid of {}", convention.key(), shape.to_string().replace('x', " × "))
}

/// The convention in which both axes are exchanged, where that has a name.
fn exchanged(convention: GridConvention) -> Option<GridConvention> {
    match convention {
        GridConvention::Mae => Some(GridConvention::VitMae),
        GridConvention::VitMae => Some(GridConvention::Mae),
        _ => None,
    }
}

/// Words about a grid; `file` stands for it.
pub(super) fn words(file: &str, it: &KnownGrid) -> IdentityWords {
    let name = named((it.grid.convention(), it.grid.shape()));
    let cache = match (it.grid.convention().is_rotary(), it.grid.cache()) {
        (true, Cache::Sin) => "the sines of ",
        (true, _) => "the cosines of ",
        (false, _) => "the table of ",
    };
    let rounded = match it.rounding {
        Rounding::F32 => String::new(),
        to => format!(", rounded to {}", to.key()),
    };
    let before = match (it.num_before, it.is_zero_before) {
        (0, _) => "",
        (_, true) => ", after a row of zeros",
        (_, false) => ", after another row (a class token)",
    };
    let mut rest = Vec::new();
    if !it.also.is_empty() {
        let also: Vec<String> = it.also.iter().map(|&it| named(it)).collect();
        rest.push(format!("The same table: {}.", also.join(", ")));
    }
    if let Some(other) = exchanged(it.grid.convention()).filter(|_| !it.grid.shape().is_square()) {
        rest.push(format!("With rows and columns exchanged it would be {}.", other.key()));
    }
    IdentityWords {
        statement: format!(
            "{file} is {cache}{name}{rounded}{before}: all values of its patches agree, the largest difference is {}.",
            number::readable(it.largest_difference, 2)
        ),
        deviations: Vec::new(),
        rest,
        names: vec![it.grid.convention().title().to_owned()],
    }
}

/// Draft of the scene that makes the table.
pub(super) fn draft(it: &KnownGrid, beside: SceneDraft) -> SceneDraft {
    let convention = it.grid.convention();
    let width = it.grid.width();
    let is_rotary = convention.is_rotary();
    SceneDraft {
        encoding: Family::Grid,
        grid_convention: convention,
        grid: Some(it.grid.shape()),
        d_model: if is_rotary { beside.d_model } else { width },
        rotary: RotarySettings {
            head_dim: is_rotary.then_some(width),
            cache: it.grid.cache(),
            ..RotarySettings::default()
        },
        base: None,
        start: None,
        table: None,
        tensor: None,
        contents: None,
        ..beside
    }
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(shape: (u64, u32), it: &KnownGrid, verdict: &str) -> Value {
    let cells = shape.0 * u64::from(shape.1);
    let scene = Scene::new(draft(it, SceneDraft::default())).ok().map(|scene| scene.to_copy());
    let what = if it.is_zero_before { "zero_row" } else { "other_row" };
    let before: Vec<Value> =
        (0..it.num_before).map(|row| json!({"what": what, "row": row, "column": null})).collect();
    let entry = |name: &str| json!({"name": name, "scene": scene, "max_abs_difference": it.largest_difference});
    json!({
        "kind": if it.grid.convention().is_rotary() { "cache" } else { "table" },
        "name": it.grid.convention().key(),
        "also": it.also.iter().map(|(convention, _)| convention.key()).collect::<Vec<_>>(),
        "scene": scene,
        "rounding": it.rounding.key(),
        "scale": 1.0,
        "transposed": false,
        "deviations": before,
        "max_abs_difference": it.largest_difference,
        "matching_cells": cells - it.num_before * u64::from(shape.1),
        "cells": cells,
        "candidates": [entry(it.grid.convention().key())],
        "verdict": verdict,
    })
}
