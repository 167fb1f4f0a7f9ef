//! Failures of an export.

use std::io;

use thiserror::Error;

use super::{
    animation::AnimationError, data::RequestError, figure::FigureError, origin::OriginError,
    progress::Cancelled, write::WriteError,
};
use crate::tokens::VectorsError;

/// Failure of an export, by the stage that failed.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The request does not fit the scene or the format.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A figure needs word vectors that cannot be read.
    #[error(transparent)]
    Vectors(#[from] VectorsError),
    /// A figure cannot be drawn or encoded.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// An animation cannot be encoded.
    #[error(transparent)]
    Animation(#[from] AnimationError),
    /// A file or a stream cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file holds no scene, or cannot be read.
    #[error(transparent)]
    Origin(#[from] OriginError),
    /// The user stopped the export.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        Self::Write(error.into())
    }
}

impl ExportError {
    /// True if the reader closed its end of a pipe, which is not a failure of the export.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.is_closed_pipe())
    }
}
