//! Tiles: their arrangement, titles and edges, and the keys that rearrange them.

mod arrangement;
mod behavior;
mod edges;
mod rearrange;
pub(crate) mod tile_area;
mod tile_keys;
mod title;
