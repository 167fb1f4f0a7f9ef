//! Configurations as people publish them: what the program says about each, by the rows of `tests/data/published.json`.
//!
//! A row has a `config` or a `gguf` header, further `arguments`, and what the answer holds: numbers and texts by JSON
//! pointer (`is`), words that stand somewhere in it (`says`), and words that do not (`never`).

use std::{fs, process::Command};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::gguf;

#[derive(Deserialize)]
struct Row {
    name: String,
    config: Option<Value>,
    gguf: Option<Header>,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    is: Map<String, Value>,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
}

#[derive(Deserialize)]
struct Header {
    architecture: String,
    keys: Map<String, Value>,
    #[serde(default)]
    tensors: Map<String, Value>,
}

#[test]
fn published_files_are_read_as_their_classes_do() {
    let rows: Vec<Row> = serde_json::from_str(include_str!("../data/published.json")).unwrap();
    assert!(rows.len() >= 50, "all rows are there: {}", rows.len());
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for row in &rows {
        let file = folder.path().join("model");
        match (&row.config, &row.gguf) {
            (Some(config), _) => fs::write(&file, config.to_string()).unwrap(),
            (None, Some(header)) => {
                let bytes = gguf::gguf(&header.architecture, &header.keys, &header.tensors);
                fs::write(&file, bytes).unwrap();
            }
            (None, None) => panic!("{}: neither a configuration nor a header", row.name),
        }
        let output = Command::new(env!("CARGO_BIN_EXE_phasor"))
            .args(["model", file.to_str().unwrap(), "--json"])
            .args(&row.arguments)
            .output()
            .unwrap();
        if !output.status.success() {
            wrong.push(format!("{}: {}", row.name, String::from_utf8_lossy(&output.stderr)));
            continue;
        }
        let text = String::from_utf8(output.stdout).unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        wrong.extend(faults(row, &answer, &text));
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What an answer says otherwise than a row wants.
fn faults(row: &Row, answer: &Value, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (pointer, expected) in &row.is {
        let own = answer.pointer(pointer).unwrap_or(&Value::Null);
        if !is_like(own, expected) {
            found.push(format!("{}: {pointer} is {own}, not {expected}", row.name));
        }
    }
    let missing = row.says.iter().filter(|words| !text.contains(words.as_str()));
    found.extend(missing.map(|words| format!("{}: does not say {words:?}", row.name)));
    let said = row.never.iter().filter(|words| text.contains(words.as_str()));
    found.extend(said.map(|words| format!("{}: says {words:?}", row.name)));
    found
}

/// True for equal values; numbers as published, which have at least six digits.
fn is_like(own: &Value, expected: &Value) -> bool {
    const DIGITS: f64 = 1e-5;
    match (own.as_f64(), expected.as_f64()) {
        (Some(own), Some(expected)) => (own - expected).abs() <= DIGITS * expected.abs(),
        _ => own == expected,
    }
}
