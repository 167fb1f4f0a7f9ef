//! Sentences about waves that sinusoids and rotary encodings share.

use crate::{
    encoding::{
        Frequency, Waves,
        similarity::{self, Measure},
    },
    picture::number,
    scene::Scene,
};

/// Symbol of the rotation matrix, such as `M₁₀`.
pub(super) fn matrix(k: i64) -> String {
    format!("M{}", number::subscript(&k.to_string()))
}

/// Describes a residual by the number of equal digits, such as `equal to 14 digits`.
pub(super) fn equal_digits(residual: f64) -> String {
    let digits = (-residual.log10()).floor() as i32;
    format!("equal to {digits} digits")
}

/// Similarity of the selected positions, in a sentence.
pub(super) fn about_similarity(scene: &Scene, waves: &Waves) -> String {
    let (t, s) = (scene.position(), scene.other_position());
    let measure = scene.measure();
    let value = number::readable(similarity::of_waves(waves, measure, t, s), 4);
    let score = match measure {
        Measure::Dot if waves.rotary().is_some() => {
            let bound = number::readable(measure.bound_of_waves(waves), 6);
            format!("a score of {value} (at most {bound})")
        }
        Measure::Dot => {
            let bound = number::typographic(&number::shortest(measure.bound_of_waves(waves)));
            format!("a dot product of {value} (at most {bound})")
        }
        Measure::Cosine => format!("a cosine of {value}"),
        Measure::Distance => format!("a distance of {value}"),
    };
    if waves.is_paired() {
        format!(
            "Similarity depends only on the offset: any two positions {} apart have {score}.",
            number::grouped(scene.offset().abs())
        )
    } else {
        format!(
            "Similarity depends on more than the offset: positions {} and {} have {score}.",
            number::grouped(t),
            number::grouped(s)
        )
    }
}

/// The slowest wave, in a sentence.
pub(super) fn about_waves(scene: &Scene, waves: &Waves) -> String {
    let slowest = waves
        .frequencies()
        .iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.wavelength().total_cmp(&b.wavelength()));
    let Some((index, slowest)) = slowest else {
        return String::new();
    };
    let wavelength = slowest.wavelength();
    let turns = scene.extent().length() as f64 / wavelength;
    let length = if wavelength < 1e15 {
        number::grouped(wavelength.round() as i64)
    } else {
        number::scientific(wavelength, 3)
    };
    let name = frequency_name(index, slowest);
    if wavelength.is_infinite() {
        let num = waves.frequencies().iter().filter(|it| it.wavelength().is_infinite()).count();
        let pairs = number::counted(num as i64, "pair");
        return format!("{pairs} of {} never turn.", waves.frequencies().len());
    }
    if turns < 1.0 {
        let percent = number::readable(100.0 * turns, 2);
        format!(
            "{name} takes {length} positions to complete one turn; this table shows {percent} % of it."
        )
    } else {
        let turns = number::readable(turns, 3);
        format!("The slowest wave, {}, completes {turns} turns in this table.", name.to_lowercase())
    }
}

/// Name of a frequency by its index: `Pair 7` if it has both columns, else `Frequency 7`.
pub fn frequency_name(index: usize, frequency: &Frequency) -> String {
    if frequency.pair().is_some() { format!("Pair {index}") } else { format!("Frequency {index}") }
}

/// Wavelength in positions: `410.5 positions`, or that the pair never turns.
pub fn wavelength_text(frequency: &Frequency) -> String {
    let wavelength = frequency.wavelength();
    if wavelength.is_infinite() {
        return "never turns".to_owned();
    }
    format!("{} positions", number::readable(wavelength, 6))
}

/// Formats a wavelength or a length, in positions.
pub(super) fn length_text(positions: f64) -> String {
    match positions {
        small if small < 1e4 => number::readable(small, 6),
        whole if whole < 1e15 => number::grouped(whole.round() as i64),
        large => number::scientific(large, 4),
    }
}

/// Wavelength of a frequency in words.
pub(super) fn length_in_words(frequency: &Frequency) -> String {
    match frequency.wavelength() {
        infinite if infinite.is_infinite() => "never turns".to_owned(),
        wavelength => format!("{} positions", length_text(wavelength)),
    }
}
