//! What numbers about positions are: caches of rotary encodings, coordinates of patches, frequencies, lists.
//!
//! Sinusoids are recognized by [`encoding`](crate::encoding); [`Identified`] asks that first, then the recognizers here.
//! The presets of [`model`](crate::model) give the bases and scalings that are tried first. Nothing here reads files.

mod axis_caches;
mod cache_candidates;
mod cache_layout;
mod cache_pairs;
mod caches;
mod changed_caches;
mod distinct_rows;
mod free_cache;
mod identified;
mod known_axes;
mod known_cache;
mod known_frequencies;
mod known_list;
mod ladder_hypotheses;
mod laid_out;
mod list_arrangement;
mod list_precision;
mod list_rows;
mod list_rules;
mod lists;
mod placed_caches;
mod plain_table;
mod shared_ladder;
mod sinusoid_axes;
mod still_pairs;

pub use self::{
    axis_caches::recognize_axes,
    cache_layout::CacheLayout,
    caches::recognize_cache,
    identified::{Identified, PlacedRows, RowPositionsQuestion},
    known_axes::{AxisColumns, KnownAxes, KnownAxis},
    known_cache::KnownCache,
    known_frequencies::{KnownFrequencies, recognize},
    known_list::{KnownList, Schedule},
    list_arrangement::Arrangement,
    list_rows::short_list,
    lists::{ArrangedList, recognize_list},
};
