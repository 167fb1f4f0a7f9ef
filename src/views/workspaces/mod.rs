//! Workspaces: groups of views for one purpose, of which those that fit what is open are offered.

mod beginnings;
mod table;
mod workspace;

use super::Subject;
use crate::scene::Views;

pub use beginnings::Beginning;
pub use table::WORKSPACES;
pub use workspace::{Example, Workspace, WorkspaceLayout};

impl Workspace {
    /// Title of the workspace about tables of files.
    pub const LEARNED: &'static str = table::LEARNED;
    /// Title of the workspace about comparisons.
    pub const COMPARE: &'static str = table::COMPARE;

    /// Workspace with a title.
    pub fn named(title: &str) -> Option<&'static Self> {
        WORKSPACES.iter().find(|it| it.title == title)
    }

    /// Workspace with a layout of these views, and the layout.
    pub fn with_views(views: Views) -> Option<(&'static Self, &'static WorkspaceLayout)> {
        let of = |it: &'static Self| Some((it, it.layouts.iter().find(|it| it.views() == views)?));
        WORKSPACES.iter().find_map(of)
    }

    /// The first workspace that fits what is open: that in which it opens.
    pub fn home(subject: Subject<'_>) -> Option<&'static Self> {
        WORKSPACES.iter().find(|it| it.fits(subject))
    }
}
