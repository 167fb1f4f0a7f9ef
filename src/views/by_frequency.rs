//! Selection and navigation shared by the views with frequencies along the horizontal axis.

use super::{Cells, Fact, Subject};
use crate::{
    action::{Action, Gesture},
    encoding::Waves,
    picture::Span,
    scene::Viewport,
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

/// View with frequencies along the horizontal axis and values along the vertical one.
pub(super) trait ByFrequency {
    /// Range of all values.
    fn values(&self, subject: Subject<'_>) -> Span;
    /// Range of values that the view opens on.
    fn opening_values(&self, subject: Subject<'_>) -> Span {
        self.values(subject)
    }
    /// Names and values to show for a frequency.
    fn facts(&self, subject: Subject<'_>, index: usize) -> Vec<Fact>;
}

impl<V: ByFrequency> Cells for V {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let end = subject.waves().frequencies().len().max(1) as f64;
        Viewport { x: Span { start: 0.0, end }, y: self.values(subject) }
    }

    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        Viewport { y: self.opening_values(subject), ..self.whole(subject) }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, 1e-3]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (selected(subject).map_or(0, |index| index as i64), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        pick(subject, cell.0, gesture)
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        self.facts(subject, cell.0.max(0) as usize)
    }

    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        pick(subject, self.selected(subject).0.saturating_add(by.0), gesture)
    }
}
