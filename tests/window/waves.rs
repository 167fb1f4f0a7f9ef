//! Waves: columns as curves that are chosen, zoomed, and linked with the heatmap.

use egui::{Modifiers, vec2};
use phasor::{
    picture::{Drawing, Shape},
    scene::Viewport as Part,
    views::View,
};

use super::{
    app, click, drawing, find_view,
    navigation::{drag, point, turn_wheel},
    scene, settle, summary, toggle_settings, view_rect, window,
};
use crate::headless::Window;

/// Height of line number `i` at a horizontal place, interpolated between its two nearest points.
fn height(drawing: &Drawing, i: usize, x: f32) -> f32 {
    let lines: Vec<_> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Line { points, .. } if points.len() > 2 => Some(points),
            _ => None,
        })
        .collect();
    let pair = lines[i]
        .windows(2)
        .find(|pair| pair[0].x <= x && x <= pair[1].x)
        .expect("the line runs from side to side");
    pair[0].y + (x - pair[0].x) / (pair[1].x - pair[0].x) * (pair[1].y - pair[0].y)
}

fn part(window: &Window, view: View) -> Option<Part> {
    app(window).state().scene().draft().viewports.get(view)
}

#[test]
fn curves_pass_through_table_values() {
    let window = window("curves=0,14,101&waves=90..122,-1.1..1.1");
    let (drawing, encoding) =
        (drawing(&window, View::Waves), &app(&window).state().table().encoding);
    let plot = drawing.plot.as_ref().expect("waves have axes");
    for t in 91..121 {
        for (i, column) in [0, 14, 101].into_iter().enumerate() {
            let value = encoding.value(t, column);
            let (x, y) = (plot.x_of(t as f64 + 0.5), plot.y_of(value));
            let drawn = height(drawing, i, x);
            assert!((drawn - y).abs() < 0.25, "PE({t}, {column}) is at {y}, drawn at {drawn}");
        }
    }
}

#[test]
fn columns_are_added_and_removed() {
    let mut window = window("column=20");
    assert!(summary(&window, View::Waves).contains("columns 20 and 21"), "the selected pair");
    click(&mut window, "Add 20");
    super::enter(&mut window, "Column j", "5");
    click(&mut window, "Add 5");
    assert!(scene(&window).contains("curves=20,5"), "{}", scene(&window));
    assert!(summary(&window, View::Waves).contains("columns 20 and 5"), "in that order");
    click(&mut window, "20 ×");
    assert!(scene(&window).contains("curves=5"), "{}", scene(&window));
    click(&mut window, "Selected pair");
    assert_eq!(scene(&window), "column=5", "none is kept");
    assert!(summary(&window, View::Waves).contains("columns 4 and 5"), "the selected pair");
}

#[test]
fn axes_of_waves_zoom_separately() {
    let mut window = window("");
    let at = point(&window, View::Waves, 0.5, 0.4);
    turn_wheel(&mut window, at, 4);
    let shown = part(&window, View::Waves).expect("a part is shown");
    assert!(shown.x.length() < 100.0, "fewer positions: {shown:?}");
    assert_eq!(shown.y, Part::VALUES, "all values");
    let rect = view_rect(&window, View::Waves);
    let beside = egui::pos2(rect.left() + 30.0, point(&window, View::Waves, 0.5, 0.0).y + 15.0);
    turn_wheel(&mut window, beside, 6);
    let closer = part(&window, View::Waves).expect("a part is shown");
    assert_eq!(closer.x, shown.x, "positions stay");
    assert!(closer.y.length() < 0.8 && closer.y.start > 0.0, "values near the top: {closer:?}");
    drag(&mut window, at, at - vec2(0.0, 20.0), Modifiers::NONE);
    let lower = part(&window, View::Waves).expect("a part is shown");
    assert!(lower.y.start < closer.y.start, "dragged up, lower values come: {lower:?}");
}

#[test]
fn linked_views_show_the_same_positions() {
    let mut window = window("heatmap=0..16,100..150");
    toggle_settings(&mut window, View::Waves);
    click(&mut window, "Same positions as the heatmap");
    toggle_settings(&mut window, View::Waves);
    let positions = |window: &Window| {
        let (heatmap, waves) = (part(window, View::Heatmap), part(window, View::Waves));
        (heatmap.map(|part| part.y), waves.map(|part| part.x))
    };
    let (heatmap, waves) = positions(&window);
    assert!(heatmap.is_some() && heatmap == waves, "the heatmap leads: {heatmap:?} {waves:?}");
    let at = point(&window, View::Waves, 0.5, 0.4);
    turn_wheel(&mut window, at, 3);
    let (zoomed, waves) = positions(&window);
    assert!(zoomed != heatmap && zoomed == waves, "the heatmap follows: {zoomed:?} {waves:?}");
    let columns = part(&window, View::Heatmap).expect("a part is shown").x;
    assert_eq!((columns.start, columns.end), (0.0, 16.0), "columns stay");
    toggle_settings(&mut window, View::Waves);
    click(&mut window, "Same positions as the heatmap");
    toggle_settings(&mut window, View::Waves);
    turn_wheel(&mut window, at, 3);
    assert_eq!(positions(&window).0, zoomed, "each alone again");
}

#[test]
fn dense_waves_are_drawn_as_envelopes() {
    let window = window("length=4294967296&curves=0,127&base=1000000000000");
    let drawing = drawing(&window, View::Waves);
    let plot = drawing.plot.as_ref().expect("waves have axes");
    let envelopes: Vec<_> = drawing
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Tint { rect, .. } if rect.width == plot.rect.width => Some(rect),
            _ => None,
        })
        .collect();
    assert_eq!(envelopes.len(), 1, "only column 0 is too dense for lines");
    assert!((envelopes[0].y - plot.y_of(1.0)).abs() < 1e-3, "up to 1");
    assert!((envelopes[0].bottom() - plot.y_of(-1.0)).abs() < 1e-3, "down to −1");
    let is_named = drawing
        .shapes
        .iter()
        .any(|shape| matches!(shape, Shape::Text(text) if text.text == "envelope"));
    assert!(is_named, "the legend names it");
}

/// Number of lines of curves in the frame.
fn num_lines(window: &Window) -> usize {
    let drawing = drawing(window, View::Waves);
    let plot = drawing.plot.as_ref().unwrap().rect;
    let is_curve = |shape: &&Shape| match shape {
        Shape::Line { points, .. } => points[0].x < plot.right(),
        _ => false,
    };
    drawing.shapes.iter().filter(is_curve).count()
}

#[test]
fn click_in_the_key_hides_a_curve() {
    let before = "d_model=64&length=64&column=40&views=waves";
    let mut window = window(before);
    assert_eq!(num_lines(&window), 2, "sine and cosine");
    click(&mut window, "Show 41 cos");
    settle(&mut window);
    let hidden = "d_model=64&length=64&column=40&hidden=41&views=waves";
    assert_eq!(scene(&window), hidden);
    assert_eq!(num_lines(&window), 1, "the cosine is hidden");
    let key = &drawing(&window, View::Waves).key;
    assert_eq!(key.iter().map(|entry| entry.is_hidden).collect::<Vec<_>>(), [false, true]);
    super::menu(&mut window, "Edit", "Undo");
    assert_eq!(scene(&window), before);
    super::menu(&mut window, "Edit", "Redo");
    click(&mut window, "Show 41 cos");
    settle(&mut window);
    assert_eq!(scene(&window), before, "a second click shows it again");
}

#[test]
fn long_tables_open_on_eight_wavelengths() {
    let mut window = window("d_model=512&length=2048&position=100");
    let x = drawing(&window, View::Waves).plot.as_ref().unwrap().x.span;
    let wavelength = 2.0 * std::f64::consts::PI * 10_000.0_f64.powf(14.0 / 512.0);
    assert_eq!(x.length(), (8.0 * wavelength).ceil(), "eight wavelengths of the selected pair");
    assert!(x.start < 100.0 && 100.0 < x.end, "around the position: {x:?}");
    let waves = find_view(&window, View::Waves).unwrap().rect().center();
    for _ in 0..2 {
        window.drag_at(waves);
        window.step();
        window.drop_at(waves);
        window.step();
    }
    settle(&mut window);
    assert_eq!(
        drawing(&window, View::Waves).plot.as_ref().unwrap().x.span.length(),
        2048.0,
        "a double click shows everything"
    );
}
