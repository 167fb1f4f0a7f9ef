//! Map of rounding errors: the power of ten of |rounded − exact| for every position and column.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Requirement, Subject, ViewSides,
    along::{column_axis, position_axis},
    column_at, position_at, rounding, visible,
};
use crate::{
    action::{Action, Gesture},
    picture::{Body, Chart, ColorScale, Figure, Layer, Pixels, Source, number},
    scene::{View, Viewport},
};

pub(super) struct ErrorMap;

/// Powers of ten of the color scale, the same for all roundings so that pictures can be compared.
const SCALE: (f64, f64) = (-9.0, 0.0);

impl Behavior for ErrorMap {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            has_raster: true,
            shown_with: "round=bf16",
            ..Descriptor::of("Error map")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        rounding::refusal(subject)
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, table, theme, .. } = subject;
        let extent = scene.extent();
        let viewport = visible(View::Error, self, subject);
        let body = match rounding::errors(table) {
            None => Body::Note(rounding::EXACT.to_owned()),
            Some(errors) => {
                let map = theme.sequential(scene.draft().colors.sequential, 1.0).map;
                let row = scene.position() - extent.start();
                let column = i64::from(scene.column());
                Body::Chart(Chart {
                    x: column_axis(subject, viewport.x),
                    y: position_axis(subject, viewport.y),
                    is_square: false,
                    layers: vec![
                        Layer::Raster {
                            source: Source::Magnitudes { table: errors, is_transposed: false },
                            scale: ColorScale { map, low: SCALE.0, high: SCALE.1 },
                            name: "log₁₀ |error|".into(),
                            pixels: Pixels::Nearest,
                        },
                        Layer::Column(column),
                        Layer::Row(row),
                        Layer::Cells { at: (column, row), size: (1, 1) },
                    ],
                })
            }
        };
        self.drawn(subject, "rounded beside exact; a pixel shows the cell in its middle", body)
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        format!("{}. {}", self.title(), rounding::words(subject))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        rounding::computation(subject)
    }
}

impl Cells for ErrorMap {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        subject.scene.whole_table()
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        (i64::from(scene.column()), scene.position() - scene.extent().start())
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let (column, position) =
            (column_at(subject.scene, cell.0), position_at(subject.scene, cell.1));
        Action::Select { position, column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let (j, t) = (column_at(subject.scene, cell.0), position_at(subject.scene, cell.1));
        let mut facts: Vec<Fact> = vec![
            ("position".into(), number::grouped(t)),
            ("column".into(), number::grouped(i64::from(j))),
        ];
        if let Some(exact) = subject.table.encoding.exact() {
            let (exact, rounded) = (exact.value(t, j), subject.table.encoding.value(t, j));
            facts.extend([
                ("exact".into(), number::typographic(&number::shortest(exact))),
                ("rounded".into(), value_text(rounded)),
                ("error".into(), value_text(rounded - exact)),
            ]);
        }
        facts
    }
}

/// Value in full, or that it is not finite.
pub(super) fn value_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    number::typographic(&number::shortest(value))
}
