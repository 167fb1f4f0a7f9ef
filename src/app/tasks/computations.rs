//! Computations for the open views in the background. What no view needs any longer is cancelled, and its result
//! discarded.

use std::time::Duration;

use super::task::{ShareDone, Task, TaskError};
use crate::views::{Answered, Computation, Results};

/// Longest time that a frame waits for a result.
const PATIENCE: Duration = Duration::from_millis(4);
/// Number of failed computations that are remembered.
const MAX_FAILED: usize = 64;

/// Function that computes a result and reports the share done; `None` if the report asks it to stop.
pub(crate) type Compute = fn(&Computation, &(dyn Fn(f32) -> bool + Sync)) -> Option<Answered>;

/// A computation that is running.
struct Running {
    computation: Computation,
    task: Task<Option<Answered>, ShareDone>,
}

/// Running computations and their results.
pub(crate) struct Computations {
    results: Results,
    running: Vec<Running>,
    /// Computations that panicked, the latest last. They are not started again.
    failed: Vec<Computation>,
    compute: Compute,
}

impl Default for Computations {
    fn default() -> Self {
        Self::new(|computation, report| computation.run(report))
    }
}

impl Computations {
    /// Computations by the given function, which tests replace.
    pub(crate) fn new(compute: Compute) -> Self {
        Self { results: Results::default(), running: Vec::new(), failed: Vec::new(), compute }
    }

    /// Results so far.
    pub(crate) fn results(&self) -> &Results {
        &self.results
    }

    /// Marks a file as withheld: it is not read, since the user has not asked for it.
    pub(crate) fn withhold(&mut self, file: Option<&str>) {
        self.results.withhold(file);
    }

    /// Forgets every result from a file, and cancels the computations that read one, so that files are read anew.
    pub(crate) fn forget_files(&mut self) {
        self.results.forget_files();
        self.running.retain(|running| running.computation.file().is_none());
        self.failed.retain(|computation| computation.file().is_none());
    }

    /// Takes results, cancels computations that are no longer needed, and starts new ones. Returns the messages of
    /// those that failed. `wake` is called when a result can be taken.
    #[must_use]
    pub(crate) fn follow(
        &mut self,
        computations: &[Computation],
        wake: impl Fn() + Clone + Send + 'static,
    ) -> Vec<String> {
        let mut errors = Vec::new();
        for mut running in std::mem::take(&mut self.running) {
            match running.task.take() {
                Some(result) => errors.extend(self.settle(&running.computation, result)),
                None => self.running.push(running),
            }
        }
        for running in
            self.running.iter().filter(|running| !computations.contains(&running.computation))
        {
            running.task.cancel();
        }
        for computation in computations {
            // One of a kind at a time: while a slider is dragged, every frame needs a new one.
            let kind = computation.kind();
            let is_busy = self.running.iter().any(|running| running.computation.kind() == kind);
            if is_busy || self.results.has(computation) || self.failed.contains(computation) {
                continue;
            }
            let mut task = self.start(computation.clone(), wake.clone());
            // A quick result is shown in the same frame, without flicker.
            match task.take_within(PATIENCE) {
                Some(result) => errors.extend(self.settle(computation, result)),
                None => self.running.push(Running { computation: computation.clone(), task }),
            }
        }
        self.results.keep(computations);
        errors
    }

    /// Keeps a result, or remembers a failure and returns its message.
    fn settle(
        &mut self,
        computation: &Computation,
        result: Result<Option<Answered>, TaskError>,
    ) -> Option<String> {
        match result {
            Ok(output) => {
                if let Some(output) = output {
                    self.results.store(output);
                }
                None
            }
            Err(error) => {
                let surplus = (self.failed.len() + 1).saturating_sub(MAX_FAILED);
                self.failed.drain(..surplus);
                self.failed.push(computation.clone());
                Some(format!("{} {error}", computation.title()))
            }
        }
    }

    fn start(
        &self,
        computation: Computation,
        wake: impl FnOnce() + Send + 'static,
    ) -> Task<Option<Answered>, ShareDone> {
        let compute = self.compute;
        Task::start("computation", wake, move |share: &ShareDone| {
            compute(&computation, &|done| share.report(done))
        })
    }

    /// Share of a computation that is done; `None` if it is not running.
    pub(crate) fn done(&self, computation: &Computation) -> Option<f32> {
        let running = self.running.iter().find(|running| running.computation == *computation)?;
        Some(running.task.progress().share())
    }

    /// True while any computation is running.
    pub(crate) fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        thread,
        time::Instant,
    };

    use super::*;
    use crate::{encoding::PrincipalQuestion, scene::Scene};

    fn principal(d_model: u32) -> Computation {
        let scene: Scene = format!("d_model={d_model}&length=16").parse().unwrap();
        PrincipalQuestion { table: scene.table() }.into()
    }

    /// Runs frames until no computation is running, and returns their messages.
    #[track_caller]
    fn errors_until_idle(running: &mut Computations, wanted: &[Computation]) -> Vec<String> {
        let began = Instant::now();
        let mut errors = running.follow(wanted, || {});
        while running.is_busy() {
            assert!(began.elapsed() < Duration::from_mins(1), "waited for the computations to end");
            errors.extend(running.follow(wanted, || {}));
            thread::yield_now();
        }
        errors
    }

    #[test]
    fn result_is_kept_and_not_computed_again() {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let mut computations = Computations::new(|computation, report| {
            STARTED.fetch_add(1, Ordering::Relaxed);
            computation.run(report)
        });
        let wanted = [principal(8)];
        for _ in 0..3 {
            assert_eq!(errors_until_idle(&mut computations, &wanted), [""; 0], "no failure");
        }
        assert!(computations.results().has(&wanted[0]), "the result is kept");
        assert_eq!(STARTED.load(Ordering::Relaxed), 1, "computed once");
    }

    #[test]
    fn unneeded_result_takes_no_memory() {
        let mut computations = Computations::default();
        let [first, second] = [8, 10].map(principal);
        for wanted in [&[first.clone(), second.clone()][..], std::slice::from_ref(&second), &[]] {
            assert_eq!(errors_until_idle(&mut computations, wanted), [""; 0], "no failure");
            for computation in [&first, &second] {
                let is_known = computations.results().has(computation);
                assert_eq!(is_known, wanted.contains(computation), "{computation:?}");
            }
        }
    }

    #[test]
    fn panic_is_one_error_and_no_restart() {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let mut computations = Computations::new(|_question, _report| {
            STARTED.fetch_add(1, Ordering::Relaxed);
            panic!("a matrix is singular")
        });
        let wanted = [principal(8)];
        let mut errors = Vec::new();
        for _ in 0..5 {
            errors.extend(errors_until_idle(&mut computations, &wanted));
        }
        let message =
            "Computing the principal directions failed unexpectedly: a matrix is singular";
        assert_eq!(errors, [message], "one message");
        assert_eq!(STARTED.load(Ordering::Relaxed), 1, "started once");
        assert_eq!(
            errors_until_idle(&mut computations, &[principal(10)]),
            [message],
            "another one"
        );
        assert_eq!(STARTED.load(Ordering::Relaxed), 2, "another request is started");
    }

    #[test]
    fn unneeded_computation_is_cancelled() {
        let mut computations = Computations::new(|_question, report| {
            while report(0.5) {
                thread::yield_now();
            }
            None
        });
        let computation = principal(8);
        assert_eq!(computations.follow(std::slice::from_ref(&computation), || {}), [""; 0]);
        let began = Instant::now();
        while computations.done(&computation) != Some(0.5) {
            assert!(began.elapsed() < Duration::from_mins(1), "waited for progress");
            thread::yield_now();
        }
        assert_eq!(errors_until_idle(&mut computations, &[]), [""; 0], "it ends");
    }
}
