//! Opens files that come from elsewhere, and the examples that come with the program.

use std::{
    fs::{File, OpenOptions},
    io::{self, Seek as _, Write as _},
    path::Path,
};

/// Beginning of the name of an example, where a path is expected: `example:learned.npy`.
const EXAMPLE: &str = "example:";

/// Examples: a learned table, and two small trained models.
static EXAMPLES: [(&str, &[u8]); 5] = [
    ("learned.npy", include_bytes!("../assets/examples/learned.npy")),
    ("bert/config.json", include_bytes!("../assets/examples/bert/config.json")),
    ("bert/model.safetensors", include_bytes!("../assets/examples/bert/model.safetensors")),
    ("t5/config.json", include_bytes!("../assets/examples/t5/config.json")),
    ("t5/model.safetensors", include_bytes!("../assets/examples/t5/model.safetensors")),
];

/// Ending of a path in lower case; empty if it has none.
pub(crate) fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// True for the name of an example, which every scene may read.
pub(crate) fn is_example(path: &str) -> bool {
    path.starts_with(EXAMPLE)
}

/// True for a file or folder that there is, and for an example.
pub(crate) fn exists(path: &Path) -> bool {
    let name = path.to_str().and_then(|it| it.strip_prefix(EXAMPLE));
    name.is_some_and(|name| EXAMPLES.iter().any(|(known, _)| *known == name)) || path.exists()
}

/// Copies an example into a file without a name.
fn example(name: &str) -> io::Result<File> {
    let Some((_, bytes)) = EXAMPLES.iter().find(|(known, _)| *known == name) else {
        let names = EXAMPLES.map(|(name, _)| name).join(", ");
        let reason = format!("there is no such example: expected one of {names}");
        return Err(io::Error::new(io::ErrorKind::NotFound, reason));
    };
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// Opens a regular file for reading. Everything else is an error: a named pipe would block until another program
/// writes into it, and a device may never end.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if let Some(name) = path.to_str().and_then(|it| it.strip_prefix(EXAMPLE)) {
        return example(name);
    }
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Opening must not wait for the other end of a pipe.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file"));
    }
    Ok(file)
}
