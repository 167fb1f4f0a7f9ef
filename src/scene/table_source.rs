//! Table that a scene names.

use std::{fmt, path::Path, sync::Arc};

use super::FilePath;
use crate::sanitize;

/// File of a table, and the tensor in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSource {
    /// File of the table.
    pub file: FilePath,
    /// Tensor of the file; `None`: the only one.
    pub tensor: Option<Arc<str>>,
}

/// Name of the file and of the tensor, without folders: `model.safetensors, wpe.weight`.
impl fmt::Display for TableSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Path::new(self.file.text()).file_name();
        let name = name.map_or_else(|| self.file.text().into(), |name| name.to_string_lossy());
        let name = sanitize::word(&name);
        match &self.tensor {
            Some(tensor) => write!(f, "{name}, {}", sanitize::word(tensor)),
            None => f.write_str(&name),
        }
    }
}
