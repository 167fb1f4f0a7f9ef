//! Exports, copies and reads in the background, with progress and cancellation.

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Instant,
};

use super::task::{Task, TaskError};
use crate::{
    scene::Side,
    {export::Progress, import::TensorFacts, sanitize},
};

/// Result of a job.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// File that was written, and the file of its caption.
    Written(PathBuf, Option<PathBuf>),
    /// Picture for the clipboard: size in pixels, and RGBA.
    Picture([usize; 2], Vec<u8>),
    /// Text of the scene found in a file.
    Scene(String),
    /// Text for the clipboard.
    Text(String),
    /// File with the configuration of a model.
    Model(Side, PathBuf),
    /// Scene of a tensor of a checkpoint that was chosen, or of what follows from a configuration.
    Checkpoint(String),
    /// Table that was chosen: its file, and its tensor where there is only one.
    Table(Side, PathBuf, Option<String>),
    /// File with several tensors.
    Tensors(Side, PathBuf, Vec<TensorFacts>),
    /// Lesson that was chosen.
    Lesson(PathBuf),
}

/// A job that is running.
pub(crate) struct Job {
    /// Title, such as `Export to table.csv`.
    pub(crate) title: String,
    /// Unit that its progress counts, such as `row`.
    pub(crate) unit: &'static str,
    /// Start of the job.
    pub(crate) started: Instant,
    /// File or folder that it writes.
    path: Option<PathBuf>,
    task: Task<Result<Outcome, String>>,
}

impl Job {
    /// Progress of the job.
    pub(crate) fn progress(&self) -> &Progress {
        self.task.progress()
    }
}

/// File or folder that an export has written.
pub(crate) struct WrittenFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
}

/// All running jobs, and the last files they wrote.
#[derive(Default)]
pub(crate) struct Jobs {
    running: Vec<Job>,
    written: Vec<WrittenFile>,
}

/// Number of written files that are remembered.
const MAX_WRITTEN: usize = 3;

impl Jobs {
    /// Starts a job. `wake` is called when it has ended, so that the window takes the result.
    pub(crate) fn start<E: fmt::Display>(
        &mut self,
        title: String,
        unit: &'static str,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&Progress) -> Result<Outcome, E> + Send + 'static,
    ) {
        let work = |progress: &Progress| work(progress).map_err(|error| error.to_string());
        let task = Task::start("job", wake, work);
        self.running.push(Job { title, unit, started: Instant::now(), path: None, task });
    }

    /// Starts a job that writes a file or a folder.
    pub(crate) fn start_writing<E: fmt::Display>(
        &mut self,
        path: &Path,
        unit: &'static str,
        wake: impl FnOnce() + Send + 'static,
        work: impl FnOnce(&Progress) -> Result<Outcome, E> + Send + 'static,
    ) {
        let title = format!("Export to {}", sanitize::path(path));
        self.start(title, unit, wake, work);
        if let Some(job) = self.running.last_mut() {
            job.path = Some(path.to_owned());
        }
    }

    /// Files and folders that are being written.
    pub(crate) fn being_written(&self) -> impl Iterator<Item = &Path> {
        self.running.iter().filter_map(|job| job.path.as_deref())
    }

    /// Jobs that have not ended.
    pub(crate) fn running(&self) -> &[Job] {
        &self.running
    }

    /// Files written last, the latest first.
    pub(crate) fn written(&self) -> &[WrittenFile] {
        &self.written
    }

    /// Remembers a file that was written.
    pub(crate) fn remember(&mut self, path: PathBuf, bytes: u64) {
        self.written.retain(|written| written.path != path);
        self.written.insert(0, WrittenFile { path, bytes });
        self.written.truncate(MAX_WRITTEN);
    }

    /// Forgets the files that were written.
    pub(crate) fn forget_written(&mut self) {
        self.written.clear();
    }

    /// Takes the results of the jobs that have ended; an error is a message that begins with the job's title.
    pub(crate) fn finished(&mut self) -> Vec<Result<Outcome, String>> {
        let mut finished = Vec::new();
        self.running.retain_mut(|job| {
            let Some(result) = job.task.take() else { return true };
            finished.push(outcome(&job.title, result));
            false
        });
        finished
    }
}

fn outcome(
    title: &str,
    result: Result<Result<Outcome, String>, TaskError>,
) -> Result<Outcome, String> {
    match result {
        Ok(Ok(outcome)) => Ok(outcome),
        Ok(Err(error)) => Err(format!("{title}: {error}")),
        Err(error) => Err(format!("{title} {error}")),
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use super::*;
    use crate::export::ExportError;

    /// Waits until `num` jobs have ended, and returns their results.
    #[track_caller]
    fn results(jobs: &mut Jobs, num: usize) -> Vec<Result<Outcome, String>> {
        let began = Instant::now();
        let mut results = Vec::new();
        while results.len() < num {
            assert!(began.elapsed() < Duration::from_mins(1), "waited for {num} jobs to end");
            results.extend(jobs.finished());
            thread::yield_now();
        }
        results
    }

    #[test]
    fn panicking_job_is_one_error() {
        let mut jobs = Jobs::default();
        let title = "Export to table.csv".to_owned();
        jobs.start(
            title,
            "row",
            || {},
            |_progress: &Progress| -> Result<Outcome, String> { panic!("a row is missing") },
        );
        let errors: Vec<String> =
            results(&mut jobs, 1).into_iter().filter_map(Result::err).collect();
        assert_eq!(errors, ["Export to table.csv failed unexpectedly: a row is missing"]);
        assert!(jobs.running().is_empty() && jobs.finished().is_empty(), "it has ended");
    }

    #[test]
    fn cancelled_job_ends_with_its_error() {
        let mut jobs = Jobs::default();
        jobs.start(
            "Copy values".to_owned(),
            "row",
            || {},
            |progress: &Progress| -> Result<Outcome, ExportError> {
                loop {
                    progress.advance(1, 0)?;
                }
            },
        );
        jobs.running()[0].progress().cancel();
        let error = results(&mut jobs, 1).remove(0).expect_err("it was cancelled");
        assert!(error.starts_with("Copy values: "), "{error}");
    }
}
