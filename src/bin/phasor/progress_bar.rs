//! Progress of a command on the terminal.

use std::{
    io::{self, IsTerminal as _},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use phasor::export::Progress;

/// Time that a command takes before its progress is shown.
const PATIENCE: Duration = Duration::from_millis(500);
const REFRESH: Duration = Duration::from_millis(100);

/// Bar that follows the progress of a command. It disappears when dropped.
pub(crate) struct Shown {
    has_ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Shows progress on standard error once a command takes long. `None` if standard error is no terminal, or if the user
/// wants none.
pub(crate) fn show(progress: &'static Progress, is_quiet: bool) -> Option<Shown> {
    if is_quiet || !io::stderr().is_terminal() {
        return None;
    }
    let has_ended = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&has_ended);
    let follow = move || {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if ended.load(Ordering::Relaxed) {
                return;
            }
            thread::park_timeout(PATIENCE.saturating_sub(started.elapsed()));
        }
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} %{msg}") {
            bar.set_style(style);
        }
        while !ended.load(Ordering::Relaxed) {
            let (done, of) = progress.rows();
            bar.set_length(of);
            bar.set_position(done);
            if done > 0 {
                let left = started.elapsed().as_secs_f64() * (of as f64 / done as f64 - 1.0);
                bar.set_message(format!(", {:.0} s left", left.max(0.0)));
            }
            thread::park_timeout(REFRESH);
        }
        bar.finish_and_clear();
    };
    let thread = thread::Builder::new().name("progress".into()).spawn(follow).ok();
    Some(Shown { has_ended, thread })
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // Ignored: without its thread there is no bar to clear.
            drop(thread.join());
        }
    }
}
