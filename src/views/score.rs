//! Score of equal vectors against the offset, with scaling and without, and how far the base reaches.

use std::sync::Arc;

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Subject, ViewSides, requirement::Requirement,
    visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        Waves,
        rotary::{Reach, ReachQuestion, Rotary, RotaryDraft, scaling::Scaling},
        similarity::{self, Measure},
    },
    picture::{Axis, Body, Chart, Figure, Layer, ProfileCurve, Span, number},
    scene::{Setting, Side, View, Viewport, What},
};

pub(super) struct ScoreView;

/// Index of the color of what is beside the encoding itself.
const BESIDE: usize = 5;
/// Name of the curve of a head without its scaling.
const UNSCALED: &str = "before scaling";

/// Largest offset shown: that of the model, of its training, or of the table.
fn farthest(subject: Subject<'_>) -> u64 {
    let scene = subject.scene_of_a();
    let set = scene.layer_set();
    let lengths = [
        set.and_then(|set| set.max_length.as_ref()).map(|it| it.value),
        set.and_then(|set| set.trained_length.as_ref()).map(|it| it.value),
        scene.rotary().and_then(|rotary| rotary.scaling().trained_length()),
    ];
    let of_model = lengths.into_iter().flatten().fold(0.0, f64::max);
    (of_model as u64).max(scene.extent().length() - 1).clamp(1, Reach::MOST)
}

/// Head without scaling; `None` if it has none.
fn unscaled(rotary: &Rotary) -> Option<Arc<Waves>> {
    if rotary.scaling() == &Scaling::Default && rotary.attention_factor() == 1.0 {
        return None;
    }
    let draft =
        RotaryDraft { scaling: Scaling::Default, attention_factor: None, ..rotary.draft().clone() };
    let plain = Rotary::new(draft).ok()?;
    Some(Arc::new(Waves::of_head(&Arc::new(plain))))
}

fn curve(subject: Subject<'_>, waves: Arc<Waves>, color: usize) -> Layer {
    Layer::Profile(ProfileCurve {
        waves,
        extent: subject.table.extent,
        measure: Measure::Dot,
        position: 0,
        offset: subject.scene.offset().abs(),
        color,
        bands: None,
    })
}

/// Curves, those behind first, each with its name.
fn curves(subject: Subject<'_>) -> Vec<(Layer, String)> {
    let Some(rotary) = subject.scene_of_a().rotary() else { return Vec::new() };
    let mut curves = Vec::new();
    if let Some(plain) = unscaled(rotary).filter(|_| subject.counterpart.is_none()) {
        curves.push((curve(subject, plain, BESIDE), UNSCALED.to_owned()));
    }
    let b = subject.at(Side::B);
    if subject.counterpart.is_some()
        && let Some(waves) = b.table.waves().filter(|waves| waves.rotary().is_some())
    {
        curves.push((curve(subject, Arc::clone(waves), 1), "B".to_owned()));
    }
    if let Some(waves) = subject.table_of_a().waves() {
        let name = if subject.counterpart.is_some() { "A" } else { "score" };
        curves.push((curve(subject, Arc::clone(waves), 0), name.to_owned()));
    }
    curves
}

/// Range of all scores: up to the largest a², down to its negative half.
fn values(subject: Subject<'_>) -> Span {
    let of = |side: Side| subject.at(side).table.waves().map_or(1.0, |it| it.square_bound());
    let most = of(Side::A).max(of(Side::B)).max(1.0);
    Span { start: -0.4 * most, end: 1.05 * most }
}

fn question(subject: Subject<'_>) -> Option<ReachQuestion> {
    let rotary = Arc::clone(subject.scene_of_a().rotary()?);
    Some(ReachQuestion { rotary, limit: farthest(subject) })
}

impl Behavior for ScoreView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Rotary,
            sides: ViewSides::Joint,
            copies: What::Frequencies,
            shown_with: "model=llama-3.2-1b",
            ..Descriptor::of("Score against offset")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let viewport = visible(View::Score, self, subject);
        let whole = self.whole(subject);
        let mut layers =
            vec![Layer::HorizontalLine { at: 0.0, label: String::new(), is_right: true }];
        let mut names = Vec::new();
        for (layer, name) in curves(subject) {
            names.push(name);
            layers.push(layer);
        }
        if let Some(reach) = question(subject).and_then(|it| subject.results.find(&it)) {
            let has_unscaled = names.iter().any(|name| name == UNSCALED);
            let unscaled = reach.first_below_unscaled.filter(|_| has_unscaled);
            let of_own = if subject.counterpart.is_some() {
                "A: "
            } else if has_unscaled {
                "scaled: "
            } else {
                ""
            };
            let of_unscaled = format!("{UNSCALED}: ");
            // In the color of its curve.
            let dot = |(offset, color, of): (Option<u64>, usize, &str)| {
                let offset = offset?;
                Some(Layer::Dot {
                    at: (offset as f64 + 0.5, 0.0),
                    color: subject.theme.curve(color),
                    label: format!("{of}below 0 at {}", number::grouped(offset as i64)),
                })
            };
            let all = [(unscaled, BESIDE, &*of_unscaled), (reach.first_below, 0, of_own)];
            layers.extend(all.into_iter().filter_map(dot));
        }
        layers.push(Layer::Cell(subject.scene.offset().abs()));
        let beside = match &*names {
            [_] | [] => String::new(),
            [.., _] if subject.counterpart.is_some() => "; blue: A, orange: B".to_owned(),
            _ => "; blue: scaled, gray: before scaling".to_owned(),
        };
        self.drawn(
            subject,
            format!("equal vectors k apart{beside}"),
            Body::Chart(Chart {
                x: Axis::cells("offset k", 0, viewport.x, whole.x.end),
                y: Axis::values("score", viewport.y, whole.y),
                is_square: false,
                layers,
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene_of_a();
        let (Some(asked), Some(waves)) = (question(subject), subject.table_of_a().waves()) else {
            return String::new();
        };
        let k = scene.offset().abs();
        let value = similarity::of_waves(waves, Measure::Dot, 0, k);
        let mut parts = vec![format!(
            "Equal vectors {} apart score {} of {}.",
            number::grouped(k),
            number::typographic(&number::readable(value, 6)),
            number::readable(waves.square_bound(), 6)
        )];
        let Some(reach) = subject.results.find(&asked) else {
            parts.push("Searching for the first score below 0…".to_owned());
            return parts.join(" ");
        };
        let searched = number::grouped(reach.searched() as i64);
        let first = |found: Option<u64>| match found {
            Some(offset) => {
                format!("first falls below 0 at offset {}", number::grouped(offset as i64))
            }
            None => format!("stays above 0 up to offset {searched}"),
        };
        parts.push(format!("The score {}.", first(reach.first_below)));
        if reach.first_below != reach.first_below_unscaled {
            parts.push(format!("Before scaling it {}.", first(reach.first_below_unscaled)));
        }
        match reach.least_base {
            Some(base) => parts.push(format!(
                "Unscaled, a base of {} would keep it above 0 up to {searched}.",
                number::base(base)
            )),
            None => parts.push(format!("No base up to 1e12 keeps it above 0 up to {searched}.")),
        }
        parts.join(" ")
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        Some(question(subject)?.into())
    }
}

impl Cells for ScoreView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let end = farthest(subject) as f64 + 1.0;
        Viewport { x: Span { start: 0.0, end }, y: values(subject) }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, 1e-6]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (subject.scene.offset().abs(), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let offset = cell.0.clamp(0, farthest(subject) as i64);
        Action::Edit(Setting::Offset(offset), gesture)
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let k = cell.0.clamp(0, farthest(subject) as i64);
        let mut facts: Vec<Fact> = vec![("offset".into(), number::grouped(k))];
        for (layer, name) in curves(subject).into_iter().rev() {
            if let Layer::Profile(curve) = layer {
                let value = similarity::of_waves(&curve.waves, Measure::Dot, 0, k);
                facts.push((name.into(), number::typographic(&number::shortest(value))));
            }
        }
        facts
    }
}
