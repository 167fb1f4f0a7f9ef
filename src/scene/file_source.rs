//! File that an encoding is read from, and what it holds.

use std::{fmt, path::Path, sync::Arc};

use super::FilePath;
use crate::{
    encoding::Data,
    model::{Config, Preset, TensorList, UnknownPreset},
    sanitize,
};

/// Kind of a file that an encoding is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Table, and the tensor of the file that holds it; `None`: the only one.
    Table(Option<Arc<str>>),
    /// Configuration of a model.
    Model,
}

impl FileKind {
    /// Name of the kind, for use in a sentence.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Model => "model",
        }
    }
}

/// File that an encoding is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSource {
    /// Path of the file.
    pub file: FilePath,
    /// Kind of the file.
    pub kind: FileKind,
}

impl FileSource {
    /// Error for a model that can only be meant as a preset: a bare word that names neither a preset nor a file.
    pub fn misspelt_preset(&self) -> Option<UnknownPreset> {
        let preset = Preset::misspelt(self.file.text()).filter(|_| self.kind == FileKind::Model)?;
        (!Path::new(self.file.text()).exists()).then_some(preset)
    }
}

/// Contents of a file, once it has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// What the encoding is made of.
    pub kind: ContentsKind,
    /// Tensors about positions of the checkpoint that the file is part of; `None` for a file of another kind.
    pub tensors: Option<Arc<TensorList>>,
}

/// What an encoding of a file is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentsKind {
    /// Numbers of a table.
    Table(Data),
    /// Configuration of a model.
    Model(Config),
}

impl From<ContentsKind> for Contents {
    fn from(kind: ContentsKind) -> Self {
        Self { kind, tensors: None }
    }
}

impl Contents {
    /// Numbers of a table; `None` for a configuration.
    pub fn data(&self) -> Option<&Data> {
        match &self.kind {
            ContentsKind::Table(data) => Some(data),
            ContentsKind::Model(_) => None,
        }
    }

    /// Configuration of a model; `None` for a table.
    pub fn config(&self) -> Option<&Config> {
        match &self.kind {
            ContentsKind::Table(_) => None,
            ContentsKind::Model(config) => Some(config),
        }
    }
}

/// Name of the file and of the tensor, without folders: `model.safetensors, wpe.weight`.
impl fmt::Display for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Path::new(self.file.text()).file_name();
        let name = name.map_or_else(|| self.file.text().into(), |name| name.to_string_lossy());
        let name = sanitize::word(&name);
        match &self.kind {
            FileKind::Table(Some(tensor)) => write!(f, "{name}, {}", sanitize::word(tensor)),
            FileKind::Table(None) | FileKind::Model => f.write_str(&name),
        }
    }
}
