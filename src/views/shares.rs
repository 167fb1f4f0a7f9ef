//! Contribution of each frequency to the squared distance of two positions.

use super::{
    Behavior, Cells, Descriptor, Fact, Selection, Subject, ViewSides,
    along::{Along, OneEach},
    by_frequency::selected,
    explanation, visible,
};
use crate::{
    encoding::{Waves, similarity},
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
    scene::{Scene, View, What},
};

pub(super) struct Shares;

/// Percentage of the squared distance of t and s for each frequency, and the squared distance. The percentages
/// are 0 if the distance is 0.
fn shares(scene: &Scene, waves: &Waves) -> (Vec<f64>, f64) {
    let parts = similarity::squared_distances(waves, scene.position(), scene.other_position());
    let sum: f64 = parts.iter().sum();
    let percent = |part: f64| if sum > 0.0 { 100.0 * part / sum } else { 0.0 };
    (parts.into_iter().map(percent).collect(), sum)
}

/// Number of leading shares whose sum reaches a percentage; all of them if it is never reached.
fn first_with(shares: &[f64], percentage: f64) -> usize {
    let mut sum = 0.0;
    let reached = shares.iter().position(|share| {
        sum += share;
        sum >= percentage
    });
    reached.map_or(shares.len(), |index| index + 1)
}

fn explanation(scene: &Scene, waves: &Waves) -> String {
    let (t, s) = (scene.position(), scene.other_position());
    let (shares, squared) = shares(scene, waves);
    let names = format!("positions {} and {}", number::grouped(t), number::grouped(s));
    if t == s {
        return format!("{names} coincide: choose an offset.");
    }
    if squared == 0.0 {
        return format!("The rows of {names} are equal.");
    }
    let what = if waves.is_paired() { "pair" } else { "wave" };
    let counted = |number: usize| match number {
        1 => format!("the fastest {what} alone"),
        number => format!("the {number} fastest {what}s"),
    };
    let squared = number::readable(squared, 6);
    let (half, most) = (first_with(&shares, 50.0), first_with(&shares, 90.0));
    if half == most {
        return format!(
            "The squared distance between {names} is {squared}: nine tenths of it come from {}.",
            counted(most)
        );
    }
    format!(
        "The squared distance between {names} is {squared}: half of it comes from {}, nine tenths from {}.",
        counted(half),
        counted(most)
    )
}

impl Behavior for Shares {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            sides: ViewSides::Both,
            copies: What::Frequencies,
            shown_by: &[Selection::Position, Selection::OtherPosition],
            ..Descriptor::of("Contribution of each pair")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let (viewport, whole) = (visible(View::Shares, self, subject), self.whole(subject));
        let (t, s) = (scene.position(), scene.other_position());
        self.drawn(
            subject,
            format!("positions {} and {}", number::grouped(t), number::grouped(s)),
            Body::Chart(Chart {
                x: Along::Frequencies.axis(subject, viewport.x),
                y: Axis::values("share of the squared distance (%)", viewport.y, whole.y),
                is_square: false,
                layers: [Layer::Bars(shares(scene, waves).0)]
                    .into_iter()
                    .chain(selected(subject).map(|index| Layer::Cell(index as i64)))
                    .collect(),
            }),
        )
        .explained(|| explanation(scene, waves))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let selected = selected(subject).map(|index| {
            let frequency = &waves.frequencies()[index];
            let name = explanation::frequency_name(index, frequency);
            format!(" {name}: {} %", number::readable(shares(scene, waves).0[index], 4))
        });
        format!("{}. {}{}", self.title(), explanation(scene, waves), selected.unwrap_or_default())
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl OneEach for Shares {
    fn along(&self, _subject: Subject<'_>) -> Along {
        Along::Frequencies
    }

    fn least_range(&self) -> f64 {
        1e-3
    }

    fn values(&self, _subject: Subject<'_>) -> Span {
        Span { start: 0.0, end: 105.0 }
    }

    /// Range up to the greatest share, in round steps, so that the axis does not follow every change.
    fn opening_values(&self, subject: Subject<'_>) -> Span {
        let (shares, _) = shares(subject.scene, subject.waves());
        let greatest = shares.into_iter().fold(0.0, f64::max);
        let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0];
        let scales = [0.01, 0.1, 1.0, 10.0];
        let mut ends = scales.iter().flat_map(|scale| steps.map(|step| scale * step));
        let end = ends.find(|end| *end >= greatest).unwrap_or(100.0);
        Span { start: 0.0, end: 1.05 * end }
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let index = cell.max(0) as usize;
        let (shares, squared) = shares(subject.scene, subject.waves());
        let Some(share) = shares.get(index) else { return Vec::new() };
        vec![
            ("share".into(), format!("{} %", number::readable(*share, 6))),
            ("squared difference".into(), number::readable(share / 100.0 * squared, 6)),
        ]
    }
}
