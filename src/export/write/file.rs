//! Writes a file whole or not at all. Every file of the program is written through this module.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, BufWriter, IntoInnerError, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::error::WriteError;
use crate::export::error::ExportError;

/// Writes a file whole or not at all: into `.NAME.phasor-tmp` in the same folder, flushed to the disk,
/// then renamed over the old one. After an error the old file is untouched and the temporary one removed.
/// After a kill the temporary one stays, and the next export to the same path replaces it.
///
/// Links are followed. Pipes and devices are written directly, since nothing can be renamed over them.
pub fn to_file(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let failed = |source| ExportError::from(WriteError::file(path, source));
    let target = resolved(path).map_err(failed)?;
    match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        Ok(metadata) if !metadata.is_file() => {
            let file = OpenOptions::new().write(true).open(&target).map_err(failed)?;
            return filled(file, fill).map(|_file| ()).map_err(|error| at(path, error));
        }
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(failed(io::Error::from(io::ErrorKind::PermissionDenied)));
        }
        Ok(_) | Err(_) => {}
    }
    let temporary = temporary_path(&target);
    let file = alone(&temporary).map_err(failed)?;
    let placed = filled(file, fill).and_then(|file| {
        // Closed, and so unlocked, only once it is in its place.
        Ok(file.sync_all().and_then(|()| fs::rename(&temporary, &target))?)
    });
    placed.map_err(|error| {
        // Ignored: the folder may be gone, and the first error is the one to report.
        drop(fs::remove_file(&temporary));
        at(path, error)
    })
}

/// Creates a file, or empties one left by a killed export, and locks it. Waits for a moment while another instance
/// of Phasor writes the same file.
fn alone(path: &Path) -> io::Result<File> {
    const TRIES: u32 = 100;
    const PAUSE: Duration = Duration::from_millis(10);
    for _ in 0..TRIES {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            // The other instance may have renamed its file before this one had the lock.
            Ok(()) if is_at(&file, path) => {
                file.set_len(0)?;
                return Ok(file);
            }
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            // Some network drives have no locks.
            Err(TryLockError::Error(_unsupported)) => return File::create(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "it is being written by another program"))
}

/// True if an open file is the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(file), Ok(found)) = (file.metadata(), fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (found.dev(), found.ino())
}

/// Other systems do not rename a file that is open elsewhere.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Path of the temporary file: `.NAME.phasor-tmp` beside the target. A name that would be too long for the
/// system is cut, with a hash of it appended.
pub fn temporary_path(target: &Path) -> PathBuf {
    const ENDING: &str = ".phasor-tmp";
    /// Bytes of a name that every common file system accepts.
    const LONGEST: usize = 255;
    /// A point, a hyphen, and sixteen digits.
    const NUMBER: usize = 18;
    let name = target.file_name().unwrap_or_default();
    let mut temporary = OsString::from(".");
    if name.len() + 1 + ENDING.len() <= LONGEST {
        temporary.push(name);
    } else {
        let text = name.to_string_lossy();
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let beginning = text.floor_char_boundary(LONGEST - NUMBER - ENDING.len());
        temporary.push(format!("{}-{:016x}", &text[..beginning], hasher.finish()));
    }
    temporary.push(ENDING);
    target.with_file_name(temporary)
}

/// Follows links, including those that lead to no file yet.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    const LONGEST_CHAIN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or_else(|| Path::new("")).join(link),
            Err(_not_a_link) => {
                return if path.file_name().is_some() {
                    Ok(path)
                } else {
                    Err(io::Error::new(io::ErrorKind::InvalidInput, "it has no file name"))
                };
            }
        }
    }
    Err(io::Error::other("too many links"))
}

fn filled(
    file: File,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<File, ExportError> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    fill(&mut out)?;
    Ok(out.into_inner().map_err(IntoInnerError::into_error)?)
}

/// Names the file in an error of the stream that fills it.
fn at(path: &Path, error: ExportError) -> ExportError {
    match error {
        ExportError::Write(WriteError::Stream(source)) => WriteError::file(path, source).into(),
        other => other,
    }
}
