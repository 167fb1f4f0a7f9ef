//! Sides of a comparison: a scene text, a file, or a convention.

use std::path::Path;

use percent_encoding::percent_decode_str;
use thiserror::Error;

use crate::{
    encoding::{Convention, RowSource, Table, UnknownConvention},
    import::{self, FileTable, ImportError},
    sanitize,
    scene::{Key, Scene, SceneDraft, SceneError},
};

/// Error of a question about tables.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Table that cannot be read.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// Invalid scene.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// Text that is neither a scene nor a file nor a convention.
    #[error("{text:?} is no scene text (with =), no existing file, and no convention: {source}")]
    Unknown {
        /// Text as typed.
        text: String,
        /// Nearest conventions.
        source: UnknownConvention,
    },
    /// Keys beside `table` that do not belong to it.
    #[error("invalid {0:?} beside table: expected tensor or start")]
    BesideTable(String),
    /// Search that was no longer wanted.
    #[error("the search was cancelled")]
    Cancelled,
    /// Tables of different widths.
    #[error("{a} has {of_a} columns, {b} has {of_b}: only tables of the same width are compared")]
    Widths {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
        /// Number of columns of A.
        of_a: u32,
        /// Number of columns of B.
        of_b: u32,
    },
    /// Tables without a common position.
    #[error("{a} and {b} have no position in common")]
    Apart {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
    },
    /// Table whose numbers cannot be read.
    #[error("cannot read the rows: {0}")]
    Rows(#[from] std::io::Error),
}

/// Table that a question is about, as given on the command line.
#[derive(Debug)]
pub enum Subject {
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

impl Subject {
    /// Reads what a text means: with `=` a scene, else an existing file, else a convention.
    pub fn read(text: &str) -> Result<Self, ReportError> {
        if text.contains('=') {
            let mut parts = text.split('&');
            if parts.any(|part| part.starts_with("table=")) {
                return Self::table_of(text);
            }
            let mut draft = SceneDraft::default();
            draft.read(text)?;
            let names = text.split('&').filter_map(|part| Some(part.split_once('=')?.0));
            let set = names.filter_map(|name| Key::from_key(name).ok()).collect();
            return Ok(Self::Scene { name: sanitize::word(text), draft: Box::new(draft), set });
        }
        let path = Path::new(text);
        if path.exists() {
            let table = import::open(path)?.table(None)?;
            return Ok(Self::File { name: sanitize::path(path), table, start: None });
        }
        match Convention::named(text) {
            Ok(convention) => {
                let mut draft = SceneDraft::default();
                draft.set_convention(convention);
                let name = convention.key().to_owned();
                Ok(Self::Scene { name, draft: Box::new(draft), set: Vec::new() })
            }
            Err(source) => Err(ReportError::Unknown { text: sanitize::word(text), source }),
        }
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
        let path = Path::new(&path);
        let table = import::open(path)?.table(tensor.as_deref())?;
        Ok(Self::File { name: sanitize::path(path), table, start: whole_start(&draft) })
    }

    /// Name for messages.
    pub fn name(&self) -> &str {
        match self {
            Self::Scene { name, .. } | Self::File { name, .. } => name,
        }
    }

    /// Value of a key that this side gives: number of columns, of rows, or the first position.
    fn given(&self, key: Key) -> Option<i64> {
        match (self, key) {
            (Self::File { table, .. }, Key::DModel) => Some(i64::from(table.num_columns())),
            (Self::File { table, .. }, Key::Length) => Some(table.num_rows() as i64),
            (Self::File { start, .. }, Key::Start) => *start,
            (Self::Scene { draft, set, .. }, key) if set.contains(&key) => match key {
                Key::DModel => Some(i64::from(draft.d_model)),
                Key::Length => Some(draft.length as i64),
                Key::Start => whole_start(draft),
                _ => None,
            },
            _ => None,
        }
    }

    /// Scene whose width, length and first position follow another side where they are not set; `None` for a file.
    fn scene_beside(&self, other: &Self) -> Result<Option<Scene>, SceneError> {
        let Self::Scene { draft, set, .. } = self else { return Ok(None) };
        let mut draft = (**draft).clone();
        let followed = |key: Key| if set.contains(&key) { None } else { other.given(key) };
        if let Some(d_model) = followed(Key::DModel) {
            draft.set(Key::DModel, &d_model.to_string())?;
        }
        if let Some(length) = followed(Key::Length) {
            draft.set(Key::Length, &length.to_string())?;
        }
        if let Some(start) = followed(Key::Start) {
            draft.start = Some(start as f64);
        }
        Scene::new(draft).map(Some)
    }
}

/// First position of consecutive whole positions.
fn whole_start(draft: &SceneDraft) -> Option<i64> {
    let is_whole = |start: &f64| start.fract() == 0.0 && draft.step.to_bits() == 1.0_f64.to_bits();
    draft.start.filter(is_whole).map(|start| start as i64)
}

/// Rows of a side, with the position of the first.
pub(super) enum Rows<'a> {
    /// Rows of a scene's encoding.
    Computed(Table),
    /// Rows of a file.
    Read(&'a FileTable, i64),
}

impl Rows<'_> {
    pub(super) fn source(&self) -> &dyn RowSource {
        match self {
            Self::Computed(table) => table,
            Self::Read(table, _) => *table,
        }
    }

    pub(super) fn start(&self) -> i64 {
        match self {
            Self::Computed(table) => table.extent.start(),
            Self::Read(_, start) => *start,
        }
    }
}

/// Rows of two sides, each with its parts that are not set taken from the other.
pub(super) fn rows<'a>(
    a: &'a Subject,
    b: &'a Subject,
) -> Result<(Rows<'a>, Rows<'a>), ReportError> {
    let (scene_a, scene_b) = (a.scene_beside(b)?, b.scene_beside(a)?);
    let rows = |own: &'a Subject,
                scene: Option<&Scene>,
                other: Option<&Scene>,
                beside: &Subject| match (own, scene) {
        (Subject::File { table, start, .. }, _) => {
            let other_start = other.map(|scene| scene.extent().start());
            let start = start.or(other_start).or_else(|| beside.given(Key::Start));
            Rows::Read(table, start.unwrap_or(0))
        }
        (Subject::Scene { .. }, Some(scene)) => Rows::Computed(scene.table()),
        (Subject::Scene { .. }, None) => Rows::Computed(Scene::default().table()),
    };
    Ok((
        rows(a, scene_a.as_ref(), scene_b.as_ref(), b),
        rows(b, scene_b.as_ref(), scene_a.as_ref(), a),
    ))
}
