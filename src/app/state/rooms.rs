//! Which workspace is open: it follows what is open, and fits it.

use super::State;
use crate::{
    action::Gesture,
    encoding::{Data, Spec, Table, grid::GridLayout},
    picture::Theme,
    scene::{Scene, SceneDraft, Views},
    views::{Counterpart, Example, Results, Subject, View, Workspace},
};

impl State {
    /// Enters a workspace, with its example if it does not fit what is open. The sides of a comparison stay in its own.
    pub(super) fn enter(&mut self, title: &str) {
        let Some(workspace) = Workspace::named(title) else { return };
        let Some(views) = self.with_subject(|subject| workspace.views_for(subject)) else {
            if let Example::Scene(_, text) = workspace.example
                && let Ok(scene) = text.parse::<Scene>()
            {
                let views = views_of(workspace, &scene);
                self.edit(SceneDraft { views, ..scene.draft().clone() }, Gesture::Single);
            }
            return;
        };
        let mut draft = self.scene.draft().clone();
        if self.scene.b().is_some() {
            draft.sides = workspace.sides();
        }
        let is_of_sentence = |views: Views| views.contains(View::Tokens);
        if is_of_sentence(views) != is_of_sentence(draft.views) {
            // A sentence is short, and a position within it is not the one in a table of thousands.
            let other = self.other_position.replace(draft.position);
            let first = self.scene.extent().start();
            draft.position = other.unwrap_or(first);
        }
        self.set_shown(SceneDraft { views, ..draft });
    }

    /// Takes another scene. One that does not state its views opens in its own workspace.
    pub(super) fn load(&mut self, scene: &Scene, states_views: bool) {
        let table = self.table_of(scene);
        let views = with_table(scene, &table, |subject| {
            if states_views && is_fitting(subject) { None } else { home_views(subject) }
        });
        let mut draft = scene.draft().clone();
        draft.views = views.unwrap_or(draft.views);
        self.edit_with(draft, Gesture::Single, &table);
    }

    /// True unless the open views are a workspace that does not fit.
    pub(super) fn has_fitting_views(&self) -> bool {
        self.with_subject(is_fitting)
    }

    /// Encoding, comparison and grid, which decide which views can show the scene.
    pub(super) fn shown_encoding(&self) -> (Spec, bool, Option<GridLayout>) {
        let spec = self.table.encoding.spec().clone();
        (spec, self.counterpart.is_some(), self.scene.grid_layout())
    }

    /// Opens the workspace of what is open now, if that is another one than before, or if the open one does not fit.
    pub(super) fn follow_home(&mut self, before: Option<&'static Workspace>, is_read: bool) {
        let followed = self.with_subject(|subject| followed(subject, before, is_read));
        if let Some(views) = followed {
            self.set_shown(opened(&self.scene, views));
            self.opened = Some(views);
        }
    }

    /// Takes whether numbers of A are those of a rule, as a search has found: a network has not learned them.
    pub(in crate::app) fn know(&mut self, data: &Data, is_by_rule: bool) {
        if data.is_by_rule() == is_by_rule {
            return;
        }
        let home = self.with_subject(Workspace::home);
        data.set_by_rule(is_by_rule);
        if !self.has_fitting_views() {
            self.follow_home(home, false);
        }
    }

    /// Calls a function with what views see, but for the results of computations.
    pub(super) fn with_subject<T>(&self, call: impl FnOnce(Subject<'_>) -> T) -> T {
        let results = Results::default();
        call(self.subject(Theme::new(false), &results))
    }
}

/// Views of the workspace in which a scene opens.
fn home_views(subject: Subject<'_>) -> Option<Views> {
    Workspace::home(subject)?.views_for(subject)
}

/// True unless the open views of a scene are a workspace that does not fit it.
pub(in crate::app) fn fits(scene: &Scene) -> bool {
    with_subject(scene, is_fitting)
}

/// Scene in the workspace in which it opens, if it states no views.
pub(in crate::app) fn at_home(scene: Scene) -> Scene {
    if scene.draft().views == Views::default() { moved_home(scene) } else { scene }
}

/// Scene in the workspace in which it opens.
pub(in crate::app) fn moved_home(scene: Scene) -> Scene {
    let views = with_subject(&scene, home_views).unwrap_or_else(|| scene.draft().views);
    Scene::new(opened(&scene, views)).unwrap_or(scene)
}

/// Draft of a scene in other views. A grid without a chosen patch selects one off the diagonal.
fn opened(scene: &Scene, views: Views) -> SceneDraft {
    let draft = scene.draft();
    let mut position = draft.position;
    if let Some(layout) = scene.grid_layout()
        && position == SceneDraft::default().position
    {
        position = layout.off_diagonal(position);
    }
    SceneDraft { position, views, ..draft.clone() }
}

/// Views of a workspace for its example.
fn views_of(workspace: &Workspace, scene: &Scene) -> Views {
    let views = with_subject(scene, |subject| workspace.views_for(subject));
    views.unwrap_or_else(|| scene.draft().views)
}

/// True unless the open views are a workspace that does not fit.
fn is_fitting(subject: Subject<'_>) -> bool {
    let views = subject.scene.draft().views;
    let open = Workspace::with_views(views);
    let is_unread = subject.scene.is_unread();
    open.is_none_or(|(open, _)| is_unread || open.views_for(subject) == Some(views))
}

/// Views that take the place of the open ones; `None` if they stay.
///
/// A workspace makes room for that of what is open, if that is another one than `before`, and takes another layout if
/// its own does not fit. Views that are no workspace stay unless what is open is of another kind, or has just been
/// read, and none of them shows it.
fn followed(subject: Subject<'_>, before: Option<&Workspace>, is_read: bool) -> Option<Views> {
    let views = subject.scene.draft().views;
    let home = Workspace::home(subject);
    let is_elsewhere = home.map(|it| it.title) != before.map(|it| it.title);
    let open = Workspace::with_views(views).map(|(open, _)| open);
    // Nothing is known of a file before it is read.
    let is_unread = subject.scene.is_unread();
    let is_kept = || is_unread || views.iter().any(|view| view.can_show(subject));
    let is_new = is_elsewhere || is_read;
    if open.is_none() && (!is_new || is_kept()) {
        return None;
    }
    let stays = open.filter(|open| !is_elsewhere || open.is_apart());
    let next = stays.and_then(|open| open.views_for(subject));
    let next = next.or_else(|| home?.views_for(subject));
    next.filter(|next| *next != views)
}

fn with_subject<T>(scene: &Scene, call: impl FnOnce(Subject<'_>) -> T) -> T {
    with_table(scene, &scene.table(), call)
}

fn with_table<T>(scene: &Scene, table: &Table, call: impl FnOnce(Subject<'_>) -> T) -> T {
    let results = Results::default();
    let counterpart = Counterpart::new(scene, table);
    call(Subject::new((scene, table), counterpart.as_ref(), Theme::new(false), &results))
}
