//! Files that the program was given to keep: they are removed when the window closes, or when the program is ended.

use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes files when it is dropped.
pub(crate) struct Temporary(());

impl Temporary {
    /// Takes over files.
    pub(crate) fn new(files: Vec<PathBuf>) -> Self {
        *FILES.lock().unwrap_or_else(PoisonError::into_inner) = files;
        Self(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        remove();
    }
}

/// Removes the files, and their folders if they are empty then.
pub(crate) fn remove() {
    for path in std::mem::take(&mut *FILES.lock().unwrap_or_else(PoisonError::into_inner)) {
        // A file that is gone needs no removal.
        drop(fs::remove_file(&path));
        drop(path.parent().map(fs::remove_dir));
    }
}
