//! Playing: the position advances by itself, in every view, and stops at the end.

use std::time::Duration;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use phasor::views::View;

use super::{app, click, menu, scene, settle, summary, window};
use crate::headless::Window;

fn position(window: &Window) -> i64 {
    app(window).state().scene().position()
}

/// Runs the window for some seconds of 60 frames each.
fn pass(window: &mut Window, seconds: usize) {
    window.run_steps(60 * seconds);
}

#[test]
fn space_plays_and_pauses() {
    let mut window = window("");
    window.key_press(Key::Space);
    pass(&mut window, 2);
    let moved = position(&window) - 42;
    assert!((15..=17).contains(&moved), "8 positions a second make {moved} in two");
    let t = position(&window);
    assert!(summary(&window, View::Heatmap).contains(&format!("position {t},")), "in the heatmap");
    assert!(summary(&window, View::Waves).contains(&format!("at position {t}:")), "in the waves");
    assert!(!app(&window).state().can_undo(), "playing is no undo step");
    window.key_press(Key::Space);
    pass(&mut window, 1);
    let rested = position(&window);
    pass(&mut window, 20);
    assert_eq!(position(&window), rested, "it stays where it was stopped");
    let delay = window.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert!(delay >= Duration::from_secs(10), "nothing more is drawn: {delay:?}");
}

#[test]
fn playing_stops_at_the_end_and_restarts() {
    let mut window = window("length=50&position=42");
    click(&mut window, "Play (Space)");
    pass(&mut window, 3);
    assert_eq!(position(&window), 49, "the last position");
    window.get_by_label("Play (Space)").click();
    window.step();
    window.step();
    assert_eq!(position(&window), 0, "restarts at the first position");
    pass(&mut window, 1);
    assert!((6..=9).contains(&position(&window)), "plays on: {}", position(&window));
    click(&mut window, "Pause (Space)");
    window.get_by_label("Play (Space)");
}

#[test]
fn run_of_single_steps_is_one_undo_step() {
    let mut window = window("");
    for _ in 0..3 {
        window.key_press(Key::Period);
        settle(&mut window);
    }
    window.key_press(Key::Comma);
    settle(&mut window);
    assert_eq!(position(&window), 44);
    menu(&mut window, "Edit", "Undo");
    assert_eq!(scene(&window), "", "all of them at once");
}

#[test]
fn offset_plays_and_steps_as_the_position_does() {
    let mut window = window("offset=250&length=256");
    let offset = |window: &Window| app(window).state().scene().offset();
    window.key_press_modifiers(Modifiers::ALT, Key::Period);
    settle(&mut window);
    assert_eq!((offset(&window), position(&window)), (251, 42), "one on");
    window.key_press_modifiers(Modifiers::ALT, Key::Comma);
    settle(&mut window);
    assert_eq!(offset(&window), 250, "and back");
    click(&mut window, "Play k (Alt + Space)");
    pass(&mut window, 3);
    assert_eq!((offset(&window), position(&window)), (255, 42), "the largest offset");
    window.get_by_label("Play k (Alt + Space)").click();
    window.step();
    window.step();
    assert_eq!(offset(&window), 0, "restarts without a turn");
    pass(&mut window, 2);
    window.key_press_modifiers(Modifiers::ALT, Key::Space);
    settle(&mut window);
    assert!((15..=17).contains(&offset(&window)), "{}", offset(&window));
    assert!(!app(&window).is_computing(), "rests");
}

#[test]
fn space_belongs_to_the_focused_button() {
    let mut window = window("");
    window.get_by_label("Add 14").focus();
    window.run_steps(2);
    window.key_press(Key::Space);
    settle(&mut window);
    pass(&mut window, 1);
    assert_eq!(scene(&window), "curves=14", "the button is pressed, and nothing plays");
}
