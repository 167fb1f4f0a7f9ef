//! Similarity of the same rows in random order: what a picture shows when the order of positions means nothing.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Quantity, Requirement, Subject, ViewSides,
    controls::ControlRow, names, range_computation, robust_color_scale, robust_ends, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        learned::{ShuffleQuestion, Shuffled},
        similarity,
    },
    picture::{Axis, Body, Chart, Figure, Layer, Pixels, Source, number},
    scene::{Key, View, Viewport, What},
};

pub(super) struct ShuffledView;

/// The shuffled rows; `None` until they are known.
fn found(subject: Subject<'_>) -> Option<&Shuffled> {
    Some(subject.results.find(&question(subject))?)
}

fn question(subject: Subject<'_>) -> ShuffleQuestion {
    ShuffleQuestion { table: subject.table.clone(), seed: subject.scene.draft().encoding.seed }
}

impl Behavior for ShuffledView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            is_wide: false,
            has_raster: true,
            copies: What::Similarity,
            control_keys: &[Key::Measure],
            tab: "Shuffled",
            ..Descriptor::of("Shuffled rows")
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        super::similarity::Similarity.controls(subject)
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let scene = subject.scene;
        let viewport = visible(View::Shuffled, self, subject);
        let whole = self.whole(subject);
        let measure = scene.measure();
        let body = match found(subject) {
            None => Body::Note("Shuffling the rows…".to_owned()),
            Some(shuffled) => {
                let table = shuffled.rows.clone();
                let bound = measure.bound(&table.encoding, table.extent);
                let quantity = Quantity::of_measure(measure, bound);
                // The colors of the picture that it stands beside.
                let scale = robust_color_scale(
                    View::Similarity,
                    subject,
                    quantity,
                    robust_ends(View::Similarity, subject, Some(measure)),
                    || subject.data_range(Some(measure)),
                );
                let axis = |name, span| Axis::cells(name, 0, span, whole.x.end);
                Body::Chart(Chart {
                    x: axis("row in random order", viewport.x),
                    y: axis("row in random order", viewport.y),
                    is_square: true,
                    layers: vec![Layer::Raster {
                        source: Source::Similarity { table, measure },
                        scale,
                        name: names::product(&subject, "s").into(),
                        pixels: Pixels::Mean,
                    }],
                })
            }
        };
        self.drawn(subject, "what is left where the order means nothing", body)
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let seed = subject.scene.draft().encoding.seed;
        format!("{}. Similarity of the rows in random order, by seed {seed}", self.title())
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computations(&self, subject: Subject<'_>) -> Vec<Computation> {
        let Subject { scene, table, .. } = subject;
        let colors = range_computation(View::Similarity, scene, table, Some(scene.measure()));
        [question(subject).into()].into_iter().chain(colors).collect()
    }
}

impl Cells for ShuffledView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let num = subject.table.num_rows().min(Shuffled::MOST_ROWS) as f64;
        Viewport::whole([num; 2])
    }

    fn is_square(&self) -> bool {
        true
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let row = (subject.scene.position() - subject.scene.extent().start()).max(0) as usize;
        let place = found(subject).and_then(|it| it.order.iter().position(|&of| of == row));
        (place.unwrap_or_default() as i64, place.unwrap_or_default() as i64)
    }

    fn pick(&self, subject: Subject<'_>, (_, place): (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let row = found(subject).and_then(|it| it.order.get(place.max(0) as usize).copied());
        let position = row.map_or_else(|| scene.position(), |it| subject.table.position(it as u64));
        Action::Select { position, column: scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, (column, row): (i64, i64)) -> Vec<Fact> {
        let Some(shuffled) = found(subject) else { return Vec::new() };
        let last = shuffled.order.len() as i64 - 1;
        let [i, j] = [row, column].map(|at| at.clamp(0, last));
        let position = |at: i64| subject.table.position(shuffled.order[at as usize] as u64);
        let measure = subject.scene.measure();
        let value = similarity::of(&shuffled.rows.encoding, measure, i, j);
        vec![
            (
                "positions".into(),
                format!("{} and {}", number::grouped(position(i)), number::grouped(position(j))),
            ),
            (measure.key().into(), number::typographic(&number::readable(value, 6))),
        ]
    }
}
