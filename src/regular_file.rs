//! Opens files that come from elsewhere.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

/// Opens a regular file for reading. Everything else is an error: a named pipe would block until another program
/// writes into it, and a device may never end.
pub(crate) fn open(path: &Path) -> io::Result<File> {
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
