//! One number of every head: its slope, or the distance at which a key weighs half.

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Subject, ViewSides,
    along::{Along, OneEach},
    bias_offsets::bias,
    bias_words, visible,
};
use crate::{
    encoding::bias::{Bias, BiasConvention, BiasDraft, Buckets, SlopeFit},
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
    scene::{Key, View, What},
};

/// Number of every head that a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeadsView {
    /// Slope of ALiBi.
    Slopes,
    /// Distance at which a key weighs half of the query's own.
    HalfLife,
}

/// Numbers of all heads of one bias, with a name and a color.
struct Series {
    name: String,
    values: Vec<f64>,
    color: u8,
}

impl HeadsView {
    fn view(self) -> View {
        match self {
            Self::Slopes => View::Slopes,
            Self::HalfLife => View::HalfLife,
        }
    }

    fn of(self, own: &Bias) -> Vec<f64> {
        let value = |head: u32| match self {
            Self::Slopes => own.slope(head).or_else(|| Some(SlopeFit::nearest(own, head)?.slope)),
            Self::HalfLife => own.half_life(head),
        };
        (0..own.num_heads()).map(|head| value(head).unwrap_or(f64::NAN)).collect()
    }

    /// Numbers that the chart shows, those behind first: of B, or of the paper's sentence beside its code.
    fn series(self, subject: Subject<'_>) -> Vec<Series> {
        let own = bias(subject.at(crate::scene::Side::A));
        let mut all = Vec::new();
        let of_b = subject.counterpart.and_then(|it| it.table.encoding.bias());
        if let Some(b) = of_b {
            all.push(Series {
                name: format!("B · {}", b.convention().facts().title),
                values: self.of(b),
                color: 1,
            });
        } else if let Some(other) = other_reading(own) {
            let name = other.convention().facts().title.to_owned();
            all.push(Series { name, values: self.of(&other), color: 1 });
        }
        let name = own.convention().facts().title.to_owned();
        all.push(Series { name, values: self.of(own), color: 0 });
        all
    }

    /// True for slopes of which some are not positive, as learned ones may be: these have no logarithms.
    fn is_linear(self, series: &[Series]) -> bool {
        let mut all = series.iter().flat_map(|it| &it.values);
        self == Self::Slopes && all.any(|it| *it <= 0.0)
    }

    /// All numbers, or their powers of ten, and the selected distance.
    fn range(self, subject: Subject<'_>) -> Span {
        let series = self.series(subject);
        if self.is_linear(&series) {
            let values = series.iter().flat_map(|it| &it.values).filter(|it| it.is_finite());
            let (low, high) =
                values.fold((0.0_f64, 0.0_f64), |(low, high), it| (low.min(*it), high.max(*it)));
            let margin = 0.05 * (high - low).max(f64::MIN_POSITIVE);
            return Span { start: low - margin, end: high + margin };
        }
        let mark = match self {
            Self::Slopes => None,
            Self::HalfLife => Some(subject.scene.offset().unsigned_abs().max(1) as f64),
        };
        let values = series.into_iter().flat_map(|series| series.values).chain(mark);
        let logarithms = values.filter(|it| it.is_finite() && *it > 0.0).map(f64::log10);
        let (low, high) =
            logarithms.fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        if low > high {
            return Span { start: 0.0, end: 1.0 };
        }
        let (start, end) = ((low - 0.1).floor(), (high + 0.1).ceil());
        Span { start, end: end.max(start + 1.0) }
    }
}

/// The same number of heads as the paper's sentence reads, where its code has other slopes, or the reverse.
fn other_reading(own: &Bias) -> Option<Bias> {
    let convention = match own.convention() {
        it if it == BiasConvention::ALIBI_PAPER => BiasConvention::ALIBI_BLOOM,
        it if it.is_alibi() => BiasConvention::ALIBI_PAPER,
        _ => return None,
    };
    let draft = BiasDraft { convention, num_heads: own.num_heads(), buckets: Buckets::default() };
    let other = Bias::new(draft).ok()?;
    (num_other(own, &other) > 0).then_some(other)
}

/// Number of heads whose slopes differ by more than their rounding.
fn num_other(a: &Bias, b: &Bias) -> usize {
    /// Rounding to bf16.
    const EQUAL: f64 = 1.0 / 256.0;
    let pairs = a.slopes().iter().zip(b.slopes());
    pairs.filter(|(a, b)| (*a - *b).abs() > EQUAL * b.abs()).count()
}

fn slopes_words(own: &Bias) -> Vec<String> {
    let slopes = own.slopes();
    let (Some(first), Some(last)) = (slopes.first(), slopes.last()) else { return Vec::new() };
    let num = own.num_heads();
    let mut parts = vec![format!(
        "Slopes from {} in head 0 to {} in head {}.",
        number::readable(*first, 4),
        number::readable(*last, 4),
        num - 1
    )];
    parts.push(match other_reading(own) {
        None => {
            "The number of heads is a power of two: the paper's sentence and the programs give the same slopes.".to_owned()
        }
        Some(other) => {
            let of_code = "the programs take the slopes of two series";
            let differ = num_other(own, &other);
            format!(
                "{num} is not a power of two: {of_code}, the paper's sentence has one; {differ} of {num} differ."
            )
        }
    });
    parts
}

impl Behavior for HeadsView {
    fn descriptor(&self) -> Descriptor {
        let title = match self {
            Self::Slopes => "Slopes",
            Self::HalfLife => "Half-life",
        };
        Descriptor {
            requirement: Requirement::Bias,
            has_offset: *self == Self::HalfLife,
            sides: ViewSides::Joint,
            copies: What::Slopes,
            control_keys: &[Key::Head],
            shown_with: "convention=alibi-bloom&heads=8",
            ..Descriptor::of(title)
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        let own = bias(subject);
        let is_known = |it: Series| it.values.iter().any(|value| value.is_finite());
        if self.series(subject).into_iter().any(is_known) {
            return None;
        }
        Some(match own.unknown_buckets() {
            Some(_) => "T5 learns a bias for each bucket and head: open the checkpoint that has them, with bias_table.".to_owned(),
            None if own.is_learned() => {
                "No head weighs the keys far back half as much as the query's own, or less, for good.".to_owned()
            }
            None => format!("“{}” has no slopes.", own.convention().facts().title),
        })
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let viewport = visible(self.view(), self, subject);
        let whole = self.whole(subject);
        let series = self.series(subject);
        let (name, sentence) = match self {
            Self::Slopes => ("slope per position", "bias lost for each position back"),
            Self::HalfLife => ("half-life (positions)", "distance at which a key weighs half"),
        };
        let is_linear = self.is_linear(&series);
        let mut layers = Vec::new();
        for Series { name, values, color } in &series {
            layers.push(Layer::Points {
                values: values
                    .iter()
                    .map(|value| if is_linear { *value } else { value.log10() })
                    .collect(),
                colors: vec![*color; values.len()],
                meanings: vec![(*color, name.clone())],
            });
        }
        if *self == Self::HalfLife {
            let distance = subject.scene.offset().unsigned_abs();
            // The query itself is nowhere on an axis of logarithms.
            layers.extend((distance > 0).then(|| Layer::HorizontalLine {
                at: (distance as f64).log10(),
                label: format!("{} back", number::grouped(distance as i64)),
                is_right: true,
            }));
        }
        layers.push(Layer::Cell(i64::from(subject.scene.head())));
        let body = Body::Chart(Chart {
            x: Along::Heads.axis(subject, viewport.x),
            y: if is_linear {
                Axis::values(name, viewport.y, whole.y)
            } else {
                Axis::logarithms(name, viewport.y, whole.y)
            },
            is_square: false,
            layers,
        });
        // A comma would end the clause.
        let color = |it: &Series| {
            let color = if it.color == 0 { "blue" } else { "orange" };
            format!("{color}: {}", it.name.replace(", ", " – "))
        };
        let colors: Vec<String> =
            series.iter().rev().filter(|_| series.len() > 1).map(color).collect();
        self.drawn(subject, sentence, body).with_state(&colors.join(", "))
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let own = bias(subject);
        let scene = subject.scene;
        let mut parts = Vec::new();
        match self {
            Self::Slopes if own.is_learned() => {
                parts.extend(bias_words::fit(own, scene.head()));
            }
            Self::Slopes => parts.extend(slopes_words(own)),
            Self::HalfLife if own.unknown_buckets().is_some() => {}
            Self::HalfLife => {
                let head = scene.head();
                let each = bias_words::each(own);
                parts.push(match own.half_life(head) {
                    Some(distance) if own.is_learned() => format!(
                        "In {each} {head} keys from {} back on weigh half of the query's own, or less, for good.",
                        number::grouped(distance as i64)
                    ),
                    None if own.is_learned() => {
                        format!("In {each} {head} keys far back do not fall to half the weight of the query's own.")
                    }
                    Some(distance) => format!(
                        "In {each} {head} a key {} back weighs half of the query's own.",
                        number::readable(distance, 4)
                    ),
                    None => format!("In {each} {head} no key is so far that it weighs half."),
                });
                parts.extend(bias_words::reach(own, scene));
            }
        }
        if let [behind, front] = &*self.series(subject) {
            parts.push(format!("Blue: {}; orange: {}.", front.name, behind.name));
        }
        parts.extend(bias_words::difference(subject));
        parts.extend(bias_words::shape(own).map(ToOwned::to_owned));
        parts.join(" ")
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl OneEach for HeadsView {
    fn along(&self, _subject: Subject<'_>) -> Along {
        Along::Heads
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        self.range(subject)
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let head = Along::Heads.nearest(subject, cell);
        let mut facts: Vec<Fact> = Vec::new();
        for Series { name, values, .. } in self.series(subject).into_iter().rev() {
            let text = match values.get(head as usize) {
                Some(value) if value.is_finite() => number::readable(*value, 8),
                _ => "none".to_owned(),
            };
            facts.push((name.into(), text));
        }
        facts
    }
}
