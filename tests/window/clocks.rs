//! Clocks and counter: angles, values and bits, recomputed here.

use std::f64::consts::TAU;

use phasor::{picture::Shape, views::View};

use super::{
    click_at, drawing, enter,
    numbers::{check, lines, number_after},
    open_views, open_workspace, scene, settle, summary, view_rect, window,
};

fn omega(pair: usize, num_pairs: usize) -> f64 {
    10_000.0_f64.powf(-(pair as f64) / num_pairs as f64)
}

#[test]
fn hands_stand_at_their_angles() {
    let mut window = window("d_model=16&length=100&position=37&column=6&views=clocks");
    let dials = lines(&window, View::Clocks);
    assert_eq!(dials.len(), 8, "a dial for every pair");
    for (pair, line) in dials.iter().enumerate() {
        assert!(line.starts_with(&format!("Pair {pair}:")), "{line}");
        let angle = omega(pair, 8) * 37.0;
        for (name, expected) in [("sin", angle.sin()), ("cos", angle.cos())] {
            let shown = number_after(line, name);
            assert!((shown - expected).abs() < 1e-6, "{name} {expected}: {line}");
        }
        let shown = number_after(line, &format!("Pair {pair}:"));
        assert!((shown - angle.rem_euclid(TAU).to_degrees()).abs() <= 0.05, "{line}");
    }
    let text = summary(&window, View::Clocks);
    check(&text, "Pair 3 has made", 37.0 * omega(3, 8) / TAU, 1e-5);

    // Hands as drawn: from the center of each dial, cosine to the right, sine upward.
    let drawn = drawing(&window, View::Clocks);
    let hands: Vec<(f32, f32)> = drawn
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Line { points, width, .. } if points.len() == 2 && *width > 2.0 => {
                Some((points[1].x - points[0].x, points[0].y - points[1].y))
            }
            _ => None,
        })
        .collect();
    assert_eq!(hands.len(), 8);
    for (pair, (right, up)) in hands.into_iter().enumerate() {
        let angle = omega(pair, 8) * 37.0;
        let length = right.hypot(up);
        assert!((f64::from(right / length) - angle.cos()).abs() < 1e-4, "pair {pair}");
        assert!((f64::from(up / length) - angle.sin()).abs() < 1e-4, "pair {pair}");
    }
    // The hands turn as the position moves.
    window.key_press(egui::Key::Period);
    settle(&mut window);
    check(&lines(&window, View::Clocks)[0], "sin", 38.0_f64.sin(), 1e-5);
}

#[test]
fn a_click_on_a_dial_selects_its_frequency() {
    let mut window = window("d_model=16&length=100&views=clocks");
    let rect = view_rect(&window, View::Clocks);
    let dial = drawing(&window, View::Clocks).lines[5].0;
    let at = rect.min + egui::vec2(dial.x + dial.width / 2.0, dial.y + dial.height / 2.0);
    click_at(&mut window, at, egui::Modifiers::NONE);
    assert!(scene(&window).contains("column=10"), "{}", scene(&window));
}

#[test]
fn dials_follow_the_chosen_waves() {
    let window = window("curves=4,5,20&views=clocks");
    let dials = lines(&window, View::Clocks);
    assert_eq!(dials.len(), 2, "two of the waves are one pair: {dials:?}");
    assert!(dials[0].starts_with("Pair 2:") && dials[1].starts_with("Pair 10:"), "{dials:?}");
}

#[test]
fn number_of_dials_is_limited_by_room() {
    let window = window("d_model=16384&column=9001&views=clocks");
    let dials = lines(&window, View::Clocks);
    assert!((20..400).contains(&dials.len()), "{}", dials.len());
    assert!(dials.iter().any(|line| line.starts_with("Pair 4500:")), "the selected one is there");
    let first_and_last = (dials.first().unwrap(), dials.last().unwrap());
    assert!(first_and_last.0.starts_with("Pair 0:") && first_and_last.1.starts_with("Pair 8191:"));
    assert!(
        summary(&super::window("convention=fairseq&d_model=1&views=clocks"), View::Clocks)
            .contains("nothing turns")
    );
}

#[test]
fn bits_stand_beside_waves_of_their_period() {
    let mut window = window("d_model=64&length=200&position=42&views=counter");
    let text = summary(&window, View::Counter);
    assert!(text.contains("Position 42 in binary is 00101010"), "{text}");
    let factor = 10_000.0_f64.powf(1.0 / 32.0);
    check(&text, "each wavelength is", factor, 1e-5);
    check(&text, "one bit spans", std::f64::consts::LN_2 / factor.ln(), 5e-3);
    let rows = lines(&window, View::Counter);
    let row = rows.iter().find(|line| line.starts_with("position 42:")).expect("it is in sight");
    // The wave whose wavelength is nearest to 64 positions, by ratio.
    let distance = |pair: &usize| (TAU / omega(*pair, 32) / 64.0).ln().abs();
    let nearest = (0..32).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
    let value = (omega(nearest, 32) * 42.0).sin();
    check(row, &format!("{} sin", 2 * nearest), value, 2e-3);
    assert!(rows.iter().any(|line| line.starts_with("position 41: ") && line.contains("101001;")));
    enter(&mut window, "Position t", "199");
    let text = summary(&window, View::Counter);
    assert!(text.contains("Position 199 in binary is 11000111"), "{text}");
    assert!(lines(&window, View::Counter).last().unwrap().starts_with("position 199:"));
}

#[test]
fn counters_of_any_size_are_drawn() {
    for text in [
        "d_model=1&length=1",
        "convention=fairseq&d_model=1",
        "length=4294967296&position=4294967295&d_model=16384",
        "start=-4294967296&length=9&position=-4294967296",
    ] {
        let window = window(&format!("{text}&views=counter"));
        let rows = lines(&window, View::Counter);
        assert!(!rows.is_empty() && !rows.iter().any(|line| line.contains("NaN")), "{text}");
    }
}

#[test]
fn workspaces_open_their_views() {
    let mut window = window("");
    for (workspace, views) in [
        ("Clocks", &[View::Manifold, View::Clocks][..]),
        ("Counter", &[View::Counter]),
        ("Values", &[View::Heatmap, View::Values]),
    ] {
        open_workspace(&mut window, workspace);
        assert_eq!(open_views(&window), views, "{workspace}");
    }
}
