//! Errors of questions about tables.

use thiserror::Error;

use crate::{
    encoding::UnknownConvention, import::ImportError, model::UnknownPreset, scene::SceneError,
};

/// Error of a question about tables.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Table that cannot be read.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// Invalid scene.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// Text that is neither a scene nor a file nor a preset nor a convention.
    #[error("{text:?} is no scene text (with =) and no existing file; {source}; {preset}")]
    Unknown {
        /// Text as typed.
        text: String,
        /// Nearest presets.
        preset: UnknownPreset,
        /// Nearest conventions.
        source: UnknownConvention,
    },
    /// Model that is neither a file nor a preset.
    #[error("no such file, and {0}")]
    NoModel(UnknownPreset),
    /// Table that cannot be resized to the rows of another.
    #[error(
        "{name} has {num_rows} rows, the other side {num}: only square grids of patches in files are resized, both with a row for a \
         class token, or both without"
    )]
    NotResized {
        /// Name of the table.
        name: String,
        /// Number of its rows.
        num_rows: u64,
        /// Number of rows of the other one.
        num: u64,
    },
    /// Tables of which none can be turned to fit the other.
    #[error(
        "{a} and {b} are not turned to fit: all rows of one are the same, or a value is not finite"
    )]
    NotTurned {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
    },
    /// Tensor with a name, where no side is a file.
    #[error("--tensor names a tensor of a file, but neither {a} nor {b} is one")]
    NoFileOfTensor {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
    },
    /// File that does not exist.
    #[error("no such file: {0}")]
    NoFile(String),
    /// Keys beside `table` that do not belong to it.
    #[error("invalid {0:?} beside table: expected tensor or start")]
    BesideTable(String),
    /// Model with several sets of layers, of which none was chosen.
    #[error("{name} has several sets of layers: choose one with layers=, of {}", .sets.join(", "))]
    Layers {
        /// Name of the side.
        name: String,
        /// Names of the sets.
        sets: Vec<String>,
    },
    /// Vector with another number of frequencies than a model.
    #[error("{name} is a vector of {num} numbers, but {model} has {pairs} frequencies")]
    Vector {
        /// Name of the vector.
        name: String,
        /// Its length.
        num: usize,
        /// Name of the model.
        model: String,
        /// Number of the model's frequencies.
        pairs: usize,
    },
    /// Vector beside an encoding whose rows are vectors.
    #[error(
        "{name} is a vector of {num} numbers, and {other} a table: expected a model, a rotary scene or another vector \
         beside it, or d_model=1 in the scene"
    )]
    NoTable {
        /// Name of the vector.
        name: String,
        /// Its length.
        num: u64,
        /// Name of the other side.
        other: String,
    },
    /// Vector of frequencies with a value that is not finite.
    #[error("{name}: entry {entry} is not finite: expected frequencies")]
    NotFinite {
        /// Name of the vector.
        name: String,
        /// Index of the first such value.
        entry: usize,
    },
    /// More cells than can be compared in some minutes.
    #[error(
        "{num_rows} positions × {num_columns} columns are more than can be compared: expected {most} positions at most, \
         such as length={most} in A or B"
    )]
    TooMany {
        /// Number of positions of the shorter side.
        num_rows: u64,
        /// Number of columns.
        num_columns: u32,
        /// Largest number of positions of that many columns.
        most: u64,
    },
    /// Search or comparison that was no longer wanted.
    #[error("cancelled")]
    Cancelled,
    /// Tables of different widths.
    #[error("{a} has {of_a} columns, {b} has {of_b}: only tables of the same width are compared")]
    Widths {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
        /// Number of columns of A.
        of_a: u32,
        /// Number of columns of B.
        of_b: u32,
    },
    /// Tables without a common position.
    #[error("{a} and {b} have no position in common")]
    Apart {
        /// Name of A.
        a: String,
        /// Name of B.
        b: String,
    },
    /// Bias beside rows.
    #[error("{bias} is a bias, which has no rows; {other} has: a bias is compared with a bias")]
    OneBias {
        /// Name of the bias.
        bias: String,
        /// Name of the other side.
        other: String,
    },
    /// Table whose numbers cannot be read.
    #[error("cannot read the rows: {0}")]
    ReportRows(#[from] std::io::Error),
}
