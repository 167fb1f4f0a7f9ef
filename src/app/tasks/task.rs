//! Work on a background thread of its own, with progress and cancellation.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use thiserror::Error;

use crate::export::Progress;

/// Function that draws the window once more, for the end of a task.
pub(crate) fn wake(ctx: &egui::Context) -> impl Fn() + Clone + Send + Sync + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}

/// State shared by a task and its owner: how far the work is, and the request to stop.
pub(crate) trait Cancel: Default + Send + Sync + 'static {
    /// Asks the work to end as soon as possible.
    fn cancel(&self);
}

impl Cancel for Progress {
    fn cancel(&self) {
        Self::cancel(self);
    }
}

/// No progress, and no way to stop.
impl Cancel for () {
    fn cancel(&self) {}
}

/// Share done, and the request to stop.
#[derive(Default)]
pub(crate) struct ShareDone {
    is_cancelled: AtomicBool,
    millionths: AtomicU32,
}

impl Cancel for ShareDone {
    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl ShareDone {
    /// Share done.
    pub(crate) fn share(&self) -> f32 {
        self.millionths.load(Ordering::Relaxed) as f32 / 1e6
    }

    /// Stores the share done. False once the work is cancelled.
    pub(crate) fn report(&self, share: f32) -> bool {
        self.millionths.store((share * 1e6) as u32, Ordering::Relaxed);
        !self.is_cancelled()
    }

    /// True once the work is to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Failure of a task itself, rather than of its work. A message puts the task's name in front.
#[derive(Debug, Error)]
pub(crate) enum TaskError {
    /// The work panicked.
    #[error("failed unexpectedly: {0}")]
    Panicked(String),
    /// The system could not start a thread.
    #[error("cannot start: {0}")]
    NotStarted(std::io::Error),
}

/// Work on a named thread. Dropping a task cancels it.
///
/// The work reports its progress to `P`, and learns from `P` that it was cancelled.
pub(crate) struct Task<T, P: Cancel = Progress> {
    progress: Arc<P>,
    result: Option<mpsc::Receiver<Result<T, TaskError>>>,
}

impl<T: Send + 'static, P: Cancel> Task<T, P> {
    /// Starts `work` on a thread called `name`, and calls `wake` once the result can be taken. A panic of `work` is
    /// caught and becomes the result.
    pub(crate) fn start(
        name: &'static str,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&P) -> T + Send + 'static,
    ) -> Self {
        let progress = Arc::new(P::default());
        let (send, result) = mpsc::channel();
        let (shared, not_started) = (Arc::clone(&progress), send.clone());
        let spawned = thread::Builder::new().name(name.to_owned()).spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&shared)))
                .map_err(|panic| TaskError::Panicked(panic_message(&*panic)));
            // Ignored: the owner may be gone by now.
            drop(send.send(result));
            wake();
        });
        if let Err(error) = spawned {
            // Ignored: the receiver is right here.
            drop(not_started.send(Err(TaskError::NotStarted(error))));
        }
        Self { progress, result: Some(result) }
    }

    /// Progress of the work.
    pub(crate) fn progress(&self) -> &P {
        &self.progress
    }

    /// Shared progress, which may outlive the task.
    #[cfg(test)]
    pub(crate) fn shared_progress(&self) -> Arc<P> {
        Arc::clone(&self.progress)
    }

    /// Takes the result as soon as there is one, and only once.
    pub(crate) fn take(&mut self) -> Option<Result<T, TaskError>> {
        let result = self.result.as_ref()?.try_recv().ok()?;
        self.result = None;
        Some(result)
    }

    /// Takes the result, and waits for it up to `patience`.
    pub(crate) fn take_within(&mut self, patience: Duration) -> Option<Result<T, TaskError>> {
        let result = self.result.as_ref()?.recv_timeout(patience).ok()?;
        self.result = None;
        Some(result)
    }
}

impl<T, P: Cancel> Task<T, P> {
    /// Asks the work to end as soon as possible. A result may still come.
    pub(crate) fn cancel(&self) {
        self.progress.cancel();
    }
}

impl<T, P: Cancel> Drop for Task<T, P> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Message that a panic was raised with.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
        .unwrap_or_else(|| "no reason given".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// Longest wait for a thread of a test.
    const PATIENCE: Duration = Duration::from_mins(1);

    #[track_caller]
    fn result_of<T: Send + 'static, P: Cancel>(task: &mut Task<T, P>) -> Result<T, TaskError> {
        task.take_within(PATIENCE).expect("waited for the result of a task")
    }

    #[test]
    fn result_is_taken_once() {
        let (send, woken) = mpsc::channel();
        let name = || thread::current().name().map(str::to_owned);
        let mut task: Task<_, ()> = Task::start(
            "counting",
            move || send.send(()).expect("the test listens"),
            move |()| (6 * 7, name()),
        );
        woken.recv_timeout(PATIENCE).expect("waited to be woken");
        let result = task.take().expect("a result is there when the window is woken");
        assert_eq!(result.expect("the work succeeds"), (42, Some("counting".to_owned())));
        assert!(task.take().is_none(), "the result is taken once");
    }

    #[test]
    fn unfinished_task_has_no_result() {
        let (release, wait) = mpsc::channel::<()>();
        let mut task: Task<_, ()> = Task::start("waiting", || {}, move |()| wait.recv().is_ok());
        assert!(task.take().is_none(), "the work has not ended");
        release.send(()).expect("the work waits");
        assert!(result_of(&mut task).expect("the work succeeds"), "it was released");
    }

    /// Works until it is cancelled.
    fn endless() -> Task<&'static str> {
        Task::start(
            "endless",
            || {},
            |progress: &Progress| {
                while progress.is_wanted() {
                    thread::yield_now();
                }
                "cancelled"
            },
        )
    }

    #[test]
    fn cancel_ends_the_work() {
        let mut task = endless();
        task.cancel();
        assert_eq!(result_of(&mut task).expect("the work ends"), "cancelled");
    }

    #[test]
    fn dropped_task_is_cancelled() {
        let task = endless();
        let progress = Arc::downgrade(&task.progress);
        drop(task);
        let began = Instant::now();
        while progress.strong_count() > 0 {
            assert!(began.elapsed() < PATIENCE, "waited for a dropped task to end");
            thread::yield_now();
        }
    }

    #[test]
    fn panic_becomes_the_result() {
        let (send, woken) = mpsc::channel();
        let wake = move || send.send(()).expect("the test listens");
        let work = |(): &()| -> u32 { panic!("no row {}", 7) };
        let mut task = Task::start("panicking", wake, work);
        woken.recv_timeout(PATIENCE).expect("waited to be woken after a panic");
        let error = result_of(&mut task).expect_err("the work panics");
        assert_eq!(error.to_string(), "failed unexpectedly: no row 7");
        assert!(task.take().is_none(), "the failure is taken once");
    }
}
