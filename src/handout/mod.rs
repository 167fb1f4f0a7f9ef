//! Handouts: a lesson as PDF, its questions as a quiz, and the notes for its teacher.
//!
//! | file | contents |
//! |---|---|
//! | `text` | inline text → lines of a width |
//! | `block` | blocks of text → slabs, which are never divided between two pages |
//! | `figures` | figures of a step → slabs |
//! | `questions` | questions of a lesson, and the key with their answers |
//! | `notes` | notes for the teacher |
//! | `pages` | slabs → pages of a paper |

mod block;
mod figures;
mod notes;
mod pages;
mod questions;
mod text;

use std::io::Write;

pub use pages::Paper;

use self::{
    figures::{HandoutDrawing, ShownPictures},
    pages::Slab,
};
use crate::{
    export::{self, ExportError, Progress},
    lesson::{Lesson, Step},
    picture::Theme,
    stable_enum::stable_enum,
};

stable_enum! {
    /// Part of a lesson that is printed.
    pub enum HandoutKind {
        /// Text and figures of every step, and the answers at the end.
        Handout = "handout",
        /// Questions alone, and the key on a page of its own.
        Quiz = "quiz",
        /// Notes for the teacher.
        Notes = "notes",
    }
}

/// Writes a sheet of a lesson as PDF.
///
/// Figures are drawn in the light theme, for print. The scenes of the steps may name files; these are read, so a lesson
/// of another person needs the consent of the user first.
pub fn write_handout(
    lesson: &Lesson,
    sheet: HandoutKind,
    paper: Paper,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    let theme = Theme::LIGHT;
    let mut drawing = HandoutDrawing::new(paper, theme, progress);
    let (title, slabs) = match sheet {
        HandoutKind::Handout => (lesson.title.clone(), handout(lesson, &mut drawing)?),
        HandoutKind::Quiz => {
            (format!("Quiz: {}", lesson.title), questions::quiz(lesson, &mut drawing)?)
        }
        HandoutKind::Notes => {
            (format!("Notes: {}", lesson.title), notes::notes(lesson, paper, theme))
        }
    };
    let slabs = block::title(&title, paper, theme).into_iter().chain(slabs).collect();
    let pages = pages::pages(slabs, &title, paper, theme);
    export::write_document(&title, paper.size(), &pages, out, progress)
}

fn handout(lesson: &Lesson, drawing: &mut HandoutDrawing<'_>) -> Result<Vec<Slab>, ExportError> {
    let mut slabs = Vec::new();
    for (i, step) in lesson.steps.iter().enumerate() {
        slabs.extend(step_slabs(i + 1, step, drawing)?);
    }
    slabs.extend(questions::answers(lesson, drawing)?);
    Ok(slabs)
}

/// Number of lines that stay together at both ends of the text of a step.
const KEPT_LINES: usize = 2;

/// Heading, text and figures of a step. Where a question comes first, figures stand with the answers, as they appear in
/// the window after one is chosen.
fn step_slabs(
    number: usize,
    step: &Step,
    drawing: &mut HandoutDrawing<'_>,
) -> Result<Vec<Slab>, ExportError> {
    let (paper, theme) = (drawing.paper, drawing.theme);
    let has_choices = step.num_before_answer().is_some();
    let figures =
        if has_choices { Vec::new() } else { figures::figures(step, ShownPictures::All, drawing)? };
    let mut text = questions::asked(step, paper, theme);
    // The last lines stay with the figure that they speak of, so that no page begins with a picture or a line alone.
    if !figures.is_empty() {
        text.iter_mut().rev().take(KEPT_LINES).for_each(|slab| slab.keeps_next = true);
    }
    text.iter_mut().take(KEPT_LINES).for_each(|slab| slab.keeps_next = true);
    let heading = block::heading(&number.to_string(), &step.title, paper, theme);
    Ok(std::iter::once(heading).chain(text).chain(figures).collect())
}
