//! Work that pixels do not bound: in the background, with progress and cancel.

use std::{
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::Instant,
};

use crate::export::{ExportError, Progress};

/// What came of a job.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// A file was written.
    Written(PathBuf),
    /// A picture for the clipboard: size in pixels, and RGBA.
    Picture([usize; 2], Vec<u8>),
    /// The scene of a file.
    Scene(String),
    /// Text for the clipboard.
    Text(String),
}

/// Work in the background.
pub(crate) struct Job {
    /// What is being done.
    pub(crate) title: String,
    /// What its progress counts.
    pub(crate) unit: &'static str,
    /// How far it is.
    pub(crate) progress: Arc<Progress>,
    /// Since when.
    pub(crate) started: Instant,
    result: mpsc::Receiver<Result<Outcome, ExportError>>,
}

/// A file or folder that an export has made.
pub(crate) struct Written {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
}

/// All work in the background, and what the last of it has written.
#[derive(Default)]
pub(crate) struct Jobs {
    running: Vec<Job>,
    written: Vec<Written>,
}

/// How much of what was written is remembered.
const MOST_WRITTEN: usize = 3;

impl Jobs {
    /// Begins. `wake` is called when it has ended, so that the window takes the result.
    pub(crate) fn start(
        &mut self,
        title: String,
        unit: &'static str,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&Progress) -> Result<Outcome, ExportError> + Send + 'static,
    ) {
        let progress = Arc::new(Progress::default());
        let (send, result) = mpsc::channel();
        let shared = Arc::clone(&progress);
        thread::spawn(move || {
            // Nobody listens once the window has closed: then the result is of no use.
            drop(send.send(work(&shared)));
            wake();
        });
        self.running.push(Job { title, unit, progress, started: Instant::now(), result });
    }

    /// What is still running.
    pub(crate) fn running(&self) -> &[Job] {
        &self.running
    }

    /// What has been written last, the latest first.
    pub(crate) fn written(&self) -> &[Written] {
        &self.written
    }

    /// Remembers what has been written.
    pub(crate) fn remember(&mut self, path: PathBuf, bytes: u64) {
        self.written.retain(|written| written.path != path);
        self.written.insert(0, Written { path, bytes });
        self.written.truncate(MOST_WRITTEN);
    }

    /// Takes the results of what has ended.
    pub(crate) fn finished(&mut self) -> Vec<(String, Result<Outcome, ExportError>)> {
        let mut finished = Vec::new();
        self.running.retain(|job| match job.result.try_recv() {
            Ok(result) => {
                finished.push((job.title.clone(), result));
                false
            }
            Err(mpsc::TryRecvError::Empty) => true,
            Err(mpsc::TryRecvError::Disconnected) => {
                let error = std::io::Error::other("the work ended without a result");
                finished.push((job.title.clone(), Err(error.into())));
                false
            }
        });
        finished
    }
}
