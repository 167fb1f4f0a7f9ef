//! File that an encoding is read from, and what it holds.

use std::{fmt, path::Path, sync::Arc};

use super::FilePath;
use crate::{
    encoding::Data,
    model::{Config, ModelFacts, Preset, UnknownPreset},
    sanitize,
};

/// Kind of a file that an encoding is read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Table, and the tensor of the file that holds it; `None`: the only one.
    Table(Option<Arc<str>>),
    /// Configuration of a model.
    Model,
    /// Model that an encoding by rule is about: only what it says is listed.
    About,
}

impl FileKind {
    /// Name of the kind, for use in a sentence.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Model | Self::About => "model",
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
    pub fn misspelled_preset(&self) -> Option<UnknownPreset> {
        let preset =
            Preset::misspelled(self.file.text()).filter(|_| self.kind == FileKind::Model)?;
        (!Path::new(self.file.text()).exists()).then_some(preset)
    }
}

/// Contents of a file, once it has been read.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Origin of the encoding's numbers.
    pub kind: ContentsKind,
    /// Facts about the positions of the model that the file belongs to; `None` for a file of another kind, and for a
    /// configuration that is all about the rotation.
    pub facts: Option<Arc<ModelFacts>>,
}

/// Origin of the numbers of an encoding from a file.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentsKind {
    /// Numbers of a table.
    Table(Data),
    /// Configuration of a model.
    Model(Config),
    /// Nothing: the encoding follows a rule.
    Rule,
}

impl From<ContentsKind> for Contents {
    fn from(kind: ContentsKind) -> Self {
        Self { kind, facts: None }
    }
}

impl Contents {
    /// Numbers of a table; `None` for a configuration.
    pub fn data(&self) -> Option<&Data> {
        match &self.kind {
            ContentsKind::Table(data) => Some(data),
            ContentsKind::Model(_) | ContentsKind::Rule => None,
        }
    }

    /// Configuration of a model; `None` for a table.
    pub fn config(&self) -> Option<&Config> {
        match &self.kind {
            ContentsKind::Table(_) | ContentsKind::Rule => None,
            ContentsKind::Model(config) => Some(config),
        }
    }
}

/// Name of a file without folders; with its own folder where every model has a file of that name:
/// `gpt2/model.safetensors`.
fn short_name(text: &str) -> String {
    const OF_MODELS: [&str; 5] =
        ["model", "config", "params", "consolidated", "diffusion_pytorch_model"];
    let path = Path::new(text);
    let Some(name) = path.file_name() else { return text.to_owned() };
    let name = name.to_string_lossy();
    let stem = name.split(['.', '-']).next().unwrap_or_default();
    let folder = path.parent().and_then(Path::file_name).filter(|_| OF_MODELS.contains(&stem));
    match folder {
        Some(folder) => {
            let folder = folder.to_string_lossy();
            format!("{}/{name}", folder.trim_start_matches("example:"))
        }
        None => name.into_owned(),
    }
}

/// Name of the file and of the tensor: `gpt2/model.safetensors, wpe.weight`.
impl fmt::Display for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = sanitize::word(&short_name(self.file.text()));
        match &self.kind {
            FileKind::Table(Some(tensor)) => write!(f, "{name}, {}", sanitize::word(tensor)),
            FileKind::Table(None) | FileKind::Model | FileKind::About => f.write_str(&name),
        }
    }
}
