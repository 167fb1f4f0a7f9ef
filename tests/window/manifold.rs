//! Curve of positions: coordinates recomputed from rows, with directions by the power method.

use egui_kittest::kittest::Queryable as _;
use phasor::{picture::Shape, views::View};

use super::{
    click_at, click_in, drawing, enter, numbers::number_after, scene, summary, view_rect,
    wait_for_summary, window,
};
use crate::headless::Window;

const D_MODEL: usize = 6;
const LENGTH: usize = 30;
const TEXT: &str = "d_model=6&length=30&position=12&views=manifold";

fn value(t: f64, j: usize) -> f64 {
    let angle = t * 100.0_f64.powf(-2.0 * (j / 2) as f64 / D_MODEL as f64);
    if j.is_multiple_of(2) { angle.sin() } else { angle.cos() }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// First principal directions of the centered rows by the power method, each orthogonal to those before it; and
/// the mean row.
fn principal(rows: &[Vec<f64>], num: usize) -> (Vec<Vec<f64>>, Vec<f64>) {
    let mean: Vec<f64> = (0..D_MODEL)
        .map(|j| rows.iter().map(|row| row[j]).sum::<f64>() / rows.len() as f64)
        .collect();
    let centered: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().zip(&mean).map(|(a, b)| a - b).collect()).collect();
    let mut directions: Vec<Vec<f64>> = Vec::new();
    for n in 0..num {
        let mut v: Vec<f64> = (0..D_MODEL).map(|j| 1.0 + ((j + 3 * n) as f64).sin()).collect();
        for _ in 0..20_000 {
            for before in &directions {
                let along = dot(&v, before);
                v.iter_mut().zip(before).for_each(|(v, before)| *v -= along * before);
            }
            let mut next = vec![0.0; D_MODEL];
            for row in &centered {
                let along = dot(row, &v);
                next.iter_mut().zip(row).for_each(|(next, row)| *next += along * row);
            }
            let length = dot(&next, &next).sqrt();
            v = next.into_iter().map(|entry| entry / length).collect();
        }
        let largest = v.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap();
        directions.push(v.into_iter().map(|entry| entry * largest.signum()).collect());
    }
    (directions, mean)
}

#[track_caller]
fn wait_for(window: &mut Window, part: &str) -> String {
    wait_for_summary(window, View::Manifold, part)
}

/// Parses the coordinates of `is at (0.5, −0.25)`.
fn place(text: &str) -> (f64, f64) {
    let inside = text.split_once("is at ").expect("a place").1;
    (number_after(inside, "("), number_after(inside, ", "))
}

#[test]
fn coordinates_match_the_rows() {
    let mut window = window(&format!("{TEXT}&base=100"));
    let rows: Vec<Vec<f64>> =
        (0..LENGTH).map(|t| (0..D_MODEL).map(|j| value(t as f64, j)).collect()).collect();
    let (directions, mean) = principal(&rows, 2);
    let along = |t: usize, n: usize| dot(&rows[t], &directions[n]) - dot(&mean, &directions[n]);
    let (x, y) = place(&wait_for(&mut window, "is at"));
    assert!((x - along(12, 0)).abs() < 1e-4 && (y - along(12, 1)).abs() < 1e-4, "{x}, {y}");

    click_in(&mut window, View::Manifold, "Columns");
    assert!(scene(&window).contains("axes="), "{}", scene(&window));
    let mut window = super::window(&format!("{TEXT}&base=100&axes=2,5"));
    let (x, y) = place(&summary(&window, View::Manifold));
    assert!((x - value(12.0, 2)).abs() < 1e-5 && (y - value(12.0, 5)).abs() < 1e-5, "{x}, {y}");

    // The drawn curve also passes through the real positions between the integers.
    let drawn = drawing(&window, View::Manifold);
    let plot = drawn.plot.as_ref().expect("a chart");
    let curve = drawn.shapes.iter().find_map(|shape| match shape {
        Shape::Line { points, opacity, .. } if *opacity < 1.0 => Some(points),
        _ => None,
    });
    let curve = curve.expect("a curve");
    for i in 0..290 {
        let t = f64::from(i) / 10.0;
        let at = (plot.x_of(value(t, 2)), plot.y_of(value(t, 5)));
        let nearest = curve
            .windows(2)
            .map(|pair| {
                let (dx, dy) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
                let along = ((at.0 - pair[0].x) * dx + (at.1 - pair[0].y) * dy)
                    / (dx * dx + dy * dy).max(1e-9);
                let along = along.clamp(0.0, 1.0);
                (at.0 - pair[0].x - along * dx).hypot(at.1 - pair[0].y - along * dy)
            })
            .fold(f32::INFINITY, f32::min);
        assert!(nearest < 0.7, "position {t}: {nearest} points off the curve");
    }
    // A click on a position selects it.
    let rect = view_rect(&window, View::Manifold);
    let at = rect.min + egui::vec2(plot.x_of(value(27.0, 2)), plot.y_of(value(27.0, 5)));
    click_at(&mut window, at, egui::Modifiers::NONE);
    assert!(scene(&window).contains("position=27"), "{}", scene(&window));
}

#[test]
fn unavailable_directions_are_explained() {
    let mut window = window("d_model=1024&views=manifold");
    assert!(summary(&window, View::Manifold).contains("for d_model up to 512: choose two columns"));
    enter(&mut window, "d_model", "512");
    wait_for(&mut window, "directions of all 256 positions");
    enter(&mut window, "Length", "1000000");
    wait_for(&mut window, "directions of the first 4096 positions");
    window.get_by_label_contains("Position 42 is at");
    enter(&mut window, "d_model", "1");
    wait_for(&mut window, "A table of 1 column has no such direction");
    enter(&mut window, "Length", "1");
    wait_for(&mut window, "no such direction");
}
