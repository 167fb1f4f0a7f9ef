//! Group of views for one purpose: its layouts, and the one rule that says whether it fits what is open.

use super::beginnings::{Beginning, comparisons, roundings};
use crate::{
    encoding::Data,
    scene::{Contents, Scene, Side, Sides, Views},
    views::{Subject, View},
};

/// Group of views for one purpose.
pub struct Workspace {
    /// Name in the menu bar.
    pub title: &'static str,
    /// Purpose of the workspace, in one sentence.
    pub sentence: &'static str,
    /// Encodings that the workspace is made for.
    pub(super) scope: Scope,
    /// Question that the workspace asks before it has anything to show; empty if it always has.
    pub beginning: &'static str,
    /// Layouts, the best first.
    pub(super) layouts: &'static [WorkspaceLayout],
    /// Example that is shown if the workspace does not fit what is open.
    pub example: Example,
}

/// Encodings that a workspace is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Rotary encodings, which models have, and whatever is read from a checkpoint.
    Model,
    /// Grids of patches, and models whose tokens have several positions.
    Grid,
    /// Tables of files that no rule gives.
    File,
    /// Biases of scores.
    Bias,
    /// Any that the views can show.
    Any,
    /// Rows of numbers, compared with others.
    Comparison,
    /// Rows of numbers, rounded.
    Rounding,
}

/// Example that a workspace shows if it does not fit what is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// Scene: its name and its text.
    Scene(&'static str, &'static str),
    /// The learned table that comes with the program.
    Table,
}

/// Layout of a workspace: one view, or layouts beside or above each other with their shares of the space.
pub enum WorkspaceLayout {
    /// One view.
    Single(View),
    /// Layouts from left to right, each with its share of the width.
    Row(&'static [(f32, Self)]),
    /// Layouts from top to bottom, each with its share of the height.
    Column(&'static [(f32, Self)]),
    /// Views of which one is seen, the first at first.
    Tabs(&'static [View]),
}

impl WorkspaceLayout {
    /// The first view of the layout.
    pub fn first(&self) -> Option<View> {
        match self {
            Self::Single(view) => Some(*view),
            Self::Row(parts) | Self::Column(parts) => parts.iter().find_map(|(_, it)| it.first()),
            Self::Tabs(views) => views.first().copied(),
        }
    }

    /// All views of the layout.
    pub fn views(&self) -> Views {
        match self {
            Self::Single(view) => Views::new(&[*view]),
            Self::Row(parts) | Self::Column(parts) => {
                parts.iter().map(|(_, it)| it.views()).fold(Views::new(&[]), Views::and)
            }
            Self::Tabs(views) => Views::new(views),
        }
    }
}

impl Workspace {
    /// True if the workspace is about what is open, and every view of a layout can show it.
    pub fn fits(&self, subject: Subject<'_>) -> bool {
        self.views_for(subject).is_some()
    }

    /// Views of the workspace for what is open: those of the first layout of which every view can show it. `None` if
    /// there is no such layout.
    pub fn views_for(&self, subject: Subject<'_>) -> Option<Views> {
        let a = subject.at(Side::A);
        if !self.scope.includes(a.scene) {
            return None;
        }
        // Nothing is known of a file before it is read.
        let is_unknown = a.scene.is_unread() && a.table.encoding.is_missing();
        let is_open = |views: &Views| is_unknown || views.iter().all(|view| view.can_show(a));
        let can_begin = || a.table.encoding.has_rows() && !self.has_begun(a);
        let found = self.all_views().find(is_open);
        found.or_else(|| self.all_views().next().filter(|_| can_begin()))
    }

    /// True if what is open opens in the workspace, where it is the first that fits. A tensor opens in that of its
    /// kind.
    pub(super) fn is_home(&self, subject: Subject<'_>) -> bool {
        let draft = subject.at(Side::A).scene.draft();
        self.scope != Scope::Model || draft.encoding.family.is_rotary() || draft.about.is_some()
    }

    /// Title with what the workspace shows where it does not fit what is open.
    pub fn title_of_example(&self) -> String {
        let of = match self.example {
            Example::Scene(title, _) => title,
            Example::Table => "a learned table",
        };
        format!("{} (example: {of})", self.title)
    }

    /// Views of every layout.
    pub fn all_views(&self) -> impl Iterator<Item = Views> {
        self.layouts.iter().map(WorkspaceLayout::views)
    }

    /// True if the views are a layout of the workspace.
    pub fn has_views(&self, views: Views) -> bool {
        self.all_views().any(|own| own == views)
    }

    /// Sides of a comparison that the workspace shows as it is entered.
    pub fn sides(&self) -> Sides {
        if self.scope == Scope::Comparison { Sides::All } else { Sides::A }
    }

    /// True for a workspace that stands apart, after those of what is open.
    pub fn is_apart(&self) -> bool {
        matches!(self.scope, Scope::Comparison | Scope::Rounding)
    }

    /// True for a workspace of every encoding.
    pub(super) fn is_for_any(&self) -> bool {
        self.scope == Scope::Any
    }

    /// False if the workspace has nothing to show before something is compared, or rounded.
    fn has_begun(&self, subject: Subject<'_>) -> bool {
        match self.scope {
            Scope::Comparison => subject.counterpart.is_some(),
            Scope::Rounding => !subject.scene.draft().encoding.round.is_exact(),
            Scope::Model | Scope::Grid | Scope::File | Scope::Bias | Scope::Any => true,
        }
    }

    /// Ways to begin what the workspace is about; empty if that has begun, or if there is nothing to begin.
    pub fn beginnings(&self, subject: Subject<'_>) -> Vec<Beginning> {
        match self.scope {
            _ if self.has_begun(subject) => Vec::new(),
            Scope::Rounding => roundings(subject.scene),
            Scope::Comparison => comparisons(subject.scene),
            Scope::Model | Scope::Grid | Scope::File | Scope::Bias | Scope::Any => Vec::new(),
        }
    }
}

impl Scope {
    /// True if the encoding of a scene is one of them.
    fn includes(self, scene: &Scene) -> bool {
        let family = scene.draft().encoding.family;
        match self {
            Self::Model => {
                family.is_rotary() || scene.draft().about.is_some() || scene.model_facts().is_some()
            }
            Self::Grid => {
                family.is_grid() || scene.rotary().is_some_and(|it| it.sections().is_some())
            }
            // What a network learned is asked of numbers that no rule gives.
            Self::File => {
                let data = scene.draft().encoding.contents.as_ref().and_then(Contents::data);
                family.is_table() && !data.is_some_and(Data::is_by_rule)
            }
            Self::Bias => family.is_bias(),
            Self::Any => true,
            Self::Comparison | Self::Rounding => !family.is_bias(),
        }
    }
}
