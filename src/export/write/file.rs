//! Writes a file whole or not at all. Every file of the program is written through this module.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, IntoInnerError, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use super::{error::WriteError, temporary, unfinished::Unfinished};
use crate::export::error::ExportError;

/// Writes a file whole or not at all: into a temporary file in the same folder, flushed to the disk, then renamed over
/// the old one. After an error the old file is untouched and the temporary one removed. After a kill the temporary one
/// stays, and the next export to the same path removes it. An old file keeps its permissions.
///
/// Links to files are followed. Pipes, devices and open files of this process (`/dev/stdout`) are written directly,
/// since nothing can be renamed over them.
pub fn to_file(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let failed = |source| ExportError::from(WriteError::file(path, source));
    if let Some(file) = direct(path).map_err(failed)? {
        return filled(&mut &file, fill).map_err(|error| at(path, error));
    }
    let target = resolved(path).map_err(failed)?;
    let existing = fs::metadata(&target).ok();
    if let Some(existing) = &existing {
        if existing.is_dir() {
            return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        if existing.permissions().readonly() {
            return Err(failed(io::Error::from(io::ErrorKind::PermissionDenied)));
        }
    }
    // A target that cannot be written is refused before anything is computed.
    drop(temporary::create(&target).map_err(failed)?);
    let mut late = Late { target: &target, temporary: None };
    // On an error the temporary file is removed before its lock is released.
    filled(&mut late, fill).map_err(|error| at(path, error))?;
    let temporary =
        late.temporary.map_or_else(|| temporary::create(&target), Ok).map_err(failed)?;
    let sync = || {
        if let Some(existing) = existing {
            temporary.as_file().set_permissions(existing.permissions())?;
        }
        temporary.as_file().sync_all()
    };
    sync().map_err(failed)?;
    let put = |temporary: NamedTempFile| Ok(temporary.persist(&target).map(drop)?);
    temporary.put_in_place(put).map_err(failed)
}

/// Temporary file that is created when the first bytes are written. Nothing is left if the program is killed before,
/// such as for want of memory while a figure is drawn.
struct Late<'a> {
    target: &'a Path,
    temporary: Option<Unfinished<NamedTempFile>>,
}

impl Write for Late<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let temporary = match self.temporary.take() {
            Some(temporary) => temporary,
            None => temporary::create(self.target)?,
        };
        let written = temporary.as_file().write(bytes);
        self.temporary = Some(temporary);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens a path that is written directly: a pipe, a device, or an open file of this process. `None` for a regular file
/// and for a path that does not exist.
fn direct(path: &Path) -> io::Result<Option<File>> {
    let Ok(metadata) = fs::metadata(path) else { return Ok(None) };
    if metadata.is_dir() {
        return Ok(None);
    }
    if !metadata.is_file() {
        return OpenOptions::new().write(true).open(path).map(Some);
    }
    // A shell may have redirected the descriptor to a file, perhaps behind earlier output.
    let is_descriptor = is_descriptor(path);
    is_descriptor.then(|| OpenOptions::new().append(true).open(path)).transpose()
}

/// True for paths such as `/dev/stdout` and `/dev/fd/3`, which lead to open files of this process.
fn is_descriptor(path: &Path) -> bool {
    const LONGEST_CHAIN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        let is_in_proc = folder.starts_with("/proc") && folder.ends_with("fd");
        if is_in_proc || folder == Path::new("/dev/fd") {
            return true;
        }
        let Ok(link) = fs::read_link(&path) else { return false };
        path = folder.join(link);
    }
    false
}

/// Follows links, including those that lead to no file yet.
pub(super) fn resolved(path: &Path) -> io::Result<PathBuf> {
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
    file: &mut impl Write,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    fill(&mut out)?;
    out.into_inner().map_err(IntoInnerError::into_error)?;
    Ok(())
}

/// Names the file in an error of the stream that fills it.
fn at(path: &Path, error: ExportError) -> ExportError {
    match error {
        ExportError::Write(WriteError::Stream(source)) => WriteError::file(path, source).into(),
        other => other,
    }
}
