//! Handouts: a lesson as a PDF, with the text and the figures of every step.
//!
//! | file | contents |
//! |---|---|
//! | `text` | inline text → lines of a width |
//! | `step` | step of a lesson → slabs, which are never divided between two pages |
//! | `pages` | slabs → pages of a paper |

mod pages;
mod step;
mod text;

use std::io::Write;

pub use pages::Paper;

use crate::{
    export::{self, ExportError, Progress},
    lesson::Lesson,
    picture::Theme,
};

/// Writes a lesson as PDF.
///
/// Figures are drawn in the light theme, for print. The scenes of the steps may name files; these are read, so a lesson
/// of another person needs the consent of the user first.
pub fn write_handout(
    lesson: &Lesson,
    paper: Paper,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    let theme = Theme::LIGHT;
    let mut slabs = vec![step::title(lesson, paper, theme)];
    for i in 0..lesson.steps.len() {
        slabs.extend(step::slabs(lesson, i, paper, theme, progress)?);
    }
    let pages = pages::pages(slabs, &lesson.title, paper, theme);
    export::write_document(&lesson.title, paper.size(), &pages, out, progress)
}
