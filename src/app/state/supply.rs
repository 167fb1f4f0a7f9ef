//! Numbers of files, given to the scene that names them.

use super::{Severity, State};
use crate::{
    encoding::Limits,
    scene::{Contents, FileSource, Scene, SceneDraft, SceneError, Side},
    views::Workspace,
};

impl State {
    /// Gives the scene what a file holds. No undo step: the scene names the same file as before.
    ///
    /// # Errors
    ///
    /// Fails for a configuration that no encoding can be made of. The scene then stays as it is.
    pub fn supply(&mut self, source: FileSource, contents: Contents) -> Result<(), SceneError> {
        let named = [Side::A, Side::B].map(|side| self.readable_file(side));
        let before = self.read.clone();
        self.read.retain(|(known, _)| *known != source && named.contains(&Some(known.clone())));
        let mut draft = self.scene.draft().clone();
        let is_b = named[1].as_ref() == Some(&source);
        if let Some(data) = contents.data()
            && is_b
            && std::mem::take(&mut self.fits_b)
            && !draft.encoding.family.is_table()
        {
            draft.encoding.d_model = data.num_columns().min(Limits::D_MODEL_MAX);
            draft.encoding.length = data.num_rows();
        }
        // A file that is saved again is likely to be by the same rule, until its numbers have been searched.
        let known = before.iter().find(|(known, _)| *known == source).and_then(|it| it.1.data());
        if let Some((known, data)) = known.zip(contents.data()) {
            data.set_by_rule(known.is_by_rule());
        }
        self.read.push((source, contents));
        match self.checked(draft.clone()) {
            Ok(scene) => self.replace_shown(scene),
            Err(error) => {
                let Some((scene, assumed)) = self.assumed(draft) else {
                    self.read = before;
                    return Err(error);
                };
                self.replace_shown(scene);
                self.notify(Severity::Info, assumed);
            }
        }
        self.renew_table();
        let home = self.with_subject(Workspace::home);
        self.follow_home(home, true);
        Ok(())
    }

    /// Draft with what its files hold if they have been read.
    pub(super) fn with_contents(&self, mut draft: SceneDraft) -> SceneDraft {
        let known = |source: Option<FileSource>| {
            let source = source?;
            self.read.iter().find(|(known, _)| *known == source).map(|(_, it)| it.clone())
        };
        draft.encoding.contents = known(draft.file_to_read()).or(draft.encoding.contents);
        draft.b.contents = known(draft.b.file_source()).or(draft.b.contents);
        draft
    }

    /// Scene of a configuration that leaves something open, as most models have it, and a sentence about that.
    fn assumed(&self, draft: SceneDraft) -> Option<(Scene, String)> {
        let draft = self.with_contents(draft);
        let (encoding, assumed) = draft.encoding.with_usual_rotation()?;
        let scene = self.checked(SceneDraft { encoding, ..draft }).ok()?;
        let text = format!("The configuration does not say {assumed}: choose under Encoding.");
        Some((scene, text))
    }
}
