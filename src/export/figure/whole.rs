//! Figures with every result that they need.

use crate::{
    encoding::Table,
    export::{Cancelled, ExportError},
    picture::{Figure, Theme},
    scene::Scene,
    views::{Counterpart, Results, Subject, View},
};

/// Draws a view, with every side that it shows, after computing the results that it needs and `known` lacks.
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
    let counterpart = Counterpart::new(scene, table);
    let asked = Subject::new((scene, table), counterpart.as_ref(), theme, known);
    for computation in view.computations(asked) {
        if results.is_withheld(&computation) {
            continue;
        }
        if !results.has(&computation) {
            let output = computation.run(|_share| is_wanted());
            results.store(output.ok_or(Cancelled)?);
        }
        if let Some(error) = results.error(&computation) {
            return Err(error.clone().into());
        }
    }
    let subject = Subject::new((scene, table), counterpart.as_ref(), theme, &results);
    Ok(view.whole_figure(subject).without_hidden())
}
