//! Fills a folder with numbered pictures, all of them or none.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use super::{error::WriteError, file::temporary_path};
use crate::export::{error::ExportError, origin::scene_in_file};

/// Fills a folder with numbered pictures, all or none. They are written into `.NAME.phasor-tmp` beside it and
/// moved once the last is done.
///
/// Numbered pictures of an earlier export are removed then, so that no film has frames of another. Other files
/// stay. Numbered pictures that Phasor has not written are an error.
pub(crate) fn to_folder(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let failed = |source| ExportError::from(WriteError::file(path, source));
    // `frames/` is the folder `frames`.
    let path: PathBuf = path.components().collect();
    if path.exists() && !path.is_dir() {
        return Err(failed(io::Error::from(io::ErrorKind::NotADirectory)));
    }
    if path.file_name().is_none() {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "it has no name")));
    }
    // Refused before anything is drawn.
    earlier_frames(&path).map_err(failed)?;
    let temporary = temporary_path(&path);
    // Left behind by a killed export.
    if temporary.exists() {
        fs::remove_dir_all(&temporary).map_err(failed)?;
    }
    fs::create_dir(&temporary).map_err(failed)?;
    let move_all = || {
        fs::create_dir_all(&path)?;
        for frame in earlier_frames(&path)? {
            fs::remove_file(frame)?;
        }
        for entry in fs::read_dir(&temporary)? {
            let entry = entry?;
            fs::rename(entry.path(), path.join(entry.file_name()))?;
        }
        fs::remove_dir(&temporary)
    };
    fill(&temporary).and_then(|()| move_all().map_err(failed)).inspect_err(|_failed| {
        // Ignored: the folder may be gone, and the first error is the one to report.
        drop(fs::remove_dir_all(&temporary));
    })
}

/// Lists the numbered pictures in a folder. Fails if Phasor has not written one of them.
fn earlier_frames(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut frames = Vec::new();
    if !folder.exists() {
        return Ok(frames);
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_numbered_picture(&entry.file_name()) {
            if scene_in_file(&entry.path()).is_err() {
                let name = entry.file_name();
                let reason = format!(
                    "{} in it is no frame of ours: choose another folder",
                    name.to_string_lossy()
                );
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
            }
            frames.push(entry.path());
        }
    }
    Ok(frames)
}

fn is_numbered_picture(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.strip_suffix(".png"));
    number
        .is_some_and(|number| number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit()))
}
