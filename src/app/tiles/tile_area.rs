//! State of the tiles between frames: their tree, the active view, and the maximized view.

use super::{
    arrangement::{self, Pane},
    behavior::{self, TileBehavior, TileLayout},
    edges::edges_ui,
    rearrange,
};
use crate::{
    app::{plot::figure::PlotContext, request::Direction, tasks::computations::Computations},
    scene::Views,
    views::{View, Workspace},
};

/// Stored trees, keyed by the open views.
pub(crate) type StoredTiles = serde_json::Map<String, serde_json::Value>;

/// Room for the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// For all tiles.
    All,
    /// For one tile of each column or row.
    Stacks,
    /// For one at a time.
    None,
    /// For a step of a presented lesson: one large, the others aside if there is room.
    Step,
}

/// The tiles of the open views.
pub(crate) struct TileArea {
    tree: egui_tiles::Tree<Pane>,
    /// Views in the tree.
    pub(crate) views: Views,
    pub(crate) maximized: Option<View>,
    /// Views that were used, the last one first. They may be closed.
    recent: Vec<View>,
    /// True if the tiles differ from the stored ones.
    is_edited: bool,
}

impl TileArea {
    /// Tiles of the open views, arranged as stored.
    pub(crate) fn new(stored: &StoredTiles, views: Views) -> Self {
        Self {
            tree: tree(stored, views),
            views,
            maximized: None,
            recent: Vec::new(),
            is_edited: false,
        }
    }

    /// Replaces the tiles with those of other views, arranged as stored.
    pub(crate) fn open(&mut self, stored: &StoredTiles, views: Views) {
        self.is_edited = false;
        self.views = views;
        self.tree = tree(stored, views);
        self.maximized = self.maximized.filter(|&view| views.contains(view));
    }

    /// View that was used last or, if it is closed, the first of the workspace.
    pub(crate) fn used_view(&self) -> View {
        let used = self.recent.first().copied().filter(|&view| self.views.contains(view));
        let first = || Workspace::with_views(self.views).and_then(|(_, layout)| layout.first());
        used.or_else(first).or_else(|| self.views.iter().next()).unwrap_or(View::Heatmap)
    }

    /// Makes a view the one that was used last.
    pub(crate) fn use_view(&mut self, view: View) {
        self.recent.retain(|&recent| recent != view);
        self.recent.insert(0, view);
    }

    /// Restores the default arrangement.
    pub(crate) fn reset(&mut self) {
        self.tree = arrangement::default_tree(self.views);
        self.is_edited = true;
        self.maximized = None;
    }

    /// Maximizes a view, or shows all views again.
    pub(crate) fn toggle_maximized(&mut self, view: View) {
        self.use_view(view);
        self.maximized = if self.maximized.is_none() { Some(view) } else { None };
    }

    /// Swaps a view with its neighbor in a direction.
    pub(crate) fn swap(&mut self, view: View, direction: Direction) {
        self.is_edited |= rearrange::swap_with_neighbor(&mut self.tree, view, direction);
    }

    /// Moves a view into tabs, or out of them.
    pub(crate) fn tab(&mut self, view: View, direction: Direction) {
        self.is_edited |= rearrange::into_or_out_of_tabs(&mut self.tree, view, direction);
    }

    /// Views that are visible: all, or the maximized one.
    pub(crate) fn visible_views(&self) -> impl Iterator<Item = View> {
        let maximized = self.maximized;
        self.views.iter().filter(move |&view| maximized.is_none_or(|maximized| maximized == view))
    }

    /// Stored trees, with the current one. Edits count as stored from now on.
    pub(crate) fn take_stored(&mut self, stored: &StoredTiles) -> StoredTiles {
        let mut tiles = stored.clone();
        if std::mem::take(&mut self.is_edited)
            && let Ok(tree) = serde_json::to_value(&self.tree)
        {
            tiles.insert(self.views.to_string(), tree);
        }
        tiles
    }

    /// Room for readable tiles in an area of this size.
    pub(crate) fn room(&self, size: egui::Vec2) -> Room {
        if arrangement::has_room(&self.tree, size) {
            return Room::All;
        }
        let below_names = size - egui::vec2(0.0, behavior::NAMES_HEIGHT);
        match arrangement::stacks(&self.tree) {
            Some(stacks) if stacks.have_room(below_names) => Room::Stacks,
            _ => Room::None,
        }
    }

    /// Draws the tiles.
    pub(crate) fn ui(
        &mut self,
        ui: &mut egui::Ui,
        plots: PlotContext<'_>,
        computations: &Computations,
        room: Room,
    ) {
        let used = self.used_view();
        let num = self.views.iter().count();
        let layout = match self.maximized {
            Some(view) => TileLayout::Maximized(view),
            None if room == Room::Step && num > 1 => {
                let aside: Vec<View> = self.views.iter().filter(|&view| view != used).collect();
                // The used view and another, in the order of the menu, whichever of the two is used.
                let other = aside.first().copied().unwrap_or(used);
                let pair = [used.min(other), used.max(other)];
                let area = ui.available_rect_before_wrap();
                let has_pair = || behavior::pair_of(area, ui.ctx().zoom_factor(), pair).is_some();
                if num == 2 && has_pair() {
                    TileLayout::Pair(pair[0], pair[1])
                } else if behavior::has_room_aside(area.size(), &aside) {
                    TileLayout::Main(used)
                } else if has_pair() {
                    TileLayout::Pair(pair[0], pair[1])
                } else {
                    TileLayout::OneByOne(used)
                }
            }
            None if room == Room::Stacks => TileLayout::Stacks,
            None if room == Room::None => TileLayout::OneByOne(used),
            None => TileLayout::Tiles,
        };
        let mut behavior = TileBehavior { plots, computations, layout, is_edited: false };
        match layout {
            TileLayout::Maximized(view) => {
                behavior.tile_ui(ui, view);
            }
            TileLayout::Pair(first, second) => behavior.pair_ui(ui, [first, second]),
            TileLayout::Main(view) => behavior.main_ui(ui, self.views, view),
            TileLayout::OneByOne(view) => behavior.one_by_one_ui(ui, self.views, view),
            TileLayout::Stacks => {
                if let Some(stacks) = arrangement::stacks(&self.tree) {
                    behavior.stacks_ui(ui, &stacks, &self.recent);
                }
            }
            TileLayout::Tiles => {
                self.tree.ui(&mut behavior, ui);
                behavior.is_edited |= edges_ui(ui, &mut self.tree, behavior::MIN_SIZE);
            }
        }
        self.is_edited |= behavior.is_edited;
    }
}

fn tree(stored: &StoredTiles, views: Views) -> egui_tiles::Tree<Pane> {
    arrangement::tree_from_stored(stored, views).unwrap_or_else(|| arrangement::default_tree(views))
}
