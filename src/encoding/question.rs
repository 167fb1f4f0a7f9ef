//! Questions that are answered in the background.

use std::fmt::Debug;

/// Question whose answer may take longer than a frame.
///
/// Equal questions have equal answers: an answer is kept with its question, and found again by it.
pub trait Question: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Answer.
    type Answer: Send + Sync + 'static;

    /// Work that answers it, as the beginning of a message: `Comparing A and B`.
    const TITLE: &'static str;

    /// Answers the question.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false, and where there is no answer.
    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer>;

    /// File that is read for the answer; `None` if no file is read.
    fn file(&self) -> Option<&str> {
        None
    }
}
