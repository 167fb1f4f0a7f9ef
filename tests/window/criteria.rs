//! Criteria of a good encoding: numbers and counterexamples, recomputed here from the rows.

use egui_kittest::kittest::Queryable as _;
use phasor::views::View;

use super::{
    click_at, drawing, enter, find_view,
    numbers::{check, lines},
    open_workspace, scene, settle, summary, toggle_settings, view_rect, wait_until, window,
};
use crate::headless::Window;

const TEXT: &str = "d_model=8&length=5&other_length=9&offset=1&position=3&views=criteria";

#[track_caller]
fn wait(window: &mut Window) -> Vec<String> {
    wait_until(window, "the criteria", |it| {
        (!summary(it, View::Criteria).contains("Computing")).then(|| lines(it, View::Criteria))
    })
}

#[track_caller]
fn cell(lines: &[String], words: &str) -> String {
    let found = lines.iter().find(|line| line.starts_with(words));
    found.unwrap_or_else(|| panic!("no {words:?} among {lines:?}")).clone()
}

/// Row of the paper's encoding, or of one component alone with a frequency for every column.
fn row(t: f64, alone: Option<fn(f64) -> f64>) -> Vec<f64> {
    (0..8)
        .map(|j| {
            if let Some(wave) = alone {
                return wave(t * 10_000.0_f64.powf(-f64::from(j) / 8.0));
            }
            let angle = t * 10_000.0_f64.powf(-2.0 * f64::from(j / 2) / 8.0);
            if j % 2 == 0 { angle.sin() } else { angle.cos() }
        })
        .collect()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn nearest(num: i32, alone: Option<fn(f64) -> f64>) -> f64 {
    let mut least = f64::INFINITY;
    for t in 0..num {
        for s in 0..t {
            least = least.min(distance(&row(t.into(), alone), &row(s.into(), alone)));
        }
    }
    least
}

#[test]
fn every_cell_is_measured() {
    let mut window = window(TEXT);
    let cells = wait(&mut window);
    assert_eq!(cells.len(), 70, "seven encodings by ten criteria");
    for (name, alone) in [
        ("This encoding", None),
        ("Sine alone", Some(f64::sin as fn(f64) -> f64)),
        ("Cosine alone", Some(f64::cos as fn(f64) -> f64)),
    ] {
        let unique = cell(&cells, &format!("{name}, Unique"));
        check(&unique, "Unique:", nearest(5, alone), 5e-3);
        let of_nine = nearest(9, alone);
        if (of_nine - nearest(5, alone)).abs() > 1e-9 {
            check(&unique, "and", of_nine, 5e-3);
        }
        let step = distance(&row(0.0, alone), &row(1.0, alone));
        check(&cell(&cells, &format!("{name}, Same distance")), "distance:", step, 5e-3);
        assert!(cell(&cells, &format!("{name}, Same distance")).ends_with('✓'));
        let largest = (0..9).flat_map(|t| row(t.into(), alone)).map(f64::abs).fold(0.0, f64::max);
        let bounded = cell(&cells, &format!("{name}, Bounded"));
        check(
            &bounded.replace("and", "Bounded:"),
            "Bounded:",
            if bounded.contains("and") {
                (0..5).flat_map(|t| row(t.into(), alone)).map(f64::abs).fold(0.0, f64::max)
            } else {
                largest
            },
            5e-3,
        );
    }
    for (words, end) in [
        ("Index t, Unique: 1", "✓"),
        ("Index t, Bounded: 4 and 8", "✗"),
        ("Fraction, 0 to 1, Unique: 0.25 and 0.125", "✓"),
        ("Fraction, 0 to 1, Same distance: 0.25 and 0.125", "✗"),
        ("Fraction, 0 to 1, Bounded: 1", "✓"),
        ("Fraction, 0 to 1, Independent of length: 0.5", "✗"),
        ("Index t, Independent of position: 1", "✓"),
        ("Binary digits, Independent of position: 1 1.73", "✗"),
        ("Binary digits, Smooth: 100", "✗"),
        ("Binary digits, Unique: 1", "✓"),
        ("Binary digits, Bounded: 1", "✓"),
        ("This encoding, Independent of length: 0", "✓"),
        ("This encoding, Deterministic: 0", "✓"),
    ] {
        let line = cell(&cells, words.split(':').next().unwrap());
        let (expected, shown) =
            (words.rsplit(": ").next().unwrap(), line.rsplit(": ").next().unwrap());
        let plain = |text: &str| -> Vec<f64> {
            let numbers = text.split([' ', '✓', '✗']);
            numbers.filter_map(|part| part.parse().ok()).collect()
        };
        assert_eq!(plain(shown), plain(expected), "{line}");
        assert!(line.ends_with(end), "{line} must end with {end}");
    }
}

#[test]
fn failed_criterion_shows_an_example() {
    let mut window = window(&format!("{TEXT}&judged=fraction,alike"));
    wait(&mut window);
    let text = summary(&window, View::Criteria);
    assert!(text.contains("t = 3 of length 5 and t = 6 of length 9 get the same value"), "{text}");
    // Cells are selected by a click and by keys.
    let rect = view_rect(&window, View::Criteria);
    let target = drawing(&window, View::Criteria).lines[10].0;
    let at = rect.min + egui::vec2(target.x + 20.0, target.y + 10.0);
    click_at(&mut window, at, egui::Modifiers::NONE);
    assert!(scene(&window).contains("judged=fraction,unique"), "{}", scene(&window));
    window.key_press(egui::Key::ArrowDown);
    settle(&mut window);
    assert!(scene(&window).contains("judged=binary,unique"), "{}", scene(&window));
    enter(&mut window, "d_model", "2");
    wait(&mut window);
    let text = summary(&window, View::Criteria);
    assert!(text.contains("Binary digits: t = 0 and t = 4 get the same row"), "{text}");
}

#[test]
fn tables_of_any_length_are_judged() {
    let mut window = window("");
    open_workspace(&mut window, "Criteria");
    assert!(find_view(&window, View::Criteria).is_some());
    toggle_settings(&mut window, View::Criteria);
    assert_eq!(window.get_all_by_label("Second length").count(), 2, "a name and an entry");
    for text in [
        "length=1&other_length=1",
        "length=1&other_length=4000&d_model=2",
        "length=3&other_length=2&d_model=1&convention=fairseq",
        "start=-4294967296&d_model=5&components=cos",
    ] {
        let mut window = super::window(&format!("{text}&views=criteria"));
        for line in wait(&mut window) {
            assert!(!line.contains("NaN") && !line.contains("inf"), "{text}: {line}");
        }
    }
}
