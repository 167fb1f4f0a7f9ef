//! State of the plots between frames, and scrolling them to the selection.

use super::{gestures::Gestures, paint::Rasters};
use crate::{
    action::{Action, Gesture, GestureSource},
    app::state::State,
    picture::{Span, Theme},
    scene::Viewport,
    views::{Results, View},
};

/// Cached pictures, and views that follow the selection.
#[derive(Default)]
pub(crate) struct Plots {
    pub(crate) rasters: Rasters,
    pub(crate) gestures: Gestures,
    /// Views to scroll to the selection, once the actions have run.
    pub(crate) to_reveal: Vec<View>,
    /// Views whose middle the selection is moved to.
    pub(crate) to_center: Vec<View>,
    /// Position and column selected in the last frame.
    selected: (i64, u32),
}

impl Plots {
    /// Scrolls the views in `to_reveal` until the selection is visible.
    pub(crate) fn reveal(&mut self, state: &mut State, theme: Theme, results: &Results) {
        let to_reveal = std::mem::take(&mut self.to_reveal).into_iter().map(|view| (view, false));
        let to_center = std::mem::take(&mut self.to_center).into_iter().map(|view| (view, true));
        for (view, is_centered) in to_reveal.chain(to_center) {
            let subject = state.subject(theme, results);
            let gesture = Gesture::Continuous(GestureSource::Follow);
            let cells = view.cells(subject.table);
            if let Some(action) = cells.and_then(|it| it.reveal(subject, is_centered, gesture)) {
                state.run(action);
            }
        }
    }

    /// Scrolls the grid of numbers to the selected cell whenever the selection has moved.
    pub(crate) fn follow_selection(&mut self, state: &mut State) {
        let scene = state.scene();
        let selected = (scene.position(), scene.column());
        if std::mem::replace(&mut self.selected, selected) == selected {
            return;
        }
        let Some(viewport) = scene.draft().viewports.get(View::Values) else { return };
        let Some(shown) = self.rasters.drawing(View::Values).and_then(|drawing| drawing.grid)
        else {
            return;
        };
        let row = selected.0 - scene.extent().start();
        let (first_row, first_column) = shown.revealing(row, i64::from(selected.1));
        let moved = |span: Span, first: i64| Span {
            start: first as f64,
            end: first as f64 + span.length(),
        };
        let moved =
            Viewport { x: moved(viewport.x, first_column), y: moved(viewport.y, first_row) };
        if moved != viewport {
            let gesture = Gesture::Continuous(GestureSource::Follow);
            state.run(Action::Show { view: View::Values, viewport: Some(moved), gesture });
        }
    }
}
