//! Counter: positions in binary beside the sinusoids. The fastest bit comes first, as in the encoding of
//! binary digits; each changes half as often as the one before, and
//! waves slow down by a constant factor from pair to pair.

use super::{Behavior, Descriptor, Requirement, Subject};
use crate::{
    encoding::{Component, Frequency, Waves},
    picture::{Bit, Body, Counter as Counters, Figure, number},
    scene::Scene,
};

pub(super) struct CounterView;

/// Minimum number of bits shown: fewer would hide the pattern of counting.
const FEWEST_BITS: u32 = 4;

/// Number of bits that the largest absolute position needs, at least `FEWEST_BITS`.
fn num_bits(scene: &Scene) -> u32 {
    let extent = scene.extent();
    let largest = extent.last().unsigned_abs().max(extent.start().unsigned_abs());
    (u64::BITS - largest.leading_zeros()).max(FEWEST_BITS)
}

/// Column, name and wavelength of the wave nearest to a period, on a logarithmic scale. `None` if the wavelength
/// differs by more than a factor of √2, as it is then nearer to half or twice the period.
fn wave_near(waves: &Waves, period: f64) -> Option<(u32, String, f64)> {
    let distance = |frequency: &&Frequency| (frequency.wavelength() / period).log2().abs();
    // A sine is preferred: it is above 0 where the bit is 0. A cosine is a quarter of a period ahead.
    let nearest = |has: fn(&Frequency) -> bool| {
        let those = waves.frequencies().iter().filter(|frequency| has(frequency));
        those.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let sine = nearest(|frequency| frequency.sin_column.is_some());
    let nearest = sine
        .filter(|sine| distance(sine) <= 0.5)
        .or_else(|| nearest(|frequency| frequency.cos_column.is_some()))?;
    let (column, component) = match (nearest.sin_column, nearest.cos_column) {
        (Some(column), _) => (column, Component::Sin),
        (None, Some(column)) => (column, Component::Cos),
        (None, None) => return None,
    };
    let name = format!("{column} {}", component.name());
    (distance(&nearest) <= 0.5).then(|| (column, name, nearest.wavelength()))
}

fn bits(scene: &Scene, waves: &Waves) -> Vec<Bit> {
    let bit = |place: u32| Bit { place, wave: wave_near(waves, f64::from(place + 1).exp2()) };
    (0..num_bits(scene)).map(bit).collect()
}

fn explanation(scene: &Scene, waves: &Waves) -> String {
    let bits = "From the left, each bit changes half as often as the one before";
    let negative = if scene.extent().start() < 0 {
        " Negative positions are in two's complement."
    } else {
        ""
    };
    let [first, second, ..] = waves.frequencies() else { return format!("{bits}.") };
    let factor = second.wavelength() / first.wavelength();
    if factor <= 1.0 {
        return format!("{bits}.");
    }
    format!(
        "{bits}; each wavelength is {} times the previous one: one bit spans {} waves. In the first half of \
         its period, a bit is 0 and a sine positive; in the second, 1 and negative; a cosine is a quarter of \
         a period earlier. Periods differ a little: bit and wave drift apart.{negative}",
        number::readable(factor, 6),
        number::readable(1.0 / factor.log2(), 3)
    )
}

impl Behavior for CounterView {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Sinusoid, ..Descriptor::of("Counter") }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        self.drawn(subject, "positions in binary, the fastest bit first, each next to the wave with the closest period", Body::Counter(Counters {
                table: subject.table.clone(),
                bits: bits(scene, waves),
                position: scene.position(),
                column: scene.column(),
            })).explained(|| explanation(scene, waves))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let t = scene.position();
        let bits = bits(scene, waves);
        let digits: String =
            bits.iter().rev().map(|bit| if bit.of(t) { '1' } else { '0' }).collect();
        format!(
            "Counter. Position {} in binary is {digits}. {}",
            number::grouped(t),
            explanation(scene, waves)
        )
    }
}
