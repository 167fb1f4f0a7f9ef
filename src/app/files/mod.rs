//! Files and the clipboard: exporting, opening, paths and the system's file dialog.

pub(crate) mod clipboard;
pub(crate) mod export_panel;
mod file_dialog;
pub(crate) mod open_panel;
mod path_input;
pub(crate) mod recent;
pub(crate) mod scene_table;
pub(crate) mod tensor_chooser;

/// State of the export panel, and of the open panel while it is open.
pub(crate) struct Files {
    pub(crate) export: export_panel::ExportPanel,
    pub(crate) open: Option<open_panel::OpenPanel>,
    pub(crate) tables: scene_table::SceneTables,
    /// Files that were opened last.
    pub(crate) recent: recent::Recent,
    /// Asks for a tensor while it is open.
    pub(crate) tensors: Option<tensor_chooser::TensorChooser>,
}
