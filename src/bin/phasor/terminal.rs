//! Standard output and standard error of the program: text, notices and errors.
//!
//! Before `main` runs, the standard library opens `/dev/null` in place of a closed standard output, so that all that is
//! written is lost without an error. Linux calls [`look`] before that.

use std::{
    fmt::Display,
    io::{self, BufWriter, StdoutLock, Write as _},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use phasor::cli;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Notices that are printed at the end.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Standard output, buffered. Fails if it was closed when the program began.
pub(crate) fn stdout() -> io::Result<BufWriter<StdoutLock<'static>>> {
    if IS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("standard output is closed"));
    }
    Ok(BufWriter::with_capacity(1 << 20, io::stdout().lock()))
}

/// Keeps a notice for the end of the command, so that an error comes first. The same notice is printed once.
pub(crate) fn note(message: impl Display) {
    let note = cli::message(message);
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    if !notes.contains(&note) {
        notes.push(note);
    }
}

/// Prints a notice at once.
pub(crate) fn note_now(message: impl Display) {
    print_error(&format!("note: {}", cli::message(message)));
}

/// Prints the notices that were kept.
pub(crate) fn print_notes() {
    let notes = std::mem::take(&mut *NOTES.lock().unwrap_or_else(PoisonError::into_inner));
    for note in notes {
        print_error(&format!("note: {note}"));
    }
}

/// Prints an error on standard error.
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
