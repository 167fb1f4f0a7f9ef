//! Transition from one scene to the next, which shows a class what moves.

use crate::{
    picture::Span,
    scene::{Scene, SceneDraft, View, Viewport},
};

/// Duration in seconds.
const SECONDS: f64 = 0.5;

/// A scene on its way to another.
pub(crate) struct Transition {
    from: SceneDraft,
    to: SceneDraft,
    since: f64,
}

impl Transition {
    /// Starts a transition.
    pub(crate) fn new(from: SceneDraft, to: SceneDraft, now: f64) -> Self {
        Self { from, to, since: now }
    }

    /// Scene at a time, and whether the transition is over. Parts that cannot move have their final value at once.
    pub(crate) fn at(&self, now: f64) -> (SceneDraft, bool) {
        let share = ((now - self.since) / SECONDS).clamp(0.0, 1.0);
        if share >= 1.0 {
            return (self.to.clone(), true);
        }
        let share = eased(share);
        let whole = |from: i64, to: i64| (from as f64 + share * (to - from) as f64).round() as i64;
        let mut viewports = self.to.viewports;
        for &view in View::ALL {
            if let (Some(from), Some(to)) =
                (self.from.viewports.get(view), self.to.viewports.get(view))
            {
                viewports.set(view, Some(between(from, to, share)));
            }
        }
        let draft = SceneDraft {
            position: whole(self.from.position, self.to.position),
            offset: whole(self.from.offset, self.to.offset),
            column: whole(self.from.column.into(), self.to.column.into()) as u32,
            viewports,
            ..self.to.clone()
        };
        // Between two valid scenes every scene is valid.
        (if Scene::new(draft.clone()).is_ok() { draft } else { self.to.clone() }, false)
    }

    /// Opacity of the cover over views that have just been opened, from 1 to 0.
    pub(crate) fn cover(&self, now: f64) -> f32 {
        if self.from.views == self.to.views {
            return 0.0;
        }
        (1.0 - eased(((now - self.since) / SECONDS).clamp(0.0, 1.0))) as f32
    }

    /// Scene at the end.
    pub(crate) fn end(&self) -> &SceneDraft {
        &self.to
    }
}

/// Smoothstep easing, slow at both ends.
fn eased(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

fn between(from: Viewport, to: Viewport, share: f64) -> Viewport {
    let mixed = |from: f64, to: f64| from + share * (to - from);
    let span = |from: Span, to: Span| Span {
        start: mixed(from.start, to.start),
        end: mixed(from.end, to.end),
    };
    Viewport { x: span(from.x, to.x), y: span(from.y, to.y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transition_moves_and_reaches_its_end() {
        let draft = |text: &str| text.parse::<Scene>().unwrap().into_draft();
        let from = draft("position=10&offset=-4&heatmap=0..8,0..8");
        let to = draft("position=30&offset=6&d_model=64&heatmap=8..16,0..8");
        let transition = Transition::new(from.clone(), to.clone(), 5.0);
        let (begin, is_over) = transition.at(5.0);
        assert_eq!(
            (begin.position, begin.offset, begin.encoding.d_model, is_over),
            (10, -4, 64, false)
        );
        let (middle, _) = transition.at(5.0 + SECONDS / 2.0);
        assert_eq!((middle.position, middle.offset), (20, 1), "half of the way");
        assert_eq!(Scene::new(middle).unwrap().to_string(), {
            "d_model=64&offset=1&position=20&heatmap=4..12,0..8"
        });
        assert_eq!(transition.at(5.0 + SECONDS), (to, true));
        assert_eq!(transition.cover(5.0), 0.0, "the same views stay in sight");
    }
}
