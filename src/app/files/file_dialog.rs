//! The system's file dialog, beside the window and never in its way.

use std::{path::PathBuf, sync::mpsc, thread};

/// A dialog that is open.
pub(super) struct FileDialog(mpsc::Receiver<Option<PathBuf>>);

/// What has come of a dialog.
pub(super) enum Answer {
    /// Nothing yet.
    Waiting,
    /// It was cancelled, or there is none.
    Nothing,
    /// A file.
    Chosen(PathBuf),
}

/// What to say where no file comes back: the dialog may have been cancelled, or there may be none.
pub(super) const NOTHING_CHOSEN: &str = "No file chosen; type a path if no dialog appeared";

/// What to say while a dialog is open: it may hang, or be where nobody sees it.
pub(super) const DIALOG_OPEN: &str =
    "The system's dialog is open; a path can be typed here all the same";

impl FileDialog {
    /// Waits elsewhere for a dialog that was made here: macOS wants that on the main thread, and it may hang.
    pub(super) fn open(
        ctx: &egui::Context,
        dialog: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
    ) -> Self {
        let (send, receive) = mpsc::channel();
        let ctx = ctx.clone();
        thread::spawn(move || {
            let chosen = pollster::block_on(dialog).map(|file| file.path().to_owned());
            // The panel may be gone by now; then nobody wants the answer.
            drop(send.send(chosen));
            ctx.request_repaint();
        });
        Self(receive)
    }

    /// What has come of it.
    pub(super) fn answer(&self) -> Answer {
        match self.0.try_recv() {
            Ok(Some(chosen)) => Answer::Chosen(chosen),
            Err(mpsc::TryRecvError::Empty) => Answer::Waiting,
            Ok(None) | Err(mpsc::TryRecvError::Disconnected) => Answer::Nothing,
        }
    }
}
