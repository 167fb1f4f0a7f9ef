//! Temporary files and folders: created under random names, locked while they are filled, and removed when they are
//! left over from a killed export.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata, TryLockError},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile, TempDir};

use super::unfinished::Unfinished;

/// End of the name of every temporary file.
const ENDING: &str = ".phasor-tmp";
/// Number of random characters in a name.
const NUM_RANDOM: usize = 6;

/// Creates a locked temporary file `.NAME.RANDOM.phasor-tmp` in the folder of a target, and removes what killed
/// exports to the same target have left there.
///
/// The file is new: a file, link or pipe that somebody else has put under its name is never opened. It has the
/// permissions of the target, or those of a new file if there is no target.
pub(super) fn create(target: &Path) -> io::Result<Unfinished<NamedTempFile>> {
    const TRIES: u32 = 100;
    let names = TemporaryNames::of(target);
    names.remove_leftovers();
    for _ in 0..TRIES {
        let temporary = Unfinished::new(|| {
            let created = names.builder(0o666).tempfile_in(&names.folder);
            created.map_err(|error| without_path(&error))
        })?;
        match temporary.as_file().try_lock() {
            // Another export may have taken the file for a leftover before it was locked.
            Ok(()) if is_at(temporary.as_file(), temporary.path()) => return Ok(temporary),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // Some network drives have no locks.
            Err(TryLockError::Error(_unsupported)) => return Ok(temporary),
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "temporary files beside it disappear"))
}

/// True for the name of a temporary file or folder of any target.
pub(super) fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(ENDING.as_bytes())
}

/// Error of the system without the name of the temporary file, which means nothing to a reader.
fn without_path(error: &io::Error) -> io::Error {
    // The package appends the path, and hides the error itself.
    let text = error.to_string();
    let reason = text.split(" at path ").next().unwrap_or_default();
    io::Error::new(error.kind(), reason)
}

/// Names of the temporary files of a target.
pub(super) struct TemporaryNames {
    /// Folder of the target.
    pub(super) folder: PathBuf,
    /// Start of the names: `.NAME.`.
    prefix: OsString,
}

impl TemporaryNames {
    pub(super) fn of(target: &Path) -> Self {
        /// Bytes of a name that every common file system accepts.
        const LONGEST: usize = 255;
        /// A hyphen, and sixteen digits.
        const HASH: usize = 17;
        let name = target.file_name().unwrap_or_default();
        let around = ".".len() + ".".len() + NUM_RANDOM + ENDING.len();
        let mut prefix = OsString::from(".");
        if name.len() + around <= LONGEST {
            prefix.push(name);
        } else {
            let text = name.to_string_lossy();
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            let beginning = text.floor_char_boundary(LONGEST - around - HASH);
            prefix.push(format!("{}-{:016x}", &text[..beginning], hasher.finish()));
        }
        prefix.push(".");
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        Self { folder, prefix }
    }

    /// Builder of a file or folder with such a name, and with these permissions less those that the process masks.
    fn builder(&self, mode: u32) -> Builder<'_, '_> {
        let mut builder = Builder::new();
        builder.prefix(&self.prefix).suffix(ENDING).rand_bytes(NUM_RANDOM);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let _ = mode;
        builder
    }

    /// Creates a temporary folder in another one.
    pub(super) fn create_folder(&self, folder: &Path) -> io::Result<Unfinished<TempDir>> {
        Unfinished::new(|| {
            let created = self.builder(0o777).tempdir_in(folder);
            created.map_err(|error| without_path(&error))
        })
    }

    /// Name for a temporary folder that a folder can be renamed to.
    pub(super) fn free_folder_name(&self, folder: &Path) -> io::Result<PathBuf> {
        let created = self.builder(0o777).tempdir_in(folder);
        let created = created.map_err(|error| without_path(&error))?.keep();
        // Systems other than Unix do not rename over an empty folder.
        fs::remove_dir(&created)?;
        Ok(created)
    }

    /// Folders that killed exports have left in a folder: those of this user that nobody has locked.
    pub(super) fn leftover_folders(&self, folder: &Path) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let entries = entries.flatten().filter(|entry| self.is_temporary(&entry.file_name()));
        let is_leftover = |path: &PathBuf| {
            fs::symlink_metadata(path).is_ok_and(|found| found.is_dir() && is_own(&found))
                && File::open(path).is_ok_and(|folder| folder.try_lock().is_ok())
        };
        entries.map(|entry| entry.path()).filter(is_leftover).collect()
    }

    /// True for the name of a temporary file of this target, of this version or an earlier one without random part.
    fn is_temporary(&self, name: &OsStr) -> bool {
        let name = name.as_encoded_bytes();
        let rest = name.strip_prefix(self.prefix.as_encoded_bytes());
        let Some(random) = rest.and_then(|rest| rest.strip_suffix(&ENDING.as_bytes()[1..])) else {
            return false;
        };
        match random.split_last() {
            None => true,
            Some((last, random)) => {
                *last == b'.'
                    && random.len() == NUM_RANDOM
                    && random.iter().all(u8::is_ascii_alphanumeric)
            }
        }
    }

    /// Removes files that killed exports have left: regular files of this user that nobody has locked. Errors are
    /// ignored, since a leftover does no harm.
    fn remove_leftovers(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten().filter(|entry| self.is_temporary(&entry.file_name())) {
            let path = entry.path();
            let is_leftover =
                fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && is_own(&found));
            if !is_leftover {
                continue;
            }
            // Removed under the lock: nobody is writing it.
            if let Ok(file) = File::open(&path)
                && file.try_lock().is_ok()
                && is_at(&file, &path)
            {
                drop(fs::remove_file(&path));
            }
        }
    }
}

/// True if an open file is the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(file), Ok(found)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    (file.dev(), file.ino()) == (found.dev(), found.ino())
}

/// Other systems do not remove a file that is open elsewhere.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// True for a file of the user who runs the program.
#[cfg(unix)]
fn is_own(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    found.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_found: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_are_recognized() {
        let names = TemporaryNames::of(Path::new("folder/pe.csv"));
        for (name, is_temporary) in [
            (".pe.csv.a1B2c3.phasor-tmp", true),
            (".pe.csv.phasor-tmp", true),
            (".pe.csv.a1B2c.phasor-tmp", false),
            (".pe.csv.a1/2c3.phasor-tmp", false),
            (".pe.a1B2c3.phasor-tmp", false),
            ("pe.csv", false),
            (".pe.csv.a1B2c3", false),
        ] {
            assert_eq!(names.is_temporary(OsStr::new(name)), is_temporary, "{name}");
        }
        let long = "x".repeat(255);
        let file = tempfile::tempdir().map(|folder| create(&folder.path().join(&long)));
        let name = file.unwrap().unwrap().path().file_name().unwrap().to_owned();
        assert!(name.len() <= 255, "a name that every file system accepts");
        assert!(TemporaryNames::of(Path::new(&long)).is_temporary(&name), "{name:?}");
    }
}
