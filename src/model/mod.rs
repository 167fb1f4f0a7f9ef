//! A model's configuration, read as rotary encodings per set of layers, with the origin of every number.
//!
//! What the classes of transformers assume when a key is absent is data: `assets/models/classes.json`, which
//! `tests/readers/model_classes.py` reads out of release 5.24.0. The rules here are those of
//! `RotaryEmbeddingConfigMixin` and of the overrides in the classes, as far as the data tells them apart. Nothing here
//! reads files.

mod agreement;
mod block;
mod class;
mod config;
mod difference;
mod diffusers;
mod error;
mod expression;
mod fields;
mod gguf;
mod gguf_rules;
mod json_text;
mod keys;
mod layers;
mod lengths;
mod llama_cpp;
mod made_lists;
mod makers;
mod mechanism_keys;
mod mechanism_kind;
mod mechanism_rows;
mod mechanisms;
mod model_facts;
mod name_pattern;
mod numbers;
mod origin;
mod params;
mod parts;
mod preset;
mod read;
mod reader;
mod reading;
mod remarks;
mod scaling_numbers;
mod sections;
mod set;
mod token_limit;
mod unread;

pub use self::{
    config::Config,
    error::{ModelError, unknown_type_clause},
    fields::{Field, runs},
    mechanism_kind::MechanismKind,
    mechanisms::{Mechanism, kind_title},
    model_facts::{ListedBias, ListedMechanism, ListedTensor, ModelFacts},
    name_pattern::NamePattern,
    origin::{Origin, Sourced, ValueSource},
    parts::ConfigPart,
    preset::{Preset, UnknownPreset},
    read::Model,
    reader::Reader,
    sections::known_sections,
    set::LayerSet,
    token_limit::{has_other_inputs, is_unlimited, max_tokens},
};
