//! Wavelength of every frequency on a logarithmic axis, and which of them make a full turn in the table.

use std::f64::consts::TAU;

use super::{
    Behavior, Cells, Descriptor, Fact, Subject, ViewSides,
    along::{Along, OneEach},
    by_frequency::selected,
    explanation, rotary_wavelengths, visible,
    wave_words::{length_in_words, length_text},
};
use crate::{
    encoding::{Frequency, Waves},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Span, number},
    scene::{Scene, View, What},
};

pub(super) struct Wavelengths;

/// Margin above and below, in powers of ten.
const MARGIN: f64 = 0.2;

fn explanation(scene: &Scene, waves: &Waves) -> String {
    let wavelengths = || waves.frequencies().iter().map(Frequency::wavelength);
    let by_length = |a: &&Frequency, b: &&Frequency| a.wavelength().total_cmp(&b.wavelength());
    let frequencies = waves.frequencies();
    let Some((fastest, slowest)) =
        frequencies.iter().min_by(by_length).zip(frequencies.iter().max_by(by_length))
    else {
        return "Every column is 0: there is no wave.".to_owned();
    };
    let base = scene.sinusoid().base();
    let base_text = number::base(base);
    let first = if fastest.exponent.numerator == 0 {
        format!("2π = {}", length_text(fastest.wavelength()))
    } else {
        length_text(fastest.wavelength())
    };
    let paper = base * TAU;
    let last = slowest.exponent;
    let end = format!("{base_text}^({last})·2π = {}", length_text(slowest.wavelength()));
    let end = match last.numerator.cmp(&last.denominator) {
        std::cmp::Ordering::Equal => format!("{base_text}·2π = {}", length_text(paper)),
        std::cmp::Ordering::Less => format!("{end}, not {base_text}·2π = {}", length_text(paper)),
        std::cmp::Ordering::Greater => {
            format!("{end}, beyond {base_text}·2π = {}", length_text(paper))
        }
    };
    let length = scene.extent().length() as f64;
    let slow = wavelengths().filter(|&wavelength| wavelength > length).count();
    let what = if waves.is_paired() { "pair" } else { "wave" };
    let of = number::counted(frequencies.len() as i64, what);
    let positions = number::counted(scene.extent().length() as i64, "position");
    let turns = match (slow, frequencies.len()) {
        (0, 1) => format!("It turns at least once in {positions}."),
        (1, 1) => format!("It does not complete a turn within {positions}."),
        (0, _) => format!("All {of} turn at least once in {positions}."),
        (1, _) => format!("1 of {of} does not complete a turn within {positions}."),
        _ => format!("{slow} of {of} do not complete a turn within {positions}."),
    };
    let from = if frequencies.len() == 1 {
        format!("The only wavelength is {first}.")
    } else {
        format!("Wavelengths range from {first} to {end}.")
    };
    format!("{from} {turns}")
}

impl Behavior for Wavelengths {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            sides: ViewSides::Both,
            copies: What::Frequencies,
            ..Descriptor::of("Wavelengths")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let (viewport, whole) = (visible(View::Wavelengths, self, subject), self.whole(subject));
        let length = scene.extent().length();
        let values =
            waves.frequencies().iter().map(|frequency| frequency.wavelength().log10()).collect();
        let limit = (length as f64).log10();
        if let Some(rotary) = waves.rotary() {
            let x =
                Axis::cells("pair", 0, viewport.x, whole.x.end).counting(Dimension::Frequencies);
            let y = Axis::logarithms("wavelength (positions)", viewport.y, whole.y);
            return rotary_wavelengths::figure(subject, rotary, (x, y), limit);
        }
        let values: Vec<f64> = values;
        let colors = values.iter().map(|&value| u8::from(value > limit)).collect();
        let meanings =
            vec![(0, "turns within the table".to_owned()), (1, "longer than the table".to_owned())];
        self.drawn(
            subject,
            "2π/ω of every frequency; orange: longer than the table",
            Body::Chart(Chart {
                x: Along::Frequencies.axis(subject, viewport.x),
                y: Axis::logarithms("wavelength (positions)", viewport.y, whole.y),
                is_square: false,
                layers: [Layer::Points { values, colors, meanings }]
                    .into_iter()
                    .chain(selected(subject).map(|index| Layer::Cell(index as i64)))
                    .chain([
                        Layer::HorizontalLine {
                            at: TAU.log10(),
                            label: "2π".to_owned(),
                            is_right: true,
                        },
                        Layer::HorizontalLine {
                            at: limit,
                            label: format!("length {}", number::grouped(length as i64)),
                            is_right: false,
                        },
                    ])
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
            format!(" {name}: {}", length_in_words(frequency))
        });
        let explanation = match waves.rotary() {
            Some(rotary) => rotary_wavelengths::explanation(subject, rotary),
            None => explanation(scene, waves),
        };
        format!("Wavelengths. {explanation}{}", selected.unwrap_or_default())
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl OneEach for Wavelengths {
    fn along(&self, _subject: Subject<'_>) -> Along {
        Along::Frequencies
    }

    fn least_range(&self) -> f64 {
        1e-3
    }

    fn values(&self, subject: Subject<'_>) -> Span {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let length = (scene.extent().length() as f64).log10();
        let (mut least, mut greatest) = (TAU.log10().min(length), TAU.log10().max(length));
        let own = waves.frequencies().iter().map(|frequency| frequency.wavelength().log10());
        let of_model = waves.rotary().map(|rotary| rotary_wavelengths::marks(subject, rotary));
        let marks = of_model.into_iter().flatten().map(|mark| mark.at);
        for wavelength in own.chain(marks).filter(|it| it.is_finite()) {
            (least, greatest) = (least.min(wavelength), greatest.max(wavelength));
        }
        Span { start: least - MARGIN, end: greatest + MARGIN }
    }

    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact> {
        let index = cell.max(0) as usize;
        let Some(frequency) = subject.waves().frequencies().get(index) else { return Vec::new() };
        let wavelength = frequency.wavelength();
        let turns = subject.scene.extent().length() as f64 / wavelength;
        let columns: Vec<String> = [(frequency.sin_column, "sin"), (frequency.cos_column, "cos")]
            .into_iter()
            .filter_map(|(column, name)| Some(format!("{} {name}", column?)))
            .collect();
        let what = if subject.waves().rotary().is_some() { "dimensions" } else { "columns" };
        vec![
            (what.into(), columns.join(", ")),
            ("wavelength".into(), length_in_words(frequency)),
            ("frequency".into(), format!("{} rad/position", number::shortest(frequency.omega.hi))),
            ("turns in this table".into(), number::readable(turns, 4)),
        ]
    }
}
