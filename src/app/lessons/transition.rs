//! From one scene to the next in a moment, so that a class sees what moves.

use crate::{
    picture::Span,
    scene::{Scene, SceneDraft, Window, Windows},
};

/// Seconds that it takes.
const SECONDS: f64 = 0.5;

/// A scene on its way to another.
pub(super) struct Transition {
    from: SceneDraft,
    to: SceneDraft,
    since: f64,
}

impl Transition {
    /// Begins now.
    pub(super) fn new(from: SceneDraft, to: SceneDraft, now: f64) -> Self {
        Self { from, to, since: now }
    }

    /// What is shown at a time, and whether that is the end. What cannot move is that of the end from the
    /// beginning.
    pub(super) fn at(&self, now: f64) -> (SceneDraft, bool) {
        let share = ((now - self.since) / SECONDS).clamp(0.0, 1.0);
        if share >= 1.0 {
            return (self.to.clone(), true);
        }
        let share = eased(share);
        let whole = |from: i64, to: i64| (from as f64 + share * (to - from) as f64).round() as i64;
        let mut windows = self.to.windows;
        for key in Windows::KEYS {
            if let (Some(from), Some(to)) = (self.from.windows.get(key), self.to.windows.get(key)) {
                windows.set(key, Some(between(from, to, share)));
            }
        }
        let draft = SceneDraft {
            position: whole(self.from.position, self.to.position),
            offset: whole(self.from.offset, self.to.offset),
            column: whole(self.from.column.into(), self.to.column.into()) as u32,
            windows,
            ..self.to.clone()
        };
        // Of two scenes inside the limits every one between them is too.
        (if Scene::new(draft.clone()).is_ok() { draft } else { self.to.clone() }, false)
    }

    /// How much of the ground still covers views that have just been opened: from 1 to 0.
    pub(super) fn cover(&self, now: f64) -> f32 {
        if self.from.views == self.to.views {
            return 0.0;
        }
        (1.0 - eased(((now - self.since) / SECONDS).clamp(0.0, 1.0))) as f32
    }

    /// Where it leads.
    pub(super) fn end(&self) -> &SceneDraft {
        &self.to
    }
}

/// Slow at both ends.
fn eased(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

fn between(from: Window, to: Window, share: f64) -> Window {
    let mixed = |from: f64, to: f64| from + share * (to - from);
    let span = |from: Span, to: Span| Span {
        start: mixed(from.start, to.start),
        end: mixed(from.end, to.end),
    };
    Window { x: span(from.x, to.x), y: span(from.y, to.y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_move_moves_and_ends_where_it_leads() {
        let draft = |text: &str| text.parse::<Scene>().unwrap().draft();
        let from = draft("position=10&offset=-4&heatmap=0..8,0..8");
        let to = draft("position=30&offset=6&d_model=64&heatmap=8..16,0..8");
        let transition = Transition::new(from.clone(), to.clone(), 5.0);
        let (begin, is_over) = transition.at(5.0);
        assert_eq!((begin.position, begin.offset, begin.d_model, is_over), (10, -4, 64, false));
        let (middle, _) = transition.at(5.0 + SECONDS / 2.0);
        assert_eq!((middle.position, middle.offset), (20, 1), "half of the way");
        assert_eq!(Scene::new(middle).unwrap().to_string(), {
            "d_model=64&offset=1&position=20&heatmap=4..12,0..8"
        });
        assert_eq!(transition.at(5.0 + SECONDS), (to, true));
        assert_eq!(transition.cover(5.0), 0.0, "the same views stay in sight");
    }
}
