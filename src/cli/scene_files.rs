//! Files that the scenes of a request name.

use super::UsageError;
use crate::{
    encoding::Data,
    report,
    scene::{Contents, ContentsKind, FileKind, FileSource, Scene},
};

/// Files of encodings that the scenes of a request name. A file that several of them name is read once.
pub struct SceneFiles {
    is_trusted: bool,
    needs_numbers: bool,
    known: Vec<(FileSource, Contents)>,
}

impl SceneFiles {
    /// Nothing is read yet. Without trust, only examples that come with the program may be.
    pub fn new(is_trusted: bool) -> Self {
        Self { is_trusted, needs_numbers: true, known: Vec::new() }
    }

    /// Reads models that rotate nothing as well, of which a list is asked for.
    #[must_use]
    pub fn for_lists(self) -> Self {
        Self { needs_numbers: false, ..self }
    }

    /// The scene with what the files of A and B hold.
    ///
    /// # Errors
    ///
    /// Fails for a file that may not be read, or cannot be.
    pub fn read(&mut self, scene: Scene) -> Result<Scene, UsageError> {
        let scene = report::with_files(scene, |source| {
            // The model that an encoding is about is no part of it: it is read where it may be.
            let is_needed = source.kind != FileKind::About;
            match self.contents(source) {
                Err(error) if is_needed => Err(error),
                contents => Ok(contents.ok()),
            }
        })?;
        if self.needs_numbers { Ok(scene.with_numbers()?) } else { Ok(scene) }
    }

    fn contents(&mut self, source: FileSource) -> Result<Contents, UsageError> {
        if let Some((_, contents)) = self.known.iter().find(|(known, _)| *known == source) {
            return Ok(contents.clone());
        }
        let (kind, file) = (source.kind.title(), source.file.text().to_owned());
        if let Some(preset) = source.misspelled_preset() {
            return Err(UsageError::NoModel(preset));
        }
        if !self.is_trusted && !source.file.is_example() {
            return Err(UsageError::UntrustedFile { kind, file });
        }
        let contents = report::contents(&source, |_| true)?;
        // Reading is never cancelled here.
        let contents = contents.unwrap_or_else(|| ContentsKind::Table(Data::missing()).into());
        self.known.push((source, contents.clone()));
        Ok(contents)
    }
}
