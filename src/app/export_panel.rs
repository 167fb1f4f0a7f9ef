//! The export panel: what, in which form, how much of it, and where to.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use egui::{RichText, Ui};

use super::{
    file_dialog::{Answer, FileDialog, NOTHING_CHOSEN},
    jobs::{Job, Outcome},
    jobs_ui::{bytes_text, jobs_ui},
    target::{known_extension, typed_path},
};
use crate::{
    export::{
        self, DataExport, DataRequest, Dtype, ExportError, FigureFormat, FigureRequest, FigureSize,
        Format, Provenance, What, parse_range,
    },
    picture::{Theme, number},
    scene::Scene,
    views::{Subject, View},
};

/// Numbers or a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Data(What),
    Figure(View),
}

/// The panel's own state: choices, and the dialog that may be open.
pub(crate) struct ExportPanel {
    pub(crate) is_open: bool,
    what: Choice,
    format: Format,
    dtype: Dtype,
    rows: String,
    columns: String,
    size: String,
    has_dark_figure: Option<bool>,
    pub(crate) path: String,
    /// A file that exists, and whether it may be replaced has been asked.
    ask: Option<PathBuf>,
    dialog: Option<FileDialog>,
    /// The last size computed, and for what.
    sized: Option<(Scene, DataRequest, String)>,
}

/// What writes, in the background.
type Work = Box<dyn FnOnce(&export::Progress) -> Result<Outcome, ExportError> + Send>;

/// An export that is ready to run.
pub(crate) struct Task {
    pub(crate) path: PathBuf,
    pub(crate) work: Work,
}

/// What the panel asks of the window.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) task: Option<Task>,
    pub(crate) error: Option<String>,
    pub(crate) note: Option<String>,
}

impl ExportPanel {
    /// Closed, with the path of the last export.
    pub(crate) fn with_path(path: String) -> Self {
        Self {
            is_open: false,
            what: Choice::Data(What::Table),
            format: Format::Csv,
            dtype: Dtype::F32,
            rows: String::new(),
            columns: String::new(),
            size: String::new(),
            has_dark_figure: None,
            path,
            ask: None,
            dialog: None,
            sized: None,
        }
    }

    /// Closes it; a question that was open is answered with no.
    pub(crate) fn close(&mut self) {
        self.is_open = false;
        self.ask = None;
    }

    /// Opens it for the figure of a view.
    pub(crate) fn open_for(&mut self, view: View) {
        self.is_open = true;
        self.what = Choice::Figure(view);
        self.choice_changed();
    }

    /// Takes the answer of the system's dialog.
    pub(crate) fn take_dialog(&mut self, subject: Subject<'_>) -> Asked {
        let mut asked = Asked::default();
        match self.dialog.as_ref().map(FileDialog::answer) {
            Some(Answer::Waiting) | None => {}
            Some(Answer::Chosen(chosen)) => {
                self.dialog = None;
                self.path = chosen.display().to_string();
                match self.target(&chosen) {
                    Err(error) => asked.error = Some(error),
                    // The dialog has asked about the name that was chosen, not about a changed one.
                    Ok(path) if path != chosen && path.exists() => self.ask = Some(path),
                    Ok(path) => self.begin(subject, path, &mut asked),
                }
            }
            Some(Answer::Nothing) => {
                self.dialog = None;
                asked.note = Some(NOTHING_CHOSEN.to_owned());
            }
        }
        asked
    }

    /// The panel as a window.
    pub(crate) fn ui(&mut self, ctx: &egui::Context, subject: Subject<'_>, jobs: &[Job]) -> Asked {
        let mut asked = Asked::default();
        let mut is_open = self.is_open;
        egui::Window::new("Export")
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .default_width(430.0)
            // Held at its upper edge: what appears below must not move what is being clicked.
            .anchor(egui::Align2::CENTER_TOP, [0.0, 96.0])
            .show(ctx, |ui| {
                self.choices_ui(ui, subject);
                ui.separator();
                self.target_ui(ui, subject, &mut asked);
                jobs_ui(ui, jobs);
            });
        if !is_open {
            self.close();
        }
        asked
    }

    fn choices_ui(&mut self, ui: &mut Ui, subject: Subject<'_>) {
        let before = (self.what, self.format);
        row_ui(ui, "Numbers", |ui| {
            for &what in What::ALL {
                ui.selectable_value(&mut self.what, Choice::Data(what), title(what));
            }
        });
        row_ui(ui, "Figure", |ui| {
            let chosen = match self.what {
                Choice::Figure(view) => view.title(),
                Choice::Data(_) => "of a view…",
            };
            let list = egui::ComboBox::from_id_salt("figure").width(220.0).selected_text(chosen);
            let response = list.height(400.0).show_ui(ui, |ui| {
                for &view in View::ALL {
                    let choice = Choice::Figure(view);
                    let response = ui.selectable_value(&mut self.what, choice, view.title());
                    response.accessible_name(format!("{} figure", view.title()));
                }
            });
            response.response.accessible_name("Figure of a view");
        });
        ui.separator();
        match self.what {
            Choice::Data(_) => self.data_ui(ui),
            Choice::Figure(_) => self.figure_ui(ui, subject.theme),
        }
        if before != (self.what, self.format) {
            self.choice_changed();
        }
        let size = self.size_text(subject);
        row_ui(ui, "Size", |ui| ui.label(size));
    }

    fn data_ui(&mut self, ui: &mut Ui) {
        row_ui(ui, "Format", |ui| {
            for &format in Format::ALL {
                ui.selectable_value(&mut self.format, format, format.key());
            }
        });
        row_ui(ui, "Type", |ui| {
            ui.selectable_value(&mut self.dtype, Dtype::F32, "f32")
                .on_hover_text("32 bits: the nearest to the exact value");
            ui.selectable_value(&mut self.dtype, Dtype::F64, "f64").on_hover_text("64 bits");
        });
        for (name, text) in [("Rows", &mut self.rows), ("Columns", &mut self.columns)] {
            row_ui(ui, name, |ui| {
                let edit = egui::TextEdit::singleline(text).hint_text("all, or A..B");
                ui.add(edit.desired_width(160.0))
                    .accessible_name(name)
                    .on_hover_text("Numbers from 0, without the end: 0..16 are the first sixteen");
            });
        }
    }

    fn figure_ui(&mut self, ui: &mut Ui, theme: Theme) {
        let default = FigureSize::default().pixels();
        row_ui(ui, "Format", |ui| ui.label("png"));
        row_ui(ui, "Pixels", |ui| {
            let hint = format!("{}x{}", default.0, default.1);
            ui.add(egui::TextEdit::singleline(&mut self.size).hint_text(hint).desired_width(160.0))
                .accessible_name("Pixels");
        });
        row_ui(ui, "Ground", |ui| {
            let is_dark = self.has_dark_figure.unwrap_or(theme.is_dark);
            for (name, value) in [("light", false), ("dark", true)] {
                if ui.selectable_label(is_dark == value, name).clicked() {
                    self.has_dark_figure = Some(value);
                }
            }
        });
    }

    fn target_ui(&mut self, ui: &mut Ui, subject: Subject<'_>, asked: &mut Asked) {
        row_ui(ui, "File", |ui| {
            let hint = format!("path, such as pe.{}", self.extension());
            let edit = egui::TextEdit::singleline(&mut self.path).hint_text(hint);
            let response = ui.add(edit.desired_width(270.0)).accessible_name("File");
            if response.changed() {
                self.ask = None;
            }
            let is_open = self.dialog.is_some();
            let button = ui.add_enabled(!is_open, egui::Button::new("Choose…"));
            if button.on_hover_text("The system's own save dialog").clicked() {
                self.open_dialog(ui.ctx(), subject, asked);
            }
        });
        if let Some(path) = self.ask.clone() {
            let told = format!("{} exists", path.display());
            ui.horizontal(|ui| {
                // First the harmless one: it stands where Export stood, and a double click hits it.
                if ui.button("Keep it").clicked() {
                    self.ask = None;
                }
                if ui.button("Replace").clicked() {
                    self.ask = None;
                    self.begin(subject, path, asked);
                }
            });
            ui.colored_label(ui.visuals().warn_fg_color, told);
            return;
        }
        let button = egui::Button::new(RichText::new("Export").strong());
        let is_ready = !self.path.trim().is_empty();
        let response = ui.add_enabled(is_ready, button);
        if response.on_disabled_hover_text("Type a path, or choose one").clicked() {
            match self.target(&typed_path(&self.path)) {
                Err(error) => asked.error = Some(error),
                Ok(path) if path.exists() => self.ask = Some(path),
                Ok(path) => self.begin(subject, path, asked),
            }
        }
    }

    fn open_dialog(&mut self, ctx: &egui::Context, subject: Subject<'_>, asked: &mut Asked) {
        // What cannot be written is told before a name is asked for.
        if let Err(error) = self.task(subject, PathBuf::new()) {
            asked.error = Some(error);
            return;
        }
        let extension = self.extension();
        let name = match self.what {
            Choice::Data(what) => format!("{}.{extension}", what.key()),
            Choice::Figure(view) => format!("{}.{extension}", view.key()),
        };
        let dialog = rfd::AsyncFileDialog::new()
            .set_title("Export")
            .set_file_name(name)
            .add_filter(extension, &[extension])
            .save_file();
        self.dialog = Some(FileDialog::open(ctx, dialog));
    }

    fn begin(&self, subject: Subject<'_>, path: PathBuf, asked: &mut Asked) {
        match self.task(subject, path) {
            Ok(task) => asked.task = Some(task),
            Err(error) => asked.error = Some(error),
        }
    }

    fn task(&self, subject: Subject<'_>, path: PathBuf) -> Result<Task, String> {
        let target = path.clone();
        match self.what {
            Choice::Data(_) => {
                let export = self.data_export(subject)?;
                let work = move |progress: &export::Progress| {
                    export::to_file(&target, |out| export.write(out, progress))?;
                    Ok(Outcome::Written(target))
                };
                Ok(Task { path, work: Box::new(work) })
            }
            Choice::Figure(view) => {
                let theme = Theme::new(self.has_dark_figure.unwrap_or(subject.theme.is_dark));
                let size = self.figure_size()?;
                let (scene, encoding) = (subject.scene.clone(), Arc::clone(subject.encoding));
                let answers = subject.answers.clone();
                let work = move |progress: &export::Progress| {
                    let may_read = |file: &str| answers.may_read(file);
                    let is_wanted = || progress.is_wanted();
                    let figure =
                        view.whole_figure(&scene, &encoding, theme, may_read, is_wanted)?;
                    let provenance = Provenance::of(&scene);
                    let request = FigureRequest {
                        size,
                        is_dark: theme.is_dark,
                        ..FigureRequest::new(FigureFormat::Png)
                    };
                    export::to_file(&target, |out| {
                        export::write_figure(&figure, &request, &provenance, out, progress)
                    })?;
                    Ok(Outcome::Written(target))
                };
                Ok(Task { path, work: Box::new(work) })
            }
        }
    }

    fn figure_size(&self) -> Result<FigureSize, String> {
        if self.size.trim().is_empty() {
            return Ok(FigureSize::default());
        }
        FigureSize::parse(self.size.trim(), None).map_err(|error| error.to_string())
    }

    fn request(&self) -> Result<DataRequest, String> {
        let Choice::Data(what) = self.what else {
            return Err("a figure has no values".to_owned());
        };
        let range = |name: &str, text: &str| match text.trim() {
            "" | "all" => Ok(None),
            text => parse_range(text).map(Some).ok_or_else(|| {
                format!("{name} cannot be {text:?}: allowed is A..B, such as 0..16")
            }),
        };
        Ok(DataRequest {
            dtype: self.dtype,
            rows: range("rows", &self.rows)?,
            columns: range("columns", &self.columns)?,
            ..DataRequest::new(what, self.format)
        })
    }

    fn data_export(&self, subject: Subject<'_>) -> Result<DataExport, String> {
        DataExport::new(subject.scene, subject.encoding, &self.request()?)
            .map_err(|error| error.to_string())
    }

    /// How much it will be, or why it cannot be.
    fn size_text(&mut self, subject: Subject<'_>) -> String {
        if let Choice::Figure(_) = self.what {
            return match self.figure_size() {
                Ok(size) => format!("{} × {} pixels", size.pixels().0, size.pixels().1),
                Err(error) => error,
            };
        }
        let request = match self.request() {
            Ok(request) => request,
            Err(error) => return error,
        };
        if let Some((scene, known, text)) = &self.sized
            && scene == subject.scene
            && *known == request
        {
            return text.clone();
        }
        let text = match self.data_export(subject) {
            Ok(export) => {
                let (rows, columns) = export.shape();
                let about = if self.format == Format::Npy { "" } else { "about " };
                format!(
                    "{} rows × {} columns, {about}{}",
                    number::grouped(rows as i64),
                    number::grouped(columns as i64),
                    bytes_text(export.size_in_bytes())
                )
            }
            Err(error) => error,
        };
        self.sized = Some((subject.scene.clone(), request, text.clone()));
        text
    }

    /// The file that a path stands for, or why it cannot be one.
    fn target(&self, path: &Path) -> Result<PathBuf, String> {
        let ends_as_folder = path.as_os_str().to_string_lossy().ends_with(['/', '\\']);
        if path.is_dir() || ends_as_folder || path.file_name().is_none() {
            return Err(format!("{} is a folder: add the name of a file", path.display()));
        }
        let chosen = self.extension();
        match known_extension(path).filter(|known| *known != chosen) {
            Some(other) => Err(format!("the name ends with .{other}, but {chosen} is chosen")),
            None => Ok(self.with_extension(path)),
        }
    }

    /// Another kind of file gets another ending, and what was asked about the old one is moot.
    fn choice_changed(&mut self) {
        self.ask = None;
        let path = PathBuf::from(&self.path);
        if known_extension(&path).is_some() {
            self.path = path.with_extension(self.extension()).display().to_string();
        }
    }

    fn extension(&self) -> &'static str {
        match self.what {
            Choice::Data(_) => self.format.key(),
            Choice::Figure(_) => "png",
        }
    }

    fn with_extension(&self, path: &Path) -> PathBuf {
        if path.extension().is_some() {
            return path.to_owned();
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(self.extension());
        path.with_file_name(name)
    }
}

/// One line of the panel: what is chosen, and the choices.
fn row_ui<R>(ui: &mut Ui, name: &str, choices: impl FnOnce(&mut Ui) -> R) {
    ui.horizontal(|ui| {
        let size = egui::vec2(66.0, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(size.x);
            ui.label(RichText::new(name).weak());
        });
        choices(ui);
    });
}

fn title(what: What) -> &'static str {
    match what {
        What::Table => "Table",
        What::Similarity => "Similarity",
        What::Rotation => "Rotation",
        What::Frequencies => "Frequencies",
    }
}
