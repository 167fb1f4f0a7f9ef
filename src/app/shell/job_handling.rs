//! Exports and files: starting jobs, and taking their results.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use super::app::App;
use crate::{
    action::Action,
    app::{
        files::{export_panel::ExportRequests, open_panel::Purpose, tensor_chooser::TensorChooser},
        lessons::print::Printed,
        state::Severity,
        tasks::{jobs::Outcome, jobs_ui, task::wake},
    },
    export::{OriginError, Progress, scene_in_file, to_file},
    import::{self, ImportError, TensorFacts, TensorKind},
    model::Reader,
    regular_file,
    report::ModelReport,
    scene::{FileKind, FileSource, Scene, Side},
};

impl App {
    /// Handles the requests of the export panel.
    pub(super) fn handle_export_requests(&mut self, ctx: &egui::Context, requests: ExportRequests) {
        if requests.is_changed {
            self.state.withdraw_exports();
            self.tasks.jobs.forget_written();
        }
        if let Some(error) = requests.error {
            self.state.notify(Severity::Error, error);
        }
        if let Some(note) = requests.note {
            self.state.notify(Severity::Info, note);
        }
        if let Some(job) = requests.job {
            if self.tasks.jobs.being_written().any(|path| path == job.path) {
                let refusal = format!("{} is already being written", job.path.display());
                self.state.notify(Severity::Refused, refusal);
                return;
            }
            self.tasks.jobs.start_writing(&job.path, job.unit, wake(ctx), job.work);
            // The next export starts from the choices of this one.
            self.autosave.schedule(ctx);
        }
        if let Some(path) = requests.folder {
            self.show_in_folder(&path);
        }
    }

    /// Takes the results of jobs that have ended.
    pub(super) fn take_job_results(&mut self, ctx: &egui::Context) {
        for result in self.tasks.jobs.finished() {
            match result {
                Ok(Outcome::Written(path, beside)) => {
                    let bytes = size_on_disk(&path);
                    let size = jobs_ui::bytes_text(bytes);
                    let beside = beside.map(|path| format!(" and {}", path.display()));
                    let beside = beside.unwrap_or_default();
                    let note = format!("Wrote {} ({size}){beside}", path.display());
                    self.state.notify(Severity::Info, note);
                    self.tasks.jobs.remember(path, bytes);
                }
                Ok(Outcome::Picture(size, rgba)) => {
                    ctx.copy_image(egui::ColorImage::from_rgba_unmultiplied(size, &rgba));
                    self.state.notify(Severity::Info, "Copied the picture");
                }
                Ok(Outcome::Text(text)) => {
                    ctx.copy_text(text);
                    self.state.notify(Severity::Info, "Copied the values");
                }
                Ok(Outcome::Model(side, path)) => {
                    let model = path.display().to_string();
                    self.shell.actions.push(Action::ReadModel { side, model });
                }
                Ok(Outcome::Checkpoint(scene)) => {
                    self.shell.actions.push(Action::ReadTensor(scene));
                }
                Ok(Outcome::Table(side, path, tensor)) => self.read_table(side, &path, tensor),
                Ok(Outcome::Tensors(side, path, tensors)) => {
                    self.files.tensors = Some(TensorChooser::new(side, path, tensors));
                }
                Ok(Outcome::Lesson(path)) => self.open_lesson_file(ctx, &path),
                Ok(Outcome::Scene(text)) => self.shell.actions.push(Action::LoadScene(text)),
                Err(error) => self.state.notify(Severity::Error, error),
            }
        }
    }

    /// Opens a file that was dropped on the window.
    pub(super) fn take_dropped_file(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        if let Some(path) = dropped.first().map(|file| file.path().to_owned()) {
            self.open_any(ctx, path);
        }
    }

    /// Opens a file as what it is: a file with a scene, a lesson, a model, or a table. The user has asked for the file
    /// itself, but not for those that its scene names.
    pub fn open_any(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.files.recent.note(&path);
        self.open_in_background(ctx, "Open file", move || opened(path));
    }

    /// The same with the file that the program was started with: no step leads back to what was there before.
    pub fn open_at_start(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.state.begin_with_file();
        self.open_any(ctx, path);
    }

    /// Opens the learned table that comes with the program.
    pub(super) fn open_example(&mut self, ctx: &egui::Context) {
        self.open_in_background(ctx, "Open example", || {
            opened(PathBuf::from("example:learned.npy"))
        });
    }

    /// Opens a file that was chosen in the open panel.
    pub(super) fn open_file(&mut self, ctx: &egui::Context, purpose: Purpose, path: PathBuf) {
        if purpose.is_recalled() {
            self.files.recent.note(&path);
        }
        match purpose {
            Purpose::Any => self.open_any(ctx, path),
            Purpose::SaveScene => self.save_scene(ctx, path),
            Purpose::Print(printed) => self.print(ctx, printed, path),
            Purpose::Vectors => {
                // A file that is opened again may have changed.
                self.tasks.computations.forget_files();
                self.shell.actions.push(Action::ReadVectors(path.display().to_string()));
            }
            Purpose::Table(side) => {
                self.open_in_background(ctx, "Open table", move || table_in(side, path));
            }
            Purpose::Model(Side::A) => {
                self.open_in_background(ctx, "Open model", move || model_at(&path));
            }
            Purpose::Model(side) => {
                self.open_in_background(ctx, "Open model", move || model_beside(side, path));
            }
            Purpose::Lesson => self.open_lesson_file(ctx, &path),
            Purpose::Scene => self.open_scene(ctx, path),
        }
    }

    /// Reads the scene of a file. The files that the scene names are not trusted.
    fn open_scene(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.open_in_background(ctx, "Open scene", move || {
            scene_in_file(&path).map(Outcome::Scene)
        });
    }

    /// Writes the scene as text, which [`scene_in_file`] reads.
    fn save_scene(&mut self, ctx: &egui::Context, path: PathBuf) {
        let text =
            format!("Scene of Phasor; open it with: phasor FILE\nscene: {}\n", self.state.scene());
        self.open_in_background(ctx, "Save scene", move || {
            to_file(&path, |file| Ok(file.write_all(text.as_bytes())?))
                .map(|()| Outcome::Written(path, None))
        });
    }

    /// Prints a sheet of the open lesson.
    fn print(&mut self, ctx: &egui::Context, printed: Printed, path: PathBuf) {
        let open = self.lessons.reader.as_ref().map(|reader| reader.lesson_place().lesson);
        let path = if path.extension().is_some() { path } else { path.with_extension("pdf") };
        let file = path.clone();
        self.tasks.jobs.start_writing(&file, "page", wake(ctx), move |progress: &Progress| {
            printed.write(open.as_deref(), &path, progress).map(|()| Outcome::Written(path, None))
        });
    }

    /// Opens a file in the background, since it may be slow to reach.
    fn open_in_background<E: fmt::Display>(
        &mut self,
        ctx: &egui::Context,
        title: &str,
        open: impl FnOnce() -> Result<Outcome, E> + Send + 'static,
    ) {
        self.tasks
            .jobs
            .start(title.to_owned(), "file", wake(ctx), move |_progress: &Progress| open());
    }

    /// Asks for another tensor of the file of a table.
    pub(super) fn choose_tensor(&mut self, ctx: &egui::Context, side: Side, file: String) {
        let path = PathBuf::from(file);
        self.open_in_background(ctx, "Open table", move || {
            let tensors = import::open(&path)?.tensors();
            Ok::<_, ImportError>(Outcome::Tensors(side, path, tensors))
        });
    }

    /// Makes a table the encoding of a side.
    pub(super) fn read_table(&mut self, side: Side, path: &Path, tensor: Option<String>) {
        let file = path.display().to_string();
        self.shell.actions.push(Action::ReadTable { side, file, tensor });
    }

    /// Shows the folder of a file in the system's file manager.
    fn show_in_folder(&mut self, path: &Path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        // Detached: the file manager may take its time, and its output does not matter.
        if let Err(error) = open::that_detached(folder) {
            let error = format!("cannot open {}: {error}", folder.display());
            self.state.notify(Severity::Error, error);
        }
    }
}

/// File as what it is.
fn opened(path: PathBuf) -> Result<Outcome, String> {
    if path.is_dir() {
        return model_at(&path);
    }
    let no_scene = match scene_in_file(&path) {
        Ok(scene) => return Ok(Outcome::Scene(scene)),
        Err(error @ OriginError::File { .. }) => return Err(error.to_string()),
        Err(error @ OriginError::None(_)) => error.to_string(),
    };
    let ending = regular_file::ending(&path);
    if ending == "md" {
        return Ok(Outcome::Lesson(path));
    }
    if Purpose::Model(Side::A).endings().contains(&ending.as_str()) {
        return match model_at(&path) {
            Ok(outcome) => Ok(outcome),
            // Tables are written as JSON too.
            Err(error) => table_in(Side::A, path).map_err(|_no_table| error),
        };
    }
    // Several tensors about positions are a list, and so is what is wrong; the only one is opened.
    if ending == "safetensors"
        && let Ok(report) = model_report(&path)
        && (report.num_scenes() > 1 || report.has_notices())
        && let Some(scene) = report.scene_of_tensors()
    {
        return Ok(Outcome::Checkpoint(scene));
    }
    let is_table = Purpose::Table(Side::A).endings().contains(&ending.as_str());
    table_in(Side::A, path).map_err(|error| match error {
        ImportError::Form { .. } if !is_table => no_scene,
        error => error.to_string(),
    })
}

fn model_report(path: &Path) -> Result<ModelReport, String> {
    let name = path.display().to_string();
    let report = ModelReport::new(&name, None, Reader::Transformers5, None);
    report.map_err(|error| error.to_string())
}

/// Configuration of a model, in a file or a folder: its rotation, the tensors of its checkpoint, or what follows from
/// its numbers.
fn model_at(path: &Path) -> Result<Outcome, String> {
    let report = model_report(path)?;
    if report.is_rotary() {
        return Ok(Outcome::Model(Side::A, path.to_owned()));
    }
    let scene = report.scene_of_tensors().or_else(|| report.scene_of_mechanism(path));
    Ok(scene.map_or_else(|| Outcome::Model(Side::A, path.to_owned()), Outcome::Checkpoint))
}

/// Model as the encoding of another side: its rotation, or the table that was trained.
fn model_beside(side: Side, path: PathBuf) -> Result<Outcome, String> {
    let report = model_report(&path)?;
    let table = || {
        let scene: Scene = report.scene_of_tensors()?.parse().ok()?;
        match scene.draft().encoding.file_source()? {
            FileSource { file, kind: FileKind::Table(tensor) }
                if scene.draft().encoding.family.is_table() =>
            {
                Some((PathBuf::from(file.text()), tensor.as_deref().map(ToOwned::to_owned)))
            }
            _ => None,
        }
    };
    Ok(match table().filter(|_| !report.is_rotary()) {
        Some((file, tensor)) => Outcome::Table(side, file, tensor),
        // The card of B says why it cannot be read.
        None => Outcome::Model(side, path),
    })
}

/// Table of a file; its list of tensors if there are several, unless just one is about positions.
fn table_in(side: Side, path: PathBuf) -> Result<Outcome, ImportError> {
    let file = import::open(&path)?;
    match file.table(None) {
        Ok(_) => Ok(Outcome::Table(side, path, None)),
        Err(ImportError::Several { .. }) => {
            let tensors = file.tensors();
            let is_of_positions = |it: &&TensorFacts| it.kind().is_some_and(TensorKind::is_table);
            let mut found = tensors.iter().filter(is_of_positions);
            let only = match (found.next(), found.next()) {
                // The only one that a model adds to its tokens.
                (Some(only), None) => Some(only),
                _ => cosines(&tensors),
            };
            Ok(match only {
                Some(only) => Outcome::Table(side, path, Some(only.name.clone())),
                None => Outcome::Tensors(side, path, tensors),
            })
        }
        Err(error) => Err(error),
    }
}

/// Cosines of a cache, if a file has nothing else but its sines.
fn cosines(tensors: &[TensorFacts]) -> Option<&TensorFacts> {
    let [a, b] = tensors else { return None };
    let is_pair = |cos: &TensorFacts, sin: &TensorFacts| {
        let (cos_name, sin_name) = (cos.name.to_lowercase(), sin.name.to_lowercase());
        let is_named = cos_name.contains("cos") && cos_name.replace("cos", "sin") == sin_name;
        is_named && cos.shape == sin.shape
    };
    [(a, b), (b, a)].into_iter().find(|(cos, sin)| is_pair(cos, sin)).map(|(cos, _)| cos)
}

/// Size of a file, or of the files in a folder.
fn size_on_disk(path: &Path) -> u64 {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path())).sum(),
        Err(_no_folder) => size(path),
    }
}
