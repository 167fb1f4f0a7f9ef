//! Gestures on charts, frame by frame.

use egui::{Event, Modifiers, PointerButton, Pos2, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use phasor::{
    picture::{Plot, Span},
    views::View,
};

use super::{Window, app, drawing, scene, settle, view_rect, window};

/// Axes of a chart, and its corner on the screen.
fn chart(window: &Window, view: View) -> (Plot, Pos2) {
    let plot = drawing(window, view).plot.clone().expect("the view is a chart");
    (plot, view_rect(window, view).min.round())
}

/// Data coordinates under a point of the screen.
fn data_at(window: &Window, view: View, pos: Pos2) -> (f64, f64) {
    let (plot, corner) = chart(window, view);
    let offset = pos - corner;
    plot.at(phasor::picture::Point { x: offset.x, y: offset.y })
}

/// Point of the screen at shares of the width and height of a frame.
pub(super) fn in_frame(window: &Window, view: View, share: Vec2) -> Pos2 {
    let (plot, corner) = chart(window, view);
    let rect = plot.rect;
    (corner + vec2(rect.x + share.x * rect.width, rect.y + share.y * rect.height)).round()
}

fn button(pos: Pos2, pressed: bool) -> Event {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

/// Start of a visible part of a length that has `held` at a share of it, inside a whole.
fn clamped_start(held: f64, share: f64, length: f64, whole: Span) -> f64 {
    (held - share * length).clamp(whole.start, whole.end - length)
}

/// Drags the heatmap along a path of steps, and checks each frame.
fn check_drag(scene: &str, steps: &[Vec2]) {
    let mut window = window(scene);
    settle(&mut window);
    let from = in_frame(&window, View::Heatmap, vec2(0.5, 0.5));
    let held = data_at(&window, View::Heatmap, from);
    window.hover_at(from);
    window.step();
    window.event(button(from, true));
    window.step();
    let mut at = from;
    for (i, &step) in steps.iter().enumerate() {
        at += step;
        window.hover_at(at);
        window.step();
        let (plot, corner) = chart(&window, View::Heatmap);
        let share = (at - corner - vec2(plot.rect.x, plot.rect.y))
            / vec2(plot.rect.width, plot.rect.height);
        for (axis, held, share) in [(&plot.x, held.0, share.x), (&plot.y, held.1, share.y)] {
            let length = axis.span.length();
            let expected = clamped_start(held, f64::from(share), length, axis.whole);
            let error = (axis.span.start - expected).abs() / length;
            assert!(error < 1e-6, "step {i}, {}: {:?}, not {expected}", axis.name, axis.span);
        }
        let shown = app(&window).shown(View::Heatmap).expect("the heatmap is drawn");
        assert_eq!((shown.x, shown.y), (plot.x.span, plot.y.span), "picture and axes agree");
        let (waves, _) = chart(&window, View::Waves);
        assert_eq!(waves.x.span, plot.y.span, "step {i}: the linked view is in the same place");
    }
    window.event(button(at, false));
    settle(&mut window);
}

#[test]
fn dragged_heatmap_and_waves_follow_every_frame() {
    // To and fro, and far over two edges and back.
    let mut steps = vec![vec2(9.0, 7.0); 3];
    steps.extend([vec2(-3.0, -5.0); 20]);
    steps.extend([vec2(40.0, 37.0); 12]);
    steps.extend([vec2(-61.0, -53.0); 14]);
    for whole in ["length=4096&d_model=512", "length=4294967296&d_model=16384"] {
        for window in ["heatmap=100..164,980..1108", "heatmap=0.25..40.5,0..1000"] {
            check_drag(&format!("{whole}&link=true&{window}&waves=0..10,-1.1..1.1"), &steps);
        }
    }
}

#[test]
fn overview_drag_moves_picture_in_the_same_frame() {
    let mut window = window("heatmap=8..40,8..40");
    let (plot, _) = chart(&window, View::Heatmap);
    let whole = plot.y.whole;
    let overview = window.get_by_label("Overview of heatmap").rect();
    let at = overview.center();
    window.hover_at(at);
    window.step();
    window.event(button(at, true));
    window.step();
    for i in 0..8 {
        let at = at + vec2(0.0, 2.0 * i as f32 - 8.0);
        window.hover_at(at);
        window.step();
        let middle = (at.y - overview.top()) / overview.height();
        let expected = (f64::from(middle) * whole.length() - 16.0).clamp(0.0, whole.end - 32.0);
        let (plot, _) = chart(&window, View::Heatmap);
        assert!((plot.y.span.start - expected).abs() < 0.3, "{:?}, not {expected}", plot.y.span);
    }
    window.event(button(at, false));
    settle(&mut window);
}

#[test]
fn one_drag_is_one_step_back() {
    let before = "heatmap=8..16,8..16";
    let mut window = window(before);
    let from = in_frame(&window, View::Heatmap, vec2(0.5, 0.6));
    super::navigation::drag(&mut window, from, from - vec2(70.0, 80.0), Modifiers::NONE);
    assert_ne!(scene(&window), before, "the drag moves the picture");
    window.key_press_modifiers(Modifiers::ALT, egui::Key::ArrowLeft);
    settle(&mut window);
    assert_eq!(scene(&window), before, "one step back");
}

/// Lines along the whole width and height of the frame of a view: x of the upright ones, y of the others.
fn quiet_lines(window: &Window, view: View) -> (Vec<f32>, Vec<f32>) {
    let (plot, corner) = chart(window, view);
    let rect = plot.rect;
    let frame =
        egui::Rect::from_min_size(corner + vec2(rect.x, rect.y), vec2(rect.width, rect.height));
    let (mut upright, mut level) = (Vec::new(), Vec::new());
    for clipped in &window.output().shapes {
        let egui::Shape::LineSegment { points: [a, b], .. } = clipped.shape else { continue };
        let line = egui::Rect::from_two_pos(a, b);
        if line.y_range() == frame.y_range() && frame.x_range().contains(a.x) {
            upright.push(a.x - frame.left());
        }
        if line.x_range() == frame.x_range() && frame.y_range().contains(a.y) {
            level.push(a.y - frame.top());
        }
    }
    (upright, level)
}

#[test]
fn pointing_in_one_view_shows_lines_in_the_others() {
    let mut window = window("views=heatmap,waves,similarity,rotation");
    settle(&mut window);
    let at = in_frame(&window, View::Heatmap, vec2(0.303, 0.61));
    let (column, position) = data_at(&window, View::Heatmap, at);
    let near = |line: f32, cell: f64, span: Span, size: f32| {
        let middle = (cell.floor() + 0.5 - span.start) / span.length() * f64::from(size);
        (f64::from(line) - middle).abs() < 0.5
    };
    window.hover_at(at);
    window.step();
    assert_eq!(quiet_lines(&window, View::Heatmap), (vec![], vec![]), "the pointer is there");
    let (waves, _) = chart(&window, View::Waves);
    let (upright, level) = quiet_lines(&window, View::Waves);
    assert!(near(upright[0], position, waves.x.span, waves.rect.width), "{upright:?}");
    assert_eq!((upright.len(), level.len()), (1, 0), "curves have positions across");
    let (similarity, _) = chart(&window, View::Similarity);
    let (upright, level) = quiet_lines(&window, View::Similarity);
    assert!(near(upright[0], position, similarity.x.span, similarity.rect.width), "{upright:?}");
    assert!(near(level[0], position, similarity.y.span, similarity.rect.height), "{level:?}");
    let rotation = chart(&window, View::Rotation).0.x.span;
    let (upright, _) = quiet_lines(&window, View::Rotation);
    let is_shown = (rotation.start..rotation.end).contains(&column);
    assert_eq!(!upright.is_empty(), is_shown, "a column out of sight has no line");
    let of = in_frame(&window, View::Similarity, vec2(0.2, 0.7));
    let (s, t) = data_at(&window, View::Similarity, of);
    window.hover_at(of);
    window.step();
    let (heatmap, _) = chart(&window, View::Heatmap);
    let (upright, level) = quiet_lines(&window, View::Heatmap);
    assert_eq!((upright.len(), level.len()), (0, 2), "both positions: {upright:?} {level:?}");
    for (line, position) in level.into_iter().zip([t, s]) {
        assert!(near(line, position, heatmap.y.span, heatmap.rect.height), "{line} is {position}");
    }
    window.hover_at(Pos2::ZERO);
    window.step();
    assert_eq!(quiet_lines(&window, View::Waves), (vec![], vec![]), "nothing is pointed at");
}

#[test]
fn pointing_at_a_dial_shows_its_column() {
    let mut window = window("d_model=16&views=heatmap,clocks,values");
    settle(&mut window);
    let target = drawing(&window, View::Clocks).targets[2];
    let corner = view_rect(&window, View::Clocks).min.round();
    let middle =
        vec2(target.rect.x + target.rect.width / 2.0, target.rect.y + target.rect.height / 2.0);
    window.hover_at(corner + middle);
    window.step();
    let (upright, level) = quiet_lines(&window, View::Heatmap);
    assert_eq!((upright.len(), level.len()), (2, 0), "wide cells have a line at each side");
    let cell = chart(&window, View::Heatmap).0.rect.width / 16.0;
    let column = target.column.unwrap() as f32;
    assert!((upright[0] - column * cell).abs() < 0.5, "{upright:?}: column {column}");
}
