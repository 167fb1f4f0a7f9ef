//! Draws figures into files, with captions beside them.

use std::process::ExitCode;

use phasor::{
    cli::{Output, UsageError},
    export::{
        self, CaptionForm, ExportError, FigureContent, FigureError, FigureRequest, Provenance,
    },
    picture::{Figure, Theme},
    scene::Scene,
    views::Results,
};

use crate::{USAGE, failed, finished, interrupt::progress, note_all, terminal, write};

/// Fails if a caption would replace a file that is none. Nothing has been written then.
pub(crate) fn check_captions(
    form: CaptionForm,
    files: &[(Scene, Output)],
) -> Result<(), UsageError> {
    for (_, output) in files {
        let Output::File(path) = output else { continue };
        let caption = form.path(path);
        if !form.may_replace(&caption) {
            return Err(UsageError::NoCaption(caption));
        }
    }
    Ok(())
}

/// Draws a scene and writes it, with a caption beside it where a form is asked for.
pub(crate) fn write_figure(
    content: &FigureContent,
    request: &FigureRequest,
    caption: Option<CaptionForm>,
    (scene, output): &(Scene, Output),
) -> ExitCode {
    note_all(&scene.notices());
    note_all(&scene.outside());
    let figure = match drawn(content, scene, request.theme()) {
        Ok(figure) => figure,
        Err(ExportError::Figure(error @ FigureError::NoAxes)) => return failed(&error, USAGE),
        Err(error) => return finished(Err(error)),
    };
    if let Some((i, reason)) = figure.first_note() {
        let view = content.views[i];
        let reason = match view.example(&scene.table()) {
            "" => reason.to_owned(),
            example => format!("{reason} For example: --scene '{example}'"),
        };
        return failed(&UsageError::NothingToDraw { view: view.key(), reason }, USAGE);
    }
    let request = request.fitted(&figure);
    if let Some(note) = export::omitted_note(&figure, &request) {
        terminal::note(note);
    }
    let provenance = Provenance::of(scene);
    let code = finished(write(output, |out| {
        export::write_figure(&figure, &request, &provenance, out, progress())
    }));
    match (caption, output) {
        (Some(form), Output::File(path)) if code == ExitCode::SUCCESS => {
            let text = form.caption(&figure, &request, &provenance, path);
            let beside = Output::File(form.path(path));
            finished(write(&beside, |out| Ok(out.write_all(text.as_bytes())?)))
        }
        _ => code,
    }
}

/// Draws the views of a scene, after computing everything that they need.
pub(crate) fn drawn(
    content: &FigureContent,
    scene: &Scene,
    theme: Theme,
) -> Result<Figure, ExportError> {
    let known = Results::default();
    content.figure(scene, &scene.table(), theme, &known, || progress().is_wanted())
}
