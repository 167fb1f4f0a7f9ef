//! Word vectors from files: only the rows of the words asked for are kept, whatever the size of the file.
//!
//! | file | form |
//! |---|---|
//! | text | a word and its numbers a line: `cat 0.1 -0.2 …`; a first line `COUNT WIDTH` is skipped |
//! | npy | an array of shape (words, width) of f4 or f8, and beside it `NAME.txt` with a word a line |

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

/// The widest vectors: as wide as encodings.
pub const WIDEST: usize = 16_384;
/// A longer line is none of word vectors: the widest have some 400 kB.
const LONGEST_LINE: u64 = 1 << 22;

/// Why there are no vectors. The message names the file, and the line where there is one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum VectorsError {
    /// The file cannot be read.
    #[error("cannot read word vectors: {reason}: {path}")]
    Unreadable {
        /// What the system says.
        reason: String,
        /// Which file.
        path: String,
    },
    /// A line that is none of word vectors.
    #[error("line {line} {reason}: {path}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
        /// Which file.
        path: String,
    },
    /// A file that has another form.
    #[error("not word vectors: {reason}: {path}")]
    Form {
        /// What is wrong with it.
        reason: String,
        /// Which file.
        path: String,
    },
    /// Vectors that cannot be added to the encoding.
    #[error(
        "vectors of {path} have {width} numbers, d_model is {d_model}: to be added they must have as many; \
         set d_model to {width}, or concatenate"
    )]
    Width {
        /// Of the file.
        width: usize,
        /// Of the encoding.
        d_model: u32,
        /// Which file.
        path: String,
    },
}

/// Vectors of some words.
#[derive(Clone, Debug, PartialEq)]
pub struct WordVectors {
    /// Numbers in each.
    pub width: usize,
    rows: HashMap<Arc<str>, Vec<f64>>,
}

impl WordVectors {
    /// The vector of a word: as it is written, else in lower case.
    pub fn of(&self, word: &str) -> Option<&[f64]> {
        let row = self.rows.get(word).or_else(|| self.rows.get(word.to_lowercase().as_str()));
        row.map(Vec::as_slice)
    }
}

/// Where a file is read, and what is looked for in it.
struct Search<'a> {
    path: &'a Path,
    /// The words as they are written, and in lower case.
    wanted: HashMap<Arc<str>, Option<Vec<f64>>>,
    /// Words as they are written: once all are found nothing more is read.
    exact: Vec<Arc<str>>,
    is_wanted: &'a (dyn Fn(f32) -> bool + Sync),
}

/// Reads the vectors of some words. `is_wanted` is told now and then which part of the file is read; `None`
/// once it says no.
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
    // To open a pipe would wait for whoever writes into it.
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

    /// Whether every word has been found as it is written.
    fn is_complete(&self) -> bool {
        self.exact.iter().all(|word| self.wanted.get(word).is_some_and(Option::is_some))
    }

    /// A word that is looked for and has not been found yet.
    fn is_missing(&self, word: &[u8]) -> Option<Arc<str>> {
        let (word, row) = self.wanted.get_key_value(str::from_utf8(word).ok()?)?;
        row.is_none().then(|| Arc::clone(word))
    }
}

#[cfg(test)]
mod tests;
