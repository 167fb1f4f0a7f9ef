//! Command line: parses arguments into scenes and a command.
//!
//! Nothing here writes or prints. The file of `--scene-from` is read, because its scene is part of the arguments.

mod arg;
mod args;
mod error;
mod figure;
mod handout;
mod options;
mod parse;
mod reference;
mod request;
mod scene_files;

use serde_json::{Value, json};

pub use self::{
    args::command,
    error::UsageError,
    parse::parse,
    reference::reference,
    request::{Command, Output},
    scene_files::SceneFiles,
};
use crate::{
    encoding::{Convention, OddRule},
    picture::number,
    report::VERSION_KEY,
    sanitize,
    scene::Named,
};

/// Message on one line, without characters that a terminal would obey: names of files and values may contain any.
/// Quoted values are cut at 80 characters; numbers are plain.
pub fn message(text: impl std::fmt::Display) -> String {
    number::plain(&sanitize::single_line(&sanitize::quotes(&text.to_string())))
}

/// Answer in words with plain numbers, as a terminal shows it.
pub fn plain_words(words: &str) -> String {
    number::plain(words)
}

/// Answer in JSON as it is printed: with plain numbers in sentences, and with the version of the program.
pub fn printed_json(answer: &Value) -> String {
    let mut answer = answer.clone();
    plain_json(&mut answer);
    let entries = match &mut answer {
        Value::Array(entries) => entries.as_mut_slice(),
        one => std::slice::from_mut(one),
    };
    for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
        entry.insert(VERSION_KEY.to_owned(), env!("CARGO_PKG_VERSION").into());
    }
    format!("{answer:#}\n")
}

/// Makes the numbers in the sentences of an answer plain.
fn plain_json(answer: &mut Value) {
    /// Keys with sentences; all others hold names and numbers.
    const SENTENCES: [&str; 5] = ["verdict", "notices", "name", "sentence", "exponent_formula"];
    match answer {
        Value::Object(fields) => {
            for (key, value) in fields {
                if SENTENCES.contains(&key.as_str()) {
                    make_plain(value);
                } else {
                    plain_json(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(plain_json),
        _ => {}
    }
}

/// Makes a sentence plain, or each of several.
fn make_plain(value: &mut Value) {
    match value {
        Value::String(text) => *text = number::plain(text),
        Value::Array(values) => values.iter_mut().for_each(make_plain),
        other => plain_json(other),
    }
}

/// Manual page of the program, or of one of its commands.
pub fn manual(name: Option<&str>) -> Result<String, std::io::Error> {
    let mut all = command();
    all.build();
    let chosen = name.and_then(|name| all.find_subcommand(name)).unwrap_or(&all);
    // A page has the name of its command: phasor-export(1).
    let title = chosen.get_name().to_owned();
    let title = if name.is_some() { format!("phasor-{title}") } else { title };
    let mut page = Vec::new();
    clap_mangen::Man::new(chosen.clone().name(title)).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// List of the conventions as JSON, with the same keys for all; `null` for rules that a convention does not have.
pub fn conventions_json() -> Value {
    let of = |it: Named| {
        let mut own = json!({
            "key": it.key(),
            "title": it.title(),
            "group": it.group(),
            "family": Value::Null,
            "kind": Value::Null,
            "sentence": it.sentence(),
            "source": it.source(),
            "exponent": Value::Null,
            "exponent_formula": Value::Null,
            "layout": Value::Null,
            "order": Value::Null,
            "components": Value::Null,
            "start": Value::Null,
            "base": Value::Null,
            "odd": Value::Null,
            "arithmetic": Value::Null,
            "cells": Value::Null,
        });
        let rules = match it {
            Named::Sinusoid(convention) => {
                let f = convention.facts();
                json!({
                    "family": it.family().key(),
                    "kind": "table",
                    "exponent": f.exponent.key(),
                    "exponent_formula": f.exponent.formula(f.components, OddRule::Lone),
                    "layout": f.layout.key(),
                    "order": f.order.key(),
                    "components": f.components.key(),
                    "start": f.start,
                    "base": f.base,
                    "odd": f.odd.key(),
                    "arithmetic": f.arithmetic.key(),
                })
            }
            Named::Grid(convention) => json!({
                "family": it.family().key(),
                "kind": if convention.is_rotary() { "rotary_cache" } else { "table" },
                "base": convention.facts().base,
                "cells": convention.facts().order.key(),
            }),
            Named::Bias(convention) => json!({
                "family": it.family().key(),
                "kind": match convention {
                    it if it.is_alibi() => "slope",
                    it if it.is_shape() => "shape",
                    _ => "buckets",
                },
            }),
        };
        if let (Some(own), Value::Object(rules)) = (own.as_object_mut(), rules) {
            own.extend(rules);
        }
        own
    };
    Named::all().map(of).collect()
}

/// List of the conventions, one per line, tab-separated: key, group, rules, title, sentence, source.
pub fn conventions_text() -> String {
    let sinusoid = |convention: Convention| {
        let f = convention.facts();
        format!(
            "exponent {} ({}), {}, {}, {}, start {}, base {}, odd d_model {}, original in {}",
            f.exponent.key(),
            f.exponent.formula(f.components, OddRule::Lone),
            f.layout.key(),
            f.order.key(),
            f.components.key(),
            f.start,
            f.base,
            f.odd.key(),
            f.arithmetic.key(),
        )
    };
    let line = |it: Named| {
        let rules = match it {
            Named::Sinusoid(convention) => sinusoid(convention),
            Named::Grid(convention) => {
                let order = convention.facts().order.key();
                let rows = if convention.is_rotary() { "rotary cache" } else { "table" };
                format!("grid, {rows}, cells by {order}, base {}", convention.facts().base)
            }
            Named::Bias(convention) if convention.is_alibi() => "bias per head, a slope".to_owned(),
            Named::Bias(convention) if convention.is_shape() => {
                "bias per head, a shape with typical numbers".to_owned()
            }
            Named::Bias(_) => "bias per head, learned for each bucket".to_owned(),
        };
        let (key, group, title) = (it.key(), it.group(), it.title());
        format!("{key}\t{group}\t{rules}\t{title}\t{}\t{}\n", it.sentence(), it.source())
    };
    Named::all().map(line).collect()
}
