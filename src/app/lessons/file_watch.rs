//! Watches the file of a lesson, and reads it again whenever it is saved.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};

use crate::{
    app::tasks::task::{Cancel, Task, TaskError},
    lesson::{self, Lesson},
};

/// Pause between two checks of the file.
const PAUSE: Duration = Duration::from_millis(300);

/// Lesson read from the file, or the reason that there is none.
pub(crate) type LessonResult = Result<Lesson, String>;

/// Value that changes when a file is saved, even if another file replaces it; `None` if there is no file.
type Stamp = Option<(SystemTime, u64)>;

/// State shared with the thread that waits for the file to change.
#[derive(Default)]
struct WatchState {
    is_cancelled: AtomicBool,
    /// Stamp of the file that is read, once it has changed.
    stamp: Mutex<Option<Stamp>>,
}

impl Cancel for WatchState {
    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl WatchState {
    fn stamp(&self) -> Option<Stamp> {
        *self.stamp.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Result of a watch that has seen a change; `None` if it was cancelled.
type Reading = Task<Option<LessonResult>, WatchState>;

/// Watches a file until it is dropped.
pub(crate) struct FileWatch {
    path: PathBuf,
    wake: Arc<dyn Fn() + Send + Sync>,
    reading: Reading,
}

impl FileWatch {
    /// Reads the file at once, and again after every change. `wake` is called when a lesson can be taken.
    pub(crate) fn new(path: PathBuf, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let reading = read_after_change(path.clone(), Arc::clone(&wake), None);
        Self { path, wake, reading }
    }

    /// Takes the lesson that was read, and waits for the next change. A file that fails to be read is not read again
    /// until it changes.
    pub(crate) fn take(&mut self) -> Option<Result<LessonResult, TaskError>> {
        let result = self.reading.take()?;
        if let Some(seen) = self.reading.progress().stamp() {
            self.reading = read_after_change(self.path.clone(), Arc::clone(&self.wake), Some(seen));
        }
        result.transpose()
    }
}

/// Waits until the stamp of a file differs from the one `seen`, then reads the file.
fn read_after_change(
    path: PathBuf,
    wake: Arc<dyn Fn() + Send + Sync>,
    seen: Option<Stamp>,
) -> Reading {
    Task::start(
        "lesson file",
        move || wake(),
        move |state: &WatchState| {
            loop {
                let stamp = stamp(&path);
                if seen != Some(stamp) {
                    *state.stamp.lock().unwrap_or_else(PoisonError::into_inner) = Some(stamp);
                    return Some(lesson::read(&path));
                }
                thread::sleep(PAUSE);
                if state.is_cancelled.load(Ordering::Relaxed) {
                    return None;
                }
            }
        },
    )
}

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn saved_file_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lesson.md");
        fs::write(&path, "# First\n## Step\n").unwrap();
        let (send, woken) = mpsc::channel();
        let mut watch = FileWatch::new(path.clone(), move || send.send(()).unwrap_or_default());
        for (title, next) in [("First", "# Second title\n## Step\n"), ("Second title", "")] {
            woken.recv_timeout(Duration::from_mins(1)).expect("waited for the file to be read");
            let lesson = watch.take().expect("a lesson is there").unwrap().unwrap();
            assert_eq!(lesson.title, title);
            assert!(watch.take().is_none(), "{title} is taken once");
            // Replaced at once: a file that is being written may be read half written.
            let new = folder.path().join("new.md");
            fs::write(&new, next).unwrap();
            fs::rename(&new, &path).unwrap();
        }
    }
}
