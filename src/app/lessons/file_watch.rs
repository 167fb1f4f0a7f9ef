//! A lesson in a file of its own: read again when it is saved.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Weak,
        mpsc::{self, Receiver},
    },
    thread,
    time::{Duration, SystemTime},
};

use crate::lesson::Lesson;

/// A longer file is no lesson.
const LARGEST: u64 = 1 << 20;
/// How often is looked whether it has been saved.
const PAUSE: Duration = Duration::from_millis(300);

/// What came of reading the file: a lesson, or why there is none.
pub(in crate::app) type Read = Result<Lesson, String>;

/// Looks after a file as long as it is kept.
pub(super) struct Watch {
    lessons: Receiver<Read>,
    /// Gone with the watch: the thread sees it.
    _alive: Arc<()>,
}

impl Watch {
    /// Begins to look; the first reading comes at once, all others when the file has changed. `wake` is
    /// called then.
    pub(super) fn new(path: PathBuf, wake: impl Fn() + Send + 'static) -> Self {
        let alive = Arc::new(());
        let (send, lessons) = mpsc::channel();
        let watched: Weak<()> = Arc::downgrade(&alive);
        thread::spawn(move || {
            let mut seen = None;
            while watched.strong_count() > 0 {
                let now = stamp(&path);
                if seen.as_ref() != Some(&now) {
                    seen = Some(now);
                    if send.send(read(&path)).is_err() {
                        return;
                    }
                    wake();
                }
                thread::sleep(PAUSE);
            }
        });
        Self { lessons, _alive: alive }
    }

    /// The last reading that is new.
    pub(super) fn news(&self) -> Option<Read> {
        self.lessons.try_iter().last()
    }
}

/// What changes when a file is saved, also where it is put in the place of the old one.
fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn read(path: &Path) -> Read {
    let told = |error: &io::Error| format!("Cannot read the lesson: {error}: {}", path.display());
    let metadata = fs::metadata(path).map_err(|error| told(&error))?;
    if !metadata.is_file() {
        return Err(format!("Not a lesson: it is no file: {}", path.display()));
    }
    if metadata.len() > LARGEST {
        let largest = LARGEST >> 20;
        return Err(format!("Not a lesson: it is larger than {largest} MB: {}", path.display()));
    }
    let bytes = fs::read(path).map_err(|error| told(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = memchr::memchr_iter(b'\n', &error.as_bytes()[..at]).count() + 1;
        format!("Not a lesson: line {line} is not UTF-8 text: {}", path.display())
    })?;
    Ok(Lesson::new(&text))
}
