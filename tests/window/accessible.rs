//! Accessibility of the window: names, keyboard, screen reader, contrast, reduced motion and color vision.

use std::collections::BTreeSet;

use egui::{
    Color32, Event, Key, Modifiers, Pos2, Rect, Shape,
    accesskit::{Action, Live, NodeId, Role, Toggled},
    vec2,
};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use phasor::{
    app::settings::Store,
    picture::{Theme, contrast},
    views::View,
};

use super::{app, click, find_view, finish_computations, label, menu, scene, settle, window};
use crate::headless::{Window, window_with};

/// Checks that everything that can be used has a name.
#[track_caller]
fn check_names(window: &Window, place: &str) {
    let unnamed = window.unnamed_widgets();
    assert!(unnamed.is_empty(), "{place}: without a name: {unnamed:#?}");
}

/// Node and name of the widget with keyboard focus.
fn focused(window: &Window) -> Option<(NodeId, String)> {
    let mut all = window.query_all_by(|_node| true);
    let node = all.find(|node| node.accesskit_node().is_focused())?;
    Some((node.accesskit_node().locate().0, label(&node)))
}

fn opens(window: &mut Window, entry: &str) {
    menu(window, "File", entry);
}

#[test]
fn all_widgets_have_names() {
    let all: Vec<&str> = View::ALL.iter().map(|view| view.key()).collect();
    for views in all.chunks(6) {
        let window = window(&format!("d_model=16&length=32&views={}", views.join(",")));
        check_names(&window, &views.join(", "));
        for &view in View::ALL.iter().filter(|view| views.contains(&view.key())) {
            let node = find_view(&window, view).expect("an open view has a node");
            let text = label(&node);
            assert!(text.len() > view.title().len() + 10, "{text:?} is too short");
        }
        let root = window.root();
        assert_eq!(root.accesskit_node().label().as_deref(), Some("Phasor"), "the window itself");
    }
    let mut window = window("d_model=16&length=32");
    for name in ["File", "Edit", "View", "Lessons", "Presets", "Help"] {
        click(&mut window, name);
        check_names(&window, name);
        window.key_press(Key::Escape);
        settle(&mut window);
    }
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut window);
    for kind in ["Table", "Similarity", "Rotation", "Frequencies"] {
        window.get_all_by_label(kind).last().expect("a kind of numbers").click();
        settle(&mut window);
        check_names(&window, "Export");
    }
    window.key_press(Key::Escape);
    settle(&mut window);
    for entry in ["Open scene from file", "Open word vectors"] {
        opens(&mut window, entry);
        check_names(&window, entry);
        window.key_press(Key::Escape);
        settle(&mut window);
    }
    for shortcut in
        [(Modifiers::COMMAND, Key::G), (Modifiers::NONE, Key::F1), (Modifiers::NONE, Key::F5)]
    {
        window.key_press_modifiers(shortcut.0, shortcut.1);
        settle(&mut window);
        check_names(&window, &format!("{shortcut:?}"));
        window.key_press(Key::Escape);
        settle(&mut window);
    }
    menu(&mut window, "Lessons", "4  The formula");
    check_names(&window, "a lesson");
}

#[test]
fn menu_entries_have_roles_and_toggle_states() {
    let mut window = window("");
    click(&mut window, "View");
    let node = window.get_by_role_and_label(Role::MenuItem, "Zoom in");
    assert_eq!(node.accesskit_node().toggled(), None, "a command has no toggle state");
    let dark = window.get_by_role_and_label(Role::MenuItemCheckBox, "Dark theme");
    assert_eq!(dark.accesskit_node().toggled(), Some(Toggled::False));
    dark.click();
    settle(&mut window);
    click(&mut window, "View");
    let dark = window.get_by_role_and_label(Role::MenuItemCheckBox, "Dark theme");
    assert_eq!(dark.accesskit_node().toggled(), Some(Toggled::True));
}

/// Presses Tab until the focus is back at a known stop. Returns the stops in order.
fn tour(window: &mut Window, key: Modifiers) -> Vec<(NodeId, String)> {
    let mut stops: Vec<(NodeId, String)> = Vec::new();
    for _ in 0..300 {
        window.key_press_modifiers(key, Key::Tab);
        window.run_steps(2);
        let stop = focused(window).expect("Tab leads somewhere");
        if stops.contains(&stop) {
            return stops;
        }
        stops.push(stop);
    }
    panic!("Tab never comes back: {stops:?}");
}

#[test]
fn tab_reaches_everything_in_reading_order() {
    let mut window = window("d_model=16&length=32");
    let stops = tour(&mut window, Modifiers::NONE);
    let reached: BTreeSet<NodeId> = stops.iter().map(|(id, _)| *id).collect();
    let missed: Vec<String> = window
        .query_all_by(|node| !node.is_disabled() && node.data().supports_action(Action::Focus))
        .filter(|node| !reached.contains(&node.accesskit_node().locate().0))
        .map(|node| format!("{:?} {:?}", node.accesskit_node().role(), label(&node)))
        .collect();
    assert!(missed.is_empty(), "Tab never reaches {missed:#?}");
    let place = |begin: &str| {
        let found = stops.iter().position(|(_, name)| name.starts_with(begin));
        found.unwrap_or_else(|| panic!("no stop at {begin}: {stops:?}"))
    };
    let order = ["File", "Edit", "View", "Lessons", "Explore"].map(place);
    assert!(order.is_sorted(), "the menu from left to right: {stops:?}");
    let order =
        ["Convention", "d_model", "Length", "Start", "Base", "Position", "Offset"].map(place);
    assert!(order.is_sorted(), "the panel from top to bottom: {stops:?}");
    let order = ["Heatmap title", "Maximize heatmap", "Export heatmap", "Heatmap, "].map(place);
    assert!(order.is_sorted(), "a tile from top to bottom: {stops:?}");
    // Shift+Tab visits the same stops in reverse order.
    let mut back = tour(&mut window, Modifiers::SHIFT);
    back.reverse();
    let from = back.iter().position(|stop| *stop == stops[0]).expect("the same stops");
    back.rotate_left(from);
    assert_eq!(back, stops, "back with Shift");
}

/// Bounds of shapes in one of the focus colors, and whether each has an outline.
fn accents(window: &Window, colors: &[Color32]) -> Vec<(Rect, bool)> {
    fn collect(shape: &Shape, colors: &[Color32], found: &mut Vec<(Rect, bool)>) {
        let is_line = |stroke: &egui::Stroke| stroke.width > 0.0 && colors.contains(&stroke.color);
        let (has_ground, has_line) = match shape {
            Shape::Vec(shapes) => {
                for shape in shapes {
                    collect(shape, colors, found);
                }
                return;
            }
            Shape::Rect(rect) => (colors.contains(&rect.fill), is_line(&rect.stroke)),
            Shape::Circle(circle) => (colors.contains(&circle.fill), is_line(&circle.stroke)),
            Shape::LineSegment { stroke, .. } => (false, is_line(stroke)),
            _ => (false, false),
        };
        if has_ground || has_line {
            found.push((shape.visual_bounding_rect(), has_line));
        }
    }
    let mut found = Vec::new();
    for clipped in &window.output().shapes {
        collect(&clipped.shape, colors, &mut found);
    }
    found
}

#[test]
fn focus_is_visible_everywhere() {
    for is_dark in [false, true] {
        let mut window = window("d_model=16&length=32");
        window.ctx.set_theme(if is_dark { egui::Theme::Dark } else { egui::Theme::Light });
        settle(&mut window);
        let theme = Theme::new(is_dark);
        let colors = [theme.accent, theme.text].map(|[r, g, b]| Color32::from_rgb(r, g, b));
        let mut before = accents(&window, &colors);
        let num_stops = tour(&mut window, Modifiers::NONE).len();
        let mut unseen = Vec::new();
        for _ in 0..num_stops {
            window.key_press(Key::Tab);
            window.run_steps(12);
            let (_, name) = focused(&window).expect("Tab leads somewhere");
            let now = accents(&window, &colors);
            // A shape must appear at the new place; it is not enough that one vanishes from the old place.
            if now.iter().all(|rect| before.contains(rect)) {
                unseen.push(name);
            }
            before = now;
        }
        assert!(unseen.is_empty(), "nothing shows the focus of {unseen:?}, dark: {is_dark}");
    }
}

#[test]
fn focused_widget_scrolls_into_view() {
    // Zoom factor 3 on a screen of 1920 × 1080.
    let mut window = large_type();
    let room = window.ctx.content_rect();
    let mut seen = BTreeSet::new();
    for _ in 0..300 {
        window.key_press(Key::Tab);
        window.run_steps(30);
        let mut all = window.query_all_by(|_node| true);
        let node =
            all.find(|node| node.accesskit_node().is_focused()).expect("Tab leads somewhere");
        let (id, name) = (node.accesskit_node().locate().0, label(&node));
        let rect = node.rect();
        drop(all);
        // A widget larger than the window is visible in part.
        assert!(
            room.contains_rect(rect.shrink(1.0)) || room.intersect(rect).area() > 40.0 * 40.0,
            "{name:?} has the focus out of sight, at {rect:?}"
        );
        if !seen.insert(id) {
            assert!(seen.len() > 40, "few stops: {}", seen.len());
            return;
        }
    }
    panic!("Tab never comes back");
}

fn large_type() -> Window {
    let mut window = window_with("d_model=16&length=32", Store::default(), vec2(1920.0, 1080.0));
    window.ctx.set_zoom_factor(3.0);
    window.run_steps(10);
    // The harness keeps its size in points, whereas a screen keeps its pixels.
    window.set_size(vec2(640.0, 360.0));
    window.run_steps(10);
    window
}

#[test]
fn shortcuts_sheet_fits_small_window() {
    let mut window = window_with("", Store::default(), vec2(1024.0, 640.0));
    window.key_press(Key::F1);
    settle(&mut window);
    let room = window.ctx.content_rect().shrink(4.0);
    for begin in ["Keyboard shortcuts", "Ctrl+O", "F1", "Arrow keys on an edge"] {
        let all = window.query_all_by(|node| node.raw_bounds().is_some());
        let found: Vec<Rect> =
            all.filter(|node| label(node) == begin).map(|node| node.rect()).collect();
        assert!(!found.is_empty(), "{begin} is shown");
        assert!(found.iter().all(|rect| room.contains_rect(*rect)), "{begin} at {found:?}");
    }
}

#[test]
fn panels_fit_small_window_or_scroll() {
    let mut window = large_type();
    let room = window.ctx.content_rect();
    let is_inside = |window: &Window, name: &str, close: &str| {
        let node = window.get_by_label(close);
        assert!(room.contains_rect(node.rect()), "{name}: {close} at {:?}", node.rect());
    };
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(10);
    is_inside(&window, "Export", "Close window");
    window.key_press(Key::Escape);
    window.key_press(Key::F1);
    window.run_steps(10);
    is_inside(&window, "Keyboard shortcuts", "Close window");
    window.key_press(Key::Escape);
    window.run_steps(4);
    click(&mut window, "View");
    // The last entry lies below the window until it has the focus.
    for _ in 0..60 {
        window.key_press(Key::ArrowDown);
        window.run_steps(10);
        if focused(&window).is_some_and(|(_, name)| name == "Color vision preview") {
            is_inside(&window, "View", "Color vision preview");
            return;
        }
    }
    panic!("the arrow keys never reach the last entry");
}

#[test]
fn tiles_are_moved_and_resized_with_keys() {
    let mut window = window("");
    let place = |window: &Window, view| find_view(window, view).expect("it is open").rect();
    let (heatmap, similarity) = (View::Heatmap, View::Similarity);
    let before = (place(&window, heatmap), place(&window, similarity));
    assert!(before.0.left() < before.1.left(), "the initial order");
    let edge = "Edge between Waves and Similarity";
    window.get_by_role_and_label(Role::Splitter, edge).focus();
    window.run_steps(2);
    for _ in 0..3 {
        window.key_press(Key::ArrowLeft);
    }
    settle(&mut window);
    let narrow = place(&window, heatmap);
    assert!((before.0.width() - narrow.width() - 48.0).abs() < 2.0, "three steps of 16 points");
    assert_eq!(focused(&window).map(|(_, name)| name).as_deref(), Some(edge), "it keeps the focus");
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    assert!(place(&window, heatmap).width() > narrow.width(), "wider again");
    for _ in 0..200 {
        window.key_press(Key::ArrowLeft);
    }
    settle(&mut window);
    assert!(place(&window, heatmap).width() > 90.0, "no tile is lost");
    menu(&mut window, "View", "Reset layout");
    window.get_by_label("Heatmap title").focus();
    window.run_steps(2);
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    let after = (place(&window, heatmap), place(&window, similarity));
    assert!(after.0.left() > after.1.left(), "they have changed places");
    window.key_press(Key::ArrowLeft);
    settle(&mut window);
    assert_eq!((place(&window, heatmap), place(&window, similarity)), before, "both back");
    assert_eq!(scene(&window), "", "the scene is the same");
}

/// Views that are visible.
fn seen(window: &Window) -> Vec<View> {
    View::ALL.iter().copied().filter(|&view| find_view(window, view).is_some()).collect()
}

#[test]
fn tabs_are_joined_and_split_with_keys() {
    let mut window = window("views=heatmap,similarity,rotation");
    let all = [View::Heatmap, View::Similarity, View::Rotation];
    let place = |window: &Window, view| find_view(window, view).expect("it is in sight").rect();
    let press = |window: &mut Window, title: &str, modifiers, key| {
        window.get_by_label(title).focus();
        window.run_steps(2);
        window.key_press_modifiers(modifiers, key);
        settle(window);
        assert_eq!(
            focused(window).map(|(_, name)| name).as_deref(),
            Some(title),
            "it keeps the focus"
        );
    };
    // Columns: the heatmap above the similarity, and the rotation to the right of both.
    let (third, neighbor) = (View::Similarity, View::Rotation);
    let its_place = place(&window, neighbor);
    press(&mut window, "Heatmap title", Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(seen(&window).len(), 2, "the heatmap lies over its neighbor");
    let now = place(&window, View::Heatmap);
    assert!((now.right() - its_place.right()).abs() < 2.0, "{now:?} instead of {its_place:?}");
    check_names(&window, "tabs");
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        window.ctx.set_theme(theme);
        settle(&mut window);
        let (faint, _) = faint(&window);
        assert!(faint.is_empty(), "{theme:?}: {faint:#?}");
    }
    // The button with a tab's name shows that tab.
    let tab = |view: View| {
        move |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == Role::Button && node.label().as_deref() == Some(view.title())
        }
    };
    for view in [neighbor, View::Heatmap] {
        window.get_by(tab(view)).focus();
        window.run_steps(2);
        window.key_press(Key::Space);
        settle(&mut window);
        let shown = seen(&window);
        assert!(shown.contains(&view) && shown.len() == 2, "{view:?} of {shown:?}");
        assert!(window.query_by_label("Play (Space)").is_some(), "Space does not play");
    }
    // The third view joins the tabs, and then all leave again, each to a side of its own.
    press(&mut window, "Similarity title", Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(seen(&window), [third], "one of three tabs");
    press(&mut window, "Similarity title", Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!(seen(&window).len(), 2, "beside the remaining tabs");
    press(&mut window, "Heatmap title", Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(seen(&window), all, "none is covered");
    let after = all.map(|view| place(&window, view));
    assert!(
        place(&window, View::Heatmap).bottom() < place(&window, neighbor).top(),
        "above: {after:?}"
    );
    assert_eq!(scene(&window), "views=heatmap,similarity,rotation", "the scene is the same");
    // Without a neighbor in a direction, nothing happens.
    press(&mut window, "Heatmap title", Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(all.map(|view| place(&window, view)), after);
}

/// Texts of the views' live regions, with their politeness.
fn announced(window: &Window) -> Vec<(String, Live)> {
    window
        .query_all_by(|node| node.role() == Role::Status)
        .map(|node| (label(&node), node.accesskit_node().live()))
        .collect()
}

#[test]
fn focused_view_announces_selection_politely() {
    let mut window = window("d_model=128&length=256&position=42&column=5");
    assert!(announced(&window).iter().all(|(_, live)| *live == Live::Off), "quiet without focus");
    find_view(&window, View::Heatmap).expect("it is open").focus();
    window.run_steps(2);
    window.key_press(Key::ArrowRight);
    settle(&mut window);
    let text: Vec<String> = announced(&window)
        .into_iter()
        .filter_map(|(text, live)| (live == Live::Polite).then_some(text))
        .collect();
    let value = app(&window).state().table().encoding.value(42, 6).to_string();
    assert_eq!(text.len(), 1, "one view has the focus: {text:?}");
    assert!(text[0].starts_with("position 42, column 6"), "{text:?}");
    assert!(text[0].contains(&value), "{text:?} has the value {value}");
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(announced(&window).iter().all(|(_, live)| *live == Live::Off), "quiet while it plays");
}

#[test]
fn reduced_motion_skips_transitions() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("settings.json"));
    let steps = |is_reduced: bool| {
        let mut window = window_with("", store.clone(), vec2(1400.0, 860.0));
        if is_reduced {
            menu(&mut window, "View", "Reduce motion");
        }
        menu(&mut window, "Lessons", "6  Wavelengths");
        window.run_steps(60);
        let mut scenes = BTreeSet::new();
        for _ in 0..4 {
            window.key_press(Key::PageDown);
            for _ in 0..40 {
                window.run_steps(1);
                scenes.insert(scene(&window));
            }
        }
        (scenes.len(), window)
    };
    let (num_gliding, _) = steps(false);
    let (num_reduced, mut window) = steps(true);
    assert!(num_gliding > 10, "{num_gliding} scenes on the way");
    assert!(num_reduced <= 5, "{num_reduced} scenes, one a step");
    assert_eq!(window.ctx.global_style().animation_time, 0.0, "menus do not fade");
    window.state_mut().as_mut().expect("the first frame has made it").save_settings();
    assert!(store.load().0.reduce_motion, "the setting is saved");
}

#[test]
fn greyscale_preview_removes_all_colors() {
    let mut window = window("d_model=16&length=32");
    let colors = |window: &mut Window| {
        window.run_steps(2);
        let mut found = BTreeSet::new();
        for clipped in &mut window.output().shapes.clone() {
            // A copy: the colors are only collected.
            collect_colors(&clipped.shape, &mut found);
        }
        found
    };
    let is_grey = |color: &[u8; 4]| color[0] == color[1] && color[1] == color[2];
    let before = colors(&mut window);
    assert!(before.iter().any(|color| !is_grey(color)), "it has colors");
    menu_of(&mut window, "Greyscale");
    let grey = colors(&mut window);
    let left: Vec<_> = grey.iter().filter(|color| !is_grey(color)).collect();
    assert!(left.is_empty(), "colors are left: {left:?}");
    menu_of(&mut window, "Full color vision");
    assert_eq!(colors(&mut window), before, "all colors are back");
}

fn menu_of(window: &mut Window, vision: &str) {
    click(window, "View");
    click(window, "Color vision preview");
    click(window, vision);
    for _ in 0..2 {
        window.key_press(Key::Escape);
    }
    window.event(Event::PointerGone);
    settle(window);
}

/// Collects the colors of plain shapes and of meshes.
fn collect_colors(shape: &Shape, found: &mut BTreeSet<[u8; 4]>) {
    let mut add = |color: Color32| {
        if color != Color32::PLACEHOLDER && color.a() > 0 {
            found.insert(color.to_array());
        }
    };
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect_colors(shape, found)),
        Shape::Rect(rect) => {
            add(rect.fill);
            add(rect.stroke.color);
        }
        Shape::Circle(circle) => {
            add(circle.fill);
            add(circle.stroke.color);
        }
        Shape::LineSegment { stroke, .. } => add(stroke.color),
        Shape::Mesh(mesh) => mesh.vertices.iter().for_each(|vertex| add(vertex.color)),
        Shape::Text(text) => {
            add(text.fallback_color);
            for row in &text.galley.rows {
                row.visuals.mesh.vertices.iter().for_each(|vertex| add(vertex.color));
            }
        }
        _ => {}
    }
}

/// Backgrounds drawn so far, in drawing order; `None` where a background is translucent or has several colors.
struct Grounds(Vec<(Rect, Option<Color32>)>);

impl Grounds {
    fn add(&mut self, shape: &Shape, clip: Rect) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.add(shape, clip)),
            Shape::Rect(rect) if rect.fill.a() == 255 => {
                self.0.push((rect.rect.intersect(clip), Some(rect.fill)));
            }
            // Translucent, or of several colors.
            Shape::Rect(rect) if rect.fill.a() > 0 => {
                self.0.push((rect.rect.intersect(clip), None));
            }
            Shape::Mesh(_) => self.0.push((shape.visual_bounding_rect().intersect(clip), None)),
            _ => {}
        }
    }

    fn at(&self, place: Pos2) -> Option<Color32> {
        self.0.iter().rev().find(|(rect, _)| rect.contains(place))?.1
    }
}

/// Texts with too little contrast to their background, with both colors and the contrast ratio; and the number of
/// vertices measured.
fn faint(window: &Window) -> (Vec<String>, usize) {
    const LEAST: f64 = 4.5;
    let disabled: Vec<Rect> = window
        .query_all_by(|node| node.is_disabled() && node.raw_bounds().is_some())
        .map(|node| node.rect())
        .collect();
    let mut grounds = Grounds(Vec::new());
    let (mut found, mut num_measured) = (Vec::new(), 0);
    for clipped in &window.output().shapes {
        let Shape::Text(text) = &clipped.shape else {
            grounds.add(&clipped.shape, clipped.clip_rect);
            continue;
        };
        let place = clipped.shape.visual_bounding_rect().center();
        let is_shown = clipped.clip_rect.contains(place) && text.opacity_factor == 1.0;
        // Disabled widgets may be fainter.
        if !is_shown || disabled.iter().any(|rect| rect.expand(2.0).contains(place)) {
            continue;
        }
        let Some(ground) = grounds.at(place) else { continue };
        for row in &text.galley.rows {
            for vertex in &row.visuals.mesh.vertices {
                let color = match text.override_text_color {
                    Some(color) => color,
                    None if vertex.color == Color32::PLACEHOLDER => text.fallback_color,
                    None => vertex.color,
                };
                num_measured += 1;
                let rgb = |color: Color32| [color.r(), color.g(), color.b()];
                let ratio = contrast(rgb(color), rgb(ground));
                if color.a() == 255 && ratio < LEAST {
                    let fault =
                        format!("{:?}: {color:?} on {ground:?}, {ratio:.2}", text.galley.text());
                    if found.last() != Some(&fault) {
                        found.push(fault);
                    }
                }
            }
        }
    }
    (found, num_measured)
}

#[test]
fn text_contrast_is_sufficient() {
    let all: Vec<&str> = View::ALL.iter().map(|view| view.key()).collect();
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        let check = |window: &Window, place: &str, least: usize| {
            let (found, num_measured) = faint(window);
            assert!(found.is_empty(), "{place}, {theme:?}: {found:#?}");
            assert!(num_measured > least, "{place}: only {num_measured} corners of letters");
        };
        for views in all.chunks(6) {
            let scene = "d_model=16&length=32&b.base=500&side=all";
            let mut window = window(&format!("{scene}&views={}", views.join(",")));
            window.ctx.set_theme(theme);
            settle(&mut window);
            finish_computations(&mut window);
            settle(&mut window);
            check(&window, &views.join(", "), 4000);
        }
        let mut window = window("d_model=16&length=32");
        window.ctx.set_theme(theme);
        settle(&mut window);
        for name in ["File", "Edit", "View", "Lessons", "Presets", "Help"] {
            click(&mut window, name);
            window.run_steps(12);
            check(&window, name, 4000);
            window.key_press(Key::Escape);
            settle(&mut window);
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::E);
        window.run_steps(12);
        check(&window, "Export", 4000);
        window.key_press(Key::Escape);
        settle(&mut window);
        menu(&mut window, "Lessons", "4  The formula");
        window.run_steps(60);
        check(&window, "a lesson", 2000);
    }
}

#[test]
fn arrow_keys_move_the_selection_in_every_view() {
    for &view in View::ALL {
        let text = format!("d_model=16&length=32&position=5&column=6&views={}", view.key());
        let mut window = window(&text);
        finish_computations(&mut window);
        let before = scene(&window);
        find_view(&window, view).expect("it is open").focus();
        window.run_steps(2);
        let moved = [Key::ArrowDown, Key::ArrowRight, Key::ArrowUp, Key::ArrowLeft].map(|key| {
            window.key_press(key);
            settle(&mut window);
            let has_focus = find_view(&window, view).is_some_and(|node| node.is_focused());
            assert!(has_focus, "{view:?} keeps the focus");
            scene(&window)
        });
        assert!(moved.iter().any(|scene| *scene != before), "{view:?}: {moved:?}");
    }
}
