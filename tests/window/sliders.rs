//! Sliders and value fields of the panel: every value is met, typed values are understood or refused at the field.

use std::collections::BTreeSet;

use egui::{Event, Key, Modifiers, PointerButton, Pos2, accesskit::Role, pos2};
use egui_kittest::kittest::Queryable as _;

use phasor::{scene::Scene, views::View};

use super::{Window, app, enter, settle, toggle_settings, window};

fn scene(window: &Window) -> &Scene {
    app(window).state().scene()
}

fn press(window: &mut Window, at: Pos2, is_pressed: bool) {
    window.event(Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed: is_pressed,
        modifiers: Modifiers::NONE,
    });
    window.step();
}

fn move_to(window: &mut Window, at: Pos2, modifiers: Modifiers) {
    window.event_modifiers(Event::PointerMoved(at), modifiers);
    window.step();
}

/// Values that a drag over the whole track meets, point by point.
fn dragged(window: &mut Window, name: &str, value: impl Fn(&Window) -> i64) -> BTreeSet<i64> {
    let track = window.get_by_role_and_label(Role::Slider, name).rect();
    let y = track.center().y;
    let mut met = BTreeSet::new();
    let begin = pos2(track.left() - 3.0, y);
    move_to(window, pos2(track.left() + 1.0, y), Modifiers::NONE);
    press(window, pos2(track.left() + 1.0, y), true);
    move_to(window, begin, Modifiers::NONE);
    let points = (track.width() + 4.0) as i64;
    for i in 0..=points {
        move_to(window, begin + egui::vec2(i as f32, 0.0), Modifiers::NONE);
        // The edit runs in the next frame.
        window.step();
        met.insert(value(window));
    }
    press(window, begin + egui::vec2(points as f32, 0.0), false);
    settle(window);
    met
}

#[test]
fn drags_meet_every_number() {
    let mut window = window("d_model=128&length=256");
    let met = dragged(&mut window, "Position t", |window| scene(window).position());
    assert_eq!(met, (0..256).collect(), "every position");
    let met = dragged(&mut window, "Column j", |window| i64::from(scene(window).column()));
    assert_eq!(met, (0..128).collect(), "every column");
    let met = dragged(&mut window, "Offset k", |window| scene(window).offset());
    assert_eq!(met, (-64..=64).collect(), "every offset around zero");
    let met = dragged(&mut window, "d_model", |window| i64::from(scene(window).num_columns()));
    let stops = [8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];
    let stops: BTreeSet<i64> = stops.into_iter().chain([6144, 8192, 12_288, 16_384]).collect();
    assert_eq!(met, stops, "every stop");
    let met = dragged(&mut window, "Length", |window| scene(window).extent().length() as i64);
    let halves = (5..32).map(|power| 3 << (power - 1));
    assert_eq!(met, (0..=32).map(|power| 1 << power).chain(halves).collect(), "every stop");
}

#[test]
fn pushing_at_the_end_widens_the_range() {
    let mut window = window("length=1000&offset=0");
    let track = window.get_by_role_and_label(Role::Slider, "Offset k").rect();
    let beyond = track.right_center() + egui::vec2(40.0, 0.0);
    move_to(&mut window, track.center(), Modifiers::NONE);
    press(&mut window, track.center(), true);
    move_to(&mut window, beyond, Modifiers::NONE);
    window.step();
    assert_eq!(scene(&window).offset(), 64, "the end of the first range");
    for _ in 0..300 {
        window.step();
    }
    assert_eq!(scene(&window).offset(), 999, "the end of the table");
    press(&mut window, beyond, false);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(scene(&window).offset(), 0, "one step of undo");
    enter(&mut window, "Offset k", "-900");
    let handle = window.get_by_role_and_label(Role::Slider, "Offset k").rect();
    assert_eq!(handle, track, "the slider keeps its place");
}

#[test]
fn shift_and_keys_move_finely() {
    let mut window = window("d_model=2048&length=4096&column=1000");
    let track = window.get_by_role_and_label(Role::Slider, "Column j").rect();
    let start = pos2(track.left() + track.width() / 2.0, track.center().y);
    move_to(&mut window, start, Modifiers::NONE);
    press(&mut window, start, true);
    window.step();
    let from = scene(&window).column();
    let mut met = BTreeSet::new();
    for i in 1..=40 {
        move_to(&mut window, start + egui::vec2(i as f32, 0.0), Modifiers::SHIFT);
        window.step();
        met.insert(scene(&window).column());
    }
    let met: Vec<u32> = met.into_iter().collect();
    assert!(met.windows(2).all(|pair| pair[1] - pair[0] == 1), "no column is left out: {met:?}");
    assert!((20..=40).contains(&(met[met.len() - 1] - from)), "ten times finer: {met:?}");
    press(&mut window, start + egui::vec2(40.0, 0.0), false);
    settle(&mut window);
    window.get_by_role_and_label(Role::Slider, "d_model").focus();
    settle(&mut window);
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    assert_eq!(scene(&window).num_columns(), 2049, "a key moves by one");
}

#[test]
fn value_field_is_dragged() {
    let mut window = window("d_model=64&offset=5");
    let field = window.get_by_role_and_label(Role::TextInput, "Offset k").rect();
    let start = field.center();
    move_to(&mut window, start, Modifiers::NONE);
    press(&mut window, start, true);
    for i in 1..=30 {
        move_to(&mut window, start + egui::vec2(i as f32, 0.0), Modifiers::NONE);
    }
    press(&mut window, start + egui::vec2(30.0, 0.0), false);
    settle(&mut window);
    let offset = scene(&window).offset();
    assert!((10..=16).contains(&offset), "some ten steps: {offset}");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(scene(&window).offset(), 5, "one step of undo");
}

#[test]
fn typed_values_are_understood_or_refused_at_the_field() {
    let mut window = window("d_model=64");
    for (typed, expected) in
        [("1,024", 1024), ("1_024", 1024), ("2^10", 1024), ("64*16", 1024), ("1e3", 1000)]
    {
        enter(&mut window, "d_model", "7");
        enter(&mut window, "d_model", typed);
        assert_eq!(scene(&window).num_columns(), expected, "{typed}");
    }
    for typed in ["abc", "1,5", "0", "16385", "2^99"] {
        enter(&mut window, "d_model", typed);
        assert_eq!(scene(&window).num_columns(), 1000, "{typed} changes nothing");
        let message = format!("invalid d_model \"{typed}\": expected");
        window.get_by_label_contains(&message);
    }
    enter(&mut window, "d_model", "32");
    assert!(window.query_by_label_contains("invalid d_model").is_none(), "the message has gone");
}

#[test]
fn numbers_of_views_are_refused_at_their_field() {
    let mut window = window("views=values");
    toggle_settings(&mut window, View::Values);
    enter(&mut window, "Digits", "abc");
    window.get_by_label_contains("invalid digits \"abc\": expected a whole number from");
    enter(&mut window, "Digits", "9");
    assert_eq!(scene(&window).draft().digits.get(), 9);
    enter(&mut window, "Playback speed", "fast");
    window.get_by_label_contains("invalid speed \"fast\": expected a number from 0.5 to 1000");
    enter(&mut window, "Playback speed", "25");
    window.get_by_role_and_label(Role::TextInput, "Playback speed");
    assert!(window.query_by_label_contains("invalid").is_none(), "the messages have gone");
}
