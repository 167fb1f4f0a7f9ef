//! Charts in a tile: painting them, pan and zoom, and selection with pointer and keys.

mod chart_plot;
mod curve_key;
pub(crate) mod figure;
mod gestures;
mod grid_scroll;
mod hit_targets;
mod navigate;
pub(crate) mod paint;
mod plot_keys;
pub(crate) mod plots;
pub(crate) mod pointing;
mod shown;
mod spotlight;
