//! Prints lessons as PDF: handout, quiz and notes of a lesson, summary and exercises.

use std::{error::Error, path::Path};

use crate::{
    export::{ExportError, Progress, to_file},
    handout::{HandoutKind, Paper, write_handout},
    lesson::{self, Lesson},
    report,
    scene::FileKind,
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
        let lesson = with_examples(lesson::open(name)?).map_err(|error| error.to_string())?;
        let write = |out: &mut dyn std::io::Write| -> Result<(), ExportError> {
            write_handout(&lesson, sheet, Paper::A4, out, progress)
        };
        to_file(path, write).map_err(|error| error.to_string())
    }
}

/// A lesson whose scenes hold what their files do. Only files that come with the program are read.
fn with_examples(mut lesson: Lesson) -> Result<Lesson, Box<dyn Error>> {
    for scene in lesson.scenes_mut() {
        *scene = report::with_files(std::mem::take(scene), |source| {
            if source.file.is_example() {
                return Ok(report::contents(&source, |_| true)?);
            }
            // The model that an encoding is about is no part of it.
            if source.kind == FileKind::About {
                return Ok(None);
            }
            let file = source.file.text();
            let message = format!(
                "the lesson's scenes name {file}: print it with phasor handout … --trust-files"
            );
            Err(Box::<dyn Error>::from(message))
        })?;
    }
    Ok(lesson)
}
