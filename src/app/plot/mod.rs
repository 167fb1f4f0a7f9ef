//! Charts in a tile: painting them, pan and zoom, and selection with pointer and keys.

pub(crate) mod figure;
mod grid_scroll;
mod hit_targets;
mod navigate;
pub(crate) mod paint;
mod plot_keys;
pub(crate) mod plots;
pub(crate) mod pointing;
mod spotlight;
