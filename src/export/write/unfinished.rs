//! Temporary files and folders that are not in place yet, for a program that ends in the middle of an export.

use std::{
    collections::BTreeSet,
    fs, io,
    ops::Deref,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
};

use tempfile::{NamedTempFile, TempDir};

static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files and folders of this process, and keeps its exports from putting anything in place.
///
/// For a program that is about to end while exports run in other threads: these stop at their next step.
pub fn abandon_all() {
    let paths = match PATHS.try_lock() {
        Ok(paths) => paths,
        Err(TryLockError::Poisoned(paths)) => paths.into_inner(),
        // A file is being put in place, and a file system does not answer.
        Err(TryLockError::WouldBlock) => return,
    };
    for path in paths.iter() {
        // Ignored: the next export to the same target removes what is left.
        drop(if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) });
    }
    // Never unlocked: nothing is created or put in place from here on.
    std::mem::forget(paths);
}

/// Temporary file or folder. It is removed when dropped, or by [`abandon_all`].
pub(super) struct Unfinished<T: TemporaryFile>(Option<T>);

/// File or folder with a path.
pub(super) trait TemporaryFile {
    /// Path of the file or folder.
    fn path(&self) -> &Path;
}

impl TemporaryFile for NamedTempFile {
    fn path(&self) -> &Path {
        self.path()
    }
}

impl TemporaryFile for TempDir {
    fn path(&self) -> &Path {
        self.path()
    }
}

impl<T: TemporaryFile> Unfinished<T> {
    /// Creates a temporary file or folder.
    pub(super) fn new(create: impl FnOnce() -> io::Result<T>) -> io::Result<Self> {
        let mut paths = lock();
        let created = create()?;
        paths.insert(created.path().to_owned());
        Ok(Self(Some(created)))
    }

    /// Puts it in place. [`abandon_all`] happens before or after, not in between.
    pub(super) fn put_in_place(mut self, put: impl FnOnce(T) -> io::Result<()>) -> io::Result<()> {
        let mut paths = lock();
        let Some(temporary) = self.0.take() else { return Ok(()) };
        paths.remove(temporary.path());
        put(temporary)
    }
}

impl<T: TemporaryFile> Deref for Unfinished<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // It is taken only by `put_in_place`, which takes this along.
        self.0.as_ref().unwrap_or_else(|| unreachable!("in place already"))
    }
}

impl<T: TemporaryFile> Drop for Unfinished<T> {
    fn drop(&mut self) {
        if let Some(temporary) = self.0.take() {
            let mut paths = lock();
            paths.remove(temporary.path());
            drop(temporary);
        }
    }
}
