//! Progress of a search, step by step, and the request to stop it.

use std::cell::Cell;

/// Steps of a search, of which the first that finds something is the last.
pub(super) struct SearchProgress<'a> {
    is_wanted: &'a dyn Fn(f32) -> bool,
    num_done: Cell<usize>,
    num: usize,
    is_cancelled: Cell<bool>,
}

impl<'a> SearchProgress<'a> {
    /// A search of a number of steps. `is_wanted` gets the share done, and returns false to stop.
    pub(super) fn new(is_wanted: &'a dyn Fn(f32) -> bool, num: usize) -> Self {
        Self { is_wanted, num_done: Cell::new(0), num, is_cancelled: Cell::new(false) }
    }

    /// Ends a step.
    pub(super) fn next(&self) {
        self.num_done.set(self.num_done.get() + 1);
    }

    /// False once the search is to stop.
    pub(super) fn is_wanted(&self) -> bool {
        let share = self.num_done.get() as f32 / self.num as f32;
        if !self.is_cancelled() && !(self.is_wanted)(share) {
            self.is_cancelled.set(true);
        }
        !self.is_cancelled()
    }

    /// True if the search was stopped.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.get()
    }
}
