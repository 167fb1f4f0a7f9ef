//! Pair on the unit circle: the phasor of the selected column's frequency at t and at t + k, the angle ωk between
//! them, and the block of `M_k` in numbers.

use std::f64::consts::TAU;

use super::{Behavior, Descriptor, Selection, Subject, ViewSides, explanation};
use crate::{
    encoding::{Column, Frequency, Phasor, rotation},
    picture::{Axis, Body, Chart, Figure, Formula, Layer, Rgb, Span, number, tex},
    scene::{Scene, What},
};

pub(super) struct PairView;

/// Range of both axes: the unit circle, with a margin for labels.
const REACH: Span = Span { start: -1.3, end: 1.3 };

/// Index and frequency of the selected column; `None` for a column of zeros.
fn selected(subject: Subject<'_>) -> Option<(usize, Frequency)> {
    let waves = subject.waves();
    match waves.column(subject.wave_column()) {
        Column::Wave { frequency, .. } => {
            // A repeated cosine belongs to the pair that it repeats.
            let index = waves.frequencies()[frequency].repeats.unwrap_or(frequency);
            Some((index, waves.frequencies()[index]))
        }
        Column::Zero => None,
    }
}

/// Phasor e^{iωt}.
fn phasor(frequency: &Frequency, t: i64) -> Phasor {
    Phasor::from_angle(frequency.omega.scaled(t as f64))
}

/// Axis label with the column that holds the wave: `sin ωt, column 14`, or `sin ωt, not in the table`.
fn axis_name(column: Option<u32>, wave: &str, is_rotary: bool) -> String {
    match column {
        Some(column) if is_rotary => format!("{wave}, dimension {column}"),
        Some(column) => format!("{wave}, column {column}"),
        None => format!("{wave}, not in the table"),
    }
}

/// Points of an arc around the origin that begins at the angle `from` and spans `angle`, both in radians.
fn arc(from: f64, angle: f64, radius: f64) -> Vec<(f64, f64)> {
    const STEPS: f64 = 96.0;
    let num = (angle.abs() / TAU * STEPS).ceil().max(1.0);
    (0..=num as u32)
        .map(|i| {
            let at = from + angle * f64::from(i) / num;
            (radius * at.cos(), radius * at.sin())
        })
        .collect()
}

fn layers(
    scene: &Scene,
    frequency: &Frequency,
    theme: crate::picture::Theme,
    is_rotary: bool,
) -> Vec<Layer> {
    let (t, s) = (scene.position(), scene.other_position());
    let (here, there) = (phasor(frequency, t), phasor(frequency, s));
    let path =
        |points: Vec<(f64, f64)>, width: f32, color: Rgb| Layer::Path { points, width, color };
    let at = |phasor: Phasor| (phasor.cos, phasor.sin);
    let name = |t: i64| {
        let t = number::grouped(t);
        if is_rotary { format!("t = {t}") } else { format!("PE({t})") }
    };
    // Whole turns are not drawn: the arc is ωk modulo 2π, in the direction of k.
    let turn = phasor(frequency, scene.offset());
    let left = libm::atan2(turn.sin, turn.cos);
    let left = if scene.offset() >= 0 { left.rem_euclid(TAU) } else { -(-left).rem_euclid(TAU) };
    let from = libm::atan2(here.sin, here.cos);
    vec![
        path(vec![(-1.2, 0.0), (1.2, 0.0)], 1.0, theme.line),
        path(vec![(0.0, -1.2), (0.0, 1.2)], 1.0, theme.line),
        path(arc(0.0, TAU, 1.0), 1.5, theme.rail),
        path(arc(from, left, 0.42), 1.8, theme.accent),
        path(vec![(0.0, 0.0), at(here)], 2.2, theme.selection),
        path(vec![(0.0, 0.0), at(there)], 2.2, theme.accent),
        Layer::Dot { at: at(here), color: theme.selection, label: name(t) },
        Layer::Dot { at: at(there), color: theme.accent, label: name(s) },
    ]
}

/// Numeric formula of (sin ω(t + k), cos ω(t + k)) as the block of `M_k` times (sin ωt, cos ωt).
fn block(scene: &Scene, frequency: &Frequency, is_rotary: bool) -> Formula {
    let vector = |t: i64| {
        let Phasor { sin, cos } = phasor(frequency, t);
        let (first, second) = if is_rotary { (cos, sin) } else { (sin, cos) };
        tex!(
            r"\begin{pmatrix} #first \\ #second \end{pmatrix}",
            first = number::decimal(first, 6),
            second = number::decimal(second, 6),
        )
    };
    // The vector (x, y) of a pair turns the other way round than (sin, cos).
    let offset = if is_rotary { -scene.offset() } else { scene.offset() };
    let turn = rotation::block(phasor(frequency, offset));
    let [[a, b], [c, d]] = turn.map(|row| row.map(|value| number::decimal(value, 6)));
    tex!(
        r"#there = \begin{pmatrix} #a & #b \\ #c & #d \end{pmatrix} #here",
        there = vector(scene.other_position()),
        a,
        b,
        c,
        d,
        here = vector(scene.position()),
    )
}

fn sentence(scene: &Scene, index: usize, frequency: &Frequency) -> String {
    let turn = frequency.angle(scene.offset());
    let degrees = number::readable(turn.to_degrees(), 6);
    let name = explanation::frequency_name(index, frequency);
    format!("{name}, turned by ωk = {} rad = {degrees}°", number::angle(turn))
}

impl Behavior for PairView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            sides: ViewSides::Both,
            is_wide: false,
            copies: What::Rotation,
            has_offset: true,
            shown_by: &[Selection::Position, Selection::OtherPosition, Selection::Column],
            ..Descriptor::of("Pair")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, theme, .. } = subject;
        let waves = subject.waves();
        let found = selected(subject);
        let is_rotary = waves.rotary().is_some_and(|it| it.pairing().is_some());
        let (names, sentence, layers) = match &found {
            Some((index, frequency)) => (
                [(frequency.cos_column, "cos ωt"), (frequency.sin_column, "sin ωt")]
                    .map(|(column, wave)| axis_name(column, wave, is_rotary)),
                sentence(scene, *index, frequency),
                layers(scene, frequency, theme, waves.rotary().is_some()),
            ),
            None => Default::default(),
        };
        let explanation = match &found {
            None => format!("Column {} is 0 at every position: nothing turns.", scene.column()),
            Some((_, frequency)) if frequency.pair().is_some() => String::new(),
            Some(_) => "One of the two waves is not in the table.".to_owned(),
        };
        let [x, y] = names;
        let body = Body::Chart(Chart {
            x: Axis::values(&x, REACH, REACH),
            y: Axis::values(&y, REACH, REACH),
            is_square: true,
            layers,
        });
        let is_rotary = subject.waves().rotary().is_some();
        let display = found.map(|(_, frequency)| block(scene, &frequency, is_rotary));
        Figure { explanation, display, ..self.drawn(subject, sentence, body) }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let Subject { scene, .. } = subject;
        match selected(subject) {
            Some((index, frequency)) => format!(
                "Pair. {}: {}",
                sentence(scene, index, &frequency),
                block(scene, &frequency, subject.waves().rotary().is_some()).plain_text()
            ),
            None => format!("Pair. Column {} is 0 at every position", scene.column()),
        }
    }
}
