//! Rules of llama.cpp by architecture, as `assets/models/llama_cpp.json` says them.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use super::mechanism_kind::MechanismKind;
use crate::encoding::rotary::pairing::Pairing;

/// Rules by architecture.
#[derive(Debug, Deserialize)]
struct Architectures {
    /// Architectures that turn neighbors (NORM).
    adjacent: Vec<String>,
    /// Architectures that turn dimensions half the head apart (NEOX).
    halves: Vec<String>,
    /// Order in which the pairs take the axes of `rope.dimension_sections`.
    sections: BTreeMap<String, String>,
    /// Architectures with layers whose attention has a window.
    windows: BTreeMap<String, Windows>,
    /// Architectures some of whose layers do not rotate, though no key says so.
    unrotated: BTreeMap<String, Unrotated>,
    /// Architectures whose other layers are recurrent: every how many-th layer has attention.
    attention_every: BTreeMap<String, u32>,
    /// Keys of architectures that switch the rotation off where they are false.
    switches: BTreeMap<String, String>,
    /// Kinds of positions of architectures that rotate nothing.
    without_rotation: BTreeMap<String, MechanismKind>,
    /// The same for models of a number of layers.
    without_rotation_at: BTreeMap<String, WithoutRotation>,
    /// Architecture of a model type, where the names differ.
    #[serde(rename = "architectures")]
    of_types: BTreeMap<String, String>,
}

/// Layers with a window.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Windows {
    /// Length of the pattern, one of whose layers has no window.
    pub(super) period: u32,
    /// True if that is the first, not the last.
    pub(super) full_first: bool,
    /// Base of the layers with a window where the file names none; `None` for that of the others.
    pub(super) base: Option<f64>,
    /// True if the layers without a window do not rotate.
    pub(super) alone: bool,
    /// Number of layers of the only model with windows.
    pub(super) num_layers: Option<u32>,
}

/// Layers that do not rotate.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Unrotated {
    /// Length of the pattern, one of whose layers does not rotate.
    pub(super) period: u32,
    /// Place of that layer.
    pub(super) at: u32,
    /// True if a file whose window is 0 rotates in all layers.
    pub(super) unless_no_window: bool,
    /// True if all layers rotate where the file gives no window.
    pub(super) needs_window: bool,
}

/// Kind of positions of the models of an architecture that rotate nothing. Their number of layers identifies them.
#[derive(Debug, Deserialize)]
struct WithoutRotation {
    num_layers: u32,
    kind: MechanismKind,
}

/// Layers with a window of an architecture.
pub(super) fn windows_of(name: &str) -> Option<Windows> {
    architectures().windows.get(name).copied()
}

/// Layers of an architecture that do not rotate.
pub(super) fn unrotated_of(name: &str) -> Option<Unrotated> {
    architectures().unrotated.get(name).copied()
}

/// Every how many-th layer of an architecture has attention, if the others are recurrent.
pub(super) fn attention_every(name: &str) -> Option<u32> {
    architectures().attention_every.get(name).copied()
}

/// Key of an architecture that switches the rotation off where it is false.
pub(super) fn switch_of(name: &str) -> Option<&'static str> {
    architectures().switches.get(name).map(String::as_str)
}

/// True for an architecture whose rules are known.
pub(super) fn is_known(name: &str) -> bool {
    pairing_of(name).is_some() || kind_without_rotation(name, None).is_some()
}

/// Kind of positions of an architecture that rotates nothing, or of a model of it with so many layers.
pub(super) fn kind_without_rotation(name: &str, num_layers: Option<u32>) -> Option<MechanismKind> {
    let all = architectures();
    let of_num = all.without_rotation_at.get(name).filter(|it| Some(it.num_layers) == num_layers);
    of_num.map(|it| it.kind).or_else(|| all.without_rotation.get(name).copied())
}

/// Order in which the pairs of an architecture take several axes.
pub(super) fn section_rule_of(name: &str) -> Option<&'static str> {
    architectures().sections.get(name).map(String::as_str)
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
