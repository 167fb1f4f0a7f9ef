//! What the window saves is read again: scenes with any visible part, unreadable scenes, lessons, hidden controls.

use std::{fs, path::Path};

use egui::{Key, Modifiers, Vec2, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use phasor::{app::settings::Store, scene::Scene, views::View};

use super::{
    app, choose_convention, click, enter, finish_computations,
    gestures::in_frame,
    menu,
    navigation::{drag, turn_wheel},
    notices, scene, settle, summary, wait_for, wait_until, window,
};
use crate::headless::{Window, window_with};

const SIZE: Vec2 = vec2(1400.0, 860.0);

fn store_in(folder: &Path) -> Store {
    Store::at(folder.join("settings.json"))
}

/// Saves the settings as closing the window does. Returns the text of the saved scene, which is read again.
pub(super) fn save(window: &mut Window, store: &Store) -> String {
    window.state_mut().as_mut().expect("the first frame has made it").save_settings();
    let (settings, error) = store.load();
    assert_eq!(error, None, "settings are readable");
    let (saved, fault) = settings.last_scene();
    assert_eq!(fault, None, "the saved scene is readable: {}", settings.scene);
    assert_eq!(saved.to_string(), settings.scene, "and the same");
    settings.scene
}

/// Checks that the text of the scene gives the same scene.
#[track_caller]
pub(super) fn check_read_again(window: &Window, what: &str) {
    let text = scene(window);
    match text.parse::<Scene>() {
        Ok(again) => assert_eq!(again.to_string(), text, "{what}: another scene"),
        Err(error) => panic!("{what}: {error}: {text}"),
    }
}

/// Zooms, pans and boxes a view, and reads the scene after each.
fn check_navigation(window: &mut Window, view: View) {
    let key = view.viewport_key().expect("a view that is navigated").key();
    let at = |window: &Window, x: f32, y: f32| in_frame(window, view, vec2(x, y));
    // Labels of an axis are outside of the frame.
    let below = |window: &Window| at(window, 0.4, 1.0) + vec2(0.0, 6.0);
    let left = |window: &Window| at(window, 0.0, 0.4) - vec2(6.0, 0.0);
    let check = |window: &Window, what: &str| {
        check_read_again(window, &format!("{view:?} {what}"));
        let text = scene(window);
        assert!(text.contains(&format!("&{key}=")), "{view:?} {what} shows a part: {text}");
    };
    let pos = below(window);
    turn_wheel(window, pos, 2);
    check(window, "zoomed across");
    let pos = left(window);
    turn_wheel(window, pos, 2);
    check(window, "zoomed along values");
    let pos = at(window, 0.6, 0.6);
    turn_wheel(window, pos, 1);
    check(window, "zoomed");
    let (from, to) = (at(window, 0.3, 0.3), at(window, 0.7, 0.8));
    drag(window, from, to, Modifiers::NONE);
    check(window, "panned");
    drag(window, from, to, Modifiers::SHIFT);
    check(window, "boxed");
    // As near as the view goes, and as far.
    let pos = left(window);
    turn_wheel(window, pos, 60);
    check(window, "zoomed to the end");
    let pos = at(window, 0.5, 0.5);
    turn_wheel(window, pos, -60);
    check_read_again(window, "zoomed out");
}

#[test]
fn every_navigated_view_is_read_again() {
    for &view in View::ALL.iter().filter(|view| view.viewport_key().is_some()) {
        if view == View::Values {
            // Numbers are scrolled, not zoomed.
            continue;
        }
        let keys = view.shown_with();
        let text = format!("d_model=16&length=24&position=9&{keys}&views={}", view.key());
        let mut window = window_with(&text, Store::default(), vec2(960.0, 600.0));
        finish_computations(&mut window);
        settle(&mut window);
        check_navigation(&mut window, view);
    }
}

/// Steps until a table with a number of rows has been read.
#[track_caller]
fn wait_for_rows(window: &mut Window, num: u64) {
    wait_until(window, format_args!("a table with {num} rows"), |it| {
        (app(it).state().scene().extent().length() == num).then_some(())
    });
}

#[test]
fn views_of_huge_numbers_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.csv");
    let row = |i: i32| format!("{}e300,-{}e307,1.7e308,0", i + 1, i % 10);
    fs::write(&path, (0..12).map(row).collect::<Vec<_>>().join("\n")).unwrap();
    for view in [View::Norms, View::Profile, View::Heatmap, View::Similarity] {
        let text = format!("table={}&views={}", path.display(), view.key());
        let mut window = window_with(&text, Store::default(), vec2(960.0, 600.0));
        wait_for_rows(&mut window, 12);
        settle(&mut window);
        finish_computations(&mut window);
        settle(&mut window);
        check_navigation(&mut window, view);
    }
}

#[test]
fn scrolled_values_are_read_again() {
    let mut window = window("views=values");
    let at = super::view_rect(&window, View::Values).center();
    turn_wheel(&mut window, at, -3);
    assert!(scene(&window).contains("&values="), "{}", scene(&window));
    check_read_again(&window, "scrolled");
}

#[test]
fn values_outside_the_table_show_its_edge() {
    for part in ["-5..-1,-9..-3", "1e300..2e300,1e300..2e300", "-1e9..1e9,-0.5..7"] {
        let window = window(&format!("views=values&values={part}&range={part}"));
        assert!(summary(&window, View::Values).starts_with("Values, 256 positions"), "{part}");
        check_read_again(&window, part);
    }
}

#[test]
fn zoomed_scene_comes_back_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let mut first = window_with("convention=alibi-bloom&views=slopes", store.clone(), SIZE);
    let at = in_frame(&first, View::Slopes, vec2(0.5, 0.5));
    turn_wheel(&mut first, at, 1);
    let saved = save(&mut first, &store);
    assert!(saved.contains("&slopes="), "{saved}");
    let second = window_with("", store, SIZE);
    assert_eq!((scene(&second), notices(&second)), (saved, vec![]), "nothing is lost");
}

#[test]
fn passing_session_leaves_the_last_one() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let mut first = window_with("convention=alibi-bloom&views=slopes", store.clone(), SIZE);
    let saved = save(&mut first, &store);
    let mut passing = window_with("convention=fairseq", store.clone(), SIZE);
    passing.state_mut().as_mut().expect("the first frame has made it").keep_last_session();
    settle(&mut passing);
    assert_eq!(save(&mut passing, &store), saved, "the scene of the session before");
}

#[test]
fn unreadable_scene_is_restored_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let text = "d_model=64&views=heatmap&loudness=11";
    fs::write(folder.path().join("settings.json"), format!("{{\"scene\": \"{text}\"}}")).unwrap();
    let mut window = window_with("", store.clone(), SIZE);
    assert_eq!(scene(&window), "d_model=64&views=heatmap", "all else is shown");
    let told = notices(&window);
    let kept = folder.path().join("settings.scene.txt");
    assert!(told[0].contains("unknown scene key \"loudness\""), "{told:?}");
    assert!(told[0].ends_with(&format!("Its text is kept in {}", kept.display())), "{told:?}");
    enter(&mut window, "d_model", "32");
    assert_eq!(save(&mut window, &store), "d_model=32&views=heatmap");
    assert_eq!(fs::read_to_string(kept).unwrap(), text, "kept as it was");
}

#[test]
fn lesson_is_left_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let before = "d_model=64&offset=7";
    let mut first = window_with(before, store.clone(), SIZE);
    menu(&mut first, "Lessons", "What a good encoding must do");
    first.key_press(Key::PageDown);
    first.run_steps(60);
    assert_ne!(scene(&first), before, "a step has its own scene");
    assert_eq!(save(&mut first, &store), before, "saved is what closing the lesson brings back");

    let mut second = window_with("", store.clone(), SIZE);
    assert_eq!(scene(&second), before, "without the lesson");
    assert_eq!(app(&second).lesson_step(), None, "no lesson is open");
    // Another session in which nobody takes the offer.
    save(&mut second, &store);
    let mut third = window_with("", store.clone(), SIZE);
    click(&mut third, "Resume lesson 3, step 2");
    third.run_steps(60);
    let (name, step, _) = app(&third).lesson_step().expect("the lesson is open");
    assert!(name.starts_with("Lesson 3 ") && step == 1, "{name}, step {step}");
    assert_eq!(third.query_all_by_label_contains("Resume lesson 3").count(), 0, "taken");
    third.get_by_role_and_label(Role::Button, "Close lesson").click();
    settle(&mut third);
    assert_eq!(scene(&third), before, "closing it brings back the scene");
    assert_eq!(save(&mut third, &store), before);
    let fourth = window_with("", store, SIZE);
    assert_eq!(fourth.query_all_by_label_contains("Resume").count(), 0, "it was closed");
}

#[test]
fn dismissed_offer_is_not_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let mut first = window_with("", store.clone(), SIZE);
    menu(&mut first, "Lessons", "Counting, and its problems");
    save(&mut first, &store);
    let mut second = window_with("", store.clone(), SIZE);
    second.get_by_label("Resume lesson 2, step 1");
    click(&mut second, "Dismiss notice");
    save(&mut second, &store);
    let third = window_with("", store, SIZE);
    assert_eq!(third.query_all_by_label_contains("Resume").count(), 0, "it was dismissed");
}

#[test]
fn lesson_of_a_file_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    let path = folder.path().join("own.md");
    let text =
        "# Own\n## [One](scene:d_model=8)\nFirst.\n## [Two](scene:d_model=16)\nSecond words.\n";
    fs::write(&path, text).unwrap();
    let mut first = window_with("", store.clone(), SIZE);
    let ctx = first.ctx.clone();
    first.state_mut().as_mut().unwrap().open_lesson_file(&ctx, &path);
    wait_for(&mut first, "First.");
    first.key_press(Key::PageDown);
    first.run_steps(60);
    assert_eq!(scene(&first), "d_model=16", "the second step");
    assert_eq!(save(&mut first, &store), "", "the scene from before");
    let mut second = window_with("", store, SIZE);
    click(&mut second, "Resume own.md, step 2");
    wait_for(&mut second, "Second words.");
    second.run_steps(60);
    assert_eq!(scene(&second), "d_model=16", "the second step again");
}

#[test]
fn hidden_controls_are_brought_back() {
    let hides = "This scene hides controls.";
    let mut window = window("controls=d_model,offset");
    window.get_by_label(hides);
    click(&mut window, "Show all controls");
    assert_eq!(scene(&window), "", "no control is hidden");
    window.get_by_role_and_label(Role::Slider, "Length");
    assert_eq!(window.query_all_by_label(hides).count(), 0, "nothing is hidden");
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().open_lesson_named(&ctx, "7");
    window.run_steps(60);
    window.get_by_label("Show all controls").scroll_to_me();
    settle(&mut window);
    click(&mut window, "Show all controls");
    window.run_steps(20);
    assert!(window.query_all_by_label("Length").count() > 0, "below the text of the lesson");
    assert!(app(&window).lesson_step().is_some(), "the lesson stays open");
}

#[test]
fn bias_leaves_the_offset_to_the_user() {
    let offset = |window: &Window| {
        let field = window.get_by_role_and_label(Role::TextInput, "Offset k");
        field.accesskit_node().value().unwrap_or_default()
    };
    let mut window = window("");
    assert_eq!(offset(&window), "10", "as it begins");
    choose_convention(&mut window, "ALiBi (BLOOM)");
    assert_eq!(offset(&window), "−10", "a causal bias reads k backwards");
    assert!(summary(&window, View::Bias).contains("a key 10 back"), "key before the query");
    let matrix = summary(&window, View::BiasMatrix);
    assert!(matrix.contains("query 42 and key 32"), "{matrix}");
    assert!(!scene(&window).contains("offset"), "nothing is written: {}", scene(&window));
    choose_convention(&mut window, "Attention Is All You Need");
    assert_eq!(offset(&window), "10", "as it was");
    choose_convention(&mut window, "ALiBi (BLOOM)");
    enter(&mut window, "Offset k", "-3");
    assert!(scene(&window).contains("&offset=-3"), "set by hand: {}", scene(&window));
}
