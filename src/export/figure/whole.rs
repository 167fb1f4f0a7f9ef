//! Figures with every result that they need.

use crate::{
    encoding::Table,
    export::{Cancelled, ExportError},
    picture::{Figure, Theme},
    scene::Scene,
    views::{Answers, Subject, View},
};

/// Draws a view after computing what it needs and `known` does not hold.
///
/// The computation may take any time: it calls `is_wanted` now and then, and ends with
/// [`ExportError::Cancelled`] once that returns false. Files that `known` withholds are not read.
pub fn whole_figure(
    view: View,
    scene: &Scene,
    table: &Table,
    theme: Theme,
    known: &Answers,
    is_wanted: impl Fn() -> bool + Sync,
) -> Result<Figure, ExportError> {
    let mut answers = known.clone();
    if let Some(question) = view.question(scene, table)
        && !answers.is_withheld(&question)
    {
        if !answers.has(&question) {
            let answer = question.answer(|_share| is_wanted());
            answers.take(answer.ok_or(Cancelled)?);
        }
        if let Some(error) = answers.error(&question) {
            return Err(error.clone().into());
        }
    }
    Ok(view.figure(Subject { scene, table, theme, answers: &answers }).without_hidden())
}
