//! Prints lessons as PDF: handout, quiz and notes of a lesson, summary and exercises.

use std::path::Path;

use crate::{
    export::{ExportError, Progress, to_file},
    handout::{HandoutKind, Paper, write_handout},
    lesson::{self, Lesson},
    report,
    scene::{FileKind, Scene},
};

/// Sheets that the window prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    /// Sheet of the open lesson; of the path of one class where none is open.
    OfLesson(HandoutKind),
    /// Summary of one page.
    Summary,
    /// Exercises with solutions.
    Exercises,
}

impl Printed {
    /// Name of a file with the sheet.
    pub(crate) fn file_name(self) -> String {
        let name = match self {
            Self::OfLesson(sheet) => sheet.key(),
            Self::Summary => "summary",
            Self::Exercises => "exercises",
        };
        format!("{name}.pdf")
    }

    /// Prints the sheet. `open` names the open lesson.
    pub(crate) fn write(
        self,
        open: Option<&str>,
        path: &Path,
        progress: &Progress,
    ) -> Result<(), String> {
        let (name, sheet) = match self {
            Self::OfLesson(sheet) => (open.unwrap_or(lesson::CLASS), sheet),
            Self::Summary => ("summary", HandoutKind::Handout),
            Self::Exercises => ("exercises", HandoutKind::Handout),
        };
        let lesson = with_examples(lesson::open(name)?)?;
        let write = |out: &mut dyn std::io::Write| -> Result<(), ExportError> {
            write_handout(&lesson, sheet, Paper::A4, out, progress)
        };
        to_file(path, write).map_err(|error| error.to_string())
    }
}

/// A lesson whose scenes hold what their files do. Only files that come with the program are read.
fn with_examples(mut lesson: Lesson) -> Result<Lesson, String> {
    for scene in lesson.scenes_mut() {
        *scene = with_example(std::mem::take(scene))?;
    }
    Ok(lesson)
}

fn with_example(mut scene: Scene) -> Result<Scene, String> {
    let of_b = scene.b().and_then(|b| b.draft().file_source());
    let of_a = scene.draft().file_to_read();
    for (source, is_b) in [(of_a, false), (of_b, true)] {
        let Some(source) = source else { continue };
        if !source.file.is_example() {
            // The model that an encoding is about is no part of it.
            if source.kind == FileKind::About {
                continue;
            }
            let file = source.file.text();
            return Err(format!(
                "the lesson's scenes name {file}: print it with phasor handout … --trust-files"
            ));
        }
        let contents = report::contents(&source, |_| true).map_err(|error| error.to_string())?;
        let Some(contents) = contents else { continue };
        let read =
            if is_b { scene.with_contents_of_b(contents) } else { scene.with_contents(contents) };
        scene = read.map_err(|error| error.to_string())?;
    }
    Ok(scene)
}
