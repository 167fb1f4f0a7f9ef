//! Figures with every result that they need.

use crate::{
    encoding::Table,
    export::{Cancelled, ExportError},
    picture::{Figure, Theme},
    scene::Scene,
    views::{Results, Subject, View},
};

/// Draws a view after computing the results that it needs and `known` lacks.
///
/// The computation may take any time. It calls `is_wanted` now and then, and ends with [`ExportError::Cancelled`]
/// once that returns false. Files that `known` withholds are not read.
pub fn whole_figure(
    view: View,
    scene: &Scene,
    table: &Table,
    theme: Theme,
    known: &Results,
    is_wanted: impl Fn() -> bool + Sync,
) -> Result<Figure, ExportError> {
    let mut results = known.clone();
    if let Some(computation) = view.computation(scene, table)
        && !results.is_withheld(&computation)
    {
        if !results.has(&computation) {
            let output = computation.run(|_share| is_wanted());
            results.store(output.ok_or(Cancelled)?);
        }
        if let Some(error) = results.error(&computation) {
            return Err(error.clone().into());
        }
    }
    Ok(view.figure(Subject { scene, table, theme, results: &results }).without_hidden())
}
