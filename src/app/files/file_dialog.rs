//! The system's file dialog. It waits on a thread of its own, so that the window stays usable.

use std::path::PathBuf;

use crate::app::tasks::task::{Task, wake};

/// Open dialog. It cannot be closed from here.
pub(crate) struct FileDialog(Task<Option<PathBuf>, ()>);

/// State of a dialog.
pub(crate) enum DialogOutcome {
    /// Still open.
    Waiting,
    /// Cancelled, or not available.
    Nothing,
    /// Ended with a file.
    Chosen(PathBuf),
    /// Failed, with a message for a notice.
    Failed(String),
}

/// Note after a dialog that ended without a file: it was cancelled, or the system has none.
pub(crate) const NOTHING_CHOSEN: &str = "No file chosen; if no dialog appeared, type a path";

/// Note while a dialog is open: it may hang, or be hidden behind other windows.
pub(crate) const DIALOG_OPEN: &str = "The system dialog is open; you can also type a path here";

impl FileDialog {
    /// Waits for a dialog in the background. The caller makes the dialog, since macOS requires the main thread for
    /// that.
    pub(crate) fn open(
        ctx: &egui::Context,
        dialog: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
    ) -> Self {
        Self(Task::start("file dialog", wake(ctx), move |()| {
            pollster::block_on(dialog).map(|file| file.path().to_owned())
        }))
    }

    /// Takes the outcome, or `Waiting` while there is none.
    pub(crate) fn outcome(&mut self) -> DialogOutcome {
        match self.0.take() {
            None => DialogOutcome::Waiting,
            Some(Ok(Some(chosen))) => DialogOutcome::Chosen(chosen),
            Some(Ok(None)) => DialogOutcome::Nothing,
            Some(Err(error)) => DialogOutcome::Failed(format!("The system dialog {error}")),
        }
    }
}
