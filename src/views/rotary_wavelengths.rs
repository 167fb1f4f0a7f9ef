//! Wavelengths of a rotary encoding before and after scaling, with the zones that the scaling makes.

use std::f64::consts::TAU;

use super::{Subject, by_frequency::selected, caption, wave_words::length_text};
use crate::{
    encoding::{
        Double,
        rotary::{
            Rotary,
            scaling::{Scaling, Yarn},
        },
    },
    picture::{Axis, Body, Chart, Figure, Layer, number},
};

/// Effect of a scaling on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    /// The frequency stays.
    Kept,
    /// The frequency is divided by the factor.
    Divided,
    /// Anything else: a blend of both, a divisor of its own, or a standstill.
    Changed,
}

impl Zone {
    /// Index of its color.
    fn color(self) -> u8 {
        match self {
            Self::Kept => 0,
            Self::Divided => 1,
            Self::Changed => 2,
        }
    }

    fn name(self, scaling: &Scaling) -> String {
        let name = match (self, scaling) {
            (Self::Kept, _) => "kept",
            (Self::Divided, _) => "divided by the factor",
            (Self::Changed, Scaling::Yarn(_) | Scaling::Llama3(_)) => "blended",
            (Self::Changed, _) => "changed otherwise",
        };
        name.to_owned()
    }
}

/// Horizontal line at a length.
pub(super) struct WavelengthMark {
    /// Power of ten of the length.
    pub(super) at: f64,
    label: String,
}

/// Frequencies before scaling.
fn before(rotary: &Rotary) -> Vec<Double> {
    Scaling::Default.frequencies(rotary.base(), rotary.exponent_dim(), None)
}

fn zones(rotary: &Rotary) -> Vec<Zone> {
    /// Relative difference of equal frequencies.
    const EQUAL: f64 = 1e-12;
    let factor = rotary.scaling().factor();
    let zone = |(scaled, own): (&Double, &Double)| {
        let is = |divisor: f64| (scaled.hi * divisor - own.hi).abs() <= EQUAL * own.hi;
        if is(1.0) {
            Zone::Kept
        } else if factor.is_some_and(is) {
            Zone::Divided
        } else {
            Zone::Changed
        }
    };
    rotary.omegas().iter().zip(&before(rotary)).map(zone).collect()
}

/// Lengths to mark: of training before scaling, and the largest of the model.
pub(super) fn marks(subject: Subject<'_>, rotary: &Rotary) -> Vec<WavelengthMark> {
    let set = subject.scene.layer_set();
    let own = set.and_then(|set| set.trained_length.as_ref()).map(|it| it.value);
    let trained = own.or_else(|| rotary.scaling().trained_length());
    let largest = set.and_then(|set| set.max_length.as_ref()).map(|it| it.value);
    let mark = |what: &str, length: f64| WavelengthMark {
        at: length.log10(),
        label: format!("{what} {}", number::grouped(length.round() as i64)),
    };
    let mut marks: Vec<WavelengthMark> =
        trained.map(|length| mark("trained", length)).into_iter().collect();
    if let Some(length) = largest.filter(|&length| Some(length) != trained) {
        marks.push(mark("largest", length));
    }
    marks
}

/// Explanation in sentences: the ends before and after, the zones, and the pairs that complete a turn.
pub(super) fn explanation(subject: Subject<'_>, rotary: &Rotary) -> String {
    let wavelength = |omega: &Double| TAU / omega.hi;
    let longest = |omegas: &[Double]| {
        omegas.iter().map(wavelength).filter(|it| it.is_finite()).fold(0.0, f64::max)
    };
    let (own, plain) = (longest(rotary.omegas()), longest(&before(rotary)));
    let num = rotary.num_pairs();
    let mut parts = Vec::new();
    if rotary.scaling() == &Scaling::Default {
        parts.push(format!("Wavelengths range from {} to {}.", length_text(TAU), length_text(own)));
    } else {
        parts.push(format!(
            "The longest wavelength is {} after scaling, {} before.",
            length_text(own),
            length_text(plain)
        ));
        parts.push(zone_words(rotary));
    }
    let still = rotary.omegas().iter().filter(|omega| omega.hi == 0.0).count();
    if still > 0 {
        parts.push(format!("{still} of {num} pairs never turn."));
    }
    let trained = marks(subject, rotary).first().map(|mark| mark.at);
    if let Some(trained) = trained.map(libm::exp10) {
        let turning = |omegas: &[Double]| {
            omegas.iter().filter(|omega| wavelength(omega) <= trained * (1.0 + 1e-12)).count()
        };
        let (now, then) = (turning(rotary.omegas()), turning(&before(rotary)));
        let positions = number::grouped(trained.round() as i64);
        let earlier = if now == then { String::new() } else { format!(", {then} before scaling") };
        parts.push(format!(
            "{now} of {num} pairs complete a turn within the {positions} positions of training{earlier}."
        ));
    }
    parts.join(" ")
}

/// Pairs of each zone, and the ends of a ramp.
fn zone_words(rotary: &Rotary) -> String {
    let zones = zones(rotary);
    let count = |zone: Zone| zones.iter().filter(|&&it| it == zone).count();
    let (kept, divided, changed) = (count(Zone::Kept), count(Zone::Divided), count(Zone::Changed));
    let factor = rotary.scaling().factor().map_or_else(String::new, number::shortest);
    let blended = match rotary.scaling() {
        Scaling::Yarn(yarn) => {
            let (low, high) = yarn.ramp(rotary.base(), rotary.exponent_dim());
            let [low, high] =
                [low, high].map(|it| number::shortest((1000.0 * it).round() / 1000.0));
            let exact = Yarn { is_truncated: false, ..*yarn };
            let (from, to) = exact.ramp(rotary.base(), rotary.exponent_dim());
            let unrounded = if yarn.is_truncated {
                let [from, to] = [from, to].map(|it| number::readable(it, 6));
                format!(" ({from} to {to} before rounding)")
            } else {
                String::new()
            };
            format!("{changed} blended on a ramp from pair {low} to {high}{unrounded}")
        }
        Scaling::Llama3(_) => format!("{changed} blended"),
        _ => format!("{changed} changed otherwise"),
    };
    format!("Blue: {kept} kept; orange: {divided} divided by {factor}; green: {blended}.")
}

/// Figure of the wavelengths: dots after scaling in the colors of their zones, a line before it.
pub(super) fn figure(
    subject: Subject<'_>,
    rotary: &Rotary,
    (x, y): (Axis, Axis),
    length: f64,
) -> Figure {
    let log = |omega: &Double| (TAU / omega.hi).log10();
    let values = rotary.omegas().iter().map(log).collect();
    let colors = zones(rotary).into_iter().map(Zone::color).collect();
    let place = |(pair, omega): (usize, &Double)| (pair as f64 + 0.5, log(omega));
    let mut layers = Vec::new();
    if rotary.scaling() != &Scaling::Default {
        let points = before(rotary).iter().enumerate().map(place).collect();
        layers.push(Layer::Path { points, width: 1.2, color: subject.theme.weak_text });
    }
    if let Scaling::Yarn(yarn) = rotary.scaling() {
        // The ends of the ramp.
        let (low, high) = yarn.ramp(rotary.base(), rotary.exponent_dim());
        for pair in [low, high] {
            let points = [y.whole.start, y.whole.end].map(|at| (pair + 0.5, at)).into();
            layers.push(Layer::Path { points, width: 1.0, color: subject.theme.weak_text });
        }
    }
    let meanings = [Zone::Kept, Zone::Divided, Zone::Changed]
        .map(|zone| (zone.color(), zone.name(rotary.scaling())));
    layers.push(Layer::Points { values, colors, meanings: meanings.into() });
    layers.extend(selected(subject).map(|index| Layer::Cell(index as i64)));
    let line = |at, label, is_right| Layer::HorizontalLine { at, label, is_right };
    let shown = number::grouped(libm::exp10(length).round() as i64);
    layers.push(line(TAU.log10(), "2π".to_owned(), true));
    layers.push(line(length, format!("shown {shown}"), true));
    let marks = marks(subject, rotary);
    // Lengths that differ by little would write over each other at one end.
    let lines = marks.into_iter().enumerate();
    layers.extend(lines.map(|(i, mark)| line(mark.at, mark.label, i % 2 == 1)));
    Figure {
        title: "Wavelengths".to_owned(),
        sentence: match rotary.scaling() {
            Scaling::Default => "2π/ω of every pair".to_owned(),
            scaling => format!("2π/ω of every pair; line: before {}", scaling.key()),
        },
        caption: Some(caption(subject.scene)),
        explanation: explanation(subject, rotary),
        body: Body::Chart(Chart { x, y, is_square: false, layers }),
        ..Figure::default()
    }
}
