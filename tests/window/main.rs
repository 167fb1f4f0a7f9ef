//! Tests of the whole window without a display. Widgets are found by their accessibility labels.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod accessible;
mod clocks;
mod compare;
mod criteria;
mod exporting;
mod finding;
mod frequencies;
mod gestures;
#[path = "../support/headless.rs"]
mod headless;
mod laboratory;
mod lessons;
mod manifold;
mod models;
mod monkey;
mod navigation;
mod numbers;
mod pasting;
mod pixels;
mod playing;
mod presenting;
#[path = "../support/readable.rs"]
mod readable;
mod room_sizes;
mod rooms;
mod saved;
#[path = "../support/shown.rs"]
mod shown;
mod side_by_side;
mod similarity_lab;
mod sliders;
mod state;
mod tables;
#[path = "../support/tensors.rs"]
mod tensors;
mod tokens;
mod values;
#[path = "../support/wait.rs"]
mod wait;
mod walk;
mod waves;

use std::{fmt::Display, time::Duration};

use egui::{Event, Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use headless::{Window, window_with};
use phasor::{
    app::{App, settings::Store},
    picture::{Drawing, Raster, RasterRequest, Shape},
    views::View,
};

fn window(scene: &str) -> Window {
    window_with(scene, Store::default(), vec2(1400.0, 860.0))
}

/// Runs enough frames for everything that was requested, except animations.
fn settle(window: &mut Window) {
    window.run_steps(6);
    check_no_warning(window);
}

/// Checks that egui paints no warning. It marks warnings (two widgets with one id, a widget that moves within a
/// frame) with a flame.
fn check_no_warning(window: &Window) {
    let painted = window.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => Some(text.galley.text()),
        _ => None,
    });
    let warnings: Vec<&str> = painted.filter(|text| text.contains('🔥')).collect();
    assert_eq!(warnings, [""; 0], "egui warns");
}

fn app(window: &Window) -> &App {
    window.state().as_ref().expect("the first frame has made it")
}

fn scene(window: &Window) -> String {
    app(window).state().scene().to_string()
}

/// Views that are open.
fn open_views(window: &Window) -> Vec<View> {
    app(window).state().scene().draft().views.iter().collect()
}

fn drawing(window: &Window, view: View) -> &Drawing {
    app(window).drawing(view).expect("every view is drawn")
}

/// Data of a view as drawn, without what surrounds them: pixels, or lines.
fn picture(window: &Window, view: View) -> (Option<Raster>, Vec<Shape>) {
    let lines = drawing(window, view).shapes.iter().filter_map(|shape| match shape {
        Shape::Line { points, .. } if points.len() > 2 => Some(shape.clone()),
        _ => None,
    });
    (app(window).shown(view).map(RasterRequest::render), lines.collect())
}

/// Types a value into the entry of a parameter and presses Enter.
fn enter(window: &mut Window, label: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, label).type_text(text);
    window.run_steps(2);
    window.key_press(Key::Enter);
    settle(window);
}

/// What `found` returns, once it returns something; steps the window until then.
#[track_caller]
fn wait_until<T>(
    window: &mut Window,
    what: impl Display,
    found: impl Fn(&Window) -> Option<T>,
) -> T {
    wait::wait_until(what, || {
        let found = found(window);
        if found.is_none() {
            window.step();
        }
        found
    })
}

/// Waits until all background computations are done.
#[track_caller]
fn finish_computations(window: &mut Window) {
    wait_until(window, "computations to end", |it| (!app(it).is_computing()).then_some(()));
}

/// Waits until a text is on the screen.
#[track_caller]
fn wait_for(window: &mut Window, part: &str) {
    wait_until(window, format_args!("{part:?} on the screen"), |it| {
        it.query_all_by_label_contains(part).next().map(drop)
    });
    settle(window);
}

/// Waits until the summary of a view contains a text, and returns it.
#[track_caller]
fn wait_for_summary(window: &mut Window, view: View, part: &str) -> String {
    wait_until(window, format_args!("{part:?} in {view:?}"), |it| {
        Some(summary(it, view)).filter(|text| text.contains(part))
    })
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// Clicks the first of several controls with one name, as tiles have that share theirs.
fn click_first(window: &mut Window, label: &str) {
    window.get_all_by_label(label).next().expect("a control with this name").click();
    settle(window);
}

/// Opens the controls of a view behind the button in its title, or closes them.
fn toggle_settings(window: &mut Window, view: View) {
    click(window, &format!("Settings of {}", view.title().to_lowercase()));
}

/// Clicks a control of a view: in its title, or behind the button there where the title has no room for it.
fn click_in(window: &mut Window, view: View, label: &str) {
    if window.query_by_label(label).is_some() {
        return click(window, label);
    }
    toggle_settings(window, view);
    click(window, label);
    toggle_settings(window, view);
}

/// Opens a workspace from the menu bar, or from the menu of those for which it has no room.
fn open_workspace(window: &mut Window, title: &str) {
    if window.query_by_label(title).is_none() {
        click(window, "More");
    }
    click(window, title);
}

/// Clicks at a place in the window.
fn click_at(window: &mut Window, pos: egui::Pos2, modifiers: Modifiers) {
    window.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        let button = egui::PointerButton::Primary;
        window.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
    }
    settle(window);
}

fn menu(window: &mut Window, menu: &str, entry: &str) {
    click(window, menu);
    window.get_by_label_contains(entry).click();
    settle(window);
}

/// Node of a view: its label begins with the view's title, and with no longer title; that of B or A − B, which begins
/// with the side, if A is not shown.
fn find_view(window: &Window, view: View) -> Option<egui_kittest::Node<'_>> {
    let named = |label: &str| {
        let named = View::ALL.iter().filter(|view| label.starts_with(view.title()));
        named.max_by_key(|view| view.title().len()).copied()
    };
    let of_side = |label: &str| label.split_once(": ").and_then(|(_, rest)| named(rest));
    let with = |is_it: &dyn Fn(&str) -> bool| {
        let mut all = window.query_all_by(|node| node.role() == Role::Image);
        all.find(|node| is_it(&label(node)))
    };
    with(&|label| named(label) == Some(view))
        .or_else(|| with(&|label| of_side(label) == Some(view)))
}

fn view_rect(window: &Window, view: View) -> egui::Rect {
    find_view(window, view).expect("the view is drawn").rect()
}

fn summary(window: &Window, view: View) -> String {
    let node = find_view(window, view).expect("the view is drawn");
    node.accesskit_node().label().unwrap()
}

fn label(node: &egui_kittest::Node<'_>) -> String {
    node.accesskit_node().label().or_else(|| node.accesskit_node().value()).unwrap_or_default()
}

fn notices(window: &Window) -> Vec<String> {
    app(window).state().notices.iter().map(|notice| notice.text.clone()).collect()
}

#[track_caller]
fn wait_for_notice(window: &mut Window, part: &str) -> String {
    wait_until(window, format_args!("the notice {part:?}"), |it| {
        notices(it).into_iter().find(|message| message.contains(part))
    })
}

/// Text that "Copy values" of the Edit menu puts on the clipboard, for the active view.
fn copied_values(window: &mut Window) -> String {
    click(window, "Edit");
    // From here on every step is one frame, so that none is missed.
    window.get_by_label_contains("Copy values").click();
    let copied = wait_until(window, "text for the clipboard", |it| {
        it.output().platform_output.commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    wait_for_notice(window, "Copied the values");
    copied
}

#[test]
fn window_opens_with_views_and_formula() {
    let window = window("");
    assert_eq!(
        summary(&window, View::Heatmap),
        "Heatmap, 256 positions by 128 columns; selected position 42, column 14: 0.362221"
    );
    assert_eq!(
        summary(&window, View::Waves),
        "Waves, columns 14 and 15 over 256 positions; at position 42: 0.362221, −0.932092"
    );
    assert_eq!(
        summary(&window, View::Similarity),
        "Similarity, 256 by 256 positions; dot product of positions 42 and 52: 42.8200"
    );
    assert_eq!(
        summary(&window, View::Rotation),
        "Rotation matrix for offset 10, 128 by 128 columns; selected column 14: diagonal entry \
         -0.872672"
            .replace('-', "−")
    );
    window.get_by_label("PE(42, 14) = sin(42 / 10000^(14/128)) = sin 15.3373 = 0.362221");
    window.get_by_label_contains("equal to 15 digits");
    window.get_by_label_contains("any two positions 10 apart");
}

#[test]
fn parameters_change_only_dependent_views() {
    use View::{Heatmap, Rotation, Similarity, Waves};
    for (label, value, changed) in [
        ("d_model", "64", &[Heatmap, Waves, Similarity, Rotation][..]),
        ("Length", "100", &[Heatmap, Waves, Similarity]),
        ("Start", "7", &[Heatmap, Waves]),
        ("Base", "100", &[Heatmap, Waves, Similarity, Rotation]),
        ("Offset k", "3", &[Rotation]),
        ("Column j", "90", &[Waves, Rotation]),
    ] {
        let mut window = window("");
        let views = open_views(&window);
        let before = views.iter().map(|&view| picture(&window, view)).collect::<Vec<_>>();
        enter(&mut window, label, value);
        for (&view, before) in views.iter().zip(&before) {
            let is_changed = picture(&window, view) != *before;
            assert_eq!(is_changed, changed.contains(&view), "{label} = {value} in {view:?}");
        }
    }
    let mut window = window("");
    enter(&mut window, "Position t", "99");
    for view in [Heatmap, Similarity] {
        assert!(summary(&window, view).contains("99"), "{}", summary(&window, view));
    }
}

#[test]
fn parts_of_the_convention_can_be_changed() {
    let mut window = window("");
    click(&mut window, "Exponent, layout, rounding");
    for (part, choice, key) in [
        ("Exponent", "doubled", "exponent=doubled"),
        ("Layout", "split", "layout=split"),
        ("Order", "cos-first", "order=cos-first"),
        ("Components", "cos", "components=cos"),
    ] {
        let before = picture(&window, View::Heatmap);
        window.get_by_role_and_label(Role::ComboBox, part).click();
        settle(&mut window);
        let found: Vec<_> = window
            .get_all_by_label_contains(choice)
            .filter(|node| {
                let label = node.accesskit_node().label().unwrap_or_default();
                label == choice || label.starts_with(&format!("{choice}:"))
            })
            .collect();
        found.last().expect("the choice is offered").click();
        drop(found);
        settle(&mut window);
        assert!(scene(&window).contains(key), "{key} is not in {}", scene(&window));
        if part != "Order" {
            assert_ne!(picture(&window, View::Heatmap), before, "{part} changes the heatmap");
        }
    }
    window.get_by_role_and_label(Role::ComboBox, "Convention").click();
    settle(&mut window);
    click(&mut window, "The Annotated Transformer");
    assert_eq!(
        scene(&window),
        "convention=annotated-transformer",
        "a convention takes its parts back"
    );
}

/// Chooses a convention from the list, however far down it is.
fn choose_convention(window: &mut Window, title: &str) {
    choose_from(window, "Convention", title);
}

/// Chooses an entry of a list by their names, however far down it is.
fn choose_from(window: &mut Window, list: &str, title: &str) {
    window.get_by_role_and_label(Role::ComboBox, list).click();
    settle(window);
    window.get_by_label(title).scroll_to_me();
    settle(window);
    click(window, title);
}

#[test]
fn convention_shows_formula_and_code() {
    let mut window = window("");
    choose_convention(&mut window, "Dive into Deep Learning");
    assert_eq!(scene(&window), "convention=d2l");
    click(&mut window, "Formula and code");
    for text in [
        "ω_7 = 10000^(−14/128) = 0.3651741272548377",
        "1 / 10000^(14/128) = 0.36517414",
        "in f32, as the original computes it, this table differs by up to 0.000015",
        "Source: d2l-ai/d2l-en",
    ] {
        let found = window.query_all_by_label_contains(text).count();
        assert_eq!(found, 1, "{text:?} is shown once");
    }
    choose_convention(&mut window, "Cosine alone");
    window.get_by_label_contains("no matrix can tell them apart");
}

#[test]
fn fallback_is_shown_beside_the_chooser() {
    let window = window("convention=whisper&d_model=2");
    window.get_by_label_contains("the original gives NaN; shown: a divisor of 1.");
}

#[test]
fn slider_drag_is_one_undo_step() {
    let mut window = window("");
    let rect = window.get_by_role_and_label(Role::Slider, "Offset k").rect();
    let at = |share: f32| egui::pos2(rect.left() + share * rect.width(), rect.center().y);
    window.drag_at(at(0.5));
    window.step();
    for i in 0..8 {
        window.hover_at(at(0.5 + 0.05 * i as f32));
        window.step();
    }
    window.drop_at(at(0.85));
    settle(&mut window);
    let dragged = scene(&window);
    assert!(dragged.starts_with("offset="), "the drag has changed the offset: {dragged:?}");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(scene(&window), "", "one undo takes the whole drag back");
    assert!(!app(&window).state().can_undo(), "nothing else to undo");
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut window);
    assert_eq!(scene(&window), dragged, "redo brings it back");
}

#[test]
fn click_selects_in_all_views_and_arrows_move() {
    let mut window = window("d_model=32&length=64");
    let heatmap = view_rect(&window, View::Heatmap);
    let at = heatmap.center();
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    settle(&mut window);
    let (t, j) = {
        let scene = app(&window).state().scene();
        (scene.position(), scene.column())
    };
    assert!((20..45).contains(&t) && (8..24).contains(&j), "the cell in the middle: ({t}, {j})");
    assert!(summary(&window, View::Heatmap).contains(&format!("position {t}, column {j}:")));
    assert!(summary(&window, View::Similarity).contains(&format!("positions {t} and {}", t + 10)));
    assert!(summary(&window, View::Rotation).contains(&format!("selected column {j}:")));

    window.key_press(Key::ArrowDown);
    window.key_press(Key::ArrowRight);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowUp);
    settle(&mut window);
    let moved = app(&window).state().scene().clone();
    assert_eq!((moved.position(), moved.column()), (t + 1 - 10, j + 1), "down, right, ten up");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    let undone = app(&window).state().scene().clone();
    assert_eq!((undone.position(), undone.column()), (t, j), "a run of keys is one step");
}

#[test]
fn pair_in_similarity_turns_the_rotation() {
    let mut window = window("length=64");
    let before = picture(&window, View::Rotation);
    let node = view_rect(&window, View::Similarity);
    let at = node.center() + vec2(-40.0, 20.0);
    window.hover_at(at);
    window.step();
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    settle(&mut window);
    let scene = app(&window).state().scene().clone();
    assert!(scene.offset() < 0, "s is left of t: offset {}", scene.offset());
    let words = format!("positions {} and {}", scene.position(), scene.other_position());
    assert!(summary(&window, View::Similarity).contains(&words), "the pair is selected");
    assert_ne!(picture(&window, View::Rotation), before, "the rotation follows");
}

#[test]
fn invalid_entries_are_reported() {
    let mut window = window("");
    enter(&mut window, "d_model", "0");
    enter(&mut window, "Length", "many");
    assert_eq!(scene(&window), "", "the scene is the old one");
    // Each message stands at its field.
    window.get_by_label("invalid d_model \"0\": expected a whole number from 1 to 16384");
    window.get_by_label("invalid length \"many\": expected a whole number from 1 to 4294967296");
    assert!(notices(&window).is_empty(), "and nowhere else");
    let entry = window.get_by_role_and_label(Role::TextInput, "d_model");
    assert_eq!(entry.value().as_deref(), Some("128"), "the entry shows the old value again");
}

#[test]
fn typed_value_survives_click_elsewhere() {
    let mut window = window("");
    window.get_by_role_and_label(Role::TextInput, "d_model").focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, "d_model").type_text("64");
    window.run_steps(2);
    let cosine = window.get_by_label("Cosine").rect().center();
    window.hover_at(cosine);
    window.step();
    window.drag_at(cosine);
    window.step();
    window.drop_at(cosine);
    settle(&mut window);
    assert_eq!(scene(&window), "d_model=64&measure=cosine", "both changes are made");
}

#[test]
fn escape_cancels_only_the_entry() {
    let mut window = window("");
    click(&mut window, "Maximize heatmap");
    window.get_by_role_and_label(Role::TextInput, "d_model").focus();
    window.run_steps(2);
    window.get_by_role_and_label(Role::TextInput, "d_model").type_text("7");
    window.run_steps(2);
    window.key_press(Key::Escape);
    settle(&mut window);
    assert_eq!(scene(&window), "", "the typed text is discarded");
    assert!(find_view(&window, View::Rotation).is_none(), "the heatmap is still alone");
    window.key_press(Key::Escape);
    settle(&mut window);
    view_rect(&window, View::Rotation);
}

#[test]
fn scenes_are_copied_and_pasted() {
    let mut window = window("");
    window.event(Event::Paste("d_model=8&length=16\n".to_owned()));
    settle(&mut window);
    assert_eq!(scene(&window), "d_model=8&length=16", "pasted");
    window.event(Event::Paste(" \n".to_owned()));
    settle(&mut window);
    assert_eq!(scene(&window), "d_model=8&length=16", "white space is no scene");
    window.event(Event::Paste("\u{0} not a scene %%% \u{1f600}".repeat(1000)));
    settle(&mut window);
    assert_eq!(scene(&window), "d_model=8&length=16", "garbage changes nothing");
    let message = notices(&window).pop().unwrap();
    assert!(
        message.starts_with("Not a scene: ") && message.len() < 200,
        "a readable notice: {message}"
    );
    window.event(Event::Copy);
    window.step();
    let copied = |window: &Window| {
        window.output().platform_output.commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    };
    let mut found = copied(&window);
    for _ in 0..4 {
        window.step();
        found = found.or_else(|| copied(&window));
    }
    assert_eq!(found.as_deref(), Some("d_model=8&length=16"), "the scene is on the clipboard");
}

#[test]
fn menus_presets_sheets_and_maximized_views() {
    let mut window = window("");
    menu(&mut window, "Presets", "Worked example");
    assert_eq!(scene(&window), "d_model=4&length=4&offset=1&position=3&column=0");
    menu(&mut window, "Presets", "Small table for teaching");
    window.get_by_label_contains("Heatmap, 64 positions by 32 columns");
    window.key_press(Key::F1);
    settle(&mut window);
    window.get_by_label("Move the selection by ten cells");
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.query_by_label("Move the selection by ten cells").is_none(), "closed");
    menu(&mut window, "Help", "About");
    window.get_by_label_contains("Licensed under MIT or Apache 2.0");
    window.key_press(Key::Escape);
    settle(&mut window);

    click(&mut window, "Maximize rotation");
    assert!(find_view(&window, View::Heatmap).is_none(), "alone");
    window.key_press(Key::Escape);
    settle(&mut window);
    view_rect(&window, View::Heatmap);
    let title = window.get_by_label("Heatmap title").rect().left_center() + vec2(100.0, 0.0);
    window.hover_at(title);
    // Long enough that the earlier clicks do not make this a triple click.
    window.run_steps(30);
    for _ in 0..2 {
        window.drag_at(title);
        window.step();
        window.drop_at(title);
        window.step();
    }
    settle(&mut window);
    assert!(find_view(&window, View::Rotation).is_none(), "alone");
    menu(&mut window, "View", "Reset layout");
    view_rect(&window, View::Rotation);
}

/// Presses at one place, moves in steps, and releases at another.
fn drag(window: &mut Window, from: egui::Pos2, to: egui::Pos2) {
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    for i in 1..=8 {
        window.hover_at(from.lerp(to, i as f32 / 8.0));
        window.step();
    }
    window.drop_at(to);
    settle(window);
}

#[test]
fn tiles_are_resized_moved_and_reset() {
    let mut window = window("");
    let rects = |window: &Window| {
        open_views(window).into_iter().map(|v| view_rect(window, v)).collect::<Vec<_>>()
    };
    let before = rects(&window);
    let (left, right) = (view_rect(&window, View::Heatmap), view_rect(&window, View::Similarity));
    let gap = egui::pos2(f32::midpoint(left.right(), right.left()), left.center().y);
    drag(&mut window, gap, gap - vec2(120.0, 0.0));
    let resized = view_rect(&window, View::Heatmap);
    assert!(resized.width() < left.width() - 80.0, "the heatmap is narrower");
    let other = view_rect(&window, View::Similarity);
    assert!(other.width() > right.width() + 80.0, "the others are wider");

    let rotation = view_rect(&window, View::Rotation);
    let title = window.get_by_label("Rotation title").rect().left_center() + vec2(40.0, 0.0);
    drag(&mut window, title, resized.center());
    let are_all_seen =
        open_views(&window).into_iter().all(|view| find_view(&window, view).is_some());
    let is_moved = find_view(&window, View::Rotation).is_none_or(|node| node.rect() != rotation);
    assert!(!are_all_seen || is_moved, "the rotation lies elsewhere, or behind a tab");

    menu(&mut window, "View", "Reset layout");
    assert_eq!(rects(&window), before, "everything is where it was");
}

#[test]
fn measure_colors_orientation_and_theme_apply() {
    let mut window = window("");
    let before = picture(&window, View::Similarity);
    click(&mut window, "Distance");
    assert!(summary(&window, View::Similarity).contains("distance of positions"), "in the summary");
    assert_ne!(picture(&window, View::Similarity), before, "in the picture");
    let before = picture(&window, View::Heatmap);
    toggle_settings(&mut window, View::Heatmap);
    click(&mut window, "Positions across");
    toggle_settings(&mut window, View::Heatmap);
    assert_ne!(picture(&window, View::Heatmap), before, "transposed");
    let before = picture(&window, View::Heatmap);
    click(&mut window, "Switch to the light theme");
    assert_ne!(picture(&window, View::Heatmap), before, "each theme has its own map");
    assert_eq!(scene(&window), "measure=distance&transpose=true", "the theme is not in the scene");
    click(&mut window, "View");
    click(&mut window, "Colors");
    let before = picture(&window, View::Heatmap);
    window.get_by_label("cork: blue, white, green").click();
    settle(&mut window);
    assert_ne!(picture(&window, View::Heatmap), before, "another map");
    assert!(scene(&window).contains("colors=cork"), "the map is part of the scene");
}

#[test]
fn scene_theme_and_tiles_are_restored() {
    let folder = tempfile::tempdir().unwrap();
    let store = || Store::at(folder.path().join("settings.json"));
    let size = vec2(1400.0, 860.0);
    let mut first = window_with("", store(), size);
    enter(&mut first, "d_model", "64");
    click(&mut first, "Switch to the light theme");
    let (left, right) = (view_rect(&first, View::Heatmap), view_rect(&first, View::Similarity));
    let gap = egui::pos2(f32::midpoint(left.right(), right.left()), left.center().y);
    drag(&mut first, gap, gap - vec2(120.0, 0.0));
    let narrowed = view_rect(&first, View::Heatmap);
    assert!(narrowed.width() < left.width() - 80.0, "the heatmap is narrower");
    first.state_mut().as_mut().unwrap().save_settings();
    let second = window_with("", store(), size);
    assert_eq!(scene(&second), "d_model=64", "the last scene");
    second.get_by_label("Switch to the dark theme");
    assert_eq!(view_rect(&second, View::Heatmap), narrowed, "the tiles");
    std::fs::write(folder.path().join("settings.json"), "{\"tiles\": {\"root\": 3}}").unwrap();
    let third = window_with("", store(), size);
    view_rect(&third, View::Rotation);
}

#[test]
fn settings_that_cannot_be_saved_are_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way of a folder").unwrap();
    let mut window = window_with("", Store::at(file.join("settings.json")), vec2(1400.0, 860.0));
    for d_model in [64, 32, 16] {
        enter(&mut window, "d_model", &d_model.to_string());
        window.run_steps(90);
    }
    let notices = notices(&window);
    let is_unkept = |notice: &&String| notice.starts_with("Settings cannot be saved: ");
    assert_eq!(notices.iter().filter(is_unkept).count(), 1, "{notices:?}");
    assert_eq!(scene(&window), "d_model=16", "everything else works");
}

#[test]
fn scene_of_newer_version_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    std::fs::write(&path, "{\"scene\": \"d_model=64&flavor=sweet\"}").unwrap();
    let window = window_with("", Store::at(path), vec2(1400.0, 860.0));
    let notices = notices(&window);
    assert!(matches!(&notices[..], [notice] if notice.contains("flavor")), "{notices:?}");
}

#[test]
fn cyclic_tiles_are_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    let size = vec2(1400.0, 860.0);
    let mut first = window_with("", Store::at(path.clone()), size);
    let (left, right) = (view_rect(&first, View::Heatmap), view_rect(&first, View::Similarity));
    let gap = egui::pos2(f32::midpoint(left.right(), right.left()), left.center().y);
    drag(&mut first, gap, gap - vec2(120.0, 0.0));
    first.state_mut().as_mut().unwrap().save_settings();
    let kept: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let views = open_views(&first);
    let (_, tree) = kept["tiles"].as_object().unwrap().iter().next().expect("they were moved");
    let containers: Vec<&String> = tree["tiles"]["tiles"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, tile)| tile.get("Container").is_some())
        .map(|(id, _)| id)
        .collect();
    assert!(!containers.is_empty(), "{tree}");
    for id in containers {
        let mut spoiled = kept.clone();
        let (_, tree) = spoiled["tiles"].as_object_mut().unwrap().iter_mut().next().unwrap();
        let root = tree["root"].clone();
        let children = &mut tree["tiles"]["tiles"][id]["Container"]["Linear"]["children"];
        children.as_array_mut().unwrap().push(root);
        std::fs::write(&path, spoiled.to_string()).unwrap();
        let window = window_with("", Store::at(path.clone()), size);
        assert_eq!(open_views(&window), views);
        view_rect(&window, View::Rotation);
    }
}

/// Checks that no number of a view is NaN or infinite, unless a rounding may overflow, and that all its coordinates are
/// finite.
#[track_caller]
fn check_numbers(window: &Window, view: View) {
    let sentence = &app(window).state().scene().draft().sentence;
    let is_typed = |word: &str| sentence.text().contains(word);
    let may_overflow = app(window).state().scene().to_string().contains("round=");
    let is_none = |text: &str| {
        let is_it = |word: &&str| text.contains(*word) && !is_typed(word);
        !may_overflow && ["NaN", "inf"].iter().any(is_it)
    };
    let text = summary(window, view);
    assert!(!is_none(&text), "summary of {view:?}: {text}");
    let Some(drawing) = app(window).drawing(view) else { return };
    assert!(is_finite(drawing), "{view:?} has coordinates that are not finite");
    for shape in &drawing.shapes {
        if let Shape::Text(text) = shape {
            assert!(!is_none(&text.text), "{view:?} shows {}", text.text);
        }
    }
}

/// True if all coordinates of a drawing are finite.
fn is_finite(drawing: &Drawing) -> bool {
    drawing.shapes.iter().all(|shape| match shape {
        Shape::Band { upper, lower, .. } => {
            upper.iter().chain(lower).all(|at| at.x.is_finite() && at.y.is_finite())
        }
        Shape::Disc { center, .. } => center.x.is_finite() && center.y.is_finite(),
        Shape::Line { points, .. } => points.iter().all(|at| at.x.is_finite() && at.y.is_finite()),
        Shape::Fill { rect, .. } | Shape::Tint { rect, .. } => {
            [rect.x, rect.y, rect.width, rect.height].iter().all(|length| length.is_finite())
        }
        _ => true,
    })
}

#[test]
fn smallest_and_largest_scenes_are_drawn() {
    for text in [
        "d_model=1&length=1",
        "d_model=2&length=1&components=sin",
        "d_model=3&length=2&exponent=endpoint&layout=split",
        "d_model=1&length=1&convention=fairseq&measure=cosine",
        "d_model=2&length=1&convention=whisper",
        "d_model=5&length=9&convention=marian-cpp&offset=3",
        "d_model=16383&length=4294967296&start=4294967296&offset=-4294967296",
        "d_model=16384&length=4294967296&exponent=per-column&measure=cosine",
        "d_model=7&length=5&base=1.0000001&measure=distance&components=cos&transpose=true",
        "base=1000000000000&exponent=per-column-doubled",
    ] {
        // The one view that the smallest window shows at a time, and as many as a large one shows.
        let small = View::ALL.chunks(1).map(|views| (views, vec2(960.0, 600.0)));
        let large = View::ALL.chunks(36).map(|views| (views, vec2(1920.0, 1080.0)));
        for (views, size) in small.chain(large) {
            let keys: Vec<&str> = views.iter().map(|view| view.key()).collect();
            let text = &format!("{text}&views={}", keys.join(","));
            let window = window_with(text, Store::default(), size);
            for &view in views {
                assert!(!summary(&window, view).contains("NaN"), "{view:?} of {text}");
                let drawn = drawing(&window, view);
                assert!(is_finite(drawn), "{view:?} of {text} in {size:?}");
                let Some(shown) = app(&window).shown(view) else { continue };
                let pixels = f64::from(shown.width) * f64::from(shown.height);
                assert!(pixels <= f64::from(size.x * size.y), "no larger than the window");
            }
            assert_eq!(notices(&window), [""; 0], "no notice for {text}");
        }
    }
}

#[test]
fn hovering_and_idling_compute_nothing() {
    let mut window = window("heatmap=0..64,0..64&waves=10..90,-1.1..1.1");
    settle(&mut window);
    let before = app(&window).num_rasters_rendered();
    assert!(before >= 4, "three pictures and an overview: {before}");
    for view in open_views(&window) {
        let rect = view_rect(&window, view);
        let drawn = drawing(&window, view).clone();
        for i in 0..20 {
            let share = (i as f32 + 0.5) / 20.0;
            window.hover_at(rect.min + vec2(share * rect.width(), (1.0 - share) * rect.height()));
            window.step();
        }
        assert_eq!(*drawing(&window, view), drawn, "{view:?} is drawn as before");
    }
    assert_eq!(app(&window).num_rasters_rendered(), before, "hovering computes no picture");
    // Time for a tooltip to fade in and for the mark of the last change to disappear.
    window.run_steps(900);
    let output = &window.output().viewport_output[&egui::ViewportId::ROOT];
    let delay = output.repaint_delay;
    assert!(delay >= Duration::from_secs(10), "the next frame is wanted after {delay:?}");
}

#[test]
fn conventions_are_filtered() {
    let mut window = window("");
    click(&mut window, "Convention");
    // The filter has the focus.
    window.event(egui::Event::Text("fairseq".to_owned()));
    window.run_steps(3);
    let listed: Vec<String> =
        window.query_all_by_role(Role::RadioButton).map(|node| label(&node)).collect();
    assert!(!listed.is_empty() && listed.len() < 6, "{listed:?}");
    assert!(listed.iter().any(|title| title.contains("fairseq")), "{listed:?}");
    window.query_all_by_role(Role::RadioButton).next().unwrap().click();
    settle(&mut window);
    assert!(scene(&window).starts_with("convention="), "{}", scene(&window));
    assert_eq!(window.query_all_by_role_and_label(Role::TextInput, "Filter").count(), 0, "closed");
    click(&mut window, "Convention");
    assert!(window.query_all_by_role(Role::RadioButton).count() > 25, "the filter begins anew");
}
