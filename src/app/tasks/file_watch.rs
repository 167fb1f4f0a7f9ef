//! Watches a file, and reads it again whenever it is saved.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, SystemTime},
};

use super::task::{Cancel, ShareDone, Task, TaskError};

/// Pause between two checks of the file.
const PAUSE: Duration = Duration::from_millis(300);

/// Function that reads a file. `None` once its second argument, which gets the share of the work that is done, returns
/// false.
type Read<T> = dyn Fn(&Path, &dyn Fn(f32) -> bool) -> Option<T> + Send + Sync;

/// Value that changes when a file is saved, even if another file replaces it; `None` if there is no file.
type Stamp = Option<(SystemTime, u64)>;

/// State shared with the thread that waits for the file to change.
#[derive(Default)]
struct WatchState {
    done: ShareDone,
    /// Stamp of the file that is read, once it has changed.
    stamp: Mutex<Option<Stamp>>,
}

impl Cancel for WatchState {
    fn cancel(&self) {
        self.done.cancel();
    }
}

impl WatchState {
    fn stamp(&self) -> Option<Stamp> {
        *self.stamp.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// File of a watch, and how it is read.
struct Watched<T> {
    path: PathBuf,
    read: Box<Read<T>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

/// Watches a file until it is dropped.
pub(crate) struct FileWatch<T> {
    watched: Arc<Watched<T>>,
    /// Result of a watch that has seen a change; `None` if it was cancelled.
    reading: Task<Option<T>, WatchState>,
}

impl<T: Send + 'static> FileWatch<T> {
    /// Reads the file at once, and again after every change. `wake` is called when a result can be taken.
    pub(crate) fn new(
        path: PathBuf,
        read: impl Fn(&Path, &dyn Fn(f32) -> bool) -> Option<T> + Send + Sync + 'static,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let watched = Arc::new(Watched { path, read: Box::new(read), wake: Box::new(wake) });
        let reading = read_after_change(&watched, None);
        Self { watched, reading }
    }

    /// Takes what was read, and waits for the next change. A file that fails to be read is not read again until it
    /// changes.
    pub(crate) fn take(&mut self) -> Option<Result<T, TaskError>> {
        let result = self.reading.take()?;
        if let Some(seen) = self.reading.progress().stamp() {
            self.reading = read_after_change(&self.watched, Some(seen));
        }
        result.transpose()
    }

    /// Share of the file that is read; `None` while the watch waits for a change.
    pub(crate) fn progress(&self) -> Option<f32> {
        let state = self.reading.progress();
        state.stamp()?;
        Some(state.done.share())
    }
}

/// Waits until the stamp of a file differs from the one `seen`, then reads the file.
fn read_after_change<T: Send + 'static>(
    watched: &Arc<Watched<T>>,
    seen: Option<Stamp>,
) -> Task<Option<T>, WatchState> {
    let (watched, waking) = (Arc::clone(watched), Arc::clone(watched));
    Task::start(
        "file",
        move || (waking.wake)(),
        move |state: &WatchState| {
            loop {
                let stamp = stamp(&watched.path);
                if seen != Some(stamp) {
                    *state.stamp.lock().unwrap_or_else(PoisonError::into_inner) = Some(stamp);
                    return (watched.read)(&watched.path, &|share| state.done.report(share));
                }
                thread::sleep(PAUSE);
                if state.done.is_cancelled() {
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
        let path = folder.path().join("file.txt");
        fs::write(&path, "first").unwrap();
        let (send, woken) = mpsc::channel();
        let read = |path: &Path, _is_wanted: &dyn Fn(f32) -> bool| fs::read_to_string(path).ok();
        let mut watch =
            FileWatch::new(path.clone(), read, move || send.send(()).unwrap_or_default());
        for (text, next) in [("first", "second text"), ("second text", "")] {
            woken.recv_timeout(Duration::from_mins(1)).expect("waited for the file to be read");
            assert_eq!(watch.take().expect("a text is there").unwrap(), text);
            assert!(watch.take().is_none(), "{text} is taken once");
            // Replaced at once: a file that is being written may be read half written.
            let new = folder.path().join("new.txt");
            fs::write(&new, next).unwrap();
            fs::rename(&new, &path).unwrap();
        }
    }
}
