//! The panel itself: choices on the left, preview on the right, file and buttons below.

use std::{collections::BTreeMap, path::PathBuf};

use egui::{RichText, Ui};

use super::{
    choices::{Choices, ExportKind},
    destination::Destination,
    form,
    job::{self, ExportRequests},
    preview,
    preview::ExportPreview,
};
use crate::{
    app::{
        files::path_input::typed_path,
        look::focus,
        tasks::{
            jobs::Jobs,
            jobs_ui::{bytes_text, jobs_ui},
        },
    },
    export::{CaptionForm, DataRequest, Format, Provenance, Sample},
    picture::number,
    scene::Scene,
    views::{Counterpart, Subject, View},
};

/// Height of a window around the form of the panel, and the least height of the form.
const BELOW_FORM: f32 = 204.0;
const LEAST_FORM: f32 = 340.0;

/// State of the panel.
pub(crate) struct ExportPanel {
    pub(crate) is_open: bool,
    choices: Choices,
    pub(super) destination: Destination,
    /// The last table that was previewed, and its request.
    table: Option<(Scene, DataRequest, Result<PreviewedTable, String>)>,
    pub(super) preview: ExportPreview,
    /// True if the caption is to be copied as soon as its figure is known.
    is_caption_wanted: bool,
}

/// Facts about a table before it is written.
#[derive(Clone)]
struct PreviewedTable {
    shape: (u64, u64),
    bytes: u64,
    sample: Sample,
    notice: Option<&'static str>,
}

impl ExportPanel {
    /// Closed panel with the path and the choices of the last export.
    pub(crate) fn with_kept(path: String, choices: &BTreeMap<String, String>) -> Self {
        Self {
            is_open: false,
            choices: Choices::from_kept(choices),
            destination: Destination::with_kept(path, choices),
            table: None,
            preview: ExportPreview::default(),
            is_caption_wanted: false,
        }
    }

    /// Choices to store in the settings.
    pub(crate) fn kept(&self) -> BTreeMap<String, String> {
        self.choices.kept().into_iter().chain([self.destination.kept()]).collect()
    }

    /// Closes the panel. An unanswered question about replacing a file counts as a refusal.
    pub(crate) fn close(&mut self) {
        self.is_open = false;
        self.destination.withdraw_question();
        self.preview.cancel();
        self.is_caption_wanted = false;
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

    /// Path of the file, as typed.
    pub(crate) fn path(&self) -> &str {
        &self.destination.path
    }

    /// Takes the outcome of the system's dialog.
    pub(crate) fn take_dialog(&mut self) -> ExportRequests {
        self.destination.take_dialog()
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
        self.destination.follow(&self.choices.name(subject));
        let panel = egui::Window::new(self.choices.title())
            .id(egui::Id::unique("export panel"))
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
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
                        ui.vertical(|ui| {
                            // The same for every format: a window that changes its width moves its fields.
                            ui.set_width(preview::width(ctx, form::WIDTH));
                            self.preview_ui(ui, subject);
                        });
                    });
                });
                ui.separator();
                self.destination_ui(ui, subject, is_entered, &mut requests);
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

    /// Shows where the figure goes, and the buttons that write it and copy its caption.
    fn destination_ui(
        &mut self,
        ui: &mut Ui,
        subject: Subject<'_>,
        mut is_entered: bool,
        requests: &mut ExportRequests,
    ) {
        let suggested = self.choices.name(subject);
        let path = self.destination.path_ui(ui, &suggested, requests);
        is_entered |= path.is_entered;
        if path.is_choosing {
            // Errors are reported before the dialog asks for a name.
            match job::export_job(&self.choices, subject, PathBuf::new()) {
                Ok(_) => {
                    let (title, extension) = (self.choices.title(), self.choices.extension());
                    self.destination.open_dialog(ui.ctx(), title, suggested, extension);
                }
                Err(error) => requests.error = Some(error),
            }
        }
        let caption = self.choices.caption.filter(|_| self.choices.kind == ExportKind::Figure);
        if self.destination.is_asking() {
            if let Some(path) = self.destination.question_ui(ui, caption) {
                self.begin(subject, path, requests);
            }
            return;
        }
        let is_ready = !self.destination.path.trim().is_empty();
        let is_asked = ui.horizontal(|ui| {
            let button = egui::Button::new(RichText::new("Export").strong());
            let response = ui.add_enabled(is_ready, button);
            let response = response.on_disabled_hover_text("Type a path, or choose one");
            self.copy_caption_ui(ui, subject, requests);
            response.clicked()
        });
        if is_asked.inner || (is_entered && is_ready) {
            match self.destination.target(self.choices.extension(), caption) {
                Err(error) => requests.error = Some(error),
                Ok(Some(path)) => self.begin(subject, path, requests),
                Ok(None) => {}
            }
        }
    }

    /// Button that copies the caption of the figure, in the form that is written or in words. A caption waits for the
    /// preview: that of the figure before would be of other choices.
    fn copy_caption_ui(
        &mut self,
        ui: &mut Ui,
        subject: Subject<'_>,
        requests: &mut ExportRequests,
    ) {
        if self.choices.kind != ExportKind::Figure {
            self.is_caption_wanted = false;
            return;
        }
        let request = self.choices.content().and_then(|_| self.choices.figure_request());
        let is_possible = request.is_ok() && !self.preview.has_failed();
        let button = ui.add_enabled(is_possible, egui::Button::new("Copy caption"));
        let help = "What the figure shows, of which encoding, with which parameters";
        self.is_caption_wanted |= button.on_hover_text(help).clicked();
        self.is_caption_wanted &= is_possible;
        let wanted = self.preview.finished_figure().filter(|_| self.is_caption_wanted);
        let (Some(figure), Ok(request)) = (wanted, request) else { return };
        let form = self.choices.caption.unwrap_or(CaptionForm::Text);
        let provenance = Provenance::of(subject.scene);
        let path = typed_path(&self.destination.path);
        ui.copy_text(form.caption(figure, &request.fitted(figure), &provenance, &path));
        requests.note = Some("Copied the caption".to_owned());
        self.is_caption_wanted = false;
    }

    fn begin(&self, subject: Subject<'_>, path: PathBuf, requests: &mut ExportRequests) {
        match job::export_job(&self.choices, subject, path) {
            Ok(job) => requests.job = Some(job),
            Err(error) => requests.error = Some(error),
        }
    }

    /// Adapts the path and the type after the kind of file has changed.
    fn choice_changed(&mut self) {
        self.choices.fit_dtype();
        self.destination.fit_extension(self.choices.extension());
    }
}
