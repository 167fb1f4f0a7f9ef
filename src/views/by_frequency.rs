//! Selection of a frequency, for the views that show frequencies.

use super::Subject;
use crate::{
    action::{Action, Gesture},
    encoding::Waves,
};

/// Index of the frequency of the selected column; `None` for a column of zeros.
pub(super) fn selected(subject: Subject<'_>) -> Option<usize> {
    subject.column_waves().frequency_index(subject.scene.column())
}

/// Action that selects a frequency by its index. It selects the sine or the cosine column, the same component as
/// before if the frequency has it.
pub(super) fn pick(subject: Subject<'_>, index: i64, gesture: Gesture) -> Action {
    let Subject { scene, .. } = subject;
    let waves = subject.column_waves();
    let last = waves.frequencies().len() as i64 - 1;
    let chosen = waves.frequencies().get(index.clamp(0, last.max(0)) as usize);
    let is_cosine = waves
        .frequency_of(scene.column())
        .is_some_and(|frequency| frequency.cos_column == Some(scene.column()));
    let column = chosen.and_then(|chosen| {
        let (sin, cos) = (chosen.sin_column, chosen.cos_column);
        if is_cosine { cos.or(sin) } else { sin.or(cos) }
    });
    let column = column.unwrap_or_else(|| scene.column());
    Action::Select { position: scene.position(), column, gesture }
}

/// Label of the horizontal axis.
pub(super) fn index_name(waves: &Waves) -> &'static str {
    if waves.is_paired() { "pair (frequency index)" } else { "frequency index" }
}
