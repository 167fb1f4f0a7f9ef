//! Answers about lists of numbers: a vector, or a table of one row or column.

use serde_json::{Value, json};

use super::{
    frequencies::{self, named},
    identity_words::{IdentityWords, nothing_text},
};
use crate::{
    encoding::{Nothing, nothing_in_list},
    model::{KnownFrequencies, KnownList},
    picture::number,
    scene::Scene,
};

/// Words about a list; `file` stands for it.
pub(super) fn words(file: &str, list: &[f64], found: Option<&KnownList>) -> IdentityWords {
    let num = list.len();
    let counted = |what: &str| number::counted(num as i64, what);
    let statement = match found {
        Some(KnownList::Frequencies(found)) => return frequencies::words(file, list, found),
        Some(KnownList::Divisors(found)) => {
            let name = found.first().map(frequencies::name).unwrap_or_default();
            format!("{file} holds the reciprocals of the {} of {name}.", frequencies_text(num))
        }
        Some(KnownList::ScalingDivisors { presets, base, scaling }) => format!(
            "{file} holds the {} of the frequencies of {}.",
            counted("divisor"),
            named(presets, *base, scaling)
        ),
        Some(KnownList::Slopes(convention)) => format!(
            "{file} holds the slopes of {} ({}) for {}.",
            convention.title(),
            convention.key(),
            counted("head")
        ),
        Some(KnownList::Positions { start, step }) => format!(
            "{file} holds {}: start {}, step {}.",
            counted("position"),
            number::shortest(*start),
            number::shortest(*step)
        ),
        None => format!(
            "{file} is no list of frequencies, slopes, divisors or positions: {}; {}.",
            counted("number"),
            nothing_text(nothing_in_list(list))
        ),
    };
    IdentityWords { statement, deviations: Vec::new(), rest: Vec::new(), names: Vec::new() }
}

fn frequencies_text(num: usize) -> String {
    format!("{num} frequencies")
}

/// True unless the list is nothing, or looks like memory that was never written.
pub(super) fn is_found(list: &[f64], found: Option<&KnownList>) -> bool {
    match found {
        Some(KnownList::Frequencies(found)) => frequencies::are_found(list, found),
        found => found.is_some(),
    }
}

/// True if all entries are as the answer says.
pub(super) fn is_exact(found: Option<&KnownList>) -> bool {
    let are_right = |found: &[KnownFrequencies]| found.iter().any(|it| it.wrong.is_none());
    match found {
        Some(KnownList::Frequencies(found) | KnownList::Divisors(found)) => are_right(found),
        found => found.is_some(),
    }
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(list: &[f64], found: Option<&KnownList>, verdict: &str) -> Value {
    if let Some(KnownList::Frequencies(found)) = found {
        return frequencies::json(list, found, verdict);
    }
    let (kind, name, scene) = match found {
        Some(KnownList::Divisors(found)) => {
            ("divisors", found.first().map(frequencies::name).unwrap_or_default(), None)
        }
        Some(KnownList::ScalingDivisors { presets, base, scaling }) => {
            ("divisors", named(presets, *base, scaling), None)
        }
        Some(KnownList::Slopes(convention)) => {
            let scene = format!("convention={}&heads={}", convention.key(), list.len());
            ("slopes", convention.key().to_owned(), Some(scene))
        }
        Some(KnownList::Positions { start, step }) => {
            let name =
                format!("start {}, step {}", number::shortest(*start), number::shortest(*step));
            let is_index = step.to_bits() == 1.0_f64.to_bits() && start.fract() == 0.0;
            let scene = format!("encoding=index&start={start}&length={}", list.len());
            ("positions", name, is_index.then_some(scene))
        }
        Some(KnownList::Frequencies(_)) | None => ("none", "none".to_owned(), None),
    };
    let scene = scene.and_then(|text| text.parse::<Scene>().ok()).map(|scene| scene.to_copy());
    let candidates: Vec<Value> = found
        .iter()
        .map(|_| json!({"name": name, "scene": scene, "max_abs_difference": null}))
        .collect();
    let reason: Option<Nothing> = found.is_none().then(|| nothing_in_list(list));
    json!({
        "kind": kind,
        "certain": found.is_some(),
        "reason": reason.map(Nothing::key),
        "name": name,
        "scene": scene,
        "rounding": null,
        "scale": 1.0,
        "transposed": false,
        "deviations": [],
        "max_abs_difference": null,
        "matching_cells": if found.is_some() { list.len() } else { 0 },
        "cells": list.len(),
        "candidates": candidates,
        "verdict": verdict,
    })
}
