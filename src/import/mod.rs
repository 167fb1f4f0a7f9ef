//! Reads tables from files (npy, npz, safetensors, GGUF, csv and tsv), checkpoints of several files, and configurations
//! of models. Reading never runs code, and takes memory for one tensor at most.

mod checkpoint;
mod config;
mod element;
mod error;
mod file;
mod gguf;
mod json;
mod load;
mod npy;
mod npz;
mod safetensors;
mod shape;
mod table;
mod tensor_kind;
mod text;

pub use self::{
    checkpoint::{Checkpoint, StoredTensor},
    config::{config, config_beside},
    element::Element,
    error::ImportError,
    file::{TableFile, TensorFacts, notices, open, open_stdin},
    load::load,
    table::FileTable,
    tensor_kind::TensorKind,
};

/// Formats of files with tables, in words.
pub const TABLE_FORMATS: &str = "npy, npz, safetensors, csv or tsv";
/// Endings of files with tables.
pub const TABLE_ENDINGS: &[&str] = &["npy", "npz", "safetensors", "csv", "tsv", "txt"];
/// Endings of files with the configuration of a model.
pub const MODEL_ENDINGS: &[&str] = &["json", "gguf"];
