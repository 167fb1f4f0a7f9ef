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

/// Lets all threads share two arenas of the C library's allocator.
///
/// Otherwise every thread has an arena of its own, up to eight a core, and what one thread has freed serves no other:
/// an hour and a half of use leaves a third more memory in use than at the start. Called before there are threads.
#[cfg_attr(
    all(target_os = "linux", target_env = "gnu"),
    expect(unsafe_code, reason = "the allocator has no other face")
)]
pub fn share_memory() {
    // SAFETY: `mallopt` stores a number, which the allocator reads when a thread needs an arena.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    let _is_accepted = unsafe { libc::mallopt(libc::M_ARENA_MAX, 2) };
}
