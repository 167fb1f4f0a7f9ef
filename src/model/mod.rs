//! A model's configuration, read as rotary encodings per set of layers, with the origin of every number.
//!
//! What the classes of transformers assume when a key is absent is data: `assets/models/classes.json`, which
//! `tests/readers/model_classes.py` reads out of release 5.24.0. The rules here are those of
//! `RotaryEmbeddingConfigMixin` and of the overrides in the classes, as far as the data tells them apart. Nothing here
//! reads files.

mod agreement;
mod axis_caches;
mod block;
mod cache_candidates;
mod cache_layout;
mod cache_pairs;
mod caches;
mod changed_caches;
mod class;
mod config;
mod difference;
mod diffusers;
mod distinct_rows;
mod error;
mod expression;
mod fields;
mod free_cache;
mod gguf;
mod gguf_rules;
mod identified;
mod json_text;
mod keys;
mod known_axes;
mod known_cache;
mod known_list;
mod ladder_hypotheses;
mod laid_out;
mod layers;
mod lengths;
mod list_arrangement;
mod list_precision;
mod list_rows;
mod list_rules;
mod lists;
mod llama_cpp;
mod made_lists;
mod makers;
mod mechanism_keys;
mod mechanism_rows;
mod mechanisms;
mod model_facts;
mod name_pattern;
mod numbers;
mod origin;
mod params;
mod parts;
mod placed_caches;
mod plain_table;
mod preset;
mod read;
mod reader;
mod recognition;
mod remarks;
mod scaling_numbers;
mod sections;
mod set;
mod shared_ladder;
mod sinusoid_axes;
mod still_pairs;
mod token_limit;
mod unread;

pub use self::{
    axis_caches::recognize_axes,
    cache_layout::CacheLayout,
    caches::recognize_cache,
    config::Config,
    error::{ModelError, unknown_type_clause},
    fields::{Field, runs},
    identified::{Identified, PlacedRows, RowPositionsQuestion},
    known_axes::{AxisColumns, KnownAxes, KnownAxis},
    known_cache::KnownCache,
    known_list::{KnownList, Schedule},
    list_arrangement::Arrangement,
    list_rows::short_list,
    lists::{ArrangedList, recognize_list},
    mechanisms::{Mechanism, kind_title},
    model_facts::{ListedBias, ListedMechanism, ListedTensor, ModelFacts},
    name_pattern::NamePattern,
    origin::{Origin, Sourced, ValueSource},
    parts::ConfigPart,
    preset::{Preset, UnknownPreset},
    read::Model,
    reader::Reader,
    recognition::{KnownFrequencies, recognize},
    set::LayerSet,
    token_limit::{has_other_inputs, is_unlimited, max_tokens},
};
