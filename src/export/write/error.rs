//! Failures to write.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::sanitize;
use thiserror::Error;

/// Failure to write a file or a stream.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The system refused the file.
    #[error("cannot write {}: {source}", sanitize::path(path))]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Reason given by the system.
        source: io::Error,
    },
    /// The system refused a stream without a path.
    #[error("{0}")]
    Stream(#[from] io::Error),
}

impl WriteError {
    pub(crate) fn file(path: &Path, source: io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }

    /// True if the reader closed its end of a pipe, which is not a failure of the writer.
    pub fn is_closed_pipe(&self) -> bool {
        let (Self::File { source, .. } | Self::Stream(source)) = self;
        source.kind() == io::ErrorKind::BrokenPipe
    }
}
