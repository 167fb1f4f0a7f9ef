//! Reads the vectors of some words from a file of either format.

use std::{collections::HashMap, path::Path, sync::Arc};

use super::{
    npy,
    search::{Search, VectorsError},
    text,
};
use crate::regular_file;

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
    let file = regular_file::open(path).map_err(|error| search.unreadable(&error))?;
    let size = file.metadata().map_err(|error| search.unreadable(&error))?.len();
    let is_npy = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"));
    let width = if is_npy {
        npy::read(file, size, &mut search)
    } else {
        text::read(file, size, &mut search)
    }?;
    Ok(width.map(|width| WordVectors {
        width,
        rows: search.wanted.into_iter().filter_map(|(word, row)| Some((word, row?))).collect(),
    }))
}
