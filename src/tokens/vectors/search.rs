//! Search of a file for words: its limits, its progress and its errors.

use std::{collections::HashMap, io, path::Path, sync::Arc};

use thiserror::Error;

use crate::sanitize;

/// Largest width of a vector, equal to the largest `d_model`.
pub const WIDEST: usize = 16_384;
/// Largest length of a line in bytes. The widest vectors take about 400 kB.
pub(super) const LONGEST_LINE: u64 = 1 << 22;

/// Error while reading word vectors. The message names the file and, where known, the line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum VectorsError {
    /// The file cannot be read.
    #[error("cannot read word vectors: {reason}: {path}")]
    Unreadable {
        /// Error of the operating system.
        reason: String,
        /// Path of the file.
        path: String,
    },
    /// A line does not hold a word vector.
    #[error("line {line} {reason}: {path}")]
    Line {
        /// Line number, counted from 1.
        line: u64,
        /// Reason, as a predicate of the line.
        reason: String,
        /// Path of the file.
        path: String,
    },
    /// The file has another format.
    #[error("not word vectors: {reason}: {path}")]
    Form {
        /// Reason, as a sentence about the file.
        reason: String,
        /// Path of the file.
        path: String,
    },
    /// The vectors and the encoding differ in width, so they cannot be added.
    #[error(
        "vectors of {path} have {width} numbers, d_model is {d_model}: to be added they must have as many; \
         set d_model to {width}, or concatenate"
    )]
    Width {
        /// Width of the vectors in the file.
        width: usize,
        /// Width of the encoding.
        d_model: u32,
        /// Path of the file.
        path: String,
    },
}

/// Search of a file for words.
pub(super) struct Search<'a> {
    pub(super) path: &'a Path,
    /// Words as written and in lowercase, with their vectors once found.
    pub(super) wanted: HashMap<Arc<str>, Option<Vec<f64>>>,
    /// Words as written. Reading stops once all of them are found.
    pub(super) exact: Vec<Arc<str>>,
    pub(super) is_wanted: &'a (dyn Fn(f32) -> bool + Sync),
}

impl Search<'_> {
    fn path_text(&self) -> String {
        sanitize::path(self.path)
    }

    pub(super) fn unreadable(&self, error: &io::Error) -> VectorsError {
        VectorsError::Unreadable { reason: error.to_string(), path: self.path_text() }
    }

    pub(super) fn line(&self, line: u64, reason: impl Into<String>) -> VectorsError {
        let reason = sanitize::sentence(&reason.into());
        VectorsError::Line { line, reason, path: self.path_text() }
    }

    pub(super) fn form(&self, reason: impl Into<String>) -> VectorsError {
        let reason = sanitize::sentence(&reason.into());
        VectorsError::Form { reason, path: self.path_text() }
    }

    /// True if every word has been found as it is written.
    pub(super) fn is_complete(&self) -> bool {
        self.exact.iter().all(|word| self.wanted.get(word).is_some_and(Option::is_some))
    }

    /// Returns a word that is requested and has not been found yet.
    pub(super) fn missing(&self, word: &[u8]) -> Option<Arc<str>> {
        let (word, row) = self.wanted.get_key_value(str::from_utf8(word).ok()?)?;
        row.is_none().then(|| Arc::clone(word))
    }
}
