//! Reads the configuration of a model.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use super::error::ImportError;
use crate::regular_file;

/// Name of the configuration in a model's folder, in the order in which they are looked for.
const NAMES: [&str; 2] = ["config.json", "params.json"];

/// Number of bytes that are read: configurations are smaller, and so are the headers of nearly all models.
const LARGEST: u64 = 16 << 20;

/// Path of the configuration beside a checkpoint: in the folder itself, or in that of the file. `None` if there is
/// none.
pub fn config_beside(path: &Path) -> Option<PathBuf> {
    let folder = match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        _ if path.is_dir() => path,
        Some(parent) => parent,
        None => Path::new("."),
    };
    config_in(folder)
}

fn config_in(folder: &Path) -> Option<PathBuf> {
    NAMES.iter().map(|name| folder.join(name)).find(|it| regular_file::exists(it))
}

/// First bytes of a configuration or a GGUF file, or of the configuration in a folder.
///
/// # Errors
///
/// Fails if there is no such file, and for a folder without a configuration.
pub fn config(path: &Path) -> Result<Vec<u8>, ImportError> {
    let file = if path.is_dir() {
        config_in(path).ok_or_else(|| {
            ImportError::form(
                path,
                "the folder holds no config.json, params.json or model.safetensors",
            )
        })?
    } else {
        path.to_owned()
    };
    let wrong = |error: std::io::Error| ImportError::unreadable(&file, &error);
    let mut bytes = Vec::new();
    let open = regular_file::open(&file).map_err(wrong)?;
    open.take(LARGEST).read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes)
}
