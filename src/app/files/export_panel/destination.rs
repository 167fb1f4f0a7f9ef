//! Destination of an export: the path, the system's dialog, and the question whether a file may be replaced.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use egui::Ui;

use super::{form::row_ui, job::ExportRequests};
use crate::{
    app::files::{
        file_dialog::{DIALOG_OPEN, DialogOutcome, FileDialog, NOTHING_CHOSEN},
        path_input::{foreign_extension, known_extension, typed_path},
    },
    export::CaptionForm,
    sanitize,
};

/// Name of the setting for a file whose name was typed.
const NAMED: &str = "named";

/// A file in the user's folder, for the first export.
fn home() -> String {
    let below = |dirs: directories::BaseDirs| dirs.home_dir().join("-").display().to_string();
    directories::BaseDirs::new().map_or_else(String::new, below)
}

/// File or folder of the next export.
pub(super) struct Destination {
    pub(super) path: String,
    /// True if the name of the file was typed or chosen: it no longer follows the view.
    is_named: bool,
    /// Existing file that the user is asked to replace.
    ask: Option<PathBuf>,
    dialog: Option<FileDialog>,
    /// File chosen in the dialog, which has asked whether it may be replaced.
    confirmed: Option<PathBuf>,
    /// True if the path field takes the focus in the next frame.
    wants_path: bool,
}

/// Changes in the line of the path.
#[derive(Default)]
pub(super) struct PathChanges {
    /// True after Enter.
    pub(super) is_entered: bool,
    /// True if the system's dialog is asked for.
    pub(super) is_choosing: bool,
}

impl Destination {
    /// Path of the last export, and whether its name was typed.
    pub(super) fn with_kept(path: String, kept: &BTreeMap<String, String>) -> Self {
        Self {
            path: if path.is_empty() { home() } else { path },
            is_named: kept.get(NAMED).is_some_and(|kept| kept == "true"),
            ask: None,
            dialog: None,
            confirmed: None,
            wants_path: false,
        }
    }

    /// Setting that says whether the name was typed.
    pub(super) fn kept(&self) -> (String, String) {
        (NAMED.to_owned(), self.is_named.to_string())
    }

    /// Takes an unanswered question about replacing a file as a refusal.
    pub(super) fn withdraw_question(&mut self) {
        self.ask = None;
    }

    /// True while the user is asked whether a file may be replaced.
    pub(super) fn is_asking(&self) -> bool {
        self.ask.is_some()
    }

    /// Takes the outcome of the system's dialog.
    pub(super) fn take_dialog(&mut self) -> ExportRequests {
        let mut requests = ExportRequests::default();
        match self.dialog.as_mut().map(FileDialog::outcome) {
            Some(DialogOutcome::Waiting) | None => {}
            Some(DialogOutcome::Chosen(chosen)) => {
                self.dialog = None;
                self.path = chosen.display().to_string();
                self.is_named = true;
                // The dialog has asked whether this file may be replaced.
                self.confirmed = Some(chosen);
            }
            Some(DialogOutcome::Failed(error)) => {
                self.dialog = None;
                self.wants_path = true;
                requests.error = Some(error);
            }
            Some(DialogOutcome::Nothing) => {
                self.dialog = None;
                self.wants_path = true;
                requests.note = Some(NOTHING_CHOSEN.to_owned());
            }
        }
        requests
    }

    /// Gives the file a name, unless one was typed.
    pub(super) fn follow(&mut self, name: &str) {
        if !self.is_named {
            let folder = PathBuf::from(&self.path);
            let folder = folder.parent().unwrap_or_else(|| Path::new(""));
            self.path = folder.join(name).display().to_string();
        }
    }

    /// Gives a path with a known ending that of another format.
    pub(super) fn fit_extension(&mut self, extension: Option<&str>) {
        self.ask = None;
        let path = PathBuf::from(&self.path);
        if known_extension(&path).is_some() {
            self.path = path.with_extension(extension.unwrap_or_default()).display().to_string();
        }
    }

    /// Shows the line of the path.
    pub(super) fn path_ui(
        &mut self,
        ui: &mut Ui,
        suggested: &str,
        requests: &mut ExportRequests,
    ) -> PathChanges {
        let mut changes = PathChanges::default();
        row_ui(ui, "File", |ui| {
            let hint = format!("path, such as {suggested}");
            let edit = egui::TextEdit::singleline(&mut self.path).hint_text(hint);
            let response = ui.add(edit.desired_width(480.0)).accessible_name("File");
            if std::mem::take(&mut self.wants_path) {
                response.request_focus();
            }
            if response.changed() {
                self.ask = None;
                self.is_named = true;
                requests.is_changed = true;
            }
            if response.lost_focus() && self.path.trim().is_empty() {
                (self.is_named, self.path) = (false, home());
            }
            changes.is_entered =
                response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let button = ui.add_enabled(self.dialog.is_none(), egui::Button::new("Choose…"));
            let button = button
                .on_hover_text("Save dialog of the system")
                .on_disabled_hover_text(DIALOG_OPEN);
            changes.is_choosing = button.clicked();
        });
        changes
    }

    /// Asks whether an existing file may be replaced. Returns the path once it may.
    pub(super) fn question_ui(
        &mut self,
        ui: &mut Ui,
        caption: Option<CaptionForm>,
    ) -> Option<PathBuf> {
        let path = self.ask.clone()?;
        let warning = if path.is_dir() {
            format!("{} exists: the numbered frames in it are replaced", sanitize::path(&path))
        } else {
            let caption = caption.map(|form| form.path(&path));
            let files = [Some(path.clone()), caption].into_iter().flatten();
            let existing = files.filter(|file| file.exists());
            let existing: Vec<String> = existing.map(|file| sanitize::path(&file)).collect();
            let verb = if existing.len() > 1 { "exist" } else { "exists" };
            format!("{} {verb}", existing.join(" and "))
        };
        let mut replaced = None;
        ui.horizontal(|ui| {
            // The safe button comes first, because a double click on Export hits it.
            if ui.button("Keep").clicked() {
                self.ask = None;
            }
            if ui.button("Replace").clicked() {
                self.ask = None;
                replaced = Some(path);
            }
        });
        ui.colored_label(ui.visuals().warn_fg_color, warning);
        replaced
    }

    /// File or folder to write, with a caption beside it where one is asked for. `None` if the user must first say
    /// whether a file may be replaced.
    ///
    /// # Errors
    ///
    /// Fails with the reason for which nothing can be written there.
    pub(super) fn target(
        &mut self,
        extension: Option<&'static str>,
        caption: Option<CaptionForm>,
    ) -> Result<Option<PathBuf>, String> {
        let path = checked(&typed_path(&self.path), extension)?;
        let is_confirmed = self.confirmed.take().as_deref() == Some(&path);
        // The dialog has asked about the figure only, and the caption may have the name of a paper.
        let has_caption = caption.is_some_and(|form| form.path(&path).exists());
        if has_caption || (path.exists() && !is_confirmed) {
            self.ask = Some(path);
            return Ok(None);
        }
        Ok(Some(path))
    }

    /// Opens the system's dialog in the folder of the path.
    pub(super) fn open_dialog(
        &mut self,
        ctx: &egui::Context,
        title: String,
        suggested: String,
        extension: Option<&'static str>,
    ) {
        let typed = typed_path(&self.path);
        let name = typed.file_name().map(|name| name.to_string_lossy().into_owned());
        let dialog =
            rfd::AsyncFileDialog::new().set_title(title).set_file_name(name.unwrap_or(suggested));
        let dialog = match typed.parent().filter(|folder| folder.is_dir()) {
            Some(folder) => dialog.set_directory(folder),
            None => dialog,
        };
        let dialog = match extension {
            Some(extension) => dialog.add_filter(extension, &[extension]),
            None => dialog,
        };
        self.dialog = Some(FileDialog::open(ctx, dialog.save_file()));
    }
}

/// File or folder to write for a path, with the ending of the format.
fn checked(path: &Path, extension: Option<&'static str>) -> Result<PathBuf, String> {
    let Some(chosen) = extension else {
        // `frames/` is the folder `frames`.
        let folder: PathBuf = path.components().collect();
        return if folder.is_file() {
            Err(format!("{} is a file: frames need a folder", sanitize::path(path)))
        } else if folder.file_name().is_none() {
            Err(format!("{} has no name: add one for the folder", sanitize::path(path)))
        } else {
            Ok(folder)
        };
    };
    let ends_as_folder = path.as_os_str().to_string_lossy().ends_with(['/', '\\']);
    if path.is_dir() || ends_as_folder || path.file_name().is_none() {
        return Err(format!("{} is a folder: add the name of a file", sanitize::path(path)));
    }
    if let Some(other) = foreign_extension(path) {
        return Err(format!("the name ends in .{other}, but the format is {chosen}"));
    }
    match known_extension(path).filter(|known| *known != chosen) {
        Some(other) => Err(format!("the name ends in .{other}, but the format is {chosen}")),
        None if path.extension().is_some() => Ok(path.to_owned()),
        None => {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(".");
            name.push(chosen);
            Ok(path.with_file_name(name))
        }
    }
}
