//! Files and the clipboard: exporting, opening, paths and the system's file dialog.

pub(crate) mod clipboard;
pub(crate) mod export_panel;
mod file_dialog;
pub(crate) mod open_panel;
mod path_input;

/// State of the export panel, and of the open panel while it is open.
pub(crate) struct Files {
    pub(crate) export: export_panel::ExportPanel,
    pub(crate) open: Option<open_panel::OpenPanel>,
}
