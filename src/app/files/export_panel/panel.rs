//! The panel itself: choices on the left, preview on the right, destination below.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use egui::{RichText, Ui};

use super::{
    choices::{Choices, ExportKind},
    form,
    form::row_ui,
    job::{self, ExportJob},
    preview,
    preview::ExportPreview,
};
use crate::{
    app::{
        files::{
            file_dialog::{DIALOG_OPEN, DialogOutcome, FileDialog, NOTHING_CHOSEN},
            path_input::{foreign_extension, known_extension, typed_path},
        },
        look::focus,
        tasks::{
            jobs::Jobs,
            jobs_ui::{bytes_text, jobs_ui},
        },
    },
    export::{CaptionForm, DataRequest, Format, Provenance, Sample},
    picture::number,
    sanitize,
    scene::Scene,
    views::{Counterpart, Subject, View},
};

/// Height of a window around the form of the panel, and the least height of the form.
const BELOW_FORM: f32 = 230.0;
const LEAST_FORM: f32 = 340.0;

/// Name of the setting for a file whose name was typed.
const NAMED: &str = "named";

/// A file in the user's folder, for the first export.
fn home() -> String {
    let below = |dirs: directories::BaseDirs| dirs.home_dir().join("-").display().to_string();
    directories::BaseDirs::new().map_or_else(String::new, below)
}

/// State of the panel: choices, destination, and the dialog that may be open.
pub(crate) struct ExportPanel {
    pub(crate) is_open: bool,
    choices: Choices,
    pub(crate) path: String,
    /// True if the name of the file was typed or chosen: it no longer follows the view.
    is_named: bool,
    /// Existing file that the user is asked to replace.
    ask: Option<PathBuf>,
    dialog: Option<FileDialog>,
    /// File chosen in the dialog, which has asked whether it may be replaced.
    confirmed: Option<PathBuf>,
    /// True if the path field takes the focus in the next frame.
    wants_path: bool,
    /// The last table that was previewed, and its request.
    table: Option<(Scene, DataRequest, Result<PreviewedTable, String>)>,
    pub(super) preview: ExportPreview,
}

/// Facts about a table before it is written.
#[derive(Clone)]
struct PreviewedTable {
    shape: (u64, u64),
    bytes: u64,
    sample: Sample,
    notice: Option<&'static str>,
}

/// Requests of the panel to the window.
#[derive(Default)]
pub(crate) struct ExportRequests {
    pub(crate) job: Option<ExportJob>,
    pub(crate) error: Option<String>,
    pub(crate) note: Option<String>,
    /// True if the form has changed, so that the message of the last export is out of date.
    pub(crate) is_changed: bool,
    /// File or folder to show in the system's file manager.
    pub(crate) folder: Option<PathBuf>,
}

impl ExportPanel {
    /// Closed panel with the path and the choices of the last export.
    pub(crate) fn with_kept(path: String, choices: &BTreeMap<String, String>) -> Self {
        Self {
            is_open: false,
            choices: Choices::from_kept(choices),
            is_named: choices.get(NAMED).is_some_and(|kept| kept == "true"),
            path: if path.is_empty() { home() } else { path },
            ask: None,
            dialog: None,
            confirmed: None,
            wants_path: false,
            table: None,
            preview: ExportPreview::default(),
        }
    }

    /// Choices to store in the settings.
    pub(crate) fn kept(&self) -> BTreeMap<String, String> {
        let named = (NAMED.to_owned(), self.is_named.to_string());
        self.choices.kept().into_iter().chain([named]).collect()
    }

    /// Closes the panel. An unanswered question about replacing a file counts as a refusal.
    pub(crate) fn close(&mut self) {
        self.is_open = false;
        self.ask = None;
        self.preview.cancel();
    }

    /// Opens the panel for the figure of a view.
    pub(crate) fn open_for(&mut self, view: View) {
        self.is_open = true;
        if self.choices.kind == ExportKind::Numbers {
            self.choices.kind = ExportKind::Figure;
        }
        self.choices.views = vec![view];
        self.choice_changed();
    }

    /// Takes the outcome of the system's dialog.
    pub(crate) fn take_dialog(&mut self) -> ExportRequests {
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

    /// Shows the panel as a window over the views.
    pub(crate) fn ui(
        &mut self,
        ctx: &egui::Context,
        subject: Subject<'_>,
        jobs: &Jobs,
    ) -> ExportRequests {
        let mut requests = ExportRequests::default();
        let mut is_open = self.is_open;
        let mut is_entered = false;
        self.follow_view(subject);
        let panel = egui::Window::new(self.choices.title())
            .id(egui::Id::unique("export panel"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_width(850.0)
            // Anchored at the top: lines that appear below must not move a button under the pointer.
            .anchor(egui::Align2::CENTER_TOP, [0.0, focus::top(ctx, 64.0)]);
        focus::fitting(ctx, panel).show(ctx, |ui| {
            focus::contents(ui, |ui| {
                // The button stays in sight below a form that is longer than the window.
                let room = (ctx.content_rect().height() - BELOW_FORM).max(LEAST_FORM);
                egui::ScrollArea::vertical().max_height(room).show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        ui.vertical(|ui| {
                            ui.set_width(form::WIDTH);
                            let before = self.choices.clone();
                            let changes = form::choices_ui(ui, &mut self.choices, subject);
                            if changes.is_other_kind {
                                self.choice_changed();
                            }
                            is_entered |= changes.is_entered;
                            // A message about the last file would be taken for one about this form.
                            requests.is_changed |= before != self.choices;
                        });
                        ui.add_space(14.0);
                        ui.vertical(|ui| self.preview_ui(ui, subject));
                    });
                });
                ui.separator();
                self.target_ui(ui, subject, is_entered, &mut requests);
                requests.folder = jobs_ui(ui, jobs);
            });
        });
        if !is_open {
            self.close();
        }
        requests.error = requests.error.or_else(|| self.preview.take_failure());
        requests
    }

    /// Shows the preview, and the size of the file.
    fn preview_ui(&mut self, ui: &mut Ui, subject: Subject<'_>) {
        let size = match self.choices.kind {
            ExportKind::Numbers => self.table_ui(ui, subject),
            ExportKind::Figure => self.figure_ui(ui, subject),
            ExportKind::Animation => self.animation_ui(ui, subject),
        };
        if self.choices.kind == ExportKind::Numbers || size.is_err() {
            self.preview.cancel();
        }
        match size {
            Ok(size) => ui.label(RichText::new(size).small()),
            Err(error) => ui.colored_label(ui.visuals().warn_fg_color, error),
        };
    }

    fn figure_ui(&mut self, ui: &mut Ui, subject: Subject<'_>) -> Result<String, String> {
        let (request, content) = (self.choices.figure_request()?, self.choices.content()?);
        let bytes = self.preview.figure_ui(ui, subject, content, request);
        let bytes = bytes.map_or_else(String::new, |b| format!(", {}", bytes_text(b)));
        let fitted = self.preview.shown_figure().map_or(request, |figure| request.fitted(figure));
        Ok(format!("{}{bytes}", form::size_text(fitted.size)))
    }

    fn table_ui(&mut self, ui: &mut Ui, subject: Subject<'_>) -> Result<String, String> {
        let request = self.choices.data_request()?;
        let is_known = self
            .table
            .as_ref()
            .is_some_and(|(scene, known, _)| scene == subject.scene && *known == request);
        if !is_known {
            let table = job::data_export(subject, &request).map(|export| PreviewedTable {
                shape: export.shape(),
                bytes: export.size_in_bytes(),
                sample: preview::sample(&export),
                notice: export.notice(),
            });
            self.table = Some((subject.scene.clone(), request.clone(), table));
        }
        let Some((_, _, table)) = &self.table else { return Ok(String::new()) };
        let table = table.as_ref().map_err(Clone::clone)?;
        preview::sample_ui(ui, &table.sample, table.shape);
        if let Some(notice) = table.notice {
            ui.label(RichText::new(notice).small().weak());
        }
        let is_exact = matches!(request.format, Format::Npy | Format::Safetensors);
        Ok(format!(
            "{} rows × {} columns, {}{}",
            number::grouped(table.shape.0 as i64),
            number::grouped(table.shape.1 as i64),
            if is_exact { "" } else { "about " },
            bytes_text(table.bytes)
        ))
    }

    fn animation_ui(&mut self, ui: &mut Ui, subject: Subject<'_>) -> Result<String, String> {
        let request = self.choices.animation_request()?;
        let scenes = self.choices.scenes(subject.scene)?;
        let content = self.choices.content()?;
        // The preview shows the first frame.
        let scene = &scenes[0].scene;
        let is_same =
            scene.spec() == subject.scene.spec() && scene.extent() == subject.scene.extent();
        let table = if is_same { subject.table.clone() } else { scene.table() };
        let counterpart = Counterpart::new(scene, &table);
        let shown = (scene, &table);
        let first = Subject::new(shown, counterpart.as_ref(), subject.theme, subject.results);
        self.preview.figure_ui(ui, first, content, request.figure);
        let seconds = request.speed.seconds(scenes.len());
        Ok(format!(
            "{}, {seconds:.1} s, {}",
            number::counted(scenes.len() as i64, "frame"),
            form::size_text(request.figure.size)
        ))
    }

    fn target_ui(
        &mut self,
        ui: &mut Ui,
        subject: Subject<'_>,
        mut is_entered: bool,
        requests: &mut ExportRequests,
    ) {
        row_ui(ui, "File", |ui| {
            let hint = format!("path, such as {}", self.choices.name(subject));
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
            is_entered |=
                response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let is_open = self.dialog.is_some();
            let button = ui.add_enabled(!is_open, egui::Button::new("Choose…"));
            let button = button
                .on_hover_text("Save dialog of the system")
                .on_disabled_hover_text(DIALOG_OPEN);
            if button.clicked() {
                self.open_dialog(ui.ctx(), subject, requests);
            }
        });
        if let Some(path) = self.ask.clone() {
            let warning = if path.is_dir() {
                format!("{} exists: the numbered frames in it are replaced", sanitize::path(&path))
            } else {
                let caption = self.caption_beside(&path);
                let files = [Some(path.clone()), caption].into_iter().flatten();
                let existing = files.filter(|file| file.exists());
                let existing: Vec<String> = existing.map(|file| sanitize::path(&file)).collect();
                let verb = if existing.len() > 1 { "exist" } else { "exists" };
                format!("{} {verb}", existing.join(" and "))
            };
            ui.horizontal(|ui| {
                // The safe button comes first, because a double click on Export hits it.
                if ui.button("Keep").clicked() {
                    self.ask = None;
                }
                if ui.button("Replace").clicked() {
                    self.ask = None;
                    self.begin(subject, path, requests);
                }
            });
            ui.colored_label(ui.visuals().warn_fg_color, warning);
            return;
        }
        let is_ready = !self.path.trim().is_empty();
        let is_asked = ui.horizontal(|ui| {
            let button = egui::Button::new(RichText::new("Export").strong());
            let response = ui.add_enabled(is_ready, button);
            let response = response.on_disabled_hover_text("Type a path, or choose one");
            self.copy_caption_ui(ui, subject, requests);
            response.clicked()
        });
        if is_asked.inner || (is_entered && is_ready) {
            match self.target(&typed_path(&self.path)) {
                Err(error) => requests.error = Some(error),
                Ok(path) if self.replaces(&path) => self.ask = Some(path),
                Ok(path) => self.begin(subject, path, requests),
            }
        }
    }

    /// Caption that is written beside a figure.
    fn caption_beside(&self, path: &Path) -> Option<PathBuf> {
        let form = self.choices.caption.filter(|_| self.choices.kind == ExportKind::Figure);
        form.map(|form| form.path(path))
    }

    /// True if a file is replaced of which the dialog has not asked: the caption may have the name of a paper.
    fn replaces(&mut self, path: &Path) -> bool {
        let is_confirmed = self.confirmed.take().as_deref() == Some(path);
        let has_caption = self.caption_beside(path).is_some_and(|caption| caption.exists());
        has_caption || (path.exists() && !is_confirmed)
    }

    /// Button that copies the caption of the figure, in the form that is written or in words.
    fn copy_caption_ui(&self, ui: &mut Ui, subject: Subject<'_>, requests: &mut ExportRequests) {
        let shown = self.preview.shown_figure().filter(|_| self.choices.kind == ExportKind::Figure);
        let (Some(figure), Ok(request)) = (shown, self.choices.figure_request()) else { return };
        let form = self.choices.caption.unwrap_or(CaptionForm::Text);
        let help = "What the figure shows, of which encoding, with which parameters";
        if ui.button("Copy caption").on_hover_text(help).clicked() {
            let provenance = Provenance::of(subject.scene);
            let path = typed_path(&self.path);
            ui.copy_text(form.caption(figure, &request.fitted(figure), &provenance, &path));
            requests.note = Some("Copied the caption".to_owned());
        }
    }

    /// Gives the file the name of what is exported, unless one was typed.
    fn follow_view(&mut self, subject: Subject<'_>) {
        if !self.is_named {
            let folder = PathBuf::from(&self.path);
            let folder = folder.parent().unwrap_or_else(|| Path::new(""));
            self.path = folder.join(self.choices.name(subject)).display().to_string();
        }
    }

    fn open_dialog(
        &mut self,
        ctx: &egui::Context,
        subject: Subject<'_>,
        requests: &mut ExportRequests,
    ) {
        // Errors are reported before the dialog asks for a name.
        if let Err(error) = job::export_job(&self.choices, subject, PathBuf::new()) {
            requests.error = Some(error);
            return;
        }
        let typed = typed_path(&self.path);
        let name = typed.file_name().map(|name| name.to_string_lossy().into_owned());
        let dialog = rfd::AsyncFileDialog::new()
            .set_title(self.choices.title())
            .set_file_name(name.unwrap_or_else(|| self.choices.name(subject)));
        let dialog = match typed.parent().filter(|folder| folder.is_dir()) {
            Some(folder) => dialog.set_directory(folder),
            None => dialog,
        };
        let dialog = match self.choices.extension() {
            Some(extension) => dialog.add_filter(extension, &[extension]),
            None => dialog,
        };
        self.dialog = Some(FileDialog::open(ctx, dialog.save_file()));
    }

    fn begin(&self, subject: Subject<'_>, path: PathBuf, requests: &mut ExportRequests) {
        match job::export_job(&self.choices, subject, path) {
            Ok(job) => requests.job = Some(job),
            Err(error) => requests.error = Some(error),
        }
    }

    /// File or folder to write for a path, or the reason that it cannot be written.
    fn target(&self, path: &Path) -> Result<PathBuf, String> {
        let Some(chosen) = self.choices.extension() else {
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

    /// Adapts the path and the type after the kind of file has changed.
    fn choice_changed(&mut self) {
        self.ask = None;
        self.choices.fit_dtype();
        let path = PathBuf::from(&self.path);
        if known_extension(&path).is_some() {
            let extension = self.choices.extension().unwrap_or_default();
            self.path = path.with_extension(extension).display().to_string();
        }
    }
}
