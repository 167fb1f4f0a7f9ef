//! Errors of reading tables.

use std::{io, path::Path};

use thiserror::Error;

use crate::sanitize;

/// Error of reading a table from a file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ImportError {
    /// File that cannot be opened or read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// Path of the file.
        path: String,
        /// Reason given by the system.
        reason: String,
    },
    /// Content that is not what its format demands.
    #[error("{path}: {reason}")]
    Form {
        /// Path of the file.
        path: String,
        /// Description of the problem, and of what is expected.
        reason: String,
    },
    /// Python pickle, which runs code when it is read.
    #[error(
        "{path} is a Python pickle, which may run code when it is read: save the tensor as npy, with \
         numpy.save(\"{stem}.npy\", torch.load({file}, weights_only=True).float().numpy()); a checkpoint of several \
         tensors needs [\"NAME\"] before .float()"
    )]
    Pickle {
        /// Path of the file.
        path: String,
        /// Its path as a string of Python.
        file: String,
        /// Name for the new file, without its ending.
        stem: String,
    },
    /// File with several tensors, of which none was chosen.
    #[error(
        "{path} has {num} tensors: choose one with --tensor, or in a scene with table={path}&tensor=NAME: {list}"
    )]
    Several {
        /// Path of the file.
        path: String,
        /// Number of tensors.
        num: usize,
        /// Names, shapes and types, the likely ones first.
        list: String,
    },
    /// Tensor that is not in the file.
    #[error("{path} has no tensor {name:?}: expected one of {list}")]
    NoTensor {
        /// Path of the file.
        path: String,
        /// Name as typed.
        name: String,
        /// Names, shapes and types, the likely ones first.
        list: String,
    },
}

impl ImportError {
    /// Error of a file whose content is not what its format demands.
    pub(super) fn form(path: &Path, reason: impl Into<String>) -> Self {
        let reason = sanitize::sentence(&reason.into());
        Self::Form { path: sanitize::path(path), reason }
    }

    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { path: sanitize::path(path), reason: error.to_string() }
    }
}
