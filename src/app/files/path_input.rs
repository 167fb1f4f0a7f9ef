//! Parses paths that were typed.

use std::path::{Path, PathBuf};

use crate::{export, regular_file};

/// Extension of a path, if exports write that kind of file.
pub(crate) fn known_extension(path: &Path) -> Option<&'static str> {
    let extension = regular_file::ending(path);
    export::written_endings().map(|(key, _)| key).find(|key| *key == extension)
}

/// Extension of a path that belongs to another program's files, which no export writes.
pub(crate) fn foreign_extension(path: &Path) -> Option<String> {
    const FOREIGN: [&str; 12] = [
        "jpg", "jpeg", "webp", "bmp", "tif", "tiff", "eps", "ps", "xlsx", "docx", "mp4", "parquet",
    ];
    let extension = regular_file::ending(path);
    FOREIGN.contains(&extension.as_str()).then_some(extension)
}

/// Parses a typed path, in which `~` is the home folder.
pub(crate) fn typed_path(text: &str) -> PathBuf {
    let text = text.trim();
    let below_home = if text == "~" { Some("") } else { text.strip_prefix("~/") };
    match (below_home, directories::BaseDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(text),
    }
}
