//! Arrangement of the tiles: that of their workspace, in columns, or as stored.

use std::collections::HashSet;

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{
    scene::Views,
    views::{View, Workspace, WorkspaceLayout},
};

/// Gap between two tiles.
pub(crate) const GAP: f32 = 8.0;

/// Content of a tile, stored by the stable key of its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pane(pub(crate) View);

impl Serialize for Pane {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.key())
    }
}

impl<'de> Deserialize<'de> for Pane {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        View::from_key(&key).map(Self).map_err(D::Error::custom)
    }
}

/// Tree with the layout of the workspace that has these views, or in columns.
pub(crate) fn default_tree(views: Views) -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let root = match Workspace::with_views(views) {
        Some((_, layout)) => placed(&mut tiles, layout),
        None => in_columns(&mut tiles, views),
    };
    Tree::new(egui::Id::unique("tiles"), root, tiles)
}

fn placed(tiles: &mut Tiles<Pane>, place: &WorkspaceLayout) -> TileId {
    let (direction, parts) = match place {
        WorkspaceLayout::Single(view) => return tiles.insert_pane(Pane(*view)),
        WorkspaceLayout::Tabs(views) => {
            let panes = views.iter().map(|view| tiles.insert_pane(Pane(*view))).collect();
            return tiles.insert_tab_tile(panes);
        }
        WorkspaceLayout::Row(parts) => (LinearDir::Horizontal, parts),
        WorkspaceLayout::Column(parts) => (LinearDir::Vertical, parts),
    };
    let parts: Vec<(f32, TileId)> =
        parts.iter().map(|(share, place)| (*share, placed(tiles, place))).collect();
    let mut linear = Linear::new(direction, parts.iter().map(|&(_, tile)| tile).collect());
    for (share, tile) in parts {
        linear.shares.set_share(tile, share);
    }
    tiles.insert_container(linear)
}

/// Arranges views in about as many columns as rows.
fn in_columns(tiles: &mut Tiles<Pane>, views: Views) -> TileId {
    let panes: Vec<TileId> = views.iter().map(|view| tiles.insert_pane(Pane(view))).collect();
    // Two wide views are stacked.
    let num_columns = match panes.len() {
        2 if views.iter().all(View::is_wide) => 1,
        num => (num as f32).sqrt().ceil() as usize,
    };
    let columns: Vec<TileId> = panes
        .chunks(panes.len().div_ceil(num_columns))
        .map(|panes| match panes {
            &[only] => only,
            panes => tiles.insert_vertical_tile(panes.to_vec()),
        })
        .collect();
    match columns.as_slice() {
        &[only] => only,
        _ => tiles.insert_horizontal_tile(columns),
    }
}

/// Columns of tiles, or rows, each shown as a stack of which one tile is seen. All have the same size.
pub(crate) struct Stacks {
    is_across: bool,
    parts: Vec<Views>,
}

impl Stacks {
    /// Area of each stack, with its views.
    pub(crate) fn rects(&self, area: egui::Rect) -> impl Iterator<Item = (egui::Rect, Views)> {
        let num = self.parts.len().max(1) as f32;
        let gaps = GAP * (num - 1.0);
        let size = if self.is_across {
            egui::vec2((area.width() - gaps) / num, area.height())
        } else {
            egui::vec2(area.width(), (area.height() - gaps) / num)
        };
        let step = if self.is_across {
            egui::vec2(size.x + GAP, 0.0)
        } else {
            egui::vec2(0.0, size.y + GAP)
        };
        self.parts.iter().enumerate().map(move |(i, &views)| {
            (egui::Rect::from_min_size(area.min + i as f32 * step, size), views)
        })
    }

    /// True if every view is readable in its stack.
    pub(crate) fn have_room(&self, size: egui::Vec2) -> bool {
        let area = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        let least = Least::of(size);
        self.rects(area).all(|(rect, views)| views.iter().all(|it| least.allows(it, rect.size())))
    }
}

/// Columns or rows of a tree; `None` unless it has several.
pub(crate) fn stacks(tree: &Tree<Pane>) -> Option<Stacks> {
    let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get(tree.root()?) else {
        return None;
    };
    let part = |&child: &TileId| Views::new(&views_in(&tree.tiles, child));
    let parts: Vec<Views> = linear.children.iter().map(part).collect();
    (parts.len() > 1).then_some(Stacks { is_across: linear.dir == LinearDir::Horizontal, parts })
}

fn views_in(tiles: &Tiles<Pane>, tile: TileId) -> Vec<View> {
    match tiles.get(tile) {
        Some(Tile::Pane(Pane(view))) => vec![*view],
        Some(Tile::Container(container)) => {
            container.children().flat_map(|&child| views_in(tiles, child)).collect()
        }
        None => Vec::new(),
    }
}

/// Smallest tiles in which views are readable, in points.
#[derive(Clone, Copy)]
struct Least {
    picture: egui::Vec2,
    square: egui::Vec2,
    other: egui::Vec2,
}

impl Least {
    /// Smallest tiles in an area. A small one shows fewer views at once, so that a picture has some 200 points of data
    /// beside its axes; in a larger one, the overview counts.
    fn of(room: egui::Vec2) -> Self {
        const SMALL: egui::Vec2 = egui::vec2(800.0, 500.0);
        if room.x < SMALL.x || room.y < SMALL.y {
            return Self {
                picture: egui::vec2(400.0, 220.0),
                square: egui::vec2(400.0, 330.0),
                other: egui::vec2(400.0, 220.0),
            };
        }
        let picture = egui::vec2(225.0, 150.0);
        Self { picture, square: picture, other: egui::vec2(160.0, 120.0) }
    }

    fn allows(self, view: View, room: egui::Vec2) -> bool {
        let least = match (view.has_raster(), view.is_square()) {
            (true, true) => self.square,
            (true, false) => self.picture,
            (false, _) => self.other,
        };
        least.x <= room.x && least.y <= room.y
    }
}

/// True if every tile is readable in an area of this size.
pub(crate) fn has_room(tree: &Tree<Pane>, room: egui::Vec2) -> bool {
    tree.root().is_none_or(|root| has_room_in(&tree.tiles, root, room, Least::of(room)))
}

fn has_room_in(tiles: &Tiles<Pane>, tile: TileId, room: egui::Vec2, least: Least) -> bool {
    const TABS: f32 = 24.0;
    let container = match tiles.get(tile) {
        Some(Tile::Container(container)) => container,
        Some(Tile::Pane(Pane(view))) => return least.allows(*view, room),
        None => return true,
    };
    let Container::Linear(linear) = container else {
        let below = room - egui::vec2(0.0, TABS);
        return container.children().all(|&child| has_room_in(tiles, child, below, least));
    };
    let is_across = linear.dir == LinearDir::Horizontal;
    let gaps = GAP * linear.children.len().saturating_sub(1) as f32;
    let all: f32 = linear.children.iter().map(|&child| linear.shares[child]).sum();
    linear.children.iter().all(|&child| {
        let share = linear.shares[child] / all.max(f32::MIN_POSITIVE);
        let of_child = if is_across {
            egui::vec2(share * (room.x - gaps), room.y)
        } else {
            egui::vec2(room.x, share * (room.y - gaps))
        };
        has_room_in(tiles, child, of_child, least)
    })
}

/// Tree stored for these views, if it is valid and holds each of them once.
pub(crate) fn tree_from_stored(
    stored: &serde_json::Map<String, serde_json::Value>,
    views: Views,
) -> Option<Tree<Pane>> {
    let stored = stored.get(&views.to_string())?.clone();
    let tree: Tree<Pane> = serde_json::from_value(stored).ok()?;
    let mut held = held(&tree)?;
    held.sort();
    (held == views.iter().collect::<Vec<_>>()).then_some(tree)
}

/// Views in a tree; `None` if a tile is missing or is reached twice, because drawing a tile that contains itself
/// would never end.
fn held(tree: &Tree<Pane>) -> Option<Vec<View>> {
    let (mut views, mut reached) = (Vec::new(), HashSet::new());
    let mut next = vec![tree.root()?];
    while let Some(id) = next.pop() {
        if !reached.insert(id) {
            return None;
        }
        match tree.tiles.get(id)? {
            Tile::Pane(Pane(view)) => views.push(*view),
            Tile::Container(container) => next.extend(container.children()),
        }
    }
    Some(views)
}
