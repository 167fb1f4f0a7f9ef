//! Answers about binary digits of positions, in words and as JSON.

use serde_json::{Value, json};

use super::{identity_json::IdentityJson, identity_words::IdentityWords};
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
    let answer = IdentityJson {
        name: Some("binary".to_owned()),
        scene: text.parse::<Scene>().ok().map(|scene| scene.to_copy()),
        largest_difference: Some(0.0),
        ..IdentityJson::new("table", cells, verdict)
    };
    answer.with_candidate("binary").with(json!({"also": []}))
}
