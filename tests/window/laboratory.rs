//! Laboratory of the rotation: every number is recomputed in the simplest way and read where a person or a screen
//! reader reads it.

use egui_kittest::kittest::Queryable as _;
use phasor::views::View;

use super::{
    app, click, click_in, find_view, menu,
    numbers::{check, lines, number_after},
    open_views, open_workspace, scene, settle, summary, window,
};

const D_MODEL: usize = 16;
const LENGTH: i64 = 40;
const LABORATORY: &str = "d_model=16&length=40&position=12&column=6&offset=5\
                          &views=rotation-lab,pair,checks,proof";

/// Frequency of a pair by the paper's rule.
fn omega(pair: usize) -> f64 {
    10_000.0_f64.powf(-2.0 * pair as f64 / D_MODEL as f64)
}

#[test]
fn workspace_opens_and_keeps_its_tiles() {
    let mut window = window("");
    assert_eq!(open_views(&window).len(), 4, "the views of Explore");
    open_workspace(&mut window, "Rotation");
    let views = [View::Rotation, View::RotationLab, View::Pair, View::Checks, View::Proof];
    assert_eq!(open_views(&window), views);
    for view in views {
        let is_drawn = find_view(&window, view).is_some();
        assert_eq!(is_drawn, view != View::Checks, "{view:?}: checks share a tile with the proof");
    }
    menu(&mut window, "View", "Views");
    window.get_by_label("Waves").click();
    settle(&mut window);
    assert!(scene(&window).contains("views=waves,rotation,"), "{}", scene(&window));
    assert!(find_view(&window, View::Waves).is_some(), "waves are added");
    click(&mut window, "Explore");
    assert_eq!(scene(&window), "", "back to Explore");
    assert!(!app(&window).state().can_undo(), "opening views is no undo step");
}

#[test]
fn shift_is_described_in_words_and_numbers() {
    let mut window = window(LABORATORY);
    let text = summary(&window, View::RotationLab);
    assert!(text.contains("M₅·PE(12) and PE(17) are equal to 1"), "{text}");
    assert!(number_after(&text, "at most") < 1e-15, "{text}");
    click_in(&mut window, View::Checks, "Sine alone");
    // With sine alone there is one frequency per column.
    let omega = |j: usize| 10_000.0_f64.powf(-(j as f64) / D_MODEL as f64);
    let missed = |t: i64, j: usize| {
        let (w, t) = (omega(j), t as f64);
        (w * (t + 5.0)).sin() - (w * 5.0).cos() * (w * t).sin()
    };
    let mean_square =
        |t: i64| (0..D_MODEL).map(|j| missed(t, j).powi(2)).sum::<f64>() / D_MODEL as f64;
    let text = summary(&window, View::RotationLab);
    assert!(
        text.contains("PE(0) is 0 and every matrix maps it to 0, but PE(5) is not 0"),
        "{text}"
    );
    let max = (0..D_MODEL).map(|j| missed(12, j).abs()).fold(0.0, f64::max);
    check(&text, "a maximum error of", max, 0.05);
    check(&text, "square error is", mean_square(12).sqrt(), 0.05);
    let table = (0..LENGTH).map(mean_square).sum::<f64>() / LENGTH as f64;
    let limit = (0..D_MODEL).map(|j| (omega(j) * 5.0).sin().powi(2) / 2.0).sum::<f64>();
    check(&text, "here,", table.sqrt(), 0.05);
    check(&text, "over the table and", (limit / D_MODEL as f64).sqrt(), 0.05);
    click_in(&mut window, View::Checks, "Cosine alone");
    let text = summary(&window, View::RotationLab);
    assert!(text.contains("PE(−t) is PE(t), but PE(k − t) is not PE(k + t)"), "{text}");
    click_in(&mut window, View::Checks, "Separate frequency for cosine");
    let text = summary(&window, View::RotationLab);
    assert!(
        text.contains("needs cos ωt, but no column contains the one needed for column 0"),
        "{text}"
    );
    click_in(&mut window, View::Checks, "Both");
    let before: phasor::scene::Scene = LABORATORY.parse().unwrap();
    assert_eq!(scene(&window), before.to_string(), "the scene is restored");
}

#[test]
fn pair_turns_by_its_angle() {
    let window = window(LABORATORY);
    let text = summary(&window, View::Pair);
    let (w, turn) = (omega(3), omega(3) * 5.0);
    assert!(text.starts_with("Pair. Pair 3, turned by"), "{text}");
    check(&text, "ωk =", turn, 1e-5);
    check(&text, "rad =", turn.to_degrees(), 1e-5);
    // (sin ω17; cos ω17) = (cos, sin; −sin, cos)(sin ω12; cos ω12)
    let after_equals = text.rsplit(" = ").next().unwrap();
    let before_equals = text.rsplit("°: ").next().unwrap();
    check(before_equals, "(", (w * 17.0).sin(), 1e-5);
    check(before_equals, "; ", (w * 17.0).cos(), 1e-5);
    check(after_equals, "(", turn.cos(), 1e-5);
    check(after_equals, ", ", turn.sin(), 1e-5);
    check(after_equals, "; ", -turn.sin(), 1e-5);
    let vector = after_equals.rsplit('(').next().unwrap();
    check(&format!("({vector}"), "(", (w * 12.0).sin(), 1e-5);
    check(vector, "; ", (w * 12.0).cos(), 1e-5);
}

#[test]
fn properties_of_a_rotation_hold_or_fail() {
    let mut window = window(LABORATORY);
    let held = lines(&window, View::Checks);
    assert_eq!(held.len(), 5);
    for line in &held {
        assert!(line.ends_with('✓'), "{line}");
        assert!(number_after(line, "error") < 1e-14, "{line}");
    }
    check(&held[4], "√(d/2) =", 8.0_f64.sqrt(), 1e-5);
    click_in(&mut window, View::Checks, "Sine alone");
    let cosines = |k: f64| {
        (0..D_MODEL).map(move |j| (10_000.0_f64.powf(-(j as f64) / D_MODEL as f64) * k).cos())
    };
    let failed = lines(&window, View::Checks);
    let determinant: f64 = cosines(5.0).product();
    check(&failed[0], "; ", determinant, 1e-3);
    check(&failed[0], "error", 1.0 - determinant, 0.005);
    let stretch = cosines(5.0).map(|c| 1.0 - c * c).fold(0.0, f64::max);
    check(&failed[1], "error", stretch, 0.005);
    let parts = cosines(3.0).zip(cosines(5.0)).zip(cosines(8.0));
    let sum = parts.map(|((a, b), both)| (a * b - both).abs()).fold(0.0, f64::max);
    check(&failed[2], "error", sum, 0.005);
    let norm = |t: f64| {
        let squares = (0..D_MODEL)
            .map(|j| (10_000.0_f64.powf(-(j as f64) / D_MODEL as f64) * t).sin().powi(2));
        squares.sum::<f64>().sqrt()
    };
    check(&failed[4], "; ", norm(12.0), 1e-5);
    check(&failed[4], "and ", norm(17.0), 1e-5);
    for (i, line) in failed.iter().enumerate() {
        // A diagonal matrix of cosines is its own transpose, and cos −ωk = cos ωk.
        assert_eq!(line.ends_with('✗'), i != 3, "{line}");
    }
}

#[test]
fn proof_breaks_for_misprinted_exponent() {
    let mut window = window(LABORATORY);
    let (w, t, k) = (omega(3), 12.0, 5.0);
    let steps = lines(&window, View::Proof);
    assert_eq!(steps.len(), 5);
    check(&steps[0], "PE(17, 6) = sin(", w, 1e-5);
    for step in &steps[..3] {
        let end = step.split("; ").nth(1).unwrap().rsplit(" = ").next().unwrap();
        check(&format!("= {end}"), "=", (w * (t + k)).sin(), 1e-5);
    }
    let numbers = steps[2].split("; ").nth(1).unwrap();
    check(&format!("= {numbers}"), "=", (w * t).sin(), 1e-5);
    check(numbers, " + ", (w * t).cos(), 1e-5);
    let end = steps[3].split("; ").nth(1).unwrap().rsplit(" = ").next().unwrap();
    check(&format!("= {end}"), "=", (w * (t + k)).cos(), 1e-5);
    assert!(steps[1..].iter().all(|step| step.ends_with('✓')), "{steps:?}");
    assert_eq!(summary(&window, View::Proof), "Proof in 5 steps, all of which hold");

    click_in(&mut window, View::Proof, "Common mistake: 2j/d");
    let misprinted = |j: f64| 10_000.0_f64.powf(-2.0 * j / D_MODEL as f64);
    let (sine, cosine) = (misprinted(6.0), misprinted(7.0));
    let steps = lines(&window, View::Proof);
    let right = (sine * t).sin() * (sine * k).cos() + (cosine * t).cos() * (sine * k).sin();
    check(&steps[2], "not ", (sine * (t + k)).sin(), 1e-4);
    let shown = steps[2].split(", not").next().unwrap().rsplit(" = ").next().unwrap();
    check(&format!("= {shown}"), "=", right, 1e-3);
    let marks: Vec<bool> = steps[1..].iter().map(|step| step.ends_with('✓')).collect();
    assert_eq!(marks, [true, false, false, false], "the proof breaks at the cosine: {steps:?}");
    assert!(steps[3].contains("cos ω′k"), "another frequency has another name: {}", steps[3]);
    assert_eq!(summary(&window, View::Proof), "Proof in 5 steps; step 3 fails");
    click_in(&mut window, View::Proof, "Exponent as chosen");
    assert_eq!(summary(&window, View::Proof), "Proof in 5 steps, all of which hold");
}

#[test]
fn mistakes_in_conventions_can_be_undone() {
    let workspace = "views=rotation-lab,pair,checks,proof";
    for convention in ["sine-alone", "cosine-alone", "per-column"] {
        let mut window = window(&format!("convention={convention}&{workspace}"));
        assert!(summary(&window, View::Checks).contains("fails"), "{convention} is no rotation");
        click_in(&mut window, View::Checks, "Both");
        assert!(
            lines(&window, View::Checks).iter().all(|line| line.ends_with('✓')),
            "{convention}"
        );
    }
    let mut window = window(&format!("convention=per-column-doubled&{workspace}"));
    assert!(summary(&window, View::Proof).contains("fails"), "the misprint");
    click_in(&mut window, View::Proof, "Exponent as chosen");
    assert!(summary(&window, View::Proof).contains("all of which hold"), "mended");
}

#[test]
fn degenerate_encodings_have_a_laboratory() {
    let workspace = "views=rotation-lab,pair,checks,proof";
    for (text, pair, proof) in [
        ("d_model=1&length=1", "Frequency 0, turned", "step 3 fails"),
        ("convention=fairseq&d_model=5&column=4", "Column 4 is 0 at every position", "1 step,"),
        ("convention=marian-cpp&d_model=7&column=6", "turned by", "all of which hold"),
        ("d_model=8&offset=0", "turned by ωk = 0 rad = 0°", "all of which hold"),
    ] {
        let window = window(&format!("{text}&{workspace}"));
        let (turned, proved) = (summary(&window, View::Pair), summary(&window, View::Proof));
        assert!(turned.contains(pair), "{text}: {turned}");
        assert!(proved.contains(proof), "{text}: {proved}");
        assert!(!summary(&window, View::RotationLab).contains("NaN"), "{text}");
    }
}
