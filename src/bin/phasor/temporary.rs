//! File that the program was given to keep: it is removed when the window closes, or when the program is ended.

use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

static FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes the file when it is dropped.
pub(crate) struct Temporary(());

impl Temporary {
    /// Takes over a file.
    pub(crate) fn new(path: PathBuf) -> Self {
        *FILE.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
        Self(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        remove();
    }
}

/// Removes the file, and its folder if that is empty then.
pub(crate) fn remove() {
    let path = FILE.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(path) = path {
        // Ignored: somebody else may have removed it.
        drop(fs::remove_file(&path));
        drop(path.parent().map(fs::remove_dir));
    }
}
