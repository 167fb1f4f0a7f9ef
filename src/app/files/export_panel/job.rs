//! Turns the choices of the panel into an export job.

use std::path::PathBuf;

use super::choices::{Choices, ExportKind};
use crate::{
    app::tasks::jobs::Outcome,
    export::{
        self, DataExport, DataRequest, ExportError, Film, Progress, Provenance, RequestError,
        write_animation, write_figure,
    },
    picture::number,
    scene::Swept,
    views::Subject,
};

/// Function that writes the file in the background.
type Work = Box<dyn FnOnce(&Progress) -> Result<Outcome, ExportError> + Send>;

/// An export that is ready to run.
pub(crate) struct ExportJob {
    pub(crate) path: PathBuf,
    /// Unit that its progress counts.
    pub(crate) unit: &'static str,
    pub(crate) work: Work,
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

pub(super) fn data_export(
    subject: Subject<'_>,
    request: &DataRequest,
) -> Result<DataExport, String> {
    let export = DataExport::new(subject.scene, subject.table, request);
    export.map_err(|error| match error {
        // The form has a box for what is an option on the command line.
        RequestError::TooLargeToPrint { rows, columns, format } => format!(
            "{rows} × {columns} values are too many to print as {format}: give a range of rows and columns, or tick the box \
             of more than {} values",
            number::grouped(DataRequest::MOST_PRINTED as i64)
        ),
        other => other.to_string(),
    })
}

/// Job for the chosen export, or the reason that it is not possible.
pub(super) fn export_job(
    choices: &Choices,
    subject: Subject<'_>,
    path: PathBuf,
) -> Result<ExportJob, String> {
    let target = path.clone();
    let results = subject.results.clone();
    let (unit, work): (_, Work) = match choices.kind {
        ExportKind::Numbers => {
            let export = data_export(subject, &choices.data_request()?)?.labeled(&path);
            let work = move |progress: &Progress| {
                export::to_file(&target, |out| export.write(out, progress))?;
                Ok(Outcome::Written(target, None))
            };
            ("row", Box::new(work))
        }
        ExportKind::Figure => {
            let (request, content) = (choices.figure_request()?, choices.content()?);
            let caption = choices.caption;
            let (scene, table) = (subject.scene.clone(), subject.table.clone());
            let work = move |progress: &Progress| {
                let is_wanted = || progress.is_wanted();
                let theme = request.theme();
                let figure = content.figure(&scene, &table, theme, &results, is_wanted)?;
                let request = request.fitted(&figure);
                let provenance = Provenance::of(&scene);
                export::to_file(&target, |out| {
                    write_figure(&figure, &request, &provenance, out, progress)
                })?;
                let beside = caption.map(|form| form.path(&target));
                if let (Some(form), Some(path)) = (caption, &beside) {
                    let text = form.caption(&figure, &request, &provenance, &target);
                    export::to_file(path, |out| Ok(out.write_all(text.as_bytes())?))?;
                }
                Ok(Outcome::Written(target, beside))
            };
            ("figure", Box::new(work))
        }
        ExportKind::Animation => {
            let request = choices.animation_request()?;
            let (scenes, content) = (choices.scenes(subject.scene)?, choices.content()?);
            let work = move |progress: &Progress| {
                let frame = |i: usize| {
                    let Swept { scene, .. } = &scenes[i];
                    let table = scene.table();
                    let is_wanted = || progress.is_wanted();
                    let theme = request.figure.theme();
                    let figure = content.figure(scene, &table, theme, &results, is_wanted)?;
                    Ok(figure.with_state(&scenes[i].state()))
                };
                let film = Film {
                    num_frames: scenes.len(),
                    frame: &frame,
                    provenance: &|i| Provenance::of(&scenes[i].scene),
                };
                write_animation(&film, &request, &target, progress)?;
                Ok(Outcome::Written(target, None))
            };
            ("frame", Box::new(work))
        }
    };
    Ok(ExportJob { path, unit, work })
}
