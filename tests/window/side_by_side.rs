//! Naive encodings beside the sinusoids: every number of a row, from its definition.

use phasor::views::View;

use super::{click_at, drawing, numbers::lines, scene, settle, summary, view_rect, window};

#[test]
fn rows_match_their_definitions() {
    let window = window("d_model=4&length=9&position=6&views=side-by-side");
    let rows = lines(&window, View::SideBySide);
    assert_eq!(rows.len(), 9, "one line per position");
    for (t, line) in rows.iter().enumerate() {
        let angle = |exponent: f64| t as f64 * 10_000.0_f64.powf(-exponent);
        let waves: Vec<f64> =
            vec![angle(0.0).sin(), angle(0.0).cos(), angle(0.5).sin(), angle(0.5).cos()];
        let alone =
            |wave: fn(f64) -> f64| (0..4).map(|j| wave(angle(f64::from(j) / 4.0))).collect();
        let expected: [(&str, Vec<f64>); 6] = [
            ("Index t ", vec![t as f64]),
            ("Fraction, 0 to 1 ", vec![t as f64 / 8.0]),
            ("Binary digits ", (0..4).map(|bit| f64::from(u32::from(t >> bit & 1 == 1))).collect()),
            ("Sine alone ", alone(f64::sin)),
            ("Cosine alone ", alone(f64::cos)),
            ("This encoding ", waves),
        ];
        for (part, (name, values)) in line.split("; ").zip(expected) {
            let (_, numbers) =
                part.split_once(name).unwrap_or_else(|| panic!("{name:?} in {part:?}"));
            let numbers: Vec<f64> = numbers
                .split(' ')
                .map(|number| number.replace('−', "-").parse().unwrap())
                .collect();
            assert_eq!(numbers.len(), values.len(), "{part}");
            for (number, value) in numbers.iter().zip(values) {
                assert!((number - value).abs() <= 5.1e-5, "{part}: {number} is {value}");
            }
        }
    }
}

#[test]
fn all_encodings_are_copied() {
    let mut window = window("d_model=4&length=9&start=3&views=side-by-side");
    let copied = super::copied_values(&mut window);
    let rows: Vec<Vec<&str>> = copied.lines().map(|line| line.split('\t').collect()).collect();
    let heads = [
        "position",
        "index_0",
        "fraction_0",
        "binary_0",
        "binary_1",
        "binary_2",
        "binary_3",
        "sine_0",
    ];
    assert_eq!(rows[0][..8], heads);
    assert_eq!((rows.len(), rows[0].len()), (10, 1 + 2 + 4 * 4), "{copied}");
    assert_eq!(rows[3][..7], ["5", "5", "0.25", "1", "0", "1", "0"]);
    let sine: f64 = rows[3][7].parse().unwrap();
    assert!((sine - 5.0_f64.sin()).abs() < 1e-15, "{sine}");
}

#[test]
fn click_selects_position_and_column() {
    let mut window = window("d_model=4&length=9&position=6&column=0&views=side-by-side");
    let targets = &drawing(&window, View::SideBySide).targets;
    let target = targets.iter().find(|it| it.position == Some(2) && it.column == Some(3));
    let rect = target.expect("a cell of the encoding").rect;
    let corner = view_rect(&window, View::SideBySide).min;
    let at = corner + egui::vec2(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    click_at(&mut window, at, egui::Modifiers::NONE);
    settle(&mut window);
    assert!(scene(&window).contains("position=2&column=3"), "{}", scene(&window));
    assert!(
        summary(&window, View::SideBySide).contains("0.25 as a fraction")
            || summary(&window, View::SideBySide).contains("0.250000 as a fraction")
    );
}

#[test]
fn smallest_and_largest_scenes_are_shown() {
    for text in [
        "length=1&d_model=1&start=0",
        "length=4294967296&d_model=16384&position=4294967295",
        "start=-4294967296&length=7",
    ] {
        let window = window(&format!("{text}&views=side-by-side"));
        for line in lines(&window, View::SideBySide) {
            assert!(!line.contains("NaN") && !line.contains("inf"), "{text}: {line}");
        }
    }
}
