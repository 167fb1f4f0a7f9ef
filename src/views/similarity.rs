//! Similarity of any two positions of the table.

use ndarray::Array2;

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Quantity, Requirement, Subject, ViewSides,
    along::{row_word, rows_name},
    controls::{Control, ControlRow},
    name_with_ends, names, outliers_text, position_at, range_computation, robust_color_scale,
    robust_ends, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        Table,
        similarity::{self, Matrix, Measure},
    },
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Source, number},
    scene::{Key, Setting, Side, View, Viewport, What},
};

pub(super) struct Similarity;

/// Largest difference of two similarities between the first or the last position of a table and the positions near
/// either end; exact for waves in a short table, where the offset alone counts.
fn largest_difference(tables: [&Table; 2], measure: Measure) -> f64 {
    /// Number of positions near each end.
    const MOST: u64 = 512;
    let extent = tables[0].extent;
    let num = extent.length().min(MOST) as usize;
    let (first, last) = (extent.start(), extent.last() - num as i64 + 1);
    let blocks = [(first, first), (first, last), (extent.last(), last)];
    let row = |table: &Table, t: i64, s: i64| {
        let mut row = Array2::<f64>::zeros((1, num));
        Matrix::new(&table.encoding, measure, (t, 1), (s, num)).fill(t, row.view_mut());
        row
    };
    let differences = blocks
        .into_iter()
        .flat_map(|(t, s)| (row(tables[0], t, s) - row(tables[1], t, s)).into_iter().map(f64::abs));
    let largest = differences.filter(|it| it.is_finite()).fold(0.0, f64::max);
    if largest > 0.0 { largest } else { 1.0 }
}

impl Behavior for Similarity {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Rows,
            sides: ViewSides::All,
            is_wide: false,
            has_raster: true,
            copies: What::Similarity,
            control_keys: &[Key::Measure],
            ..Descriptor::of("Similarity")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, table, .. } = subject;
        let extent = scene.extent();
        let measure = scene.measure();
        let viewport = visible(View::Similarity, self, subject);
        let axis = |name: &str, span| {
            Axis::cells(name, extent.start(), span, extent.length() as f64)
                .counting(Dimension::Positions)
        };
        let bound = measure.bound(&table.encoding, extent);
        let own = |table: &Table| Source::Similarity { table: table.clone(), measure };
        let name = names::product(&subject, "s");
        let is_difference = subject.side == Side::Difference;
        let robust = (!is_difference)
            .then(|| robust_ends(View::Similarity, subject, Some(measure)))
            .flatten();
        let (source, scale, name) = match subject.counterpart {
            Some(counterpart) if subject.side == Side::Difference => {
                let tables = [subject.table_of_a(), &counterpart.table];
                let bound = largest_difference(tables, measure);
                let scale = subject.theme.diverging(scene.draft().colors.diverging, bound);
                let source = Source::Difference(Box::new(tables.map(own)));
                (source, scale, format!("A − B of {name}").into())
            }
            _ => {
                let of_measure = Quantity::of_measure(measure, bound);
                let scale =
                    robust_color_scale(View::Similarity, subject, of_measure, robust, || {
                        subject.data_range(Some(measure))
                    });
                let of = (View::Similarity, subject);
                (own(table), scale, name_with_ends(name, scale, of, robust, Some(measure)))
            }
        };
        let row = scene.position() - extent.start();
        let column = scene.other_position() - extent.start();
        let is_in_table = (0..extent.length() as i64).contains(&column);
        let selection = if is_in_table {
            Layer::Cells { at: (column, row), size: (1, 1) }
        } else {
            Layer::Row(row)
        };
        self.drawn(
            subject,
            match measure {
                Measure::Dot => "dot product of positions t and s".to_owned(),
                Measure::Cosine => "cosine of positions t and s".to_owned(),
                Measure::Distance => "distance of positions t and s".to_owned(),
            },
            Body::Chart(Chart {
                x: axis(&rows_name(subject, 's'), viewport.x),
                y: axis(&rows_name(subject, 't'), viewport.y),
                is_square: true,
                layers: vec![
                    Layer::Raster { source, scale, name, pixels: scene.draft().pixels },
                    selection,
                ],
            }),
        )
        .explained(|| outliers_text(scale, robust))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let (t, s) = (scene.position(), scene.other_position());
        let measure = scene.measure();
        format!(
            "Similarity, {} by {} positions; {} of positions {t} and {s}: {}",
            scene.extent().length(),
            scene.extent().length(),
            names::measure(&subject),
            number::readable(similarity::of(&subject.table.encoding, measure, t, s), 6)
        )
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let choice = |&measure: &Measure| {
            let title = match measure {
                Measure::Dot => "Dot",
                Measure::Cosine | Measure::Distance => measure.title(),
            };
            let is_chosen = subject.scene.measure() == measure;
            Control::choice(title, Key::Measure.help(), is_chosen, Setting::Measure(measure))
        };
        vec![ControlRow::new(Key::Measure, Measure::ALL.iter().map(choice).collect::<Vec<_>>())]
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        let Subject { scene, table, .. } = subject;
        if subject.side == Side::Difference {
            return None;
        }
        range_computation(View::Similarity, scene, table, Some(scene.measure()))
    }
}

impl Cells for Similarity {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        Viewport::whole([subject.scene.extent().length() as f64; 2])
    }

    fn is_square(&self) -> bool {
        true
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        let start = scene.extent().start();
        (scene.other_position() - start, scene.position() - start)
    }

    fn pick(&self, subject: Subject<'_>, (column, row): (i64, i64), gesture: Gesture) -> Action {
        Action::SelectPair {
            position: position_at(subject.scene, row),
            other: position_at(subject.scene, column),
            gesture,
        }
    }

    fn readout(&self, subject: Subject<'_>, (column, row): (i64, i64)) -> Vec<Fact> {
        let (t, s) = (position_at(subject.scene, row), position_at(subject.scene, column));
        let (measure, word) = (subject.scene.measure(), row_word(subject.scene));
        let of = |table: &Table| similarity::of(&table.encoding, measure, t, s);
        let text = |value: f64| number::typographic(&number::shortest(value));
        let mut facts = vec![
            (format!("{word} t").into(), number::grouped(t)),
            (format!("{word} s").into(), number::grouped(s)),
            ("offset k".into(), number::grouped(s - t)),
        ];
        let name = measure.key();
        match subject.counterpart {
            Some(counterpart) => {
                let (a, b) = (of(subject.table_of_a()), of(&counterpart.table));
                facts.extend([
                    (format!("{name}, A").into(), text(a)),
                    (format!("{name}, B").into(), text(b)),
                    ("difference".into(), number::readable(a - b, 6)),
                ]);
            }
            None => facts.push((name.into(), text(of(subject.table)))),
        }
        facts
    }

    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let extent = scene.extent();
        let position = scene.position().saturating_add(by.1).clamp(extent.start(), extent.last());
        // s may lie outside the table. In that case it keeps moving there and does not jump to the edge.
        let other = scene.other_position();
        let moved = other.saturating_add(by.0);
        let other = if (extent.start()..=extent.last()).contains(&other) {
            moved.clamp(extent.start(), extent.last())
        } else {
            moved
        };
        Action::SelectPair { position, other, gesture }
    }
}
