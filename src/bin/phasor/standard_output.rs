//! Standard output that was closed before the program began.
//!
//! Before `main` runs, the standard library opens `/dev/null` in place of a closed standard output, so that all that is
//! written is lost without an error. Linux calls [`look`] before that.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Fails if standard output was closed when the program began.
pub(crate) fn check_open() -> io::Result<()> {
    if IS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("standard output is closed"));
    }
    Ok(())
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "nothing in the standard library runs so early")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
}
