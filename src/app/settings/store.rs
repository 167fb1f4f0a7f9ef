//! Settings of the user, and the file that stores them.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    lesson::CLASS,
    regular_file,
    {
        export, sanitize,
        scene::{Restored, Scene},
    },
};

/// Longest reason in a notice, in characters, which leaves room for the path of a file.
const LONGEST_REASON: usize = 200;
/// Most keys that a notice names after the first.
const MOST_NAMED: usize = 4;

/// Smallest and largest zoom that the keys reach.
const ZOOM: (f32, f32) = (0.2, 5.0);

/// Light theme, dark theme, or that of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// Light theme.
    Light,
    /// Dark theme.
    Dark,
    /// Theme of the system.
    #[default]
    System,
}

/// Settings kept from one run to the next. Texts are stable keys; unreadable settings get their defaults.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(default)]
pub struct Settings {
    /// Colors of the window.
    pub theme: ThemeChoice,
    /// Turns animations off.
    pub reduce_motion: bool,
    /// True once the window has been opened: the doors are those of the first start.
    pub is_welcomed: bool,
    /// Zoom of the interface.
    pub zoom: f32,
    /// Text form of the last scene.
    pub scene: String,
    /// Lesson that was open when the program ended; its scene is not the last scene.
    pub lesson: Option<LessonPlace>,
    /// Arrangement of the tiles for each set of open views, in the form of `egui_tiles`.
    #[serde(deserialize_with = "map_or_nothing")]
    pub tiles: serde_json::Map<String, serde_json::Value>,
    /// Path of the last export.
    pub export_path: String,
    /// Choices of the last export, by name.
    pub export: BTreeMap<String, String>,
    /// Speed of the player, in positions per second.
    pub speed: f64,
    /// Paths of the files that were opened last.
    pub recent: Vec<String>,
    /// Settings of a newer version, which are written back.
    #[serde(flatten)]
    pub others: serde_json::Map<String, serde_json::Value>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            reduce_motion: false,
            is_welcomed: false,
            zoom: 1.0,
            scene: String::new(),
            lesson: None,
            tiles: serde_json::Map::new(),
            export_path: String::new(),
            export: BTreeMap::new(),
            speed: 8.0,
            recent: Vec::new(),
            others: serde_json::Map::new(),
        }
    }
}

/// Place in a lesson, by which it is resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonPlace {
    /// Lesson as the command line names it: a number from 1 on, or a file.
    pub lesson: String,
    /// Step, from 1 on.
    pub step: usize,
}

impl LessonPlace {
    /// Name of the place within a sentence: `lesson 3, step 2`.
    pub fn title(&self) -> String {
        let Self { lesson, step } = self;
        if lesson == CLASS {
            return format!("the class, step {step}");
        }
        if lesson.parse::<usize>().is_ok() {
            return format!("lesson {lesson}, step {step}");
        }
        let name = Path::new(lesson).file_name().unwrap_or_default().to_string_lossy();
        format!("{}, step {step}", sanitize::ends(&name))
    }
}

impl Settings {
    /// Last scene, without the parts that this version cannot read, and a sentence about these.
    pub fn last_scene(&self) -> (Scene, Option<String>) {
        let Restored { scene, faults } = Restored::read(&self.scene);
        let Some((first, others)) = faults.split_first() else { return (scene, None) };
        let reason = sanitize::truncated(&first.error.to_string(), LONGEST_REASON);
        let others: Vec<&str> = others.iter().map(|fault| fault.key.as_str()).collect();
        let others = match others.len() {
            0 => String::new(),
            1..=MOST_NAMED => format!("; nor can {}", others.join(", ")),
            num => format!("; nor can {num} other keys"),
        };
        (scene, Some(format!("Part of the last scene cannot be read: {reason}{others}")))
    }
}

/// Reads a map, or `null`, which earlier versions wrote if they had no tiles to keep.
fn map_or_nothing<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<serde_json::Map<String, serde_json::Value>, D::Error> {
    let map: Option<_> = Deserialize::deserialize(deserializer)?;
    Ok(map.unwrap_or_default())
}

/// Store of the settings. It has no file in tests and on systems without a home folder.
#[derive(Clone, Debug, Default)]
pub struct Store {
    path: Option<PathBuf>,
}

impl Store {
    /// Store in the system's folder for settings.
    pub fn of_system() -> Self {
        let path = directories::ProjectDirs::from("", "", "phasor")
            .map(|dirs| dirs.config_dir().join("settings.json"));
        Self { path }
    }

    /// Store in a file.
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Loads the settings, with an error if they are not readable. A damaged file is renamed to `.bad`.
    pub fn load(&self) -> (Settings, Option<String>) {
        let Some(path) = &self.path else {
            return (Settings::default(), None);
        };
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Settings::default(), None);
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => String::new(),
            Err(error) => {
                let error = format!("Cannot read settings: {error}: {}", path.display());
                return (Settings::default(), Some(error));
            }
        };
        match serde_json::from_str::<Settings>(&text) {
            Ok(mut settings) => {
                if !settings.zoom.is_finite() {
                    settings.zoom = 1.0;
                }
                settings.zoom = settings.zoom.clamp(ZOOM.0, ZOOM.1);
                (settings, None)
            }
            Err(error) => (Settings::default(), Some(set_aside(path, &error))),
        }
    }

    /// Keeps the text of a scene in a file of its own beside the settings, which no other is written to. Returns its
    /// path; `None` without a file for settings.
    pub fn keep_scene(&self, text: &str) -> Result<Option<PathBuf>, export::ExportError> {
        let Some(path) = &self.path else { return Ok(None) };
        let failed = |source| export::WriteError::File { path: path.clone(), source };
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder).map_err(failed)?;
        let _lock = export::lock_folder(folder).map_err(failed)?;
        for number in 1_u64.. {
            let number = if number == 1 { String::new() } else { format!("-{number}") };
            let kept = path.with_extension(format!("scene{number}.txt"));
            match read_text(&kept) {
                // Kept by an earlier start.
                Ok(known) if known == text => return Ok(Some(kept)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    export::to_file(&kept, |out| Ok(out.write_all(text.as_bytes())?))?;
                    return Ok(Some(kept));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Saves the settings that have changed since `before`, when they were loaded or saved last. All others keep the
    /// values in the file, which another window may have changed.
    pub fn save(&self, settings: &Settings, before: &Settings) -> Result<(), export::ExportError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let failed = |source| export::WriteError::File { path: path.clone(), source };
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder).map_err(failed)?;
        // No other window writes between reading and writing.
        let _lock = export::lock_folder(folder).map_err(failed)?;
        let found =
            read_text(path).ok().filter(|text| serde_json::from_str::<Settings>(text).is_ok());
        let found = found.and_then(|text| serde_json::from_str(&text).ok());
        let value = |settings: &Settings| serde_json::to_value(settings).map_err(io::Error::from);
        let merged = match found {
            Some(found) => merged(&value(before)?, value(settings)?, found, MERGED_LEVELS),
            None => value(settings)?,
        };
        export::to_file(path, |out| {
            Ok(serde_json::to_writer_pretty(out, &merged).map_err(io::Error::from)?)
        })
    }
}

/// Levels of objects that are merged by key: the settings, and below them the tiles of each set of views and the
/// choices of the last export.
const MERGED_LEVELS: usize = 2;

/// Own value if it has changed since `before`, otherwise the one in the file.
fn merged(before: &Value, own: Value, in_file: Value, levels: usize) -> Value {
    if own == *before {
        return in_file;
    }
    match (before, own, in_file) {
        (Value::Object(before), Value::Object(own), Value::Object(mut in_file)) if levels > 0 => {
            in_file.retain(|key, _| own.contains_key(key) || !before.contains_key(key));
            for (key, own) in own {
                let before = before.get(&key).unwrap_or(&Value::Null);
                let value = match in_file.remove(&key) {
                    Some(in_file) => merged(before, own, in_file, levels - 1),
                    None => own,
                };
                in_file.insert(key, value);
            }
            Value::Object(in_file)
        }
        (_, own, _) => own,
    }
}

/// Reads a file, up to a size that settings never reach.
fn read_text(path: &Path) -> io::Result<String> {
    const LONGEST: u64 = 16 << 20;
    let mut text = String::new();
    regular_file::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

fn set_aside(path: &Path, error: &serde_json::Error) -> String {
    let bad = path.with_extension("json.bad");
    let reason = sanitize::sentence(&error.to_string());
    match fs::rename(path, &bad) {
        Ok(()) => format!("Settings were damaged ({reason}) and saved as {}", bad.display()),
        Err(rename) => format!("Settings are damaged ({reason}): {}: {rename}", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_saving() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("deep/settings.json"));
        assert_eq!(store.load(), (Settings::default(), None), "no file is no error");
        let settings = Settings {
            theme: ThemeChoice::Dark,
            zoom: 1.5,
            scene: "d_model=8".to_owned(),
            ..Settings::default()
        };
        store.save(&settings, &Settings::default()).unwrap();
        assert_eq!(store.load(), (settings, None));
    }

    #[test]
    fn settings_of_earlier_versions_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for tiles in ["null", "{\"root\": 3, \"tiles\": {}}"] {
            fs::write(&path, format!("{{\"theme\": \"dark\", \"tiles\": {tiles}}}")).unwrap();
            let (settings, error) = Store::at(path.clone()).load();
            assert_eq!((settings.theme, error), (ThemeChoice::Dark, None), "tiles: {tiles}");
        }
    }

    #[test]
    fn unreadable_scene_is_restored_but_for_the_fault() {
        let scene = "d_model=8&slopes=x&sound=loud".to_owned();
        let (scene, told) = Settings { scene, ..Settings::default() }.last_scene();
        assert_eq!(scene.to_string(), "d_model=8", "all else is there");
        let told = told.expect("a fault is named");
        let begins =
            "Part of the last scene cannot be read: invalid slopes \"x\": expected two ranges";
        assert!(told.starts_with(begins) && told.ends_with("; nor can sound"), "{told}");
    }

    #[test]
    fn kept_scenes_are_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("settings.json"));
        let kept: Vec<PathBuf> =
            ["a", "b", "a"].map(|text| store.keep_scene(text).unwrap().unwrap()).into();
        let names = kept.iter().map(|path| path.file_name().unwrap().to_str().unwrap());
        let expected = ["settings.scene.txt", "settings.scene-2.txt", "settings.scene.txt"];
        assert!(names.eq(expected), "the same text needs no other file: {kept:?}");
        let texts = kept.iter().map(|path| fs::read_to_string(path).unwrap());
        assert!(texts.eq(["a", "b", "a"]), "each has its text");
        assert_eq!(Store::default().keep_scene("a").unwrap(), None, "no settings, no file");
    }

    #[test]
    fn lesson_place_has_a_title() {
        let title = |lesson: &str| LessonPlace { lesson: lesson.to_owned(), step: 2 }.title();
        assert_eq!(title("3"), "lesson 3, step 2");
        assert_eq!(title("class"), "the class, step 2");
        assert_eq!(title("/home/me/waves.md"), "waves.md, step 2");
    }

    #[test]
    fn zoom_is_clamped_to_the_range_of_the_keys() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for (kept, found) in [("5.0", 5.0), ("1e30", 5.0), ("0.2", 0.2), ("-1", 0.2)] {
            fs::write(&path, format!("{{\"zoom\": {kept}}}")).unwrap();
            assert_eq!(Store::at(path.clone()).load().0.zoom, found, "kept as {kept}");
        }
    }

    #[test]
    fn settings_of_a_newer_version_are_written_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, "{\"zoom\": 2.0, \"sound\": {\"volume\": 11}}").unwrap();
        let store = Store::at(path.clone());
        let (settings, error) = store.load();
        assert_eq!((settings.zoom, error), (2.0, None));
        store.save(&Settings { zoom: 1.0, ..settings.clone() }, &settings).unwrap();
        let kept: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!((&kept["sound"]["volume"], &kept["zoom"]), (&11.into(), &1.0.into()));
    }

    #[test]
    fn two_windows_keep_the_changes_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("settings.json"));
        let before = Settings::default();
        let with_tiles = |views: &str| {
            let tiles = [(views.to_owned(), Value::from(1))].into_iter().collect();
            Settings { tiles, ..Settings::default() }
        };
        let own = Settings { theme: ThemeChoice::Dark, ..with_tiles("heatmap") };
        let other = Settings { zoom: 1.5, ..with_tiles("waves") };
        store.save(&own, &before).unwrap();
        store.save(&other, &before).unwrap();
        // Saved again when it closes, without a change.
        store.save(&own, &own).unwrap();
        let (both, error) = store.load();
        assert_eq!((both.theme, both.zoom, error), (ThemeChoice::Dark, 1.5, None));
        assert_eq!(both.tiles.keys().collect::<Vec<_>>(), ["heatmap", "waves"]);
        store.save(&Settings { zoom: 2.0, ..own.clone() }, &own).unwrap();
        assert_eq!(store.load().0.zoom, 2.0, "the last change of the same setting stays");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn pipe_is_no_settings_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success(), "a pipe is made");
        let (settings, error) = Store::at(path).load();
        assert_eq!(settings, Settings::default());
        assert!(error.unwrap().starts_with("Cannot read settings: it is not a file: "), "no wait");
    }

    #[test]
    fn concurrent_saves_leave_the_file_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let settings =
            |letter: &str| Settings { scene: letter.repeat(3 << 20), ..Settings::default() };
        let kept = ["a", "b"].map(settings);
        std::thread::scope(|scope| {
            for settings in &kept {
                let store = Store::at(path.clone());
                scope.spawn(move || {
                    for _ in 0..20 {
                        store.save(settings, &Settings::default()).unwrap();
                        let (found, error) = store.load();
                        assert_eq!(error, None, "the file is whole");
                        assert!(found.scene.len() == 3 << 20, "and one of both");
                    }
                });
            }
        });
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "no temporary file stays");
    }

    #[test]
    fn damaged_file_is_set_aside_with_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for garbage in [&b"{\"theme\": \"pink\"}"[..], b"\xff\xfe", b"", b"[[[[["] {
            fs::write(&path, garbage).unwrap();
            let (settings, error) = Store::at(path.clone()).load();
            assert_eq!(settings, Settings::default(), "defaults instead of {garbage:?}");
            assert!(error.unwrap().contains(".bad"), "the notice says where the old file is");
            assert!(!path.exists() && path.with_extension("json.bad").exists(), "set aside");
        }
    }
}
