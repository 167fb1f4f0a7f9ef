//! Reads the file of an encoding, and what else its checkpoint holds about positions.

use std::path::Path;

use super::{model::facts, side::contents_kind};
use crate::{
    import::ImportError,
    scene::{Contents, FileSource, Scene, SceneError},
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

/// The scene with what `read` finds in the files of A and B; without what it returns `None` for.
pub fn with_files<E: From<SceneError>>(
    mut scene: Scene,
    mut read: impl FnMut(FileSource) -> Result<Option<Contents>, E>,
) -> Result<Scene, E> {
    let of_b = scene.b().and_then(|b| b.draft().encoding.file_source());
    if let Some(source) = scene.draft().file_to_read()
        && let Some(contents) = read(source)?
    {
        scene = scene.with_contents(contents)?;
    }
    if let Some(source) = of_b
        && let Some(contents) = read(source)?
    {
        scene = scene.with_contents_of_b(contents)?;
    }
    Ok(scene)
}
