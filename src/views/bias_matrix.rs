//! Bias of a head for every query and key, with the causal mask.

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Selection, Subject, ViewSides,
    bias_offsets::bias, bias_words, position_at, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::bias::Bias,
    picture::{Axis, Body, Chart, ColorScale, Dimension, Figure, Layer, Pixels, Source, number},
    scene::{Key, Scene, View, Viewport, What},
};

pub(super) struct BiasMatrix;

/// Value of a query and a key in words.
fn value_text(
    own: &Bias,
    scene: &Scene,
    (t, s): (i64, i64),
    text: impl Fn(f64) -> String,
) -> (&'static str, String) {
    if own.is_causal() && s > t {
        return ("bias", "masked".to_owned());
    }
    if let Some(buckets) = own.unknown_buckets() {
        return ("bucket", buckets.of(s - t).to_string());
    }
    let value = own.value(scene.head(), (t, s), scene.extent().last());
    ("bias", number::typographic(&text(value)))
}

/// Least and greatest value of the matrix.
fn ends(own: &Bias, scene: &Scene) -> (f64, f64) {
    let extent = scene.extent();
    if let Some(buckets) = own.unknown_buckets() {
        return (0.0, f64::from(buckets.num() - 1).max(1.0));
    }
    let (first, last) = (extent.start(), extent.last());
    if let Some(buckets) = own.buckets() {
        let ahead = if own.is_causal() { 0 } else { last - first };
        let runs = buckets.runs(first - last, ahead);
        let values = runs.into_iter().map(|(k, _)| own.value(scene.head(), (0, k), last));
        let (low, high) = values
            .filter(|it| it.is_finite())
            .fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        return if low < high { (low, high) } else { (-1.0, 1.0) };
    }
    let corners = [(first, first), (last, first), (last, last)];
    let values = corners.map(|at| own.value(scene.head(), at, last));
    let (low, high) = values
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
    if low < high { (low, high) } else { (low - 1.0, high) }
}

impl Behavior for BiasMatrix {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Bias,
            sides: ViewSides::Both,
            is_wide: false,
            copies: What::Bias,
            control_keys: &[Key::Head],
            shown_with: "convention=alibi-bloom&heads=8",
            shown_by: &[Selection::Head],
            ..Descriptor::of("Bias matrix")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let scene = subject.scene;
        let own = bias(subject);
        let extent = scene.extent();
        let viewport = visible(View::BiasMatrix, self, subject);
        let axis = |name, span| {
            Axis::cells(name, extent.start(), span, extent.length() as f64)
                .counting(Dimension::Positions)
        };
        let (low, high) = ends(own, scene);
        let map = subject.theme.sequential(scene.draft().colors.sequential, 1.0).map;
        let name = if own.unknown_buckets().is_some() { "bucket" } else { "bias" };
        let cell = (scene.other_position() - extent.start(), scene.position() - extent.start());
        let selection = if (0..extent.length() as i64).contains(&cell.0) {
            Layer::Cells { at: cell, size: (1, 1) }
        } else {
            Layer::Row(cell.1)
        };
        let of_head = match own.unknown_buckets() {
            Some(_) => "bucket of every query and key".to_owned(),
            None => format!("{} {}, as the program adds it", bias_words::each(own), scene.head()),
        };
        let mask = if own.is_causal() { "; gray: masked" } else { "" };
        self.drawn(
            subject,
            format!("{of_head}{mask}"),
            Body::Chart(Chart {
                x: axis("position of the key s", viewport.x),
                y: axis("position of the query t", viewport.y),
                is_square: true,
                layers: vec![
                    Layer::Raster {
                        source: Source::Bias {
                            bias: std::sync::Arc::clone(own),
                            head: scene.head(),
                            extent,
                        },
                        scale: ColorScale { map, low, high },
                        name: name.into(),
                        pixels: Pixels::Mean,
                    },
                    selection,
                ],
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let own = bias(subject);
        let scene = subject.scene;
        let (t, s) = (scene.position(), scene.other_position());
        if !scene.extent().contains(s) {
            return format!(
                "The key {} of query {} lies outside the positions shown.",
                number::grouped(s),
                number::grouped(t)
            );
        }
        let (name, value) = value_text(own, scene, (t, s), |value| number::readable(value, 6));
        let of_head = match own.unknown_buckets() {
            Some(_) => String::new(),
            None => format!("In {} {}, ", bias_words::each(own), scene.head()),
        };
        let mut text = format!(
            "{of_head}query {} and key {} have {name} {value}.",
            number::grouped(t),
            number::grouped(s)
        );
        if of_head.is_empty() {
            text = number::capital(&text);
        }
        if let Some(difference) = bias_words::difference(subject) {
            text = format!("{text} {difference}");
        }
        text
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for BiasMatrix {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        Viewport::whole([subject.scene.extent().length() as f64; 2])
    }

    fn is_square(&self) -> bool {
        true
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let start = subject.scene.extent().start();
        (subject.scene.other_position() - start, subject.scene.position() - start)
    }

    fn pick(&self, subject: Subject<'_>, (column, row): (i64, i64), gesture: Gesture) -> Action {
        let (position, key) = (position_at(subject.scene, row), position_at(subject.scene, column));
        // A masked key gives way to the last one that the query sees.
        let other = if bias(subject).is_causal() { key.min(position) } else { key };
        Action::SelectPair { position, other, gesture }
    }

    fn readout(&self, subject: Subject<'_>, (column, row): (i64, i64)) -> Vec<Fact> {
        let (t, s) = (position_at(subject.scene, row), position_at(subject.scene, column));
        let (name, value) = value_text(bias(subject), subject.scene, (t, s), number::shortest);
        vec![
            ("query t".into(), number::grouped(t)),
            ("key s".into(), number::grouped(s)),
            ("offset k".into(), number::grouped(s - t)),
            (name.into(), value),
        ]
    }
}
