//! Rearranges the tiles without a pointer.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

use super::arrangement::Pane;
use crate::{app::request::Direction, views::View};

/// Swaps a view with its next neighbor in a direction. True if there is one.
pub(crate) fn swap_with_neighbor(tree: &mut Tree<Pane>, view: View, toward: Direction) -> bool {
    let own = Pane(view);
    let Some(tile) = tree.tiles.find_pane(&own) else { return false };
    let Some(other) = neighbor(tree, tile, toward) else { return false };
    let Some(&pane) = tree.tiles.get_pane(&other) else { return false };
    for (tile, pane) in [(tile, pane), (other, own)] {
        if let Some(Tile::Pane(content)) = tree.tiles.get_mut(tile) {
            *content = pane;
        }
    }
    true
}

/// Makes a view a tab of its next neighbor in a direction, or moves a tab to a tile of its own on that side of the
/// other tabs. True if anything was done.
pub(crate) fn into_or_out_of_tabs(tree: &mut Tree<Pane>, view: View, toward: Direction) -> bool {
    let Some(tile) = tree.tiles.find_pane(&Pane(view)) else { return false };
    if let Some(tabs) = tabs_of(&tree.tiles, tile) {
        leave(tree, tile, tabs, toward);
        return true;
    }
    let Some(neighbor) = neighbor(tree, tile, toward) else { return false };
    let tabs = tabs_of(&tree.tiles, neighbor).unwrap_or_else(|| {
        let tabs = tree.tiles.insert_tab_tile(Vec::new());
        replace(tree, neighbor, tabs);
        tree.move_tile_to_container(neighbor, tabs, 0, false);
        tabs
    });
    // Becomes the last tab, and the active one.
    tree.move_tile_to_container(tile, tabs, usize::MAX, false);
    true
}

/// Next visible tile in a direction.
fn neighbor(tree: &Tree<Pane>, tile: TileId, (x, y): Direction) -> Option<TileId> {
    let toward = egui::vec2(x.into(), y.into());
    let rect = tree.tiles.rect(tile)?;
    let away = tree.active_tiles().into_iter().filter_map(|other| {
        tree.tiles.get_pane(&other)?;
        let way = tree.tiles.rect(other)?.center() - rect.center();
        // Only tiles that lie farther along the direction than beside it.
        let along = way.dot(toward);
        let beside = way.dot(toward.rot90()).abs();
        (along > beside).then_some((along + 2.0 * beside, other))
    });
    away.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, other)| other)
}

/// Container of tabs that a tile belongs to.
fn tabs_of(tiles: &Tiles<Pane>, tile: TileId) -> Option<TileId> {
    let parent = tiles.parent_of(tile)?;
    matches!(tiles.get(parent)?, Tile::Container(Container::Tabs(_))).then_some(parent)
}

/// Moves a tile out of its tabs, to one side of them.
fn leave(tree: &mut Tree<Pane>, tile: TileId, tabs: TileId, (x, y): Direction) {
    let direction = if x == 0 { LinearDir::Vertical } else { LinearDir::Horizontal };
    let is_after = x + y > 0;
    let (row, place) = in_row(&tree.tiles, tabs, direction).unwrap_or_else(|| {
        let row = tree.tiles.insert_container(Linear::new(direction, Vec::new()));
        replace(tree, tabs, row);
        tree.move_tile_to_container(tabs, row, 0, false);
        (row, 0)
    });
    if let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get_mut(tabs) {
        // The tab before it becomes active, or the one after it if it is the first.
        let before = tabs.children.iter().take_while(|&&child| child != tile).last();
        if let Some(&covered) = before.or_else(|| tabs.children.get(1)) {
            tabs.set_active(covered);
        }
    }
    tree.move_tile_to_container(tile, row, place + usize::from(is_after), false);
    // Both share the room that the tabs had.
    if let Some(Tile::Container(Container::Linear(row))) = tree.tiles.get_mut(row) {
        let half = row.shares[tabs] / 2.0;
        row.shares.set_share(tabs, half);
        row.shares.set_share(tile, half);
    }
}

/// Row or column that holds a tile, and the tile's index in it.
fn in_row(tiles: &Tiles<Pane>, tile: TileId, direction: LinearDir) -> Option<(TileId, usize)> {
    let parent = tiles.parent_of(tile)?;
    let Some(Tile::Container(Container::Linear(linear))) = tiles.get(parent) else { return None };
    let place = linear.children.iter().position(|&child| child == tile)?;
    (linear.dir == direction).then_some((parent, place))
}

/// Replaces a tile, which then has no parent.
fn replace(tree: &mut Tree<Pane>, old: TileId, new: TileId) {
    match tree.tiles.parent_of(old) {
        None => tree.root = Some(new),
        Some(parent) => {
            if let Some(Tile::Container(container)) = tree.tiles.get_mut(parent) {
                // Ignored: the index of a child that is known to be there.
                let _place = container.replace_child(old, new);
            }
        }
    }
}
