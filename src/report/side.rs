//! Sides of a comparison: a scene text, a file, or a convention.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use super::error::ReportError;
use crate::{
    encoding::{RowSource as _, rotary::cache::CacheForm},
    import::{self, Checkpoint, FileTable, ImportError, StoredTensor, TableFile, TensorKind},
    model::{Config, ModelError, Preset, Reader},
    regular_file, sanitize,
    scene::{ContentsKind, FileKind, FileSource, Key, Named, Scene, SceneDraft, SceneError},
};

/// Name of standard input.
pub const STDIN: &str = "-";

/// Opens a file, or standard input.
pub(super) fn open(path: &Path) -> Result<TableFile, ImportError> {
    if path == Path::new(STDIN) { import::open_stdin() } else { import::open(path) }
}

/// Table that a question is about, as given on the command line.
#[derive(Debug)]
pub enum ComparedSide {
    /// Scene, with the keys that its text sets.
    Scene {
        /// Name for messages.
        name: String,
        /// Values of the scene.
        draft: Box<SceneDraft>,
        /// Keys that the text sets.
        set: Vec<Key>,
    },
    /// Table in a file.
    File {
        /// Name for messages.
        name: String,
        /// The table.
        table: FileTable,
        /// Position of the first row, if it is given.
        start: Option<i64>,
    },
}

impl ComparedSide {
    /// Reads what a text means: with `=` a scene, else an existing file, else a convention. A tensor with a name is
    /// taken from a file that has it, or from the checkpoint of a folder.
    pub fn read(text: &str, tensor: Option<&str>) -> Result<Self, ReportError> {
        if text.contains('=') {
            let mut parts = text.split('&');
            if parts.any(|part| part.starts_with("table=")) {
                return Self::table_of(text);
            }
            let mut draft = SceneDraft::default();
            draft.read(text)?;
            let names = text.split('&').filter_map(|part| Some(part.split_once('=')?.0));
            let set = names.filter_map(|name| Key::from_key(name).ok()).collect();
            return Self::of_draft(sanitize::ends(text), draft, set);
        }
        let path = Path::new(text);
        if text == STDIN {
            return Self::of_several(path, tensor);
        }
        if let Some(name) = tensor.filter(|_| path.is_dir())
            && let Some(file) = file_of_tensor(path, name)
        {
            return Self::of_file(&file, Some(name), None);
        }
        if is_config(path) {
            // Prefixed, so that a file takes precedence over a preset of the same name.
            let model = if path.components().count() == 1 {
                format!(".{}{text}", std::path::MAIN_SEPARATOR)
            } else {
                text.to_owned()
            };
            let learned = path.is_dir().then(|| Self::learned_of(path)).flatten();
            return learned.unwrap_or_else(|| Self::of_model(sanitize::path(path), &model));
        }
        if regular_file::exists(path) {
            return Self::of_several(path, tensor);
        }
        // Names of presets and conventions have no ending.
        let ending = regular_file::ending(path);
        let is_of_file = |endings: &[&str]| endings.contains(&&*ending);
        let is_file = is_of_file(import::TABLE_ENDINGS) || is_of_file(import::MODEL_ENDINGS);
        if is_file || path.components().count() > 1 {
            return Err(ReportError::NoFile(sanitize::path(path)));
        }
        let Err(preset) = Preset::named(text) else {
            return Self::of_model(text.to_owned(), text);
        };
        match Named::find(text) {
            Ok(named) => {
                let mut draft = SceneDraft::default();
                draft.apply(named.into());
                let name = named.key().to_owned();
                Ok(Self::Scene { name, draft: Box::new(draft), set: Vec::new() })
            }
            Err(source) => Err(ReportError::Unknown { text: sanitize::word(text), preset, source }),
        }
    }

    /// Model of a preset or a file.
    fn of_model(name: String, model: &str) -> Result<Self, ReportError> {
        let mut draft = SceneDraft::default();
        draft.set(Key::Model, model)?;
        Self::of_draft(name, draft, vec![Key::Model])
    }

    /// Scene of a draft, whose model is read.
    fn of_draft(name: String, mut draft: SceneDraft, set: Vec<Key>) -> Result<Self, ReportError> {
        let source = draft.encoding.file_source();
        if let Some(source) = source {
            if let Some(preset) = source.misspelled_preset() {
                return Err(ReportError::NoModel(preset));
            }
            draft.encoding.contents = contents_kind(&source, |_| true)?.map(Into::into);
        }
        if draft.encoding.model.is_some() && draft.encoding.layers.is_none() {
            let scene = Scene::new(draft.clone())?;
            let sets = scene.model().map_or(&[][..], |model| &model.sets);
            if sets.len() > 1 {
                let sets = sets.iter().map(|set| set.name.clone()).collect();
                return Err(ReportError::Layers { name, sets });
            }
        }
        Ok(Self::Scene { name, draft: Box::new(draft), set })
    }

    /// Table of a file named as `table=…&tensor=…&start=…`.
    fn table_of(text: &str) -> Result<Self, ReportError> {
        let (mut path, mut tensor, mut draft) = (String::new(), None, SceneDraft::default());
        for part in text.split('&') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match key {
                "table" => path = value,
                "tensor" => tensor = Some(value),
                "start" => draft.set(Key::Start, &value)?,
                other => return Err(ReportError::BesideTable(sanitize::word(other))),
            }
        }
        Self::of_file(Path::new(&path), tensor.as_deref(), whole_start(&draft))
    }

    /// Learned table of a folder with a checkpoint that has no rotation; `None` unless it has one.
    fn learned_of(folder: &Path) -> Option<Result<Self, ReportError>> {
        let config = import::config(folder).map(Config::of_file);
        if config.is_ok_and(|config| config.model(None, Reader::Transformers5).is_ok()) {
            return None;
        }
        let checkpoint = Checkpoint::open(folder).ok()??;
        let is_learned = |it: &&StoredTensor| it.facts.kind() == Some(TensorKind::Learned);
        let mut learned = checkpoint.tensors.iter().filter(is_learned);
        let (first, next) = (learned.next()?, learned.next());
        let file = checkpoint.path(first);
        next.is_none().then(|| Self::of_file(file, Some(&first.facts.name), None))
    }

    /// Table of a tensor of a file, or of its only one.
    fn of_file(path: &Path, tensor: Option<&str>, start: Option<i64>) -> Result<Self, ReportError> {
        let file = open(path)?;
        Ok(Self::File { name: sanitize::path(file.path()), table: file.table(tensor)?, start })
    }

    /// Table of a file, of which a tensor is named if it has several.
    fn of_several(path: &Path, tensor: Option<&str>) -> Result<Self, ReportError> {
        let file = open(path)?;
        let table = file.table(tensor.filter(|_| file.tensors().len() > 1))?;
        Ok(Self::File { name: sanitize::path(file.path()), table, start: None })
    }

    /// True for a file.
    pub fn is_file(&self) -> bool {
        matches!(self, Self::File { .. })
    }

    /// Name for messages.
    pub fn name(&self) -> &str {
        match self {
            Self::Scene { name, .. } | Self::File { name, .. } => name,
        }
    }

    /// Notices about ambiguities in how the file was read.
    pub fn notices(&self) -> &[String] {
        match self {
            Self::Scene { .. } => &[],
            Self::File { table, .. } => table.notices(),
        }
    }

    /// Value of a key that this side gives: number of columns, of rows, or the first position.
    pub(super) fn given(&self, key: Key) -> Option<i64> {
        match (self, key) {
            (Self::File { table, .. }, Key::DModel) => Some(i64::from(table.num_columns())),
            (Self::File { table, .. }, Key::Length) => Some(table.num_rows() as i64),
            (Self::File { start, .. }, Key::Start) => *start,
            (Self::Scene { draft, set, .. }, key) if set.contains(&key) => match key {
                Key::DModel => Some(i64::from(draft.encoding.d_model)),
                Key::Length => Some(draft.encoding.length as i64),
                Key::Start => whole_start(draft),
                _ => None,
            },
            _ => None,
        }
    }

    /// Switches to the form with two columns for each pair, as in transformers, if `width` is that of such a cache.
    fn follow_width(&self, draft: &mut SceneDraft, width: i64) -> Result<(), SceneError> {
        let Self::Scene { set, .. } = self else { return Ok(()) };
        if !draft.encoding.family.is_rotary() || set.contains(&Key::CacheForm) {
            return Ok(());
        }
        let scene = Scene::new(draft.clone())?;
        let Some(rotary) = scene.rotary() else { return Ok(()) };
        let num = rotary.draft().cache.components().len() as i64;
        if width == 2 * num * i64::from(rotary.num_pairs()) {
            draft.set(Key::CacheForm, CacheForm::Halves.key())?;
        }
        Ok(())
    }

    /// Scene whose width, length and first position follow another side where they are not set; `None` for a file.
    pub(super) fn scene_beside(&self, other: &Self) -> Result<Option<Scene>, SceneError> {
        let Self::Scene { draft, set, .. } = self else { return Ok(None) };
        let mut draft = (**draft).clone();
        let followed = |key: Key| if set.contains(&key) { None } else { other.given(key) };
        if let Some(d_model) = followed(Key::DModel) {
            draft.set(Key::DModel, &d_model.to_string())?;
            self.follow_width(&mut draft, d_model)?;
        }
        if let Some(length) = followed(Key::Length) {
            draft.set(Key::Length, &length.to_string())?;
        }
        if let Some(start) = followed(Key::Start) {
            draft.encoding.start = Some(start as f64);
        }
        Scene::new(draft).map(Some)
    }
}

/// File of a folder's checkpoint that holds a tensor.
fn file_of_tensor(folder: &Path, name: &str) -> Option<PathBuf> {
    let checkpoint = Checkpoint::open(folder).ok()??;
    let tensor = checkpoint.tensors.iter().find(|it| it.facts.name == name)?;
    Some(checkpoint.path(tensor).to_owned())
}

/// True for a folder and for files that hold a model's configuration.
fn is_config(path: &Path) -> bool {
    let ending = regular_file::ending(path);
    match &*ending {
        _ if path.is_dir() => true,
        "gguf" => path.exists(),
        // Tables are written as JSON too.
        "json" => import::config(path).is_ok_and(|bytes| {
            let model = Config::of_file(bytes).model(None, Reader::Transformers5);
            !matches!(model, Err(ModelError::NothingRotary { .. } | ModelError::NoObject(_)))
        }),
        _ => false,
    }
}

/// True for a preset, and for a file or folder with a model's configuration.
pub fn names_model(name: &str) -> bool {
    let path = Path::new(name);
    is_config(path) || !path.exists() && Preset::named(name).is_ok()
}

/// Reads the numbers or the configuration that an encoding is made of. `None` once `is_wanted` returns false.
pub(super) fn contents_kind(
    source: &FileSource,
    is_wanted: impl Fn(f32) -> bool,
) -> Result<Option<ContentsKind>, ImportError> {
    let path = Path::new(source.file.text());
    Ok(match &source.kind {
        FileKind::Table(tensor) => {
            import::load(path, tensor.as_deref(), is_wanted)?.map(ContentsKind::Table)
        }
        FileKind::Model => Some(ContentsKind::Model(Config::of_file(import::config(path)?))),
        FileKind::About => Some(ContentsKind::Rule),
    })
}

/// First position of consecutive whole positions.
fn whole_start(draft: &SceneDraft) -> Option<i64> {
    let is_whole =
        |start: &f64| start.fract() == 0.0 && draft.encoding.step.is_none_or(|it| it == 1.0);
    draft.encoding.start.filter(is_whole).map(|start| start as i64)
}
