//! Number line of a type around the selected position: which positions it can store, and what the position becomes.

use super::{Behavior, Descriptor, Requirement, Selection, Subject, ViewSides, rounding};
use crate::{
    encoding::{Rounding, Stage},
    picture::{Axis, Body, Chart, Figure, Layer, Span, number},
};

pub(super) struct NumberLine;

/// Cells on each side of the selected one.
const BESIDE: i64 = 12;

/// Type of the positions: that of the scene or, where they are exact, the narrowest type of another stage, and bf16
/// where nothing is rounded.
fn type_of(subject: Subject<'_>) -> (Rounding, bool) {
    let stages = rounding::stages(subject.table);
    if let Some(own) = stages.position {
        return (own, true);
    }
    let all = Stage::ALL.iter().filter_map(|&stage| stages.of(stage));
    let narrowest = all.max_by(|a, b| a.unit().total_cmp(&b.unit()));
    (narrowest.unwrap_or(Rounding::Bf16), false)
}

/// Number of positions between two that the type stores, around a position.
fn step(to: Rounding, t: i64) -> f64 {
    to.step_at(t as f64).max(1.0)
}

/// Positions around the selected one, one tick for each step of the type.
fn stored(to: Rounding, t: i64) -> Vec<f64> {
    let step = step(to, t);
    let middle = to.nearest(t as f64);
    let numbers = (-BESIDE..=BESIDE).map(|i| middle + i as f64 * step);
    numbers.filter(|&it| to.nearest(it) == it).collect()
}

fn grouped(value: f64) -> String {
    if value.abs() < 9e15 { number::grouped(value as i64) } else { number::readable(value, 6) }
}

impl Behavior for NumberLine {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            shown_with: "round=bf16",
            shown_by: &[Selection::Position],
            ..Descriptor::of("Number line")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let t = subject.scene.position();
        let (to, _) = type_of(subject);
        let spacing = step(to, t);
        let half = BESIDE as f64 * spacing;
        let span = Span { start: t as f64 - half, end: t as f64 + half };
        let theme = subject.theme;
        let stroke = |x: f64, height: f64, color, width| Layer::Path {
            points: vec![(x, 0.5 - height), (x, 0.5 + height)],
            width,
            color,
        };
        let mut layers = Vec::new();
        for number in stored(to, t).into_iter().filter(|it| (span.start..=span.end).contains(it)) {
            layers.push(stroke(number, 0.12, theme.weak_text, 1.0));
        }
        let kept = to.nearest(t as f64);
        if kept.is_finite() {
            layers.push(stroke(kept, 0.25, theme.curve(1), 2.5));
            layers.push(Layer::Dot {
                at: (kept, 0.25),
                color: theme.curve(1),
                label: format!("stored {}", grouped(kept)),
            });
        }
        layers.push(stroke(t as f64, 0.2, theme.curve(0), 2.5));
        layers.push(Layer::Dot {
            at: (t as f64, 0.7),
            color: theme.curve(0),
            label: format!("t = {}", number::grouped(t)),
        });
        self.drawn(
            subject,
            format!("numbers that {} has around position {}", to.key(), number::grouped(t)),
            Body::Chart(Chart {
                x: Axis::values("position", span, span),
                y: Axis::names(vec![String::new()]),
                is_square: false,
                layers,
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let t = subject.scene.position();
        let (to, is_own) = type_of(subject);
        let name = to.key();
        let stored = to.nearest(t as f64);
        let shown = number::grouped(t);
        let mut sentences = Vec::new();
        sentences.push(if !stored.is_finite() {
            format!(
                "In {name} position {shown} is not finite: the largest number is {}.",
                grouped(to.most())
            )
        } else if stored == t as f64 {
            format!("In {name} position {shown} is stored as it is.")
        } else {
            format!("In {name} position {shown} is stored as {}.", grouped(stored))
        });
        let step_here = to.step_at(t as f64);
        if step_here >= 1.0 && stored.is_finite() {
            let power = (t.unsigned_abs() as f64).log2().floor().exp2();
            sentences.push(format!(
                "From {} on the step is {}; from {} on it is {}.",
                grouped(power),
                grouped(step_here),
                grouped(2.0 * power),
                grouped(2.0 * step_here)
            ));
        } else if stored.is_finite() {
            // The first number from which the step is 2.
            let first = 1.0 / to.unit();
            sentences.push(format!(
                "Every position up to {} is stored as it is; from there on the step is 2.",
                grouped(first)
            ));
        }
        if !is_own {
            sentences.push(
                "The scene keeps positions exact: this is what they would become.".to_owned(),
            );
        }
        sentences.join(" ")
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let (to, _) = type_of(subject);
        let t = subject.scene.position();
        let line = |it: f64| number::shortest(it);
        Some(stored(to, t).into_iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}
