//! Fills a folder with the frames of a film, all of them or none.

use std::{
    ffi::OsStr,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use tempfile::TempDir;

use super::{error::WriteError, file::resolved, temporary, unfinished::Unfinished};
use crate::export::{error::ExportError, origin::is_frame};

/// Fills a folder with the frames of a film, all or none, even if the program is killed meanwhile.
///
/// The frames are written into a fresh folder on the same file system, which then takes the place of the old one.
/// Frames of an earlier film are removed, so that no film has frames of another; other files stay. A numbered picture
/// that is not marked as a frame is an error. If two programs fill the same folder, the film of the last one stays.
///
/// A mount point cannot be replaced: there the frames are moved in one by one after the last is done.
pub(crate) fn to_folder(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let failed = |source| ExportError::from(WriteError::file(path, source));
    // `frames/` is the folder `frames`.
    let named: PathBuf = path.components().collect();
    let target = if named.exists() { named.canonicalize() } else { resolved(&named) };
    let target = target.map_err(failed)?;
    if target.exists() && !target.is_dir() {
        return Err(failed(io::Error::from(io::ErrorKind::NotADirectory)));
    }
    if target.file_name().is_none() {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "it has no name")));
    }
    // Refused before anything is drawn.
    contents(&target).map_err(failed)?;
    let staging = Staging::new(&target).map_err(failed)?;
    fill(staging.folder.path()).map_err(|error| match error {
        // Errors name the folder that was asked for, not the temporary one.
        ExportError::Write(WriteError::File { path, source })
            if path.starts_with(staging.folder.path()) =>
        {
            failed(source)
        }
        other => other,
    })?;
    staging.put_in_place(&target).map_err(failed)
}

/// Folder in which the frames are collected. It is removed with its contents unless it is put in place.
struct Staging {
    folder: Unfinished<TempDir>,
    /// Held while the folder is filled, so that it is not taken for a leftover.
    _lock: Option<File>,
    /// It is inside the target, which cannot be replaced.
    is_inside: bool,
}

impl Staging {
    fn new(target: &Path) -> io::Result<Self> {
        let names = temporary::TemporaryNames::of(target);
        // Until the new folder is locked nobody may take it for a leftover.
        let _lock = lock_folder(&names.folder)?;
        for around in [names.folder.as_path(), target] {
            for leftover in names.leftover_folders(around) {
                // Ignored: a leftover does no harm.
                drop(recover(&leftover, target));
            }
        }
        let beside = if is_mount_point(target) {
            Err(io::Error::from(io::ErrorKind::CrossesDevices))
        } else {
            names.create_folder(&names.folder)
        };
        let (folder, is_inside) = match beside {
            Ok(folder) => (folder, false),
            // A folder whose parent is not ours, or a mount point.
            Err(_) if target.is_dir() => (names.create_folder(target)?, true),
            Err(error) => return Err(error),
        };
        let lock = File::open(folder.path()).ok().filter(|file| file.try_lock().is_ok());
        Ok(Self { folder, _lock: lock, is_inside })
    }

    fn put_in_place(self, target: &Path) -> io::Result<()> {
        let names = temporary::TemporaryNames::of(target);
        let _lock = lock_folder(&names.folder)?;
        let is_inside = self.is_inside;
        self.folder.put_in_place(|folder| {
            if is_inside {
                return move_frames(&folder, target);
            }
            if !target.exists() {
                return fs::rename(folder.keep(), target);
            }
            // Files that are no frames are in both folders while they are exchanged.
            let contents = contents(target)?;
            for other in &contents.others {
                if let Some(name) = other.file_name() {
                    // Ignored: folders, and file systems without hard links. They are moved afterwards.
                    drop(fs::hard_link(other, folder.path().join(name)));
                }
            }
            fs::set_permissions(folder.path(), fs::metadata(target)?.permissions())?;
            exchange(folder.path(), target, &names)?;
            recover(&folder.keep(), target)
        })
    }
}

/// Moves frame after frame into the target, over the frames of the same number, and removes the rest of the old film.
fn move_frames(folder: &TempDir, target: &Path) -> io::Result<()> {
    let mut old = contents(target)?.frames;
    for entry in fs::read_dir(folder.path())? {
        let entry = entry?;
        let to = target.join(entry.file_name());
        fs::rename(entry.path(), &to)?;
        old.retain(|frame| *frame != to);
    }
    old.into_iter().try_for_each(fs::remove_file)
}

/// Removes a replaced folder, or one left by a killed export: moves what is no frame into the target, unless it is
/// there already.
fn recover(old: &Path, target: &Path) -> io::Result<()> {
    for other in contents(old)?.others {
        let Some(name) = other.file_name() else { continue };
        let to = target.join(name);
        if !to.exists() {
            fs::rename(&other, to)?;
        } else if is_same_file(&other, &to) {
            fs::remove_file(&other)?;
        }
    }
    for entry in fs::read_dir(old)? {
        let entry = entry?;
        if temporary::is_temporary(&entry.file_name()) || is_numbered_picture(&entry.file_name()) {
            fs::remove_file(entry.path())?;
        }
    }
    // Fails, and keeps the folder, if anything else is in it.
    fs::remove_dir(old)
}

/// Files of a folder.
#[derive(Default)]
struct FolderContents {
    /// Frames of a film.
    frames: Vec<PathBuf>,
    others: Vec<PathBuf>,
}

/// Lists the files of a folder; a missing folder has none. Fails if a numbered picture is not marked as a frame.
fn contents(folder: &Path) -> io::Result<FolderContents> {
    let mut contents = FolderContents::default();
    if !folder.exists() {
        return Ok(contents);
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if temporary::is_temporary(&entry.file_name()) {
            continue;
        }
        if !is_numbered_picture(&entry.file_name()) {
            contents.others.push(entry.path());
        } else if is_frame(&entry.path()) {
            contents.frames.push(entry.path());
        } else if !is_gone(&entry.path()) {
            let name = entry.file_name();
            let reason = format!(
                "it contains {}, which is not a frame that Phasor wrote: choose another folder",
                name.to_string_lossy()
            );
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
        }
    }
    Ok(contents)
}

/// True if a file that was listed is no more: another program has put a shorter film in place meanwhile.
fn is_gone(file: &Path) -> bool {
    file.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

fn is_numbered_picture(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.strip_suffix(".png"));
    number
        .is_some_and(|number| number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Locks a folder while its contents are exchanged, and waits some seconds for other programs. `None` on systems and
/// drives without locks on folders.
pub(crate) fn lock_folder(folder: &Path) -> io::Result<Option<File>> {
    const TRIES: u32 = 1000;
    const PAUSE: Duration = Duration::from_millis(10);
    let Ok(file) = File::open(folder) else { return Ok(None) };
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(_unsupported)) => return Ok(None),
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "it is being written by another program"))
}

/// Exchanges two folders in one step.
#[cfg(target_os = "linux")]
fn exchange(a: &Path, b: &Path, names: &temporary::TemporaryNames) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        // A file system that cannot exchange.
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => exchange_in_steps(a, b, names),
        other => Ok(other?),
    }
}

#[cfg(not(target_os = "linux"))]
fn exchange(a: &Path, b: &Path, names: &temporary::TemporaryNames) -> io::Result<()> {
    exchange_in_steps(a, b, names)
}

/// Exchanges two folders by three renames. A kill in between leaves the second under a temporary name, from which a
/// later film recovers it.
fn exchange_in_steps(a: &Path, b: &Path, names: &temporary::TemporaryNames) -> io::Result<()> {
    let third = names.free_folder_name(&names.folder)?;
    fs::rename(b, &third)?;
    if let Err(error) = fs::rename(a, b) {
        fs::rename(&third, b)?;
        return Err(error);
    }
    fs::rename(third, a)
}

/// True for the root of a mounted file system, which cannot be renamed.
#[cfg(target_os = "linux")]
fn is_mount_point(path: &Path) -> bool {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    let found = statx(CWD, path, AtFlags::empty(), StatxFlags::BASIC_STATS);
    found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

#[cfg(not(target_os = "linux"))]
fn is_mount_point(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(a), Ok(b)) = (fs::symlink_metadata(a), fs::symlink_metadata(b)) else { return false };
    a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same_file(_a: &Path, _b: &Path) -> bool {
    false
}
