//! Exports and files: starting jobs, and taking their results.

use std::path::{Path, PathBuf};

use super::app::App;
use crate::{
    action::Action,
    app::{
        files::{export_panel::ExportRequests, open_panel::Purpose},
        state::Severity,
        tasks::{jobs::Outcome, jobs_ui},
    },
    export::{Progress, scene_in_file},
};

impl App {
    /// Handles the requests of the export panel.
    pub(super) fn handle_export_requests(&mut self, ctx: &egui::Context, requests: ExportRequests) {
        if let Some(error) = requests.error {
            self.state.notify(Severity::Error, error);
        }
        if let Some(note) = requests.note {
            self.state.notify(Severity::Info, note);
        }
        if let Some(job) = requests.job {
            let wake = ctx.clone();
            if self.tasks.jobs.being_written().any(|path| path == job.path) {
                let refusal = format!("{} is already being written", job.path.display());
                self.state.notify(Severity::Refused, refusal);
                return;
            }
            let wake = move || wake.request_repaint();
            self.tasks.jobs.start_writing(&job.path, job.unit, wake, job.work);
            // The next export starts from the choices of this one.
            self.autosave.schedule(ctx);
        }
        if let Some(path) = requests.folder {
            self.show_in_folder(&path);
        }
    }

    /// Takes the results of jobs that have ended.
    pub(super) fn take_job_results(&mut self, ctx: &egui::Context) {
        for result in self.tasks.jobs.finished() {
            match result {
                Ok(Outcome::Written(path)) => {
                    let bytes = size_on_disk(&path);
                    let size = jobs_ui::bytes_text(bytes);
                    let note = format!("Wrote {} ({size})", path.display());
                    self.state.notify(Severity::Info, note);
                    self.tasks.jobs.remember(path, bytes);
                }
                Ok(Outcome::Picture(size, rgba)) => {
                    ctx.copy_image(egui::ColorImage::from_rgba_unmultiplied(size, &rgba));
                    self.state.notify(Severity::Info, "Copied the picture");
                }
                Ok(Outcome::Text(text)) => {
                    ctx.copy_text(text);
                    self.state.notify(Severity::Info, "Copied the values");
                }
                Ok(Outcome::Scene(text)) => self.shell.actions.push(Action::LoadScene(text)),
                Err(error) => self.state.notify(Severity::Error, error),
            }
        }
    }

    /// Opens the scene of a file that was dropped on the window.
    pub(super) fn take_dropped_file(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.first().map(|file| file.path().to_owned()) {
            self.open_scene(ctx, path);
        }
    }

    /// Opens a file that was chosen in the open panel.
    pub(super) fn open_file(&mut self, ctx: &egui::Context, purpose: Purpose, path: PathBuf) {
        match purpose {
            Purpose::Vectors => {
                // A file that is opened again may have changed.
                self.tasks.computations.forget_files();
                self.shell.actions.push(Action::ReadVectors(path.display().to_string()));
            }
            Purpose::Lesson => self.open_lesson_file(ctx, &path),
            Purpose::Scene => self.open_scene(ctx, path),
        }
    }

    /// Reads the scene of a file, in the background, since the file may be slow to reach. The files that the scene
    /// names are not trusted.
    fn open_scene(&mut self, ctx: &egui::Context, path: PathBuf) {
        let wake = ctx.clone();
        self.tasks.jobs.start(
            "Open scene".to_owned(),
            "file",
            move || wake.request_repaint(),
            move |_progress: &Progress| Ok(Outcome::Scene(scene_in_file(&path)?)),
        );
    }

    /// Shows the folder of a file in the system's file manager.
    fn show_in_folder(&mut self, path: &Path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        // Detached: the file manager may take its time, and its output does not matter.
        if let Err(error) = open::that_detached(folder) {
            let error = format!("cannot open {}: {error}", folder.display());
            self.state.notify(Severity::Error, error);
        }
    }
}

/// Size of a file, or of the files in a folder.
fn size_on_disk(path: &Path) -> u64 {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path())).sum(),
        Err(_no_folder) => size(path),
    }
}
