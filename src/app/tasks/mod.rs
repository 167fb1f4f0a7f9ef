//! Background tasks: exports and computations, each on a named thread.

pub(crate) mod computations;
pub(crate) mod file_watch;
pub(crate) mod jobs;
pub(crate) mod jobs_ui;
pub(crate) mod task;

/// Everything that runs in the background and has a result for the window.
#[derive(Default)]
pub(crate) struct Tasks {
    pub(crate) jobs: jobs::Jobs,
    pub(crate) computations: computations::Computations,
}

impl Tasks {
    /// True while anything runs in the background.
    pub(crate) fn is_busy(&self) -> bool {
        !self.jobs.running().is_empty() || self.computations.is_busy()
    }
}
