//! Reads numbers from texts of the window.

use egui_kittest::kittest::Queryable as _;
use phasor::views::View;

use super::drawing;
use crate::headless::Window;

/// First number after some words.
#[track_caller]
pub(super) fn number_after(text: &str, words: &str) -> f64 {
    let (_, rest) =
        text.split_once(words).unwrap_or_else(|| panic!("{words:?} is not in {text:?}"));
    let rest =
        rest.replace('−', "-").replace('\u{202f}', "").replace(" × 10", "e").replace("×10", "e");
    let rest = rest.replace("e^(", "e");
    let digits = |c: char| match "⁰¹²³⁴⁵⁶⁷⁸⁹⁻".chars().position(|digit| digit == c)
    {
        Some(10) => '-',
        Some(i) => char::from(b'0' + i as u8),
        None => c,
    };
    let plain: String = rest.chars().map(digits).collect();
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e');
    let number: String = plain.trim_start().chars().take_while(|&c| is_part(c)).collect();
    let number = number.trim_end_matches('.');
    number.parse().unwrap_or_else(|_| panic!("no number after {words:?} in {text:?}"))
}

#[track_caller]
pub(super) fn check(text: &str, words: &str, expected: f64, digits: f64) {
    let actual = number_after(text, words);
    let error = (actual - expected).abs();
    assert!(error <= digits * expected.abs().max(1e-3), "{words} {actual}, not {expected}: {text}");
}

/// Lines of a sheet, as a screen reader reads them.
pub(super) fn lines(window: &Window, view: View) -> Vec<String> {
    let lines: Vec<String> =
        drawing(window, view).lines.iter().map(|(_, text)| text.clone()).collect();
    for line in &lines {
        window.get_by_label(line);
    }
    lines
}
