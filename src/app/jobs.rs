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
    /// Text for the clipboard.
    Text(String),
}

/// Work in the background.
pub(crate) struct Job {
    /// What is being done.
    pub(crate) title: String,
    /// How far it is.
    pub(crate) progress: Arc<Progress>,
    /// Since when.
    pub(crate) started: Instant,
    result: mpsc::Receiver<Result<Outcome, ExportError>>,
}

/// All work in the background.
#[derive(Default)]
pub(crate) struct Jobs {
    running: Vec<Job>,
}

impl Jobs {
    /// Begins. `wake` is called when it has ended, so that the window takes the result.
    pub(crate) fn start(
        &mut self,
        title: String,
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
        self.running.push(Job { title, progress, started: Instant::now(), result });
    }

    /// What is still running.
    pub(crate) fn running(&self) -> &[Job] {
        &self.running
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
                finished.push((job.title.clone(), Err(ExportError::Stream(error))));
                false
            }
        });
        finished
    }
}
