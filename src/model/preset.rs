//! Models that come with the program.

use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use super::{error::ModelError, read::Model, reader::Reader};
use crate::likeness::nearest;

/// Named configuration that comes with the program.
#[derive(Debug, Deserialize)]
pub struct Preset {
    /// Name on the command line.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Source of the numbers.
    pub source: String,
    /// False if the configuration was put together from other sources than the file itself.
    pub is_file_seen: bool,
    config: Map<String, Value>,
}

/// Error for a name that no preset has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no preset {name:?}; the nearest are {}", .nearest.join(", "))]
pub struct UnknownPreset {
    /// Name as typed.
    pub name: String,
    /// Names most like it.
    pub nearest: Vec<&'static str>,
}

impl Preset {
    /// All presets.
    pub fn all() -> &'static [Self] {
        static PRESETS: OnceLock<Vec<Preset>> = OnceLock::new();
        PRESETS.get_or_init(|| {
            serde_json::from_str(include_str!("../../assets/models/presets.json"))
                .unwrap_or_else(|error| unreachable!("the bundled presets are valid: {error}"))
        })
    }

    /// Preset with a name.
    pub fn named(name: &str) -> Result<&'static Self, UnknownPreset> {
        let own = name.to_lowercase();
        Self::all().iter().find(|preset| preset.name == own).ok_or_else(|| UnknownPreset {
            name: name.to_owned(),
            nearest: nearest(&own, Self::all().iter().map(|it| it.name.as_str())),
        })
    }

    /// Preset with a name, or with that of a repository: its owner, a slash, and the name.
    pub fn of_repository(name: &str) -> Result<&'static Self, UnknownPreset> {
        let own = name.split_once('/').map_or(name, |(_, own)| own);
        let of_name = Self::named(own);
        of_name.map_err(|error| UnknownPreset { name: name.to_owned(), ..error })
    }

    /// Error of a name that no preset has, for a word that can only be meant as one: without folders, and without the
    /// ending of a configuration. `None` for all other names.
    pub fn misspelled(name: &str) -> Option<UnknownPreset> {
        let is_path = name.contains(['/', '\\']);
        let is_config =
            [".json", ".gguf"].iter().any(|ending| name.to_lowercase().ends_with(ending));
        if is_path || is_config { None } else { Self::named(name).err() }
    }

    /// The configuration itself.
    pub(super) fn config(&self) -> &Map<String, Value> {
        &self.config
    }

    /// Reads the configuration.
    pub(super) fn read(&self, part: Option<&str>, reader: Reader) -> Result<Model, ModelError> {
        Model::from_object(&self.config, part, reader)
    }
}
