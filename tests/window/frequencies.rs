//! Wavelengths, and the share of each frequency in the distance of two positions, recomputed from the rule.

use std::f64::consts::TAU;

use egui_kittest::kittest::Queryable as _;
use phasor::{picture::Shape, views::View};

use super::{
    click_at, drawing, enter,
    numbers::{check, number_after},
    open_views, open_workspace, scene, settle, summary, view_rect, window,
};

const NUM_PAIRS: usize = 8;
const TEXT: &str = "d_model=16&length=40&position=12&column=6&offset=5&views=wavelengths,shares";

fn omega(pair: usize) -> f64 {
    10_000.0_f64.powf(-(pair as f64) / NUM_PAIRS as f64)
}

/// Part of a pair in the squared distance of PE(t) and PE(s), from the values of its columns.
fn squared(pair: usize, t: f64, s: f64) -> f64 {
    let (a, b) = (omega(pair) * t, omega(pair) * s);
    (a.sin() - b.sin()).powi(2) + (a.cos() - b.cos()).powi(2)
}

#[test]
fn longest_wavelength_follows_the_exponent() {
    let mut window = window(TEXT);
    let text = summary(&window, View::Wavelengths);
    check(&text, "from 2π =", TAU, 1e-5);
    check(&text, "10\u{202f}000^(14/16)·2π =", TAU / omega(7), 1e-4);
    check(&text, "not 10\u{202f}000·2π =", 10_000.0 * TAU, 1e-4);
    let slow = (0..NUM_PAIRS).filter(|&pair| TAU / omega(pair) > 40.0).count();
    assert!(
        text.contains(&format!("{slow} of 8 pairs do not complete a turn within 40 positions")),
        "{text}"
    );
    check(&text, "Pair 3:", TAU / omega(3), 1e-5);

    enter(&mut window, "Length", "4294967296");
    let text = summary(&window, View::Wavelengths);
    assert!(text.contains("All 8 pairs turn at least once"), "{text}");
    for (convention, end) in [
        // The last frequency is exactly 1/base.
        ("tensor2tensor", "to 10\u{202f}000·2π ="),
        // Pairs are counted from 1: no wavelength is 2π, and the last is 2π times the base.
        ("one-based", "to 10\u{202f}000·2π ="),
    ] {
        let text = if convention == "one-based" {
            format!("exponent=one-based&{TEXT}")
        } else {
            format!("convention={convention}&{TEXT}")
        };
        let text = summary(&super::window(&text), View::Wavelengths);
        check(&text, end, 10_000.0 * TAU, 1e-4);
    }
    let text = summary(&super::window(&format!("exponent=one-based&{TEXT}")), View::Wavelengths);
    check(&text, "range from", TAU * 10_000.0_f64.powf(1.0 / 8.0), 1e-5);
    let text = summary(&super::window(&format!("exponent=doubled&{TEXT}")), View::Wavelengths);
    check(&text, "10\u{202f}000^(28/16)·2π =", TAU * 10_000.0_f64.powf(28.0 / 16.0), 1e-3);
    assert!(text.contains("beyond 10\u{202f}000·2π"), "{text}");
}

#[test]
fn shares_match_the_squared_differences() {
    let mut window = window(TEXT);
    let text = summary(&window, View::Shares);
    let sum: f64 = (0..NUM_PAIRS).map(|pair| squared(pair, 12.0, 17.0)).sum();
    check(&text, "positions 12 and 17 is", sum, 1e-5);
    check(&text, "Pair 3:", 100.0 * squared(3, 12.0, 17.0) / sum, 1e-3);
    let first_with = |part: f64| {
        let reached = |pair: usize| {
            (0..=pair).map(|pair| squared(pair, 12.0, 17.0)).sum::<f64>() >= part * sum
        };
        (0..NUM_PAIRS).find(|&pair| reached(pair)).expect("all of it at the end") + 1
    };
    let (half, most) = (first_with(0.5), first_with(0.9));
    let words = if half == most { "come from the" } else { "nine tenths from the" };
    check(&text, words, most as f64, 0.0);
    let expected =
        if half == 1 { "the fastest pair alone".into() } else { format!("{half} fastest") };
    assert!(text.contains(&expected), "{half}: {text}");

    // Bars as drawn.
    let drawn = drawing(&window, View::Shares);
    let plot = drawn.plot.as_ref().expect("a chart");
    for pair in 0..NUM_PAIRS {
        let share = 100.0 * squared(pair, 12.0, 17.0) / sum;
        let (x, y) = (plot.x_of(pair as f64 + 0.5), plot.y_of(share));
        let is_bar = |shape: &Shape| match shape {
            Shape::Fill { rect, .. } => {
                rect.x < x && x < rect.right() && (rect.y - y).abs() < 0.6 && rect.width < 200.0
            }
            _ => false,
        };
        assert!(drawn.shapes.iter().any(is_bar) || share < 0.5, "bar of pair {pair}, {share} %");
    }
    enter(&mut window, "Offset k", "0");
    assert!(summary(&window, View::Shares).contains("positions 12 and 12 coincide"));
}

#[test]
fn lone_columns_have_their_own_share() {
    let window = window(&format!("components=sin&{TEXT}"));
    let text = summary(&window, View::Shares);
    let part = |j: usize| {
        let w = 10_000.0_f64.powf(-(j as f64) / 16.0);
        ((w * 12.0).sin() - (w * 17.0).sin()).powi(2)
    };
    let sum: f64 = (0..16).map(part).sum();
    check(&text, "positions 12 and 17 is", sum, 1e-5);
    check(&text, "Frequency 6:", 100.0 * part(6) / sum, 1e-3);
}

#[test]
fn frequency_is_selected_by_click_or_keys() {
    let mut window = window("");
    open_workspace(&mut window, "Frequencies");
    assert_eq!(open_views(&window), [View::Waves, View::Pair, View::Wavelengths, View::Shares]);
    let rect = view_rect(&window, View::Wavelengths);
    let plot = drawing(&window, View::Wavelengths).plot.clone().expect("a chart");
    let at = rect.min + egui::vec2(plot.x_of(20.5), plot.rect.y + 40.0);
    click_at(&mut window, at, egui::Modifiers::NONE);
    assert!(scene(&window).contains("column=40"), "{}", scene(&window));
    window.get_by_label_contains("turns in this table");
    window.key_press(egui::Key::ArrowRight);
    settle(&mut window);
    assert!(scene(&window).contains("column=42"), "{}", scene(&window));
    let text = summary(&window, View::Wavelengths);
    assert!((number_after(&text, "Pair 21:") - TAU * 10_000.0_f64.powf(42.0 / 128.0)).abs() < 1e-3);
}

#[test]
fn degenerate_encodings_have_frequencies() {
    for (text, part) in [
        ("d_model=1&length=1", "The only wavelength is 2π = 6.28319."),
        ("convention=fairseq&d_model=1", "Every column is 0"),
        ("d_model=16384&length=4294967296&base=1000000000000", "Wavelengths range from 2π"),
        ("convention=fairseq&d_model=5&column=4", "Wavelengths range"),
    ] {
        let window = window(&format!("{text}&views=wavelengths,shares"));
        let text = summary(&window, View::Wavelengths);
        assert!(text.contains(part) && !text.contains("NaN"), "{text}: {text}");
        assert!(!summary(&window, View::Shares).contains("NaN"), "{text}");
    }
}
