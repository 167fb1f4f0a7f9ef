//! Edges between tiles, for keys and screen readers: `egui_tiles` moves them with the pointer alone.

use egui::{Id, IdSalt, Key, Modifiers, Role, Ui, WidgetInfo};
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

use super::arrangement::Pane;
use crate::app::look::focus::keep_arrows;

/// Points by which a key moves an edge.
const STEP: f32 = 16.0;

/// An edge between two neighbors.
struct Edge {
    /// Id of its widget.
    id: Id,
    container: TileId,
    direction: LinearDir,
    before: TileId,
    after: TileId,
    name: String,
}

/// Names the edges, and moves the one that has the focus with the arrow keys. True if one was moved.
pub(crate) fn edges_ui(ui: &Ui, tree: &mut Tree<Pane>, smallest: f32) -> bool {
    let Some(root) = tree.root() else { return false };
    let mut edges = Vec::new();
    collect(&tree.tiles, root, ui.scope_id(), &mut edges);
    let mut is_moved = false;
    for edge in edges {
        let Some(response) = ui.ctx().read_response(edge.id) else { continue };
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, &edge.name));
        if !response.has_focus() {
            continue;
        }
        keep_arrows(ui, &response);
        let (back, on) = match edge.direction {
            LinearDir::Horizontal => (Key::ArrowLeft, Key::ArrowRight),
            LinearDir::Vertical => (Key::ArrowUp, Key::ArrowDown),
        };
        let steps = ui.input_mut(|input| {
            let mut presses = |key| input.count_and_consume_key(Modifiers::NONE, key) as f32;
            presses(on) - presses(back)
        });
        if steps != 0.0 {
            is_moved |= moved(&mut tree.tiles, &edge, STEP * steps, smallest);
        }
    }
    is_moved
}

/// Collects the edges below a tile. The ids of their widgets follow from all the tiles around them.
fn collect(tiles: &Tiles<Pane>, tile: TileId, scope: Id, edges: &mut Vec<Edge>) {
    let Some(Tile::Container(container)) = tiles.get(tile) else { return };
    // egui_tiles gives each tile a scope, with one more inside.
    let scope = scope.with(tile).with(IdSalt::new("child"));
    if let Container::Linear(linear) = container {
        for (i, pair) in linear.children.windows(2).enumerate() {
            let &[before, after] = pair else { continue };
            let title = |tile, is_last| title(tiles, tile, is_last);
            edges.push(Edge {
                id: scope.with((tile, "resize", i)),
                container: tile,
                direction: linear.dir,
                before,
                after,
                name: format!("Edge between {} and {}", title(before, true), title(after, false)),
            });
        }
    }
    for child in container.active_children(tiles) {
        collect(tiles, child, scope, edges);
    }
}

/// Title of the first or last view in a tile.
fn title(tiles: &Tiles<Pane>, tile: TileId, is_last: bool) -> &'static str {
    match tiles.get(tile) {
        Some(Tile::Pane(Pane(view))) => view.title(),
        Some(Tile::Container(container)) => {
            let mut children = container.active_children(tiles);
            let child = if is_last { children.last() } else { children.next() };
            child.map_or("", |child| title(tiles, child, is_last))
        }
        None => "",
    }
}

/// Moves an edge by a distance in points, as far as both neighbors stay large enough. True if it was moved.
fn moved(tiles: &mut Tiles<Pane>, edge: &Edge, by: f32, smallest: f32) -> bool {
    let size = |tile| {
        let size = tiles.rect(tile)?.size();
        Some(match edge.direction {
            LinearDir::Horizontal => size.x,
            LinearDir::Vertical => size.y,
        })
    };
    let (Some(before), Some(after)) = (size(edge.before), size(edge.after)) else { return false };
    let by = by.clamp((smallest - before).min(0.0), (after - smallest).max(0.0));
    if by == 0.0 {
        // In a window without room both neighbors may have no size.
        return false;
    }
    let Some(Tile::Container(Container::Linear(Linear { shares, .. }))) =
        tiles.get_mut(edge.container)
    else {
        return false;
    };
    let both = shares[edge.before] + shares[edge.after];
    shares[edge.before] = both * (before + by) / (before + after);
    shares[edge.after] = both - shares[edge.before];
    true
}
