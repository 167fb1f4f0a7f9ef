//! Waiting for other threads and other programs.

use std::{
    fmt::Display,
    thread,
    time::{Duration, Instant},
};

/// What `found` returns, once it returns something. Panics after a minute, with what it waited for.
#[track_caller]
pub(crate) fn wait_until<T>(what: impl Display, mut found: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "waited for {what}");
        thread::sleep(Duration::from_millis(2));
    }
}
