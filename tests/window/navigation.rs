//! Navigation in the views with wheel, drags and keys.

use egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, accesskit::Role, vec2,
};
use egui_kittest::kittest::Queryable as _;
use phasor::{picture::Span, views::View};

use super::{app, click, find_view, menu, picture, scene, settle, summary, window};
use crate::headless::Window;

/// Data spans that a view shows, from its raster.
fn shown(window: &Window, view: View) -> (Span, Span) {
    let request = app(window).shown(view).expect("the view is drawn");
    (request.x, request.y)
}

pub(super) fn turn_wheel(window: &mut Window, at: Pos2, notches: i32) {
    window.hover_at(at);
    window.step();
    for _ in 0..notches.abs() {
        window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, 50.0 * notches.signum() as f32),
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        // egui spreads a turn of the wheel over several frames.
        window.run_steps(12);
    }
    settle(window);
}

pub(super) fn drag(window: &mut Window, from: Pos2, to: Pos2, modifiers: Modifiers) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    window.event(Event::ModifiersChanged(modifiers));
    window.hover_at(from);
    window.step();
    window.event(button(from, true));
    window.step();
    for i in 1..=5 {
        window.hover_at(from.lerp(to, i as f32 / 5.0));
        window.step();
    }
    window.event(button(to, false));
    window.step();
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

/// Point in the picture of a view, by fractions of its width and height.
pub(super) fn point(window: &Window, view: View, x: f32, y: f32) -> Pos2 {
    // Inside the tile, to the right of the tick labels and to the left of the color bar.
    let rect = super::view_rect(window, view);
    egui::pos2(
        rect.left() + 60.0 + x * (rect.width() - 170.0),
        rect.top() + 20.0 + y * (rect.height() - 80.0),
    )
}

#[test]
fn wheel_zooms_around_the_pointer() {
    let mut window = window("");
    let at = point(&window, View::Heatmap, 0.5, 0.5);
    let before = summary_at(&mut window, at);
    turn_wheel(&mut window, at, 6);
    let (x, y) = shown(&window, View::Heatmap);
    assert!(x.length() < 40.0 && y.length() < 80.0, "nearer: {x:?} {y:?}");
    assert_eq!(summary_at(&mut window, at), before, "the same cell is under the pointer");
    let similarity = point(&window, View::Similarity, 0.5, 0.5);
    turn_wheel(&mut window, similarity, 5);
    let (x, y) = shown(&window, View::Similarity);
    assert!(x.length() < 200.0 && (x.length() - y.length()).abs() < 1e-9, "square: {x:?} {y:?}");
    turn_wheel(&mut window, at, -12);
    turn_wheel(&mut window, similarity, -12);
    assert_eq!(scene(&window), "", "everything is shown again");
}

/// Position and column under the pointer, from the tooltip.
fn summary_at(window: &mut Window, at: Pos2) -> (String, String) {
    window.hover_at(at);
    window.run_steps(3);
    let numbers: Vec<String> = ["position", "column"]
        .into_iter()
        .map(|name| {
            let name = window.get_all_by_label(name).last().expect("the tooltip is open").rect();
            let value = window
                .get_all_by_role(Role::Label)
                .filter(|node| {
                    let rect = node.rect();
                    (rect.center().y - name.center().y).abs() < 2.0 && rect.left() > name.right()
                })
                .min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()))
                .expect("a value stands beside the name");
            super::label(&value)
        })
        .collect();
    (numbers[0].clone(), numbers[1].clone())
}

#[test]
fn drag_pans_and_shift_drag_zooms_to_a_box() {
    let mut window = window("heatmap=32..64,64..128");
    let (from, to) =
        (point(&window, View::Heatmap, 0.3, 0.3), point(&window, View::Heatmap, 0.6, 0.6));
    drag(&mut window, from, to, Modifiers::NONE);
    let (x, y) = shown(&window, View::Heatmap);
    assert!(x.start < 30.0 && y.start < 60.0, "moved with the hand: {x:?} {y:?}");
    assert!((x.length() - 32.0).abs() < 1e-9 && (y.length() - 64.0).abs() < 1e-9, "no zoom");
    drag(&mut window, from, to, Modifiers::SHIFT);
    let (boxed_x, boxed_y) = shown(&window, View::Heatmap);
    assert!(boxed_x.length() < 14.0 && boxed_y.length() < 28.0, "the box: {boxed_x:?} {boxed_y:?}");
    assert!(boxed_x.start > x.start && boxed_y.end < y.end, "inside what was shown");
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut window);
    assert_eq!(shown(&window, View::Heatmap), (x, y), "back to before the box");
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    settle(&mut window);
    assert_eq!(scene(&window), "heatmap=32..64,64..128", "back to before the drag");
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    settle(&mut window);
    assert_eq!(shown(&window, View::Heatmap), (x, y), "and forward");
    menu(&mut window, "Edit", "Undo");
    assert_eq!(shown(&window, View::Heatmap), (x, y), "undo does not affect it");
}

#[test]
fn axis_zooms_and_pans_alone() {
    let mut window = window("");
    let rect = super::view_rect(&window, View::Heatmap);
    let below = egui::pos2(rect.center().x, rect.bottom() - 12.0);
    turn_wheel(&mut window, below, 4);
    let (x, y) = shown(&window, View::Heatmap);
    assert!(x.length() < 100.0, "columns: {x:?}");
    assert_eq!((y.start, y.end), (0.0, 256.0), "positions stay");
    drag(&mut window, below, below - vec2(60.0, 30.0), Modifiers::NONE);
    let (dragged, y) = shown(&window, View::Heatmap);
    assert!(dragged.start > x.start, "dragged along: {dragged:?}");
    assert_eq!((y.start, y.end), (0.0, 256.0), "positions stay");
}

#[test]
fn double_click_shows_everything() {
    let mut window = window("heatmap=3..5,7..9&rotation=0..8,0..8");
    for view in [View::Heatmap, View::Rotation] {
        let at = point(&window, view, 0.5, 0.5);
        for _ in 0..2 {
            window.drag_at(at);
            window.step();
            window.event(Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed: false,
                modifiers: Modifiers::NONE,
            });
            window.step();
        }
        // Long enough that the next click does not make a triple click.
        window.run_steps(60);
        let (x, y) = shown(&window, view);
        assert!((x.start, x.end, y.start) == (0.0, 128.0, 0.0), "{view:?}: {x:?} {y:?}");
    }
    assert!(scene(&window).contains("rotation=0..128,0..128"), "more than at first");
}

#[test]
fn keys_zoom_and_keep_the_selection_visible() {
    let mut window = window("heatmap=0..16,0..16&position=15&column=3");
    let at = point(&window, View::Heatmap, 0.2, 0.97);
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    settle(&mut window);
    let before = scene(&window);
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    settle(&mut window);
    assert_ne!(scene(&window), before, "the selection has moved");
    let (_, y) = shown(&window, View::Heatmap);
    let selected = app(&window).state().scene().position() as f64;
    assert!(y.start <= selected && selected + 1.0 <= y.end, "{selected} is in {y:?}");
    window.key_press(Key::Minus);
    settle(&mut window);
    assert!(shown(&window, View::Heatmap).0.length() > 20.0, "zoomed out");
    window.key_press(Key::Num0);
    settle(&mut window);
    assert_eq!(shown(&window, View::Heatmap).0.length(), 128.0, "everything");
}

#[test]
fn going_to_a_cell_selects_and_shows_it() {
    let mut window = window("length=4294967296&d_model=512&heatmap=0..16,0..16");
    window.key_press_modifiers(Modifiers::COMMAND, Key::G);
    settle(&mut window);
    let field = window.get_by_role_and_label(Role::TextInput, "Go to cell");
    field.type_text("5000000000, 3");
    window.run_steps(2);
    window.key_press(Key::Enter);
    settle(&mut window);
    window.get_by_label_contains("expected a whole number from 0 to 4294967295");
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, "Go to cell").type_text("2^31, 300");
    window.run_steps(2);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(summary(&window, View::Heatmap).contains("position 2147483648, column 300"));
    let (x, y) = shown(&window, View::Heatmap);
    assert_eq!(f64::midpoint(x.start, x.end), 300.5, "in the middle");
    assert_eq!(f64::midpoint(y.start, y.end), 2_147_483_648.5, "in the middle");
}

#[test]
fn large_cells_show_values_and_overview_pans() {
    let window = window("d_model=64&length=64&heatmap=0..8,0..8");
    let painted = |window: &Window, text: &str| {
        window.output().shapes.iter().any(|clipped| match &clipped.shape {
            egui::Shape::Text(shape) => shape.galley.text() == text,
            _ => false,
        })
    };
    let is_written = (2..=6).any(|digits| painted(&window, &format!("{:.digits$}", 1.0_f64.sin())));
    assert!(is_written, "PE(1, 0) is written");
    let overviews = window.query_all_by_label("Overview of heatmap").count();
    assert_eq!(overviews, 0, "nothing lies over numbers");
    let mut window = super::window("d_model=64&length=64&heatmap=0..32,0..32");
    let overview = window.get_by_label("Overview of heatmap").rect();
    let far = overview.min + 0.9 * overview.size();
    drag(&mut window, overview.center(), far, Modifiers::NONE);
    let (x, y) = shown(&window, View::Heatmap);
    assert!(x.end > 60.0 && y.end > 60.0 && x.length() == 32.0, "moved: {x:?} {y:?}");
}

#[test]
fn pixel_modes_are_chosen_and_named() {
    let mut window = window("length=100000");
    let mean = picture(&window, View::Heatmap);
    for (button, key, legend) in
        [("Nearest", "nearest", "may alias"), ("Spread", "spread", "standard deviation")]
    {
        click(&mut window, button);
        assert!(scene(&window).contains(&format!("pixels={key}")), "{}", scene(&window));
        assert_ne!(picture(&window, View::Heatmap), mean, "{button} is another picture");
        let is_named = window.output().shapes.iter().any(|clipped| match &clipped.shape {
            egui::Shape::Text(shape) => shape.galley.text().contains(legend),
            _ => false,
        });
        assert!(is_named, "the legend of {button} says {legend}");
    }
}

#[test]
fn double_click_shows_everything_and_selects_nothing() {
    let mut window = window("length=256&heatmap=10..40,2..20&position=20&column=5");
    let rect = find_view(&window, View::Heatmap).unwrap().rect();
    let at = rect.center() + egui::vec2(-60.0, 40.0);
    for _ in 0..2 {
        window.drag_at(at);
        window.step();
        window.drop_at(at);
        window.step();
    }
    settle(&mut window);
    assert_eq!(scene(&window), "position=20&column=5", "all of the table, and no selection");
}

#[test]
fn keys_typed_over_an_open_panel_act_on_nothing() {
    let mut window = window("position=7");
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut window);
    click(&mut window, "svg");
    window.key_press(Key::Period);
    window.key_press(Key::Space);
    settle(&mut window);
    assert_eq!(scene(&window), "position=7");
    window.key_press(Key::Escape);
    settle(&mut window);
    window.key_press(Key::Period);
    settle(&mut window);
    assert_eq!(scene(&window), "position=8", "without the panel");
}
