//! Answers about lists of numbers: a vector, or a table of one row or column.

use serde_json::{Value, json};

use super::{
    frequencies::{self, named},
    identity_words::{IdentityWords, nothing_text},
};
use crate::{
    encoding::{Nothing, nothing_in_list},
    model::{ArrangedList, Arrangement, KnownList},
    picture::number,
    scene::Scene,
};

/// Words about a list; `file` stands for it.
pub(super) fn words(file: &str, list: &[f64], found: Option<&ArrangedList>) -> IdentityWords {
    let Some(found) = found else {
        let num = number::counted(list.len() as i64, "number");
        let why = nothing_text(nothing_in_list(list));
        let statement = format!(
            "{file} is no list of frequencies, slopes, divisors or positions: {num}; {why}."
        );
        return of_statement(statement);
    };
    let counted = |what: &str| number::counted(found.num as i64, what);
    let mut words = match &found.list {
        KnownList::Frequencies(own) => frequencies::words(file, list, found.num, own),
        KnownList::Divisors(own) => {
            let name = own.first().map(frequencies::name).unwrap_or_default();
            let num = found.num;
            of_statement(format!(
                "{file} holds the reciprocals of the {num} frequencies of {name}."
            ))
        }
        KnownList::ScalingDivisors { presets, base, scaling } => of_statement(format!(
            "{file} holds the {} of the frequencies of {}.",
            counted("divisor"),
            named(presets, *base, scaling)
        )),
        KnownList::Slopes(convention) => of_statement(format!(
            "{file} holds the slopes of {} ({}) for {}.",
            convention.facts().title,
            convention.key(),
            counted("head")
        )),
        KnownList::Positions { start, step } => of_statement(format!(
            "{file} holds {}: start {}, step {}.",
            counted("position"),
            number::shortest(*start),
            number::shortest(*step)
        )),
    };
    words.rest.extend(order(found.arrangement).map(str::to_owned));
    words
}

/// Sentence about an order other than the usual one.
fn order(arrangement: Arrangement) -> Option<&'static str> {
    match arrangement {
        Arrangement::Plain => None,
        Arrangement::Reversed => Some("They are in reverse order."),
        Arrangement::Twice => Some("They stand twice, one half after the other."),
        Arrangement::EachTwice => Some("Each stands twice, one beside the other."),
        Arrangement::Negated => Some("They have the opposite sign."),
    }
}

fn of_statement(statement: String) -> IdentityWords {
    IdentityWords { statement, deviations: Vec::new(), rest: Vec::new(), names: Vec::new() }
}

/// True unless the list is nothing, or looks like memory that was never written.
pub(super) fn is_found(list: &[f64], found: Option<&ArrangedList>) -> bool {
    found.is_some_and(|found| match &found.list {
        KnownList::Frequencies(found) => frequencies::are_found(list, found),
        _ => true,
    })
}

/// Answer as JSON, with the verdict in words.
pub(super) fn json(list: &[f64], found: Option<&ArrangedList>, verdict: &str) -> Value {
    let mut answer = json_of_list(list, found, verdict);
    if let Some(found) = found.filter(|it| it.arrangement != Arrangement::Plain) {
        answer["arrangement"] = found.arrangement.key().into();
    }
    answer
}

fn json_of_list(list: &[f64], arranged: Option<&ArrangedList>, verdict: &str) -> Value {
    let found = arranged.map(|it| &it.list);
    let num = arranged.map_or(0, |it| it.num);
    if let Some(KnownList::Frequencies(found)) = found {
        return frequencies::json(list, num, found, verdict);
    }
    let (kind, name, scene) = match found {
        Some(KnownList::Divisors(found)) => {
            ("divisors", found.first().map(frequencies::name).unwrap_or_default(), None)
        }
        Some(KnownList::ScalingDivisors { presets, base, scaling }) => {
            ("divisors", named(presets, *base, scaling), None)
        }
        Some(KnownList::Slopes(convention)) => {
            let scene = format!("convention={}&heads={num}", convention.key());
            ("slopes", convention.key().to_owned(), Some(scene))
        }
        Some(KnownList::Positions { start, step }) => {
            let name =
                format!("start {}, step {}", number::shortest(*start), number::shortest(*step));
            let is_index = step.to_bits() == 1.0_f64.to_bits() && start.fract() == 0.0;
            let scene = format!("encoding=index&start={start}&length={num}");
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
        "certain": found.is_some_and(KnownList::is_certain),
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
