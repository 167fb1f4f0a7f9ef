//! The command palette, the doors of the first start, and the ways out of empty views.

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable as _;
use phasor::{app::settings::Store, views::View};

use super::{app, check_no_warning, click, find_view, open_views, scene, window};
use crate::headless::{Window, window_at_pace};

/// Types a text into the palette, which opens for it.
pub(super) fn search(window: &mut Window, text: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    window.run_steps(4);
    window.get_by_label("Search everything").type_text(text);
    window.run_steps(3);
}

#[test]
fn palette_finds_and_does() {
    let mut window = window("");
    for (text, shown) in [
        ("whisper", "convention=whisper"),
        ("llama 3.1", "model=llama-3.1-8b"),
        ("worked example", "d_model=4"),
        ("binary digits", "encoding=binary"),
    ] {
        search(&mut window, text);
        window.key_press(Key::Enter);
        window.run_steps(6);
        assert!(scene(&window).contains(shown), "{text}: {}", scene(&window));
        assert_eq!(window.query_all_by_label("Search everything").count(), 0, "{text}: it closes");
    }
    search(&mut window, "dark theme");
    window.key_press(Key::Enter);
    window.run_steps(6);
    assert_eq!(window.ctx.theme(), egui::Theme::Dark);
    search(&mut window, "lesson");
    window.key_press(Key::ArrowDown);
    window.key_press(Key::Escape);
    window.run_steps(6);
    assert!(app(&window).lesson_step().is_none(), "Escape does nothing else");
    search(&mut window, "good encoding");
    window.key_press(Key::Enter);
    window.run_steps(6);
    assert!(app(&window).lesson_step().is_some());
    check_no_warning(&window);
}

#[test]
fn palette_leads_to_controls() {
    let mut window = window("");
    search(&mut window, "rope_theta");
    window.key_press(Key::Enter);
    window.run_steps(6);
    let field = window.get_by_role_and_label(egui::accesskit::Role::TextInput, "Base");
    assert!(field.is_focused(), "the field of the base takes what is typed");
}

#[test]
fn palette_opens_views_and_stays_open_without_a_match() {
    let mut window = window("views=heatmap");
    search(&mut window, "clocks");
    window.key_press(Key::ArrowDown);
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(6);
    assert!(open_views(&window).contains(&View::Clocks), "{:?}", open_views(&window));
    search(&mut window, "no such thing");
    window.key_press(Key::Enter);
    window.run_steps(6);
    window.get_by_label("Nothing has these words in its name");
    window.get_by_label("Search everything");
}

#[test]
fn doors_are_shown_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("settings.json"));
    let start = || {
        let mut window = window_at_pace("", store.clone(), vec2(1400.0, 860.0), 4.0);
        window.state_mut().as_mut().unwrap().welcome(false);
        window.run_steps(6);
        window
    };
    let mut window = start();
    window.get_by_label("Welcome to Phasor");
    window.get_by_label_contains("Lessons. Why").click();
    window.run_steps(6);
    assert_eq!(app(&window).lesson_step().unwrap().1, 0, "the first lesson is open");
    window.state_mut().as_mut().unwrap().save_settings();
    drop(window);
    let window = start();
    assert_eq!(window.query_all_by_label("Welcome to Phasor").count(), 0, "never again");
}

#[test]
fn doors_make_way_for_what_is_asked_for() {
    let mut window = window_at_pace("", Store::default(), vec2(1400.0, 860.0), 4.0);
    window.state_mut().as_mut().unwrap().welcome(false);
    window.run_steps(6);
    window.get_by_label("Welcome to Phasor");
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(6);
    assert_eq!(window.query_all_by_label("Welcome to Phasor").count(), 0, "no door is open");
    window.get_by_label("Export");
}

#[test]
fn empty_views_offer_what_they_need() {
    let mut window = window("views=slopes,score,grid-axes");
    assert_eq!(window.query_all_by_label("Llama 3.1 8B").count(), 1);
    click(&mut window, "ALiBi");
    assert!(scene(&window).contains("convention=alibi-bloom"), "{}", scene(&window));
    assert!(find_view(&window, View::Slopes).is_some());
    check_no_warning(&window);
}
