//! Lessons 1 to 8: words, counting, the formula, wavelengths, rotation.

use std::f64::consts::{PI, TAU};

use phasor::{
    encoding::{
        Encoding,
        similarity::{self, Measure},
    },
    scene::Scene,
    views::View,
};

use super::{between, encoding, grouped, linked, says, scene, words};

/// Cosines of two words before and after, as the view gives them.
fn cosines(scene: &Scene) -> [f64; 2] {
    let text = words(scene, View::WordSimilarity);
    [between(&text, "cosine ", " before"), between(&text, " before and ", " after")]
}

/// A signed number with two decimals.
fn signed(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

#[test]
fn lesson_1_two_stories() {
    let (bites, bitten) = (scene("1.1", ""), linked("1.5", "0.19"));
    let [before, after] = cosines(&bites);
    let [before_too, after_too] = cosines(&bitten);
    assert_eq!(before, before_too, "the left matrices hold the same numbers");
    let man = cosines(&scene("1.5", "sentence=the man bites the dog&position=2&offset=1"));
    says("1.1", &format!("cosine of {} in both sentences", signed(before)));
    says("1.1", &format!("man and bites {}", signed(man[0])));
    says("1.5", &format!("have a cosine of {after:.2}"));
    says("1.5", &format!("It is {after_too:.2}."));
    let other = cosines(&scene("1.5", "position=5&offset=-2"));
    assert_eq!(other[0], man[0], "the same two words");
    says("1.5", &format!("from {:.2} to {:.2}. What is added", other[1], man[1]));
    let [same, the] = cosines(&scene("1.2", ""));
    assert_eq!(same, 1.0);
    says("1.2", &format!("the same entry is {the:.2}"));
    says("1.1", "In this lesson, positions are counted from 1");
}

#[test]
fn lesson_2_counting() {
    let text = words(&scene("2.2", ""), View::Criteria);
    let first = between(&text, "the largest value is ", " at length 256");
    let other = between(&text, "and ", " at length 2048");
    says("2.2", &format!("{first} at one length and {other} at the other"));
    assert_eq!((2000.0 / first).round(), 8.0, "nearly eight times");
    assert_eq!(linked("2.1", "the end of a long text").position(), 2047);
    says("2.1", "The number is 2047");
    says("2.3", &format!("= {}", 3.0 / 4.0));
    says("2.4", &format!("{} away; in the long one, {}", 1.0 / 4.0, 1.0 / 8.0));
    let digits = scene("2.5", "").draft().encoding.d_model;
    says("2.5", &format!("twelve digits count to {}", (1_u32 << digits) - 1));
    assert_eq!(1 + 2 + 8, scene("2.5", "").position());
    assert_eq!((7_u32 ^ 8).count_ones(), 4, "four digits flip");
    let shared = words(&linked("2.5", "three digits"), View::Criteria);
    assert!(shared.contains("t = 0 and t = 8 get the same row"), "{shared}");
    assert_eq!((31_u32 ^ 32).count_ones(), 6);
    says("3.3", "From 0 to 1 one binary digit changes, from 31 to 32 six do");
    says("3.2", "10/63 apart at length 64, and 10/127 at length 128");
    assert_eq!(
        (scene("3.2", "").draft().encoding.length, scene("3.2", "").draft().other_length),
        (64, 128)
    );
}

#[test]
fn lesson_3_criteria() {
    let judged = |place: &str| words(&scene(place, ""), View::Criteria);
    assert!(words(&linked("3.1", "cosines alone"), View::Criteria).contains("the same row"));
    // The formula of the distance, at two positions.
    let waves = encoding("3.3", "judged=sinusoidal,steady");
    let omegas = waves.waves().unwrap().frequencies().to_vec();
    for k in [1, 7, 40] {
        let formula: f64 = (0..16).map(|i| 2.0 - 2.0 * (omegas[i].omega.hi * k as f64).cos()).sum();
        for t in [0, 23] {
            let squares =
                waves.row(t).into_iter().zip(waves.row(t + k)).map(|(a, b)| (a - b).powi(2));
            assert!((squares.sum::<f64>() - formula).abs() < 1e-12, "k = {k}, t = {t}");
        }
    }
    let step =
        (0..64).map(|t| (waves.value(t + 1, 0) - waves.value(t, 0)).abs()).fold(0.0, f64::max);
    assert!(step < 1.0, "less than half of the range from -1 to 1: {step}");
    let fraction = |length: f64, t: f64| t / (length - 1.0);
    assert!(
        (1..5).all(|t| fraction(10.0, t.into()) != fraction(11.0, t.into())),
        "all but the first"
    );
    assert_eq!(fraction(10.0, 0.0), fraction(11.0, 0.0));
    assert!(judged("3.6").contains("127"), "the index leaves the range: {}", judged("3.6"));
}

#[test]
fn lessons_4_to_6_widths() {
    let wide = scene("4.6", "");
    assert_eq!((wide.draft().encoding.d_model, wide.draft().encoding.length), (512, 512));
    says("4.6", "base model: 512 columns");
    says("4.8", "step = -log(10000) / d omega = exp(step * arange(0, d, 2))");
    let bits = |t: u32| (0..4).map(|i| (t >> i & 1).to_string()).collect::<Vec<_>>().join(", ");
    says("5.1", &format!("Position 11 reads {}", bits(11)));
    let last = encoding("5.2", "");
    let moved = (0..64).map(|t| last.value(t, 62).abs()).fold(0.0, f64::max);
    assert!(moved < 0.01, "column 62 barely moves: {moved}");
    assert_eq!(512 + 512, 1024);
    says("8.5", "512 + 512 = 1024");
    assert_eq!(scene("8.6", "").draft().encoding.length, 8);
    says("8.6", "Here it is 8, and the sentence has 16 tokens");
}

#[test]
fn lesson_4_formula() {
    let table = encoding("4.1", "");
    let rounded = |j, digits: usize| {
        (0..4).map(|t| format!("{:.digits$}", table.value(t, j))).collect::<Vec<String>>()
    };
    says("4.1", &rounded(0, 4)[1]);
    let fast = rounded(0, 4);
    says("4.2", &format!("0, then {}, {}, {}", fast[1], fast[2], fast[3]));
    let slow = rounded(2, 2);
    says("4.4", &format!("0, {}, {}, {}", slow[1], slow[2], slow[3]));
    assert_eq!(10_000_f64.powf(0.5), 100.0, "a hundred times slower");
    // The first line of the code is the same frequency.
    for i in 0..64 {
        let code = (f64::from(2 * i) * -(10_000_f64.ln() / 128.0)).exp();
        assert!((code * 10_000_f64.powf(f64::from(2 * i) / 128.0) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn lesson_4_layouts() {
    let of = |changes: &str| encoding("4.9", changes);
    let (a, split, whisper) = (of(""), of("layout=split"), of("convention=whisper"));
    let dot = |table: &Encoding, t, s| similarity::of(table, Measure::Dot, t, s);
    let mut differs = 0.0_f64;
    for (t, s) in (0..256).step_by(5).flat_map(|t| (0..256).step_by(7).map(move |s| (t, s))) {
        let off = (dot(&a, t, s) - dot(&split, t, s)).abs();
        assert!(off < 1e-12, "the layout alone keeps the product of {t} and {s}: {off}");
        differs = differs.max((dot(&a, t, s) - dot(&whisper, t, s)).abs());
    }
    assert!(differs > 0.5, "exponents that end at 1 do not: {differs}");
    assert!(a.row(42).iter().zip(split.row(42)).any(|(a, b)| (a - b).abs() > 1.0));
}

#[test]
fn lesson_5_factor() {
    let factor = |d: f64| 10_000_f64.powf(2.0 / d);
    says("5.3", &format!("10000^(2/64) = {:.4}", factor(64.0)));
    says("5.3", &format!("takes {:.1} pairs", 2_f64.ln() / factor(64.0).ln()));
    says("5.3", &format!("factor is {:.2}", factor(16.0)));
    says("5.2", &format!("{TAU:.2} positions"));
    says("5.5", &format!("needs {} positions", grouped(TAU * 10_000_f64.powf(62.0 / 64.0))));
    assert_eq!((20.0 / TAU).floor(), 3.0, "three whole turns at position 20");
}

#[test]
fn lesson_6_wavelengths() {
    let longest = |d: f64| grouped(TAU * 10_000_f64.powf((d - 2.0) / d));
    says("6.2", &format!("10000^(126/128) = {}", longest(128.0)));
    says("6.2", &format!("With 512 columns it is {}", longest(512.0)));
    says("6.2", &format!("which is {}", grouped(20_000.0 * PI)));
    let incomplete = words(&scene("6.3", ""), View::Wavelengths);
    let num = between(&incomplete, "832. ", " of 64 pairs");
    says("6.3", &format!("{num} of 64"));
    assert!(
        TAU * 10_000_f64.powf(126.0 / 128.0) < 65_536.0,
        "all complete a turn in the long table"
    );
    for (place, half) in [("6.4", Some(3)), ("6.5", None)] {
        let text = words(&scene(place, ""), View::Shares);
        let tenths = between(&text, "nine tenths from the ", " fastest");
        match half {
            Some(half) => {
                assert_eq!(
                    between(&text, "half of it comes from the ", " fastest"),
                    f64::from(half)
                );
                says(
                    place,
                    &format!("the {half} fastest pairs, nine tenths from the {tenths} fastest"),
                );
            }
            None => says(place, &format!("nine tenths come from the {tenths} fastest")),
        }
    }
    let omega = 10_000_f64.powf(-60.0 / 128.0);
    says("6.5", &format!("= {omega:.5}; at offset 37 it has moved by {:.3}", 37.0 * omega));
    says("6.5", &format!("at 38 by {:.3}", 38.0 * omega));
    let falls = between(&words(&scene("6.6", ""), View::Profile), "decreases up to offset ", ". ");
    says("6.6", &format!("falls up to offset {falls}"));
}

#[test]
fn lesson_7_sphere_and_sines() {
    let norm = |table: &Encoding, t| table.row(t).iter().map(|x| x * x).sum::<f64>().sqrt();
    let (wide, small) = (encoding("7.2", "d_model=512"), encoding("7.2", ""));
    for t in [0, 1, 5, 100, 1_000_000] {
        assert!((norm(&wide, t) - 16.0).abs() < 1e-12, "norm at {t}");
        assert!((norm(&small, t) - 2.0).abs() < 1e-12, "norm at {t}");
    }
    says("7.2", "16, at every position");
    says("7.2", "with 8 columns, it is 2");
    let sines = encoding("7.8", "");
    assert!(sines.row(0).iter().all(|&value| value == 0.0), "all sines are 0 at 0");
    assert!(sines.row(3)[0] > 0.1, "and not at 3");
}

#[test]
fn lesson_8_words() {
    let cosine = |place: &str, changes: &str, t| {
        similarity::of(&encoding(place, changes), Measure::Cosine, t, t + 8)
    };
    let (right, doubled) = (cosine("8.3", "", 2), cosine("8.3", "convention=doubled", 2));
    for place in ["8.3", "9.4"] {
        says(place, &format!("{right:.7}"));
        says(place, &format!("{doubled:.7}"));
    }
    assert!((right - cosine("8.3", "", 20)).abs() < 1e-15, "the distance decides");
    let sum = words(&scene("8.4", "scaled=true"), View::Sum);
    says("8.4", &format!("about {:.1}", between(&sum, "The embedding is ", " long")));
    assert_eq!(between(&sum, "the encoding ", ";"), 16.0);
    let unscaled = words(&scene("8.4", ""), View::Sum);
    assert!((between(&unscaled, "The embedding is ", " long") - 1.0).abs() < 0.1);
}

#[test]
fn lesson_9_mistakes() {
    // Which property each mistake breaks: the dot product depends on the offset alone, or not.
    for (place, is_kept) in [("9.2", false), ("9.3", true), ("9.6", true)] {
        let table = encoding(place, "");
        let dot = |t| similarity::of(&table, Measure::Dot, t, t + 8);
        let spread = (0..200).map(|t| (dot(t) - dot(0)).abs()).fold(0.0, f64::max);
        assert_eq!(spread < 1e-9, is_kept, "{place}: {spread}");
    }
    let slowest = encoding("9.3", "");
    let longest = slowest.waves().unwrap().frequencies().iter().map(|it| TAU / it.omega.hi);
    let longest = longest.fold(0.0, f64::max);
    assert!((longest / (10_000.0 * TAU) - 1.0).abs() < 1e-12, "exactly 10000 · 2π: {longest}");
    assert_eq!(0.0_f64 * 2.0 / 512.0 * 10_000.0, 0.0, "10000 times 2i/d divides by 0 for i = 0");
}

/// Claims about a single wave, a width or a turn.
#[test]
fn short_claims_of_lessons_3_to_8() {
    let range = |place: &str| {
        let table = encoding(place, "");
        let column: Vec<f64> = (0..1000).map(|t| table.row(t)[0]).collect();
        column.windows(2).map(|it| (it[1] - it[0]).abs()).fold(0.0, f64::max)
    };
    says("3.5", "The fastest wave has ω = 1 and changes by less than half of its range");
    assert!(range("3.5") < 1.0, "half of −1 to 1");
    says("3.7", "all its values except the first change");
    let fraction = |t: f64, length: f64| t / (length - 1.0);
    assert_eq!(fraction(0.0, 9.0), fraction(0.0, 10.0));
    assert!((1..9).all(|t| fraction(f64::from(t), 9.0) != fraction(f64::from(t), 10.0)));
    let wide = scene("4.5", "");
    says(
        "4.5",
        &format!(
            "{} columns and {} positions",
            wide.draft().encoding.d_model,
            wide.draft().encoding.length
        ),
    );
    let table = encoding("7.3", "");
    let offset = scene("7.3", "").offset();
    let arc = |link: &str| {
        let t = linked("7.3", link).position();
        let [before, after] = [t, t + offset].map(|t| table.row(t));
        // The sine of the angle between two points of the circle.
        before[1] * after[0] - before[0] * after[1]
    };
    assert!((arc("position 5") - arc("position 50")).abs() < 1e-14, "the arc has the same length");
    let words = scene("8.1", "");
    says(
        "8.1",
        &format!("Sixteen tokens, sixteen rows of {} numbers", words.draft().encoding.d_model),
    );
}
