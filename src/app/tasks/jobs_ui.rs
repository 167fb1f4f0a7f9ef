//! Shows jobs with their progress, and files that were written.

use std::path::{Path, PathBuf};

use egui::Ui;

use super::jobs::{Job, Jobs};
use crate::{picture::number, sanitize};

/// Formats a size such as `335 kB`, in powers of ten.
pub(crate) fn bytes_text(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// Shows a progress bar for each job, and a line for each written file. Returns the file whose folder is to be opened.
pub(crate) fn jobs_ui(ui: &mut Ui, jobs: &Jobs) -> Option<PathBuf> {
    for job in jobs.running() {
        ui.separator();
        ui.label(&job.title);
        ui.horizontal(|ui| {
            ui.add(egui::ProgressBar::new(share(job)).desired_width(150.0));
            // In front of the numbers, whose width changes, because a button must not move under the pointer.
            if ui.button("Cancel").clicked() {
                job.progress().cancel();
            }
            ui.label(progress_text(job));
        });
    }
    let mut folder = None;
    for written in jobs.written() {
        ui.separator();
        ui.horizontal(|ui| {
            let name = sanitize::path(Path::new(written.path.file_name().unwrap_or_default()));
            ui.label(format!("{name}, {}", bytes_text(written.bytes)))
                .on_hover_text(sanitize::path(&written.path));
            if ui.button("Open folder").clicked() {
                folder = Some(written.path.clone());
            }
        });
    }
    folder
}

fn share(job: &Job) -> f32 {
    let (done, of) = job.progress().rows();
    if of == 0 { 0.0 } else { done as f32 / of as f32 }
}

/// Formats done and total counts, bytes, and the remaining time.
fn progress_text(job: &Job) -> String {
    let (done, of) = job.progress().rows();
    let bytes = job.progress().bytes();
    let elapsed = job.started.elapsed().as_secs_f32();
    let share = share(job);
    let mut parts = Vec::new();
    if of > 1 {
        let of = number::counted(of as i64, job.unit);
        parts.push(format!("{} of {of}", number::grouped(done as i64)));
    }
    if bytes > 0 {
        parts.push(bytes_text(bytes));
    }
    if share > 0.0 {
        parts.push(format!("{:.0} s left", elapsed * (1.0 - share) / share));
    }
    parts.join(", ")
}
