//! Bias of every head against the offset; for T5 the bucket.

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Subject, ViewSides,
    along::{Along, OneEach},
    bias_offsets::{self, bias, curve},
    bias_words, visible,
};
use crate::{
    encoding::bias::{Bias, Buckets},
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
    scene::{Key, View, What},
};

pub(super) struct BiasView;

/// Least bias that the view opens on: e^−10 of the weight is left.
const OPENING: f64 = -10.0;

/// Query at which biases are shown: the last position.
pub(super) fn query(subject: Subject<'_>) -> i64 {
    subject.scene.extent().last()
}

/// Largest and least bias of all heads over all offsets.
pub(super) fn values(subject: Subject<'_>) -> Span {
    let own = bias(subject);
    if let Some(buckets) = own.unknown_buckets() {
        return Span { start: -0.5, end: f64::from(buckets.num()) - 0.5 };
    }
    let (first, num) = bias_offsets::offsets(subject);
    let t = query(subject);
    // A bias by rule is least at the farthest offset; learned ones may rise.
    let ends = match own.buckets() {
        Some(buckets) => buckets.runs(first, first + num - 1).into_iter().map(|it| it.0).collect(),
        None => vec![first],
    };
    let (least, most) = (0..own.num_heads())
        .flat_map(|head| ends.iter().map(move |&offset| own.relative(head, t, offset)))
        .filter(|it| it.is_finite())
        .fold((0.0_f64, 0.0_f64), |(least, most), it| (least.min(it), most.max(it)));
    let least = if own.is_learned() && most > least { least } else { least.min(-1.0) };
    let margin = 0.02 * (most - least);
    Span { start: least - margin, end: most + margin }
}

/// Steps of the buckets over the offsets of a span of cells.
fn steps(subject: Subject<'_>, buckets: Buckets, span: Span) -> Layer {
    let (first, num) = bias_offsets::offsets(subject);
    let from = (span.start.floor() as i64).clamp(0, num - 1);
    let to = (span.end.ceil() as i64).clamp(from + 1, num);
    let runs = buckets.runs(first + from, first + to - 1);
    let mut points = Vec::with_capacity(2 * runs.len());
    for (i, &(offset, bucket)) in runs.iter().enumerate() {
        let end = runs.get(i + 1).map_or(first + to, |next| next.0);
        let height = f64::from(bucket);
        points.extend([((offset - first) as f64, height), ((end - first) as f64, height)]);
    }
    Layer::Path { points, width: 1.5, color: subject.theme.curve(0) }
}

/// Curves of heads, the selected one last. Of very many heads some are drawn.
fn curves(subject: Subject<'_>, own: &Bias, span: Span) -> Vec<Layer> {
    /// Largest number of curves.
    const MOST: u32 = 128;
    let theme = subject.theme;
    let t = query(subject);
    let selected = subject.scene.head();
    let step = own.num_heads().div_ceil(MOST).max(1);
    let others = (0..own.num_heads()).step_by(step as usize).filter(|&head| head != selected);
    let line = |head: u32, style| curve(subject, span, style, |k| own.relative(head, t, k));
    let mut layers: Vec<Layer> = others.map(|head| line(head, (1.0, theme.weak_text))).collect();
    layers.push(line(selected, (2.5, theme.curve(0))));
    layers
}

/// What the curves are of the numbers that are added: the same, or, where a query adds something for its own position,
/// the rest.
fn relation(subject: Subject<'_>, own: &Bias) -> &'static str {
    let t = query(subject);
    if own.value(subject.scene.head(), (t, t), t) == 0.0 {
        "added to the scores"
    } else {
        "relative to that of the query’s own position"
    }
}

impl Behavior for BiasView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Bias,
            sides: ViewSides::Both,
            copies: What::Bias,
            control_keys: &[Key::Head],
            shown_with: "convention=alibi-bloom&heads=8",
            ..Descriptor::of("Bias by offset")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let viewport = visible(View::Bias, self, subject);
        let whole = self.whole(subject);
        let own = bias(subject);
        let (mut layers, name, sentence) = match own.unknown_buckets() {
            Some(buckets) => (
                vec![steps(subject, buckets, viewport.x)],
                "bucket",
                "bucket of each offset; the bias of a bucket is learned".to_owned(),
            ),
            None => (
                curves(subject, own, viewport.x),
                "bias",
                format!(
                    "{}; thick: {} {}",
                    relation(subject, own),
                    bias_words::each(own),
                    subject.scene.head()
                ),
            ),
        };
        layers.extend(bias_offsets::mark(subject));
        self.drawn(
            subject,
            sentence,
            Body::Chart(Chart {
                x: bias_offsets::axis(subject, viewport.x),
                y: Axis::values(name, viewport.y, whole.y),
                is_square: false,
                layers,
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let own = bias(subject);
        let mut sentences = bias_words::sentences(subject.scene, own);
        // The panel says what the convention is.
        sentences.remove(0);
        sentences.extend(bias_words::difference(subject));
        sentences.join(" ")
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl OneEach for BiasView {
    fn along(&self, _subject: Subject<'_>) -> Along {
        Along::Offsets
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        values(subject)
    }

    fn opening_values(&self, subject: Subject<'_>) -> Span {
        let whole = values(subject);
        let is_deep = whole.start < OPENING && bias(subject).unknown_buckets().is_none();
        if is_deep { Span { start: OPENING, end: whole.end.min(0.2) } } else { whole }
    }

    fn least_range(&self) -> f64 {
        1e-6
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let k = bias_offsets::offset_at(subject, cell);
        let own = bias(subject);
        if let Some(buckets) = own.unknown_buckets() {
            return vec![("bucket".into(), buckets.of(k).to_string())];
        }
        let head = subject.scene.head();
        let value = own.relative(head, query(subject), k);
        vec![
            (bias_words::each(own).into(), head.to_string()),
            ("bias".into(), number::typographic(&number::shortest(value))),
            ("weight beside its own".into(), number::readable(value.exp(), 4)),
        ]
    }
}
