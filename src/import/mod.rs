//! Reads tables from files: npy, npz, safetensors, csv and tsv. Reading never runs code, and takes memory for one tensor
//! at most.

mod element;
mod error;
mod file;
mod load;
mod npy;
mod npz;
mod safetensors;
mod shape;
mod table;
mod text;

pub use self::{
    element::Element,
    error::ImportError,
    file::{TableFile, TensorFacts, open},
    load::load,
    table::FileTable,
};
