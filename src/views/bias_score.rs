//! Score of equal vectors with the bias of a head: alone, or on top of the rotary encoding of B.

use std::sync::Arc;

use super::{
    Behavior, Cells, Descriptor, Fact, Requirement, Selection, Subject, ViewSides,
    along::{Along, OneEach},
    bias::{query, values},
    bias_offsets::{self, bias, curve},
    bias_words, visible,
};
use crate::{
    encoding::{
        Waves,
        similarity::{self, Measure},
    },
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
    scene::{Key, Side, View, What},
};

pub(super) struct BiasScore;

/// Width of a head where B does not say it.
const HEAD_DIM: u32 = 64;

/// Rotary encoding of B.
fn rotary(subject: Subject<'_>) -> Option<&Arc<Waves>> {
    let waves = subject.counterpart?.table.waves()?;
    waves.rotary().is_some().then_some(waves)
}

/// Score of a query and an equal key with components of unit variance, before the bias: √`head_dim`, times the mean
/// cosine of the rotary angles.
fn score(subject: Subject<'_>, k: i64) -> f64 {
    let Some(waves) = rotary(subject) else { return f64::from(HEAD_DIM).sqrt() };
    let width = waves.rotary().map_or(HEAD_DIM, |rotary| rotary.head_dim());
    f64::from(width).sqrt() * similarity::of_waves(waves, Measure::Dot, 0, k)
}

/// Bias of the selected head.
fn own_bias(subject: Subject<'_>, k: i64) -> f64 {
    let a = subject.at(Side::A);
    bias(a).relative(subject.scene_of_a().head(), query(a), k)
}

fn explanation(subject: Subject<'_>) -> String {
    let k = subject.scene.offset();
    let (before, added) = (score(subject, k), own_bias(subject, k));
    let text = |value: f64| number::typographic(&number::readable(value, 4));
    let rest = match rotary(subject) {
        Some(_) => "",
        None => " Compare with a rotary encoding to see both together.",
    };
    format!(
        "{} scores {}; with the bias of {} {} it scores {}.{rest}",
        number::capital(&bias_words::key_at(k)),
        text(before),
        bias_words::each(bias(subject.at(Side::A))),
        subject.scene_of_a().head(),
        text(before + added)
    )
}

/// Reason why a bias without numbers has no scores.
const NOT_KNOWN: &str = "T5 learns a bias for each bucket and head: its scores are not known.";

impl Behavior for BiasScore {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Bias,
            sides: ViewSides::Joint,
            copies: What::Bias,
            control_keys: &[Key::Head],
            shown_with: "convention=alibi-bloom&heads=8",
            shown_by: &[Selection::Head],
            ..Descriptor::of("Score with bias")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        bias(subject).unknown_buckets().is_some().then(|| NOT_KNOWN.to_owned())
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let viewport = visible(View::BiasScore, self, subject);
        let whole = self.whole(subject);
        let theme = subject.theme;
        let of = match rotary(subject) {
            Some(_) => "B turns them",
            None => "not turned",
        };
        let line = |style, value: &dyn Fn(i64) -> f64| curve(subject, viewport.x, style, value);
        let body = Body::Chart(Chart {
            x: bias_offsets::axis(subject, viewport.x),
            y: Axis::values("score", viewport.y, whole.y),
            is_square: false,
            layers: [
                Layer::HorizontalLine { at: 0.0, label: String::new(), is_right: true },
                line((1.5, theme.curve(1)), &|k| score(subject, k)),
                line((2.5, theme.curve(0)), &|k| score(subject, k) + own_bias(subject, k)),
            ]
            .into_iter()
            .chain(bias_offsets::mark(subject))
            .collect(),
        });
        self.drawn(
            subject,
            format!("equal vectors, {of}; orange: without the bias, blue: with it"),
            body,
        )
        .explained(|| explanation(subject))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let sentence = match bias(subject).unknown_buckets() {
            Some(_) => NOT_KNOWN.to_owned(),
            None => explanation(subject),
        };
        format!("{}. {sentence}", self.title())
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl OneEach for BiasScore {
    fn along(&self, _subject: Subject<'_>) -> Along {
        Along::Offsets
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        let (first, _) = bias_offsets::offsets(subject);
        let least = own_bias(subject, first);
        let least = if least.is_finite() { least } else { 0.0 };
        let a = subject.at(Side::A);
        let (least, rise) = if bias(a).is_learned() {
            (values(a).start.min(least), values(a).end)
        } else {
            (least, 0.0)
        };
        let most = score(subject, 0) + rise;
        Span { start: (least - most).min(-0.5 * most), end: 1.1 * most }
    }

    fn opening_values(&self, subject: Subject<'_>) -> Span {
        let whole = self.values(subject);
        Span { start: whole.start.max(-1.5 * whole.end), ..whole }
    }

    fn least_range(&self) -> f64 {
        1e-6
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let k = bias_offsets::offset_at(subject, cell);
        let (before, added) = (score(subject, k), own_bias(subject, k));
        let text = |value: f64| number::typographic(&number::readable(value, 6));
        vec![
            ("score".into(), text(before)),
            ("bias".into(), text(added)),
            ("with bias".into(), text(before + added)),
        ]
    }
}
