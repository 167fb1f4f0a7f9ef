//! Options that the command line gives the window.

use std::time::{Duration, Instant};

use crate::scene::Scene;

/// Options for opening the window.
pub struct Options {
    /// Scene to show; the last one where unset.
    pub scene: Option<Scene>,
    /// The scene was typed, so the files that it names may be read.
    pub is_typed: bool,
    /// Lesson to open: a number from 1 on, or a file.
    pub lesson: Option<String>,
    /// Called when a frame is on the screen and the next begins, with its number from 1 on and the time since
    /// `started`. The first frame is followed by a second one for this.
    pub on_frame: Option<OnFrame>,
    /// Start of the program.
    pub started: Instant,
}

/// Callback for every frame.
pub type OnFrame = Box<dyn FnMut(u64, Duration)>;
