//! Drift of scores: how far the score of two positions changes when both are moved together.

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Selection, Subject, ViewSides,
    along::position_axis, position_at, rounding, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::similarity::{self, Measure},
    picture::{Axis, Body, Chart, ColorScale, Figure, Layer, Pixels, Source, number},
    scene::{View, Viewport, What},
};

pub(super) struct Drift;

/// Powers of ten of the color scale, relative to the score of equal positions.
const SCALE: (f64, f64) = (-8.0, 0.0);

/// Score of t and t + k, in the arithmetic of the scene.
fn score(subject: Subject<'_>, t: i64) -> f64 {
    let k = subject.scene.offset();
    similarity::of(&subject.table.encoding, Measure::Dot, t, t + k)
}

impl Behavior for Drift {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Rule,
            sides: ViewSides::Both,
            is_wide: false,
            has_raster: true,
            copies: What::Similarity,
            shown_with: "round=bf16",
            shown_by: &[Selection::Offset],
            ..Descriptor::of("Still relative?")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        rounding::refusal(subject)
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, table, theme, .. } = subject;
        let extent = scene.extent();
        let viewport = visible(View::Drift, self, subject);
        let whole = self.whole(subject);
        let map = theme.sequential(scene.draft().colors.sequential, 1.0).map;
        let body = Body::Chart(Chart {
            x: Axis::cells("moved by u", 0, viewport.x, whole.x.end),
            y: position_axis(subject, viewport.y),
            is_square: false,
            layers: vec![
                Layer::Raster {
                    source: Source::Drift { table: table.clone(), offset: scene.offset() },
                    scale: ColorScale { map, low: SCALE.0, high: SCALE.1 },
                    name: "log₁₀ |change of the score|".into(),
                    pixels: Pixels::Nearest,
                },
                Layer::Row(scene.position() - extent.start()),
            ],
        });
        self.drawn(subject, "score of (t + u, s + u) beside that of (t, s)", body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let (t, last) = (scene.extent().start(), scene.extent().last());
        let (near, far) = (score(subject, t), score(subject, last));
        let k = number::grouped(scene.offset());
        let at = |t: i64, score: f64| {
            let text = if score.is_finite() {
                number::readable(score, 6)
            } else {
                "not finite".to_owned()
            };
            format!("{text} at t = {}", number::grouped(t))
        };
        format!(
            "Exact scores of positions {k} apart are equal everywhere. In this arithmetic the score is {} and {}.",
            at(t, near),
            at(last, far)
        )
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for Drift {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let length = subject.scene.extent().length() as f64;
        Viewport::whole([length, length])
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (0, subject.scene.position() - subject.scene.extent().start())
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let position = position_at(subject.scene, cell.1);
        Action::Select { position, column: subject.scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let t = position_at(subject.scene, cell.1);
        let (here, moved) = (score(subject, t), score(subject, t + cell.0));
        let text = super::error_map::value_text;
        vec![
            ("position t".into(), number::grouped(t)),
            ("moved by u".into(), number::grouped(cell.0)),
            ("score".into(), text(here)),
            ("score after".into(), text(moved)),
            ("change".into(), text(moved - here)),
        ]
    }
}
