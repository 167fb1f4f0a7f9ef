//! Pairings of llama.cpp by architecture, as `assets/models/llama_cpp.json` says them.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use crate::encoding::rotary::pairing::Pairing;

/// Architectures by pairing.
#[derive(Debug, Deserialize)]
struct Architectures {
    /// Architectures that turn neighbors (NORM).
    adjacent: Vec<String>,
    /// Architectures that turn dimensions half the head apart (NEOX).
    halves: Vec<String>,
    /// Architectures whose layers with a window have a base of their own.
    sliding: BTreeMap<String, Sliding>,
    /// Architecture of a model type, where the names differ.
    #[serde(rename = "architectures")]
    of_types: BTreeMap<String, String>,
}

/// Layers with a window that rotate by another base than the others.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Sliding {
    /// Length of the pattern, whose last layer has no window.
    pub(super) period: usize,
    /// Their base, where the file names none.
    pub(super) base: f64,
}

/// Layers with a window of an architecture, where they rotate by another base.
pub(super) fn sliding_of(name: &str) -> Option<Sliding> {
    architectures().sliding.get(name).copied()
}

fn architectures() -> &'static Architectures {
    static ARCHITECTURES: OnceLock<Architectures> = OnceLock::new();
    ARCHITECTURES.get_or_init(|| {
        serde_json::from_str(include_str!("../../assets/models/llama_cpp.json"))
            .unwrap_or_else(|error| unreachable!("the bundled architectures are valid: {error}"))
    })
}

/// Pairing of an architecture, or of the one that stands for a model type.
pub(super) fn pairing_of(name: &str) -> Option<Pairing> {
    let all = architectures();
    let name = all.of_types.get(name).map_or(name, String::as_str);
    let holds = |list: &[String]| list.iter().any(|it| it == name);
    match (holds(&all.adjacent), holds(&all.halves)) {
        (true, _) => Some(Pairing::Adjacent),
        (_, true) => Some(Pairing::Halves),
        _ => None,
    }
}
