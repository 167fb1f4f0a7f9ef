//! Types of the Python module, which are made from the definitions of the answers in JSON.

use std::{fs, path::Path};

use phasor::report::{ANSWERS, Answer, AnswerRow, Kind, VERSION_KEY};

const PATH: &str = "python/phasor/answers.py";

const HEAD: &str = r#""""Answers of the program.

Made from the program's own definitions: `UPDATE_DOCS=1 cargo test --test program python_types` writes it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy import float64
from numpy.typing import NDArray

from ._answer import Answer, Judgement, Part
"#;

/// Type of a value in Python.
fn python(kind: Kind) -> String {
    match kind {
        Kind::Bool => "bool".to_owned(),
        Kind::Whole => "int".to_owned(),
        Kind::Number => "float".to_owned(),
        Kind::Text => "str".to_owned(),
        Kind::Any => "Any".to_owned(),
        Kind::Array => "NDArray[float64]".to_owned(),
        Kind::Null(of) => format!("{} | None", python(*of)),
        Kind::List(of) => format!("tuple[{}, ...]", python(*of)),
        Kind::Map(of) => format!("dict[str, {}]", python(*of)),
        Kind::Either(one, other) => format!("{} | {}", python(*one), python(*other)),
        Kind::Object(name) => name.to_owned(),
    }
}

/// Name of an attribute: a word of the language gets an underscore.
fn attribute(key: &str) -> String {
    if ["from", "in", "is"].contains(&key) { format!("{key}_") } else { key.to_owned() }
}

/// Meaning as a text below what it explains.
fn doc(meaning: &str) -> String {
    format!("\"\"\"{}\"\"\"", meaning.replace('`', ""))
}

/// Class of an object.
fn class(name: &str, about: &str, keys: &[(&AnswerRow, &str)], is_whole: bool) -> String {
    let has = |key: &str| keys.iter().any(|(_, own)| *own == key);
    let base = match (is_whole, has("within_tolerance")) {
        (true, true) => "Judgement",
        (true, false) => "Answer",
        (false, _) => "Part",
    };
    // Arrays have no single truth value, so that objects with arrays are compared by identity.
    let is_array = |kind: Kind| matches!(kind, Kind::Array | Kind::Null(Kind::Array));
    let eq = if keys.iter().any(|(row, _)| is_array(row.1)) { ", eq=False" } else { "" };
    let mut text = format!(
        "\n\n@dataclass(frozen=True, kw_only=True{eq})\nclass {name}({base}):\n    {}\n",
        doc(about)
    );
    if is_whole {
        text.extend([format!(
            "\n    {VERSION_KEY}: str\n    \"\"\"version of the program\"\"\"\n"
        )]);
    }
    for (row, key) in keys {
        let default = if matches!(row.1, Kind::Null(_)) { " = None" } else { "" };
        let (key, kind) = (attribute(key), python(row.1));
        text.extend([format!("    {key}: {kind}{default}\n    {}\n", doc(row.2))]);
    }
    text
}

/// Classes of an answer: those of its parts first.
fn classes(answer: &Answer) -> String {
    let mut text = String::new();
    let mut known: Vec<&str> = Vec::new();
    for row in answer.fields.iter().rev() {
        let Some(name) = row.1.object().filter(|it| !known.contains(it)) else { continue };
        known.push(name);
        if Answer::named(name).is_none() {
            let (first, ..) =
                answer.fields.iter().find(|row| row.1.object() == Some(name)).unwrap();
            let about = format!("{first} of {}", answer.name);
            text.push_str(&class(name, &about, &answer.keys_of(name), false));
        }
    }
    text + &class(answer.name, answer.command, &answer.keys_of(answer.name), answer.is_whole())
}

#[test]
fn types_are_those_of_the_answers() {
    let mut own = format!("{HEAD}\nVERSION = \"{}\"\n", env!("CARGO_PKG_VERSION"));
    // A part of an answer stands before it.
    let (wholes, parts): (Vec<_>, Vec<_>) = ANSWERS.iter().partition(|answer| answer.is_whole());
    own.extend(parts.into_iter().chain(wholes).map(classes));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PATH);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &own).unwrap();
    }
    let is_equal = fs::read_to_string(&path).is_ok_and(|text| text == own);
    assert!(is_equal, "{PATH} is old: UPDATE_DOCS=1 cargo test --test program python_types");
}
