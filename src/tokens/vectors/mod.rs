//! Reads word vectors from files. Only the vectors of the requested words are kept, whatever the size of the file.
//!
//! | file | form |
//! |---|---|
//! | text | one word and its numbers per line: `cat 0.1 -0.2 …`; a first line `COUNT WIDTH` is skipped |
//! | npy | an array of shape (words, width) of f4 or f8, and next to it `NAME.txt` with one word per line |

mod npy;
mod text;

use std::{
    collections::HashMap,
    fs::{self, File},
    io,
    path::Path,
    sync::Arc,
};

use thiserror::Error;

use crate::sanitize;

/// Largest width of a vector, equal to the largest `d_model`.
pub const WIDEST: usize = 16_384;
/// Largest length of a line in bytes. The widest vectors take about 400 kB.
const LONGEST_LINE: u64 = 1 << 22;

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

/// Vectors of the requested words that were found.
#[derive(Clone, Debug, PartialEq)]
pub struct WordVectors {
    /// Numbers per vector.
    pub width: usize,
    rows: HashMap<Arc<str>, Vec<f64>>,
}

impl WordVectors {
    /// Vector of a word: as it is written, otherwise in lowercase.
    pub fn of(&self, word: &str) -> Option<&[f64]> {
        let row = self.rows.get(word).or_else(|| self.rows.get(word.to_lowercase().as_str()));
        row.map(Vec::as_slice)
    }
}

/// Search of a file for words.
struct Search<'a> {
    path: &'a Path,
    /// Words as written and in lowercase, with their vectors once found.
    wanted: HashMap<Arc<str>, Option<Vec<f64>>>,
    /// Words as written. Reading stops once all of them are found.
    exact: Vec<Arc<str>>,
    is_wanted: &'a (dyn Fn(f32) -> bool + Sync),
}

/// Reads the vectors of some words.
///
/// Calls `is_wanted` from time to time with the share of the file that has been read. Returns `None` once `is_wanted`
/// returns false.
pub fn read(
    path: &Path,
    words: &[Arc<str>],
    is_wanted: &(dyn Fn(f32) -> bool + Sync),
) -> Result<Option<WordVectors>, VectorsError> {
    let mut search = Search { path, wanted: HashMap::new(), exact: words.to_vec(), is_wanted };
    for word in words {
        search.wanted.insert(Arc::clone(word), None);
        search.wanted.insert(word.to_lowercase().into(), None);
    }
    // Opening a named pipe would block until another process writes to it.
    let metadata = fs::metadata(path).map_err(|error| search.unreadable(&error))?;
    if !metadata.is_file() {
        return Err(search.form("it is not a file"));
    }
    let file = File::open(path).map_err(|error| search.unreadable(&error))?;
    let is_npy = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    let width = if is_npy {
        npy::read(file, metadata.len(), &mut search)
    } else {
        text::read(file, metadata.len(), &mut search)
    }?;
    Ok(width.map(|width| WordVectors {
        width,
        rows: search.wanted.into_iter().filter_map(|(word, row)| Some((word, row?))).collect(),
    }))
}

impl Search<'_> {
    fn path_text(&self) -> String {
        sanitize::single_line(&self.path.display().to_string())
    }

    fn unreadable(&self, error: &io::Error) -> VectorsError {
        VectorsError::Unreadable { reason: error.to_string(), path: self.path_text() }
    }

    fn line(&self, line: u64, reason: impl Into<String>) -> VectorsError {
        let reason = sanitize::sentence(&reason.into());
        VectorsError::Line { line, reason, path: self.path_text() }
    }

    fn form(&self, reason: impl Into<String>) -> VectorsError {
        let reason = sanitize::sentence(&reason.into());
        VectorsError::Form { reason, path: self.path_text() }
    }

    /// True if every word has been found as it is written.
    fn is_complete(&self) -> bool {
        self.exact.iter().all(|word| self.wanted.get(word).is_some_and(Option::is_some))
    }

    /// Returns the word if it is requested and has not been found yet.
    fn is_missing(&self, word: &[u8]) -> Option<Arc<str>> {
        let (word, row) = self.wanted.get_key_value(str::from_utf8(word).ok()?)?;
        row.is_none().then(|| Arc::clone(word))
    }
}

#[cfg(test)]
mod tests;
