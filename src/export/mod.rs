//! What × format → bytes. The window and the command line write through the same functions, so the
//! same scene gives the same bytes.

mod data;
mod figure;
mod progress;
mod write;

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::tokens::VectorsError;

pub use data::{DataExport, DataRequest, Dtype, Format, What, parse_range};
pub use figure::{FigureSize, NotASize, figure_pixels, figure_png, svg};
pub use progress::Progress;
pub use write::{temporary_path, to_file};

/// Why an export did not happen.
#[derive(Debug, Error)]
pub enum ExportError {
    /// Word vectors that a figure needs cannot be had.
    #[error(transparent)]
    Vectors(#[from] VectorsError),
    /// A range that is not one, or lies outside.
    #[error("{name} cannot be {value:?}: allowed is A..B with 0 <= A < B <= {limit}")]
    Range {
        /// `rows` or `columns`.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// How many there are.
        limit: u64,
    },
    /// More similarity than anyone can want.
    #[error(
        "similarity of {rows} x {columns} positions is more than 2^34 values: \
         give a range with --rows A..B and --columns A..B"
    )]
    TooLarge {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
    /// More pixels than there is memory for.
    #[error("a figure of {width} x {height} pixels is too large for the memory of this machine")]
    FigureTooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Stopped by the person who asked.
    #[error("cancelled: nothing was written")]
    Cancelled,
    /// The system refused.
    #[error("cannot write {}: {source}", path.display())]
    File {
        /// Where to.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The system refused while a stream was written.
    #[error("{0}")]
    Stream(#[from] io::Error),
}

impl ExportError {
    /// Whether the reader at the other end of a pipe has gone: no error of ours.
    pub fn is_closed_pipe(&self) -> bool {
        match self {
            Self::File { source, .. } | Self::Stream(source) => {
                source.kind() == io::ErrorKind::BrokenPipe
            }
            _ => false,
        }
    }
}
