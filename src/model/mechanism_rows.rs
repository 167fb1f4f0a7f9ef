//! Mechanisms of every model type, as data: `assets/models/mechanisms.json`, which `tests/readers/mechanisms.py` makes.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::mechanism_kind::MechanismKind;

/// Mechanisms of all model types.
#[derive(Deserialize)]
struct Asset {
    model_types: BTreeMap<String, TypeRow>,
}

/// Mechanisms of a model type, and the defaults of the keys that they name.
#[derive(Deserialize)]
pub(super) struct TypeRow {
    pub(super) mechanisms: Vec<MechanismRow>,
    #[serde(default)]
    pub(super) defaults: Map<String, Value>,
}

/// A mechanism, with expressions in keys of the configuration.
#[derive(Deserialize)]
pub(super) struct MechanismRow {
    pub(super) kind: MechanismKind,
    #[serde(rename = "where")]
    pub(super) place: String,
    pub(super) rows: Option<String>,
    pub(super) offset: Option<Value>,
    pub(super) tensor: Option<String>,
    pub(super) hub_tensor: Option<String>,
    pub(super) condition: Option<String>,
    /// Key of the configuration within that has the mechanism.
    pub(super) from: Option<String>,
    /// Model type of that configuration, if it says none.
    pub(super) model_type: Option<String>,
    pub(super) note: Option<String>,
    /// Things that the rows stand for, if not tokens.
    pub(super) of: Option<String>,
    /// Width of the rows, where it is not the usual one; `?` where no key tells it.
    pub(super) width: Option<String>,
    /// Largest number of tokens where no rows tell it.
    pub(super) limit: Option<String>,
    /// Convention of the sinusoids or of the bias.
    pub(super) convention: Option<String>,
    #[serde(default)]
    pub(super) grows: bool,
}

/// Rows of all model types, by name.
pub(super) fn types() -> &'static BTreeMap<String, TypeRow> {
    static TYPES: OnceLock<BTreeMap<String, TypeRow>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let text = include_str!("../../assets/models/mechanisms.json");
        serde_json::from_str::<Asset>(text)
            .unwrap_or_else(|error| unreachable!("the bundled mechanisms are valid: {error}"))
            .model_types
    })
}
