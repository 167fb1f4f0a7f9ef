//! Ctrl+C and other requests to end: the command is cancelled, and ended at once if it does not stop by itself.

use std::{
    io,
    path::Path,
    process,
    sync::{Arc, LazyLock, Mutex, PoisonError, atomic::AtomicBool},
    thread,
    time::Duration,
};

use phasor::export::{self, Cancelled, Progress};

use crate::{temporary, terminal};

/// Time for a cancelled command to stop by itself.
const GRACE: Duration = Duration::from_millis(600);

/// Progress of the running command. The first request to end cancels it.
pub(crate) fn progress() -> &'static Progress {
    static PROGRESS: LazyLock<Progress> = LazyLock::new(|| {
        // Ignored: without a handler, Ctrl+C ends the program as the system does.
        drop(listen());
        Progress::default()
    });
    &PROGRESS
}

/// Cancels the command on the first request and lets it clean up; ends it on the second, or if it takes too long.
fn requested() {
    if progress().is_wanted() {
        progress().cancel();
        let timer = thread::Builder::new().spawn(|| {
            thread::sleep(GRACE);
            end();
        });
        // Without memory there is no thread.
        if timer.is_err() {
            end();
        }
    } else {
        end();
    }
}

/// Removes unfinished files and ends the program in the middle of whatever it computes.
#[expect(clippy::exit, reason = "a computation in another thread cannot be stopped")]
fn end() {
    export::abandon_all();
    temporary::remove();
    let error = explained(&Cancelled.to_string());
    terminal::tell(&error);
    terminal::print_notes();
    process::exit(1);
}

/// Files of a command that writes several.
#[derive(Default)]
struct Batch {
    /// Number of files to write.
    num_files: usize,
    num_written: usize,
    last: Option<String>,
}

static BATCH: Mutex<Batch> = Mutex::new(Batch { num_files: 0, num_written: 0, last: None });

/// Begins a command that writes this many files.
pub(crate) fn begin_batch(num_files: usize) {
    *BATCH.lock().unwrap_or_else(PoisonError::into_inner) = Batch { num_files, ..Batch::default() };
}

/// Counts a file that is whole and in place.
pub(crate) fn count_written(path: &Path) {
    let mut batch = BATCH.lock().unwrap_or_else(PoisonError::into_inner);
    batch.num_written += 1;
    batch.last = Some(path.display().to_string());
}

/// Error of a command with what stands of a batch: files written before it.
pub(crate) fn explained(error: &str) -> String {
    let batch = BATCH.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(last) = &batch.last else { return error.to_owned() };
    let error = if error == Cancelled.to_string() { "cancelled" } else { error };
    let Batch { num_files, num_written, .. } = &*batch;
    format!("{error}; {num_written} of {num_files} files are written, the last is {last}")
}

#[cfg(unix)]
fn listen() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
    };
    // A file that reaches the limit of `ulimit -f` becomes an error of the write, instead of the end of the program.
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    let ignored = ignored_signals();
    let is_ignored = |signal: i32| ignored >> (signal - 1) & 1 == 1;
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = Signals::new(signals)?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for _signal in signals.forever() {
            requested();
        }
    })?;
    Ok(())
}

/// Signals that the program that started this one ignores, such as `nohup`: bit n − 1 for signal n. They stay
/// ignored. 0 on systems that do not tell.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

#[cfg(windows)]
fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(requested)
}
