//! State behind the window: the scene, its history and the notices. [`State::run`] is the one function that changes it,
//! and needs no window.

pub(super) mod rooms;
mod supply;

use std::collections::{BTreeMap, BTreeSet};

use super::{history::History, opening};
use crate::{
    action::{Action, Gesture},
    encoding::Table,
    picture::Theme,
    sanitize,
    scene::{
        Contents, FilePath, FileSource, Key, Scene, SceneDraft, SceneError, Side, View, Viewport,
        Viewports, Views,
    },
    views::{Counterpart, Results, Subject, Workspace},
};

/// Longest notice, in characters.
const MAX_NOTICE: usize = 500;
/// Severity of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something was done. Disappears by itself.
    Info,
    /// A change is not allowed. Disappears with the next change.
    Refused,
    /// Something failed.
    Error,
}

/// Message to the user, shown until it is dismissed.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Severity.
    pub severity: Severity,
    /// Text.
    pub text: String,
    /// Time at which the notice disappears by itself; set by the window, for information only.
    pub until: Option<f64>,
    /// Text of a button that resumes the lesson of the last session.
    pub resume: Option<String>,
}

/// The scene, its history, and the notices.
#[derive(Debug)]
pub struct State {
    scene: Scene,
    table: Table,
    /// B and A − B; `None` if nothing is compared.
    counterpart: Option<Counterpart>,
    /// Steps to undo and to redo.
    history: History<Scene>,
    /// Views that a step opened, such as those of a file; `None` before the first such step.
    opened: Option<Views>,
    /// Parts of each view that were shown.
    parts: BTreeMap<View, History<Option<Viewport>>>,
    /// Files that the user has asked for. A scene from elsewhere may name other files, which are not read.
    trusted: BTreeSet<FilePath>,
    /// Files of A and B that were read last.
    read: Vec<(FileSource, Contents)>,
    /// Position within the sentence while other views are open, and their position while those of the sentence are.
    other_position: Option<i64>,
    /// True if A takes width and length of B's table once that is read.
    fits_b: bool,
    /// True until the file is open that the program was started with.
    begins_with_file: bool,
    /// Notices, the latest last.
    pub notices: Vec<Notice>,
}

impl State {
    /// State with a scene and an empty history.
    pub fn new(scene: Scene) -> Self {
        let table = scene.table();
        Self {
            counterpart: Counterpart::new(&scene, &table),
            scene,
            table,
            history: History::default(),
            opened: None,
            parts: BTreeMap::new(),
            trusted: BTreeSet::new(),
            read: Vec::new(),
            other_position: None,
            fits_b: false,
            begins_with_file: false,
            notices: Vec::new(),
        }
    }

    /// Makes the next file that is opened the beginning: no step leads back to what was there before.
    pub(super) fn begin_with_file(&mut self) {
        self.begins_with_file = true;
    }

    /// True if a view has an earlier part to go back to.
    pub fn can_show_earlier(&self, view: View) -> bool {
        self.parts.get(&view).is_some_and(History::can_go_back)
    }

    /// True if a view has a later part to go forward to.
    pub fn can_show_later(&self, view: View) -> bool {
        self.parts.get(&view).is_some_and(History::can_go_forward)
    }

    /// Current scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Encoding of the scene, at its positions.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// B and A − B; `None` if nothing is compared.
    pub fn counterpart(&self) -> Option<&Counterpart> {
        self.counterpart.as_ref()
    }

    /// Scene and encoding as views see them.
    pub(crate) fn subject<'a>(&'a self, theme: Theme, results: &'a Results) -> Subject<'a> {
        Subject::new((&self.scene, &self.table), self.counterpart.as_ref(), theme, results)
    }

    /// True if there is a step to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_go_back()
    }

    /// True if there is a step to redo.
    pub fn can_redo(&self) -> bool {
        self.history.can_go_forward()
    }

    /// Allows reading the files that the scene names.
    pub fn trust_scene(&mut self) {
        self.trusted.extend(self.scene.draft().vectors.clone());
        for side in [Side::A, Side::B] {
            let source = self.draft_of(side).and_then(SceneDraft::file_to_read);
            self.trusted.extend(source.map(|source| source.file));
        }
    }

    /// Values of a side; `None` for a side that is no encoding of its own.
    pub fn draft_of(&self, side: Side) -> Option<&SceneDraft> {
        match side {
            Side::A => Some(self.scene.draft()),
            Side::B => self.scene.b().map(Scene::draft),
            Side::Difference => None,
        }
    }

    /// File that the encoding of a side is read from, if it may be read.
    pub fn readable_file(&self, side: Side) -> Option<FileSource> {
        let source = self.draft_of(side)?.file_to_read();
        source.filter(|it| it.file.is_example() || self.trusted.contains(&it.file))
    }

    /// File of word vectors that the scene names but the user has not asked for.
    pub fn withheld(&self) -> Option<FilePath> {
        self.scene.draft().vectors.clone().filter(|file| !self.trusted.contains(file))
    }

    /// Adds a notice. One with the same text moves to the end.
    pub fn notify(&mut self, severity: Severity, text: impl Into<String>) {
        self.push_notice(severity, text, None);
    }

    /// Offers to resume the lesson of the last session, with the text of a button.
    pub(crate) fn offer_lesson(&mut self, button: String) {
        let text = "The last session ended within a lesson.";
        self.push_notice(Severity::Info, text, Some(button));
    }

    /// Takes the offer to resume a lesson back.
    pub(crate) fn withdraw_lesson(&mut self) {
        self.notices.retain(|notice| notice.resume.is_none());
    }

    /// Takes the messages about files back that were written, or could not be.
    pub(crate) fn withdraw_exports(&mut self) {
        let is_of_export =
            |text: &str| text.starts_with("Wrote ") || text.starts_with("Export to ");
        self.notices.retain(|notice| !is_of_export(&notice.text));
    }

    fn push_notice(&mut self, severity: Severity, text: impl Into<String>, resume: Option<String>) {
        // The text may contain a path, and a path may contain anything.
        let text = sanitize::truncated(&text.into(), MAX_NOTICE);
        let notice = Notice { severity, text, until: None, resume };
        self.notices.retain(|other| other.text != notice.text);
        self.notices.push(notice);
    }

    /// Runs an action. An action that is not allowed adds a notice and changes nothing.
    pub fn run(&mut self, action: Action) {
        let opens = matches!(
            action,
            Action::ReadTable { side: Side::A, .. }
                | Action::ReadModel { side: Side::A, .. }
                | Action::ReadTensor(_)
                | Action::LoadScene(_)
                | Action::Visit(_)
        );
        self.run_step(action);
        if opens && std::mem::take(&mut self.begins_with_file) {
            self.history = History::default();
        }
    }

    fn run_step(&mut self, action: Action) {
        match action {
            Action::Edit(setting, gesture) => {
                let mut draft = self.scene.draft().clone();
                draft.apply(setting);
                self.edit(draft, gesture);
            }
            Action::Refuse(error) => self.notify(Severity::Refused, error.to_string()),
            Action::Select { position, column, gesture } => {
                self.edit(SceneDraft { position, column, ..self.scene.draft().clone() }, gesture);
            }
            Action::Play(setting) => {
                let mut draft = self.scene.draft().clone();
                draft.apply(setting);
                self.set_shown(draft);
            }
            Action::SelectPair { position, other, gesture } => {
                let draft =
                    SceneDraft { position, offset: other - position, ..self.scene.draft().clone() };
                self.edit(draft, gesture);
            }
            Action::Show { view, viewport, gesture } => self.show(view, viewport, gesture),
            Action::Mark(marked) => {
                self.set_shown(SceneDraft { marked, ..self.scene.draft().clone() });
            }
            Action::OpenViews(views) => {
                self.set_shown(SceneDraft { views, ..self.scene.draft().clone() });
            }
            Action::Enter(title) => self.enter(title),
            Action::ShowEarlier(view) => self.show_again(view, true),
            Action::ShowLater(view) => self.show_again(view, false),
            Action::EndGesture => {
                self.history.end_gesture();
                self.parts.values_mut().for_each(History::end_gesture);
            }
            Action::Visit(scene) => self.edit(scene.draft().clone(), Gesture::Single),
            Action::Glide(draft) => self.set_shown(*draft),
            Action::LoadScene(text) => match text.parse::<Scene>() {
                Ok(scene) => self.load(&scene, SceneDraft::states(&text, Key::Views)),
                Err(error) => self.notify(Severity::Refused, format!("Not a scene: {error}")),
            },
            Action::ReadVectors(file) => self.open(opening::vectors(&self.scene, &file)),
            Action::ReadTable { side, file, tensor } => {
                self.fits_b |= side == Side::B;
                self.open(opening::table(&self.scene, side, &file, tensor.as_deref()));
            }
            Action::ReadTensor(text) => match text.parse::<Scene>() {
                Ok(scene) => {
                    self.trusted.extend(scene.draft().file_to_read().map(|source| source.file));
                    self.load(&scene, SceneDraft::states(&text, Key::Views));
                }
                Err(error) => self.notify(Severity::Refused, error.to_string()),
            },
            Action::ReadModel { side, model } => {
                self.open(opening::model(&self.scene, side, &model));
            }
            Action::Compare(comparand) => {
                self.edit(opening::comparison(&self.scene, comparand), Gesture::Single);
            }
            // Handled by the window.
            Action::ChooseVectors
            | Action::ChooseTableOfB
            | Action::ChooseTensor { .. }
            | Action::ChooseModel(_)
            | Action::CopyText(_) => {}
            Action::Undo => self.travel(true),
            Action::Redo => self.travel(false),
        }
    }

    /// Edits the scene and allows reading the file that the user has chosen.
    fn open(&mut self, opened: Result<(SceneDraft, Option<FilePath>), SceneError>) {
        match opened {
            Ok((draft, file)) => {
                self.trusted.extend(file);
                self.edit(draft, Gesture::Single);
            }
            Err(error) => self.notify(Severity::Refused, error.to_string()),
        }
    }

    /// Scene of a draft, with what its files hold if they have been read.
    fn checked(&self, draft: SceneDraft) -> Result<Scene, SceneError> {
        Scene::new(self.with_contents(draft))
    }

    fn edit(&mut self, draft: SceneDraft, gesture: Gesture) {
        let table = self.table.clone();
        self.edit_with(draft, gesture, &table);
    }

    /// Edits the scene. The encoding of a table is taken if it is that of the new scene.
    fn edit_with(&mut self, mut draft: SceneDraft, gesture: Gesture, table: &Table) {
        let of_model = |it: &SceneDraft| (it.about.clone(), it.encoding.named());
        let ((about, named), (about_before, named_before)) =
            (of_model(&draft), of_model(self.scene.draft()));
        if about == about_before && named != named_before {
            // Another encoding is not that of the model.
            draft.about = None;
        }
        match self.checked(draft) {
            Ok(scene) if scene == self.scene => {}
            Ok(scene) => {
                self.notices.retain(|notice| notice.severity != Severity::Refused);
                let home = self.with_subject(Workspace::home);
                let before = self.shown_encoding();
                let old = std::mem::replace(&mut self.scene, scene);
                let keeps_views = old.draft().views == self.scene.draft().views;
                self.history.step(old, gesture);
                self.table = table.clone();
                self.renew_table();
                if !keeps_views {
                    self.opened = Some(self.scene.draft().views);
                }
                if keeps_views && self.shown_encoding() != before {
                    self.follow_home(home, false);
                }
            }
            Err(error) => self.notify(Severity::Refused, error.to_string()),
        }
    }

    fn travel(&mut self, is_back: bool) {
        if let Some(scene) = self.history.travel(is_back, || self.scene.clone()) {
            let &SceneDraft { views, viewports, marked, .. } = self.scene.draft();
            let own = scene.draft().views;
            self.scene = scene;
            self.set_shown(SceneDraft { marked, viewports, views, ..self.scene.draft().clone() });
            self.renew_table();
            // Views that a step opened are undone with it, unless others have been chosen since; so are those that do
            // not fit.
            if self.opened == Some(views) || !self.has_fitting_views() {
                self.opened = self.opened.and(Some(own));
                self.set_shown(SceneDraft { views: own, ..self.scene.draft().clone() });
            }
        }
    }

    fn show(&mut self, view: View, viewport: Option<Viewport>, gesture: Gesture) {
        let viewports = self.with_shared_positions(view, viewport);
        for (changed, before) in self.scene.draft().viewports.changed(&viewports) {
            self.parts.entry(changed).or_default().step(before, gesture);
        }
        self.set_shown(SceneDraft { viewports, ..self.scene.draft().clone() });
    }

    fn show_again(&mut self, view: View, is_back: bool) {
        let before = self.scene.draft().viewports;
        let parts = self.parts.entry(view).or_default();
        let Some(viewport) = parts.travel(is_back, || before.get(view)) else { return };
        let viewports = self.with_shared_positions(view, viewport);
        // For a linked view this is a step like any other.
        for (follower, part) in before.changed(&viewports).filter(|&(other, _)| other != view) {
            self.parts.entry(follower).or_default().step(part, Gesture::Single);
        }
        self.set_shown(SceneDraft { viewports, ..self.scene.draft().clone() });
    }

    /// Visible parts after a change of one view, and of the view linked with it.
    fn with_shared_positions(&self, view: View, viewport: Option<Viewport>) -> Viewports {
        let draft = self.scene.draft();
        let mut viewports = draft.viewports;
        viewports.set(view, viewport);
        if draft.link {
            viewports.share_positions(view, self.scene.whole_table());
        }
        viewports
    }

    /// Replaces the scene without an undo step: open views, visible parts and a playing position have none.
    fn set_shown(&mut self, draft: SceneDraft) {
        match self.checked(draft) {
            Ok(scene) => self.replace_shown(scene),
            Err(error) => self.notify(Severity::Refused, error.to_string()),
        }
    }

    fn replace_shown(&mut self, scene: Scene) {
        self.scene = scene;
        if let (Some(known), Some(b)) = (&mut self.counterpart, self.scene.b()) {
            known.scene = b.clone();
        }
    }

    fn renew_table(&mut self) {
        self.table = self.table_of(&self.scene);
        let known = self.counterpart.take();
        self.counterpart = Counterpart::renewed(known.as_ref(), &self.scene, &self.table);
    }

    /// Table of a scene. It keeps an encoding whose specification is unchanged, in order to reuse its tabulated
    /// rotations.
    fn table_of(&self, scene: &Scene) -> Table {
        if *self.table.encoding.spec() == scene.spec() {
            return Table { extent: scene.extent(), ..self.table.clone() };
        }
        scene.table()
    }
}
