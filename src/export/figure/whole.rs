//! Figures with every result that they need.

use std::sync::Arc;

use crate::{
    encoding::Encoding,
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
    encoding: &Arc<Encoding>,
    theme: Theme,
    known: &Answers,
    is_wanted: impl Fn() -> bool + Sync,
) -> Result<Figure, ExportError> {
    let mut answers = known.clone();
    if let Some(question) = view.question(scene, encoding)
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
    Ok(view.figure(Subject { scene, encoding, theme, answers: &answers }))
}
