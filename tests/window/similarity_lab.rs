//! Laboratory of similarity: every number is recomputed from all pairs of rows in the simplest way.

use egui_kittest::kittest::Queryable as _;
use phasor::{picture::Shape, views::View};

use super::{
    click, click_at, drawing, enter,
    numbers::{check, lines, number_after},
    scene, settle, summary, view_rect, wait_for_summary, window,
};

const D_MODEL: usize = 12;
const LENGTH: usize = 60;
const START: i64 = 5;
const LABORATORY: &str =
    "d_model=12&length=60&start=5&position=17&offset=7&views=similarity,profile,facts";

/// Rows of the table by the paper's rule. With sine alone, every column has its own frequency.
fn rows(is_sine_alone: bool) -> Vec<Vec<f64>> {
    let value = |t: f64, j: usize| {
        if is_sine_alone {
            (t * 10_000.0_f64.powf(-(j as f64) / D_MODEL as f64)).sin()
        } else {
            let angle = t * 10_000.0_f64.powf(-2.0 * (j / 2) as f64 / D_MODEL as f64);
            if j.is_multiple_of(2) { angle.sin() } else { angle.cos() }
        }
    };
    let row = |i: usize| (0..D_MODEL).map(|j| value((START + i as i64) as f64, j)).collect();
    (0..LENGTH).map(row).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Least, mean and greatest value over all pairs of rows `offset` apart.
fn band(rows: &[Vec<f64>], of: fn(&[f64], &[f64]) -> f64, offset: usize) -> [f64; 3] {
    let values: Vec<f64> = rows.iter().zip(&rows[offset..]).map(|(a, b)| of(a, b)).collect();
    [
        values.iter().copied().fold(f64::INFINITY, f64::min),
        values.iter().sum::<f64>() / values.len() as f64,
        values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    ]
}

/// First offset after which the mean does not fall.
fn first_turn(rows: &[Vec<f64>], sign: f64, of: fn(&[f64], &[f64]) -> f64) -> usize {
    let means: Vec<f64> = (0..LENGTH).map(|offset| sign * band(rows, of, offset)[1]).collect();
    means.windows(2).position(|pair| pair[1] >= pair[0]).expect("it turns somewhere")
}

#[test]
fn facts_match_all_pairs_of_rows() {
    let mut window = window(LABORATORY);
    wait_for_summary(&mut window, View::Facts, "one sphere");
    let rows = rows(false);
    let text = lines(&window, View::Facts);
    let here = dot(&rows[12], &rows[19]);
    check(&text[0], "(7) =", 2.0 * here, 1e-5);
    assert!(text[1].contains("every sine has a matching cosine"), "{text:?}");
    check(&text[1], "(41) =", 0.0, 1e-5);
    check(
        text[2].rsplit(" = ").next().map(|end| format!("= {end}")).unwrap().as_str(),
        "=",
        here,
        1e-5,
    );
    assert!(text[2].ends_with("depends only on the offset ✓"), "{text:?}");
    assert!(text[3].starts_with("all 53 pairs 7 apart"), "{text:?}");
    check(&text[3], "apart;", here, 1e-5);
    check(&text[4], "to offset", first_turn(&rows, 1.0, dot) as f64, 0.0);
    let far: Vec<[f64; 3]> = (30..LENGTH).map(|offset| band(&rows, dot, offset)).collect();
    check(&text[5], "offsets", 30.0, 0.0);
    check(&text[5], "59;", far.iter().map(|band| band[0]).fold(f64::INFINITY, f64::min), 1e-5);
    let end = text[5].rsplit(" to ").next().map(|end| format!("to {end}")).unwrap();
    check(&end, "to", far.iter().map(|band| band[2]).fold(0.0, f64::max), 1e-5);
    check(&text[6], "√(d/2);", 6.0_f64.sqrt(), 1e-5);

    click(&mut window, "Distance");
    wait_for_summary(&mut window, View::Facts, "grows with the offset");
    let text = lines(&window, View::Facts);
    check(&text[3], "distance =", distance(&rows[12], &rows[19]), 1e-5);
    check(&text[4], "apart;", distance(&rows[12], &rows[19]), 1e-5);
    check(&text[5], "to offset", first_turn(&rows, -1.0, distance) as f64, 0.0);
}

#[test]
fn lone_columns_make_a_band() {
    let mut window = window(&format!("{LABORATORY}&components=sin"));
    let rows = rows(true);
    let text = wait_for_summary(&mut window, View::Profile, "lies between");
    let [least, _, greatest] = band(&rows, dot, 7);
    check(&text, "between", least, 1e-4);
    check(&text, "and", greatest, 1e-4);
    check(&text, "it is", dot(&rows[12], &rows[19]), 1e-5);
    check(&text, "up to offset", first_turn(&rows, 1.0, dot) as f64, 0.0);
    let text = lines(&window, View::Facts);
    let minus: f64 =
        (0..D_MODEL).map(|j| (7.0 * 10_000.0_f64.powf(-(j as f64) / 12.0)).cos()).sum();
    check(&text[0], "(7) =", minus, 1e-5);
    check(&text[1], "(41) =", 2.0 * dot(&rows[12], &rows[19]) - minus, 1e-5);
    assert!(text[2].ends_with("also depends on the position ✗"), "{text:?}");
    check(&text[3], "apart;", least, 1e-4);
    check(&text[3], " to ", greatest, 1e-4);
    let lengths = rows.iter().map(|row| dot(row, row).sqrt());
    check(&text[6], "‖;", lengths.clone().fold(f64::INFINITY, f64::min), 1e-5);
    check(&text[6], " to ", lengths.fold(0.0, f64::max), 1e-5);
}

#[test]
fn curve_and_band_match_the_values() {
    let mut window = window(
        &format!("{LABORATORY}&components=sin&views=profile")
            .replace("views=similarity,profile,facts&", ""),
    );
    wait_for_summary(&mut window, View::Profile, "lies between");
    let rows = rows(true);
    let drawing = drawing(&window, View::Profile);
    let plot = drawing.plot.as_ref().expect("a chart");
    // Cell 0 is the least offset, −59.
    let x_of = |offset: i64| plot.x_of((offset + LENGTH as i64 - 1) as f64 + 0.5);
    let line = drawing.shapes.iter().find_map(|shape| match shape {
        Shape::Line { points, .. } if points.len() > 50 => Some(points),
        _ => None,
    });
    let line = line.expect("a curve");
    for offset in [-12, -3, 0, 7, 30, 47] {
        let x = x_of(offset);
        let value = dot(&rows[12], &rows[(12 + offset) as usize]);
        let around = line.windows(2).find(|pair| pair[0].x <= x && x <= pair[1].x);
        let (a, b) = around.map(|pair| (pair[0], pair[1])).expect("the line is there");
        let y = a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y);
        assert!((y - plot.y_of(value)).abs() < 1.5, "at {offset}: {y}, not {}", plot.y_of(value));
    }
    assert!(line.iter().all(|point| point.x <= x_of(47) + 1.1), "nothing beyond the table");
    let edges = drawing.shapes.iter().find_map(|shape| match shape {
        Shape::Band { upper, lower, .. } => Some((upper, lower)),
        _ => None,
    });
    let (upper, lower) = edges.expect("a band");
    for offset in [-59_i64, -20, 0, 1, 7, 58] {
        let [least, _, greatest] = band(&rows, dot, offset.unsigned_abs() as usize);
        for (edge, value) in [(upper, greatest), (lower, least)] {
            let at = edge.iter().find(|point| (point.x - x_of(offset)).abs() < 0.01);
            let y = at.expect("a point at every whole offset").y;
            assert!((y - plot.y_of(value)).abs() < 0.1, "edge at {offset}");
        }
    }
}

#[test]
fn click_in_profile_selects_the_offset() {
    let mut window = window("views=profile");
    let rect = view_rect(&window, View::Profile);
    let plot = drawing(&window, View::Profile).plot.clone().expect("a chart");
    let at = rect.min + egui::vec2(plot.x_of(255.0 - 100.0 + 0.5), plot.rect.y + 30.0);
    click_at(&mut window, at, egui::Modifiers::NONE);
    assert!(scene(&window).contains("offset=-100"), "{}", scene(&window));
    window.key_press(egui::Key::ArrowRight);
    settle(&mut window);
    assert!(scene(&window).contains("offset=-99"), "{}", scene(&window));
}

#[test]
fn only_the_last_request_is_answered() {
    let mut window = window("components=sin&d_model=64&length=30000&views=profile,facts");
    // While all pairs of a long table are compared, the window keeps working and shows the progress.
    assert!(summary(&window, View::Facts).contains("computing…"));
    window.get_by_label_contains("Profile: computing");
    enter(&mut window, "Length", "40");
    wait_for_summary(&mut window, View::Facts, "not a sphere");
    assert!(lines(&window, View::Facts)[3].starts_with("all 30 pairs 10 apart"));
    let shown = number_after(&summary(&window, View::Profile), "At offset");
    assert!((shown - 10.0).abs() < f64::EPSILON, "the current offset");
    assert!(window.query_by_label_contains("computing,").is_none(), "nothing more is computed");
}

#[test]
fn tables_of_any_size_have_a_profile() {
    for (text, part) in [
        ("d_model=1&length=1", "In the table no two positions are 10 apart; at t = 0 it is 0."),
        ("d_model=8&length=1", "At offset 10 every pair"),
        ("d_model=8&length=3", "decreases over the whole table"),
        ("convention=fairseq&d_model=1", "At offset 10"),
        ("d_model=16&length=4294967296", "decreases up to"),
        ("d_model=3&components=cos&length=19&start=-4294967296&measure=cosine", "lies between"),
    ] {
        let mut window = window(&format!("{text}&views=profile,facts"));
        let text = wait_for_summary(&mut window, View::Profile, part);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}: {text}");
    }
}
