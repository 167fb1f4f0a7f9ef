//! Jobs as they are shown: a bar for each, and sizes in words.

use egui::Ui;

use super::jobs::Job;
use crate::picture::number;

/// `335 kB`, in powers of ten.
pub(super) fn bytes_text(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// A bar for each job: rows done, time left, Cancel.
pub(super) fn jobs_ui(ui: &mut Ui, jobs: &[Job]) {
    for job in jobs {
        ui.separator();
        ui.label(&job.title);
        ui.horizontal(|ui| {
            let (done, rows) = job.progress.rows();
            let share = if rows == 0 { 0.0 } else { done as f32 / rows as f32 };
            let elapsed = job.started.elapsed().as_secs_f32();
            let left = if share > 0.0 {
                format!(", {:.0} s left", elapsed * (1.0 - share) / share)
            } else {
                String::new()
            };
            ui.add(egui::ProgressBar::new(share).desired_width(150.0));
            ui.label(format!(
                "{} of {} rows{left}",
                number::grouped(done as i64),
                number::grouped(rows as i64)
            ));
            if ui.button("Cancel").clicked() {
                job.progress.cancel();
            }
        });
    }
}
