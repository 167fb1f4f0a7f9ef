//! Asks before the window is closed while files are being written.

use egui::{Context, ViewportCommand};

use crate::{
    sanitize,
    {app::tasks::jobs::Jobs, picture::number},
};

/// Question before the window is closed.
#[derive(Default)]
pub(super) enum Closing {
    /// Nothing has been asked.
    #[default]
    Idle,
    /// The question is shown.
    Asking,
    /// The window closes, whatever is being written.
    Agreed,
}

impl Closing {
    /// Keeps the window open and asks, if it is about to be closed while files are being written.
    pub(super) fn follow(&mut self, ctx: &Context, jobs: &Jobs) {
        let is_writing = jobs.being_written().next().is_some();
        let is_requested = ctx.input(|input| input.viewport().close_requested());
        match self {
            Self::Idle if is_writing && is_requested => {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                *self = Self::Asking;
            }
            // Another request to close does not answer the question, but the end of the export does.
            Self::Asking if is_writing && is_requested => {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            }
            Self::Asking if !is_writing => self.close(ctx),
            _ => {}
        }
    }

    /// True while the question is shown.
    pub(super) fn is_asking(&self) -> bool {
        matches!(self, Self::Asking)
    }

    fn close(&mut self, ctx: &Context) {
        *self = Self::Agreed;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Shows the question.
    pub(super) fn ui(&mut self, ctx: &Context, jobs: &Jobs) {
        if !matches!(self, Self::Asking) {
            return;
        }
        let modal = egui::Modal::new(egui::Id::unique("closing")).show(ctx, |ui| {
            ui.set_width(360.0);
            let names: Vec<String> = jobs.being_written().map(sanitize::path).collect();
            let what = match names.as_slice() {
                [only] => format!("{only} is still being written."),
                several => {
                    format!("{} are still being written.", number::counted(several.len() as i64, "file"))
                }
            };
            ui.heading("Close Phasor?");
            ui.add_space(4.0);
            ui.label(what);
            ui.label("The window closes when it is done. Closing now discards it; a file of that name stays as it was.");
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let is_kept = ui.button("Keep open").clicked();
                if ui.button("Discard and close").clicked() {
                    for job in jobs.running() {
                        job.progress().cancel();
                    }
                    self.close(ctx);
                }
                is_kept
            })
            .inner
        });
        if modal.inner || modal.should_close() {
            *self = Self::Idle;
        }
    }
}
