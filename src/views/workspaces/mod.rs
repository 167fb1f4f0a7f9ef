//! Workspaces: groups of views for one purpose, of which those that fit what is open are offered.

mod beginnings;
mod table;
mod workspace;

use super::{Subject, View};
use crate::scene::Views;

pub use beginnings::Beginning;
pub use table::WORKSPACES;
pub use workspace::{Example, Workspace, WorkspaceLayout};

impl Workspace {
    /// Title of the workspace about tables of files.
    pub const LEARNED: &'static str = table::LEARNED;
    /// Title of the workspace about comparisons.
    pub const COMPARE: &'static str = table::COMPARE;
    /// Title of the workspace about rounding.
    pub const PRECISION: &'static str = table::PRECISION;

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
        WORKSPACES.iter().find(|it| it.is_home(subject) && it.fits(subject))
    }

    /// All views, each under the title of a workspace that has it: of those for any encoding first, then of the others.
    pub fn grouped_views() -> Vec<(&'static str, Vec<View>)> {
        let mut rest: Vec<View> = View::ALL.to_vec();
        let mut groups = Vec::new();
        for is_general in [true, false] {
            for it in WORKSPACES.iter().filter(|it| it.is_for_any() == is_general) {
                let own: Vec<View> = it.all_views().flat_map(Views::iter).collect();
                let (taken, left) = rest.into_iter().partition(|view| own.contains(view));
                rest = left;
                groups.push((it.title, taken));
            }
        }
        groups.push(("Others", rest));
        groups.retain(|(_, views)| !views.is_empty());
        groups
    }
}
