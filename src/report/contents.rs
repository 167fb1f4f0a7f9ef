//! Reads the file of an encoding: its numbers or its configuration, and what else its checkpoint holds about positions.

use std::path::Path;

use super::model::tensor_list;
use crate::{
    import::{self, ImportError},
    model::Config,
    scene::{Contents, ContentsKind, FileKind, FileSource},
};

/// Reads what the file of an encoding holds. `None` once `is_wanted`, which gets the share of the work that is done, returns
/// false.
pub fn contents(
    source: &FileSource,
    is_wanted: impl Fn(f32) -> bool,
) -> Result<Option<Contents>, ImportError> {
    let path = Path::new(source.file.text());
    let kind = match &source.kind {
        FileKind::Table(tensor) => {
            let data = import::load(path, tensor.as_deref(), is_wanted)?;
            data.map(ContentsKind::Table)
        }
        FileKind::Model => Some(ContentsKind::Model(Config::of_file(import::config(path)?))),
    };
    Ok(kind.map(|kind| Contents { kind, tensors: tensor_list(path) }))
}
