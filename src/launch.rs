//! Options that the command line passes to the window.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::scene::Scene;

/// Options for opening the window.
pub struct Options {
    /// Scene to show; if unset, the scene of the last session.
    pub scene: Option<Scene>,
    /// True if the files that the scene names may be read.
    pub is_trusted: bool,
    /// True if the files of the session will be gone: the next start shows what the session before has left.
    pub is_passing: bool,
    /// Lesson to open: a number counted from 1, or a file.
    pub lesson: Option<String>,
    /// Table, file with a scene, or lesson to open.
    pub file: Option<PathBuf>,
    /// Called when a frame is on the screen and the next begins, with the number of the frame, counted from 1, and
    /// the time since `started`. The window requests a second frame, so that the first is always reported.
    pub on_frame: Option<OnFrame>,
    /// Time when the program started.
    pub started: Instant,
}

/// Callback for every frame: its number and the time since the program started.
pub type OnFrame = Box<dyn FnMut(u64, Duration)>;
