//! Presenting: nothing but the views, in large type; leaving restores the earlier state exactly.

use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use phasor::{app::settings::Store, views::View};

use super::{app, check_no_warning, scene, view_rect};
use crate::headless::{Window, window_at_pace};

fn window(text: &str, size: egui::Vec2) -> Window {
    window_at_pace(text, Store::default(), size, 4.0)
}

fn settle(window: &mut Window) {
    window.run_steps(6);
    check_no_warning(window);
}

/// Smallest type on the screen, as a fraction of its height. Formulas do not count: scripts are smaller than their
/// line everywhere.
fn smallest_type(window: &Window) -> (f32, String) {
    let height = window.ctx.content_rect().height();
    let painted = window.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => Some(text.galley.clone()),
        _ => None,
    });
    painted
        .flat_map(|galley| {
            let text = galley.text().to_owned();
            let fonts = galley.job.sections.iter().map(|section| section.format.font_id.clone());
            let is_formula =
                |font: &egui::FontId| font.family == egui::FontFamily::Name("math".into());
            let sizes: Vec<f32> =
                fonts.filter(|font| !is_formula(font)).map(|font| font.size).collect();
            sizes.into_iter().map(move |size| (size / height, text.clone()))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("there is text")
}

#[test]
fn presented_type_is_large() {
    for size in [vec2(1024.0, 640.0), vec2(1400.0, 860.0), vec2(1920.0, 1080.0)] {
        let mut window = window("views=heatmap,waves", size);
        let (before, _) = smallest_type(&window);
        window.key_press(Key::F5);
        settle(&mut window);
        let (share, text) = smallest_type(&window);
        assert!(share >= 0.0199, "{size}: {text:?} is {share} of the height");
        assert!(share > before, "{size}: larger than before");
        assert_eq!(window.query_all_by_label("File").count(), 0, "no menus");
        assert_eq!(window.query_all_by_label("d_model").count(), 0, "no panel");
        window.key_press(Key::Escape);
        settle(&mut window);
        assert_eq!(smallest_type(&window).0, before, "{size}: back to where it was");
        window.get_by_label("File");
    }
}

#[test]
fn lessons_are_captions_and_escape_restores() {
    let mut window = window("position=77&column=3", vec2(1400.0, 860.0));
    settle(&mut window);
    let rect = view_rect(&window, View::Heatmap);
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().open_lesson_named(&ctx, "6");
    settle(&mut window);
    window.key_press(Key::PageDown);
    settle(&mut window);
    let zoom = window.ctx.zoom_factor();
    window.key_press(Key::F5);
    settle(&mut window);
    window.get_by_label("Where it begins and ends");
    for _ in 0..2 {
        window.key_press(Key::Space);
        settle(&mut window);
    }
    window.get_by_label("Near: the fast waves tell");
    window.key_press(Key::PageUp);
    settle(&mut window);
    assert_eq!(
        app(&window).lesson_step().map(|(_, step, _)| step),
        Some(2),
        "a clicker goes back too"
    );
    // Continue into the next lesson; Escape keeps its step.
    for _ in 0..6 {
        window.key_press(Key::PageDown);
        settle(&mut window);
    }
    assert_eq!(app(&window).lesson_step().unwrap().0, "Lesson 7 of 9");
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Plus);
    settle(&mut window);
    let shown = (scene(&window), app(&window).lesson_step());
    window.key_press(Key::Escape);
    settle(&mut window);
    assert_eq!((scene(&window), app(&window).lesson_step()), shown, "Escape keeps the step");
    assert_eq!(window.ctx.zoom_factor(), zoom);
    window.key_press(Key::F5);
    settle(&mut window);
    assert_eq!((scene(&window), app(&window).lesson_step()), shown, "F5 takes it up again");
    window.key_press(Key::Escape);
    settle(&mut window);
    crate::click(&mut window, "Close lesson");
    assert_eq!(scene(&window), "position=77&column=3", "what was before the lesson comes back");
    assert_eq!(view_rect(&window, View::Heatmap), rect, "to the pixel");
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    let without_views = |text: &str| text.split("&views").next().unwrap().to_owned();
    assert_eq!(
        without_views(&scene(&window)),
        without_views(&shown.0),
        "undo brings back what was shown last"
    );
}

#[test]
fn spotlight_follows_the_pointer() {
    let mut window = window("views=heatmap", vec2(1400.0, 860.0));
    window.key_press(Key::F5);
    settle(&mut window);
    let at = view_rect(&window, View::Heatmap).center();
    let num_tinted = |window: &Window| {
        let shades = window.output().shapes.iter().filter(|clipped| match &clipped.shape {
            egui::Shape::Rect(rect) => rect.fill.a() > 0 && rect.fill.a() < 255,
            _ => false,
        });
        shades.count()
    };
    let before = num_tinted(&window);
    window.hover_at(at);
    window.run_steps(2);
    assert_eq!(num_tinted(&window), before + 4, "everything but the cell is dimmed");
    window.key_press(Key::F5);
    settle(&mut window);
    window.hover_at(at + vec2(3.0, 3.0));
    window.run_steps(2);
    assert_eq!(num_tinted(&window), before, "no spotlight after presenting");
}
