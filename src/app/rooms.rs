//! Which workspace is open: it follows what is open, and fits it.

use crate::{
    picture::Theme,
    scene::{Scene, SceneDraft, Views},
    views::{Results, Subject, Workspace},
};

/// Views of the workspace in which a scene opens.
pub(super) fn home_of(scene: &Scene) -> Option<Views> {
    with_subject(scene, |subject| Workspace::home(subject)?.views_for(subject))
}

/// True unless the open views of a scene are a workspace that does not fit it.
pub(super) fn fits(scene: &Scene) -> bool {
    with_subject(scene, is_fitting)
}

/// Scene in the workspace in which it opens, if it states no views.
pub(super) fn at_home(scene: Scene) -> Scene {
    let draft = scene.draft();
    if draft.views != Views::default() {
        return scene;
    }
    let views = home_of(&scene).unwrap_or(draft.views);
    Scene::new(SceneDraft { views, ..draft.clone() }).unwrap_or(scene)
}

/// Views of a workspace for its example.
pub(super) fn views_of(workspace: &Workspace, scene: &Scene) -> Views {
    let views = with_subject(scene, |subject| workspace.views_for(subject));
    views.unwrap_or_else(|| scene.draft().views)
}

/// True unless the open views are a workspace that does not fit.
pub(super) fn is_fitting(subject: Subject<'_>) -> bool {
    let views = subject.scene.draft().views;
    let open = Workspace::with_views(views);
    open.is_none_or(|(open, _)| open.views_for(subject) == Some(views))
}

/// Views that take the place of the open ones: those of the workspace of what is open, if that is another one than `before`, or
/// the open workspace in another layout; of views that are no workspace, if what is open is another kind or has just been read, and none of them shows it. `None` if
/// they stay.
pub(super) fn followed(
    subject: Subject<'_>,
    before: Option<&Workspace>,
    is_read: bool,
) -> Option<Views> {
    let views = subject.scene.draft().views;
    let home = Workspace::home(subject);
    let is_elsewhere = home.map(|it| it.title) != before.map(|it| it.title);
    let open = Workspace::with_views(views).map(|(open, _)| open);
    // What a file holds is not known before it is read.
    let is_unread = subject.table.encoding.is_missing();
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
    let (table, results) = (scene.table(), Results::default());
    let counterpart = crate::views::Counterpart::new(scene, &table);
    call(Subject::new((scene, &table), counterpart.as_ref(), Theme::new(false), &results))
}
