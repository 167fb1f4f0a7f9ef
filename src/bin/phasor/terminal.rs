//! Standard output and standard error of the program: text, notices and errors.
//!
//! Before `main` runs, the standard library opens `/dev/null` in place of a closed standard output, so that all that is
//! written is lost without an error. Linux calls [`look`] before that.

use std::{
    fmt::Display,
    io::{self, BufWriter, StdoutLock, Write as _},
    sync::atomic::{AtomicBool, Ordering},
};

use phasor::cli;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Standard output, buffered. Fails if it was closed when the program began.
pub(crate) fn stdout() -> io::Result<BufWriter<StdoutLock<'static>>> {
    if IS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("standard output is closed"));
    }
    Ok(BufWriter::with_capacity(1 << 20, io::stdout().lock()))
}

/// Prints an error or a notice on standard error.
pub(crate) fn tell(message: impl Display) {
    print_error(&format!("phasor: {}", cli::message(message)));
}

/// Prints a line on standard error as it is.
pub(crate) fn print_error(line: &str) {
    // Ignored: standard error may be closed.
    drop(writeln!(io::stderr(), "{line}"));
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
