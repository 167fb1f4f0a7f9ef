//! Writes a file whole or not at all. Every file of the program is put in place here.

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
/// then renamed over the old one. After an error the old file is untouched and the temporary one gone;
/// after a kill the temporary one stays, and the next export there replaces it.
///
/// Links are followed; pipes and devices are written straight, since nothing can be renamed over them.
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
        // Closed only when it is in its place: until then nobody else may write into it.
        Ok(file.sync_all().and_then(|()| fs::rename(&temporary, &target))?)
    });
    placed.map_err(|error| {
        // Nothing more can be done where the folder itself has gone; the first error is the one to tell.
        drop(fs::remove_file(&temporary));
        at(path, error)
    })
}

/// A new file, or what a killed export has left of it, emptied. Another program of ours that writes the same is
/// waited for, a moment: two that wrote into one file would make a third.
fn alone(path: &Path) -> io::Result<File> {
    const TRIES: u32 = 100;
    const PAUSE: Duration = Duration::from_millis(10);
    for _ in 0..TRIES {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            // The other may have put its file in place, under another name, before this one had the lock.
            Ok(()) if is_at(&file, path) => {
                file.set_len(0)?;
                return Ok(file);
            }
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            // Some network drives have no locks; there it is as it was before there were any.
            Err(TryLockError::Error(_unsupported)) => return File::create(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program is writing it"))
}

/// Whether an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(file), Ok(found)) = (file.metadata(), fs::metadata(path)) else { return false };
    (file.dev(), file.ino()) == (found.dev(), found.ino())
}

/// Elsewhere an open file cannot be renamed by others.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Where a file is written before it is put in place: `.NAME.phasor-tmp` beside it. Of a name so long that
/// this one would be too long for the system, the beginning, and a number of its own.
pub fn temporary_path(target: &Path) -> PathBuf {
    const ENDING: &str = ".phasor-tmp";
    /// Bytes of a name that every common file system takes.
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

/// The file that a path stands for: links are followed, also those that lead to no file yet.
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
