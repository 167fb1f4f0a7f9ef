//! Reads the file of an encoding, and what else its checkpoint holds about positions.

use std::path::Path;

use super::{model::facts, side::contents_kind};
use crate::{
    import::ImportError,
    scene::{Contents, FileSource},
};

/// Reads what the file of an encoding holds. `None` once `is_wanted`, which gets the share of the work that is done,
/// returns false.
pub fn contents(
    source: &FileSource,
    is_wanted: impl Fn(f32) -> bool,
) -> Result<Option<Contents>, ImportError> {
    let kind = contents_kind(source, is_wanted)?;
    let facts = || facts(Path::new(source.file.text()), &source.kind);
    Ok(kind.map(|kind| Contents { kind, facts: facts() }))
}
