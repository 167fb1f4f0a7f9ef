//! Settings: their file, and saving them a moment after a change.

pub(super) mod autosave;
mod store;

pub use store::{LessonPlace, Settings, Store, ThemeChoice};
