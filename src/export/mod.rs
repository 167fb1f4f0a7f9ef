//! What × format → bytes. The window and the command line write through the same functions, so the
//! same scene gives the same bytes.

mod animation;
mod code;
mod data;
mod figure;
mod origin;
mod progress;
mod provenance;
mod write;

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::tokens::VectorsError;

pub use animation::{
    AnimationFormat, AnimationRequest, Film, FrameRate, NotAFrameRate, write_animation,
};
pub use code::{Language, code};
pub use data::{DataExport, DataRequest, Digits, Dtype, Format, Sample, What, parse_range};
pub use figure::{
    CellShape, FigureFormat, FigureRequest, FigureSize, NotASize, figure_pixels, thumbnail,
    write_figure,
};
pub use origin::{OriginError, scene_in, scene_in_file};
pub use progress::Progress;
pub use provenance::{PROGRAM, Provenance};
pub use write::{temporary_path, to_file};

/// Why an export did not happen.
#[derive(Debug, Error)]
pub enum ExportError {
    /// Word vectors that a figure needs cannot be had.
    #[error(transparent)]
    Vectors(#[from] VectorsError),
    /// A file that should hold a scene.
    #[error(transparent)]
    Origin(#[from] OriginError),
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
    /// A type that the format has no room for.
    #[error("{format} has no {dtype}: allowed is {allowed}")]
    NoSuchDtype {
        /// In which form.
        format: &'static str,
        /// Of which type.
        dtype: &'static str,
        /// The types that it has.
        allowed: String,
    },
    /// Digits for a format that holds bits.
    #[error("{format} holds every bit: digits are for csv, tsv, json, md and tex")]
    NoDigits {
        /// In which form.
        format: &'static str,
    },
    /// A table to look at that nobody can look at.
    #[error(
        "{rows} x {columns} values are too many to print as {format} (at most {}): give a range with \
         --rows A..B and --columns A..B, or --force",
        DataRequest::MOST_PRINTED
    )]
    TooLargeToPrint {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
        /// In which form.
        format: &'static str,
    },
    /// Rotation or frequencies of an encoding that has none.
    #[error(
        "cannot export {what}: encoding={encoding} has no frequencies; expected encoding=sinusoidal"
    )]
    NoFrequencies {
        /// Key of what was asked for.
        what: &'static str,
        /// Key of the family.
        encoding: &'static str,
    },
    /// More pixels than there is memory for.
    #[error("a figure of {width} x {height} pixels is too large for the memory of this machine")]
    FigureTooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// More cells than a figure has room for as rectangles.
    #[error(
        "the cells of this figure are too many to be rectangles (at most {}): write them as a \
         raster, or show fewer",
        figure::MOST_RECTANGLES
    )]
    TooManyRectangles,
    /// Through a gif's ground one sees all or nothing.
    #[error(
        "a gif cannot have a transparent ground: allowed are apng and frames, or another ground"
    )]
    NoTransparentGif,
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
