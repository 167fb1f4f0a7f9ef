//! Settings: what a person expects to find again, in a file of ours.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::export;

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// Light ground.
    Light,
    /// Dark ground.
    Dark,
    /// As the system has it.
    #[default]
    System,
}

/// What is kept from one run to the next. Texts are stable keys; what cannot be read is the default.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(default)]
pub struct Settings {
    /// Colors of the window.
    pub theme: ThemeChoice,
    /// Zoom of the interface.
    pub zoom: f32,
    /// Text of the last scene.
    pub scene: String,
    /// Tiles as they were, by the views that are open, in `egui_tiles`' own form.
    #[serde(deserialize_with = "map_or_nothing")]
    pub tiles: serde_json::Map<String, serde_json::Value>,
    /// Path of the last export.
    pub export_path: String,
    /// What was chosen for it, by name.
    pub export: BTreeMap<String, String>,
    /// Positions a second while they play.
    pub speed: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            zoom: 1.0,
            scene: String::new(),
            tiles: serde_json::Map::new(),
            export_path: String::new(),
            export: BTreeMap::new(),
            speed: 8.0,
        }
    }
}

/// Earlier versions wrote `null` where they had no tiles to keep.
fn map_or_nothing<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<serde_json::Map<String, serde_json::Value>, D::Error> {
    let map: Option<_> = Deserialize::deserialize(deserializer)?;
    Ok(map.unwrap_or_default())
}

/// Where settings are kept; nowhere in tests and on systems without a home.
#[derive(Clone, Debug, Default)]
pub struct Store {
    path: Option<PathBuf>,
}

impl Store {
    /// The place that the system has for settings.
    pub fn of_system() -> Self {
        let path = directories::ProjectDirs::from("", "", "phasor")
            .map(|dirs| dirs.config_dir().join("settings.json"));
        Self { path }
    }

    /// A file.
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// What was kept, and something to tell where it could not be read. A damaged file is set aside
    /// as `.bad`.
    pub fn load(&self) -> (Settings, Option<String>) {
        let Some(path) = &self.path else {
            return (Settings::default(), None);
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Settings::default(), None);
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
            Err(error) => {
                let told = format!("Cannot read settings: {error}: {}", path.display());
                return (Settings::default(), Some(told));
            }
        };
        match serde_json::from_str::<Settings>(&text) {
            Ok(mut settings) => {
                if !settings.zoom.is_finite() {
                    settings.zoom = 1.0;
                }
                settings.zoom = settings.zoom.clamp(0.5, 3.0);
                (settings, None)
            }
            Err(error) => (Settings::default(), Some(set_aside(path, &error))),
        }
    }

    /// Keeps them.
    pub fn save(&self, settings: &Settings) -> Result<(), export::ExportError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|source| export::ExportError::File { path: path.clone(), source })?;
        }
        export::to_file(path, |out| {
            serde_json::to_writer_pretty(out, settings)
                .map_err(|error| export::ExportError::Stream(error.into()))
        })
    }
}

fn set_aside(path: &Path, error: &serde_json::Error) -> String {
    let bad = path.with_extension("json.bad");
    match fs::rename(path, &bad) {
        Ok(()) => format!("Settings were damaged ({error}) and kept as {}", bad.display()),
        Err(rename) => format!("Settings are damaged ({error}): {}: {rename}", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("deep/settings.json"));
        assert_eq!(store.load(), (Settings::default(), None), "no file is no error");
        let settings = Settings {
            theme: ThemeChoice::Dark,
            zoom: 1.5,
            scene: "d_model=8".to_owned(),
            ..Settings::default()
        };
        store.save(&settings).unwrap();
        assert_eq!(store.load(), (settings, None));
    }

    #[test]
    fn settings_of_earlier_versions_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for tiles in ["null", "{\"root\": 3, \"tiles\": {}}"] {
            fs::write(&path, format!("{{\"theme\": \"dark\", \"tiles\": {tiles}}}")).unwrap();
            let (settings, told) = Store::at(path.clone()).load();
            assert_eq!((settings.theme, told), (ThemeChoice::Dark, None), "tiles: {tiles}");
        }
    }

    #[test]
    fn a_damaged_file_is_kept_aside_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for garbage in [&b"{\"theme\": \"pink\"}"[..], b"\xff\xfe", b"", b"[[[[["] {
            fs::write(&path, garbage).unwrap();
            let (settings, told) = Store::at(path.clone()).load();
            assert_eq!(settings, Settings::default(), "defaults instead of {garbage:?}");
            assert!(told.unwrap().contains(".bad"), "the notice says where the old file is");
            assert!(!path.exists() && path.with_extension("json.bad").exists(), "set aside");
        }
    }
}
