//! Presenting: nothing but the views, in large type; leaving restores the earlier state exactly.

use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use phasor::{
    app::settings::Store,
    lesson::{BUNDLED, Block, Lesson, NUM_BUNDLED},
    views::View,
};

use super::{app, check_no_warning, finish_computations, scene, view_rect};
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
    // The first tells the answer to the question.
    for _ in 0..3 {
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
    assert_eq!(app(&window).lesson_step().unwrap().0, format!("Lesson 7 of {NUM_BUNDLED}"));
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

/// Texts on the screen that are not formulas: each with its rectangle, the part of the screen that shows it, and its
/// size in points of the screen.
fn texts(window: &Window) -> Vec<(String, egui::Rect, egui::Rect, f32)> {
    let zoom = window.ctx.zoom_factor();
    let shapes = window.output().shapes.iter();
    shapes
        .filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some((clipped.clip_rect, text)),
            _ => None,
        })
        .filter_map(|(clip, text)| {
            let font = &text.galley.job.sections.first()?.format.font_id;
            let is_formula = font.family == egui::FontFamily::Name("math".into());
            let size = if is_formula { f32::INFINITY } else { zoom * font.size };
            Some((text.galley.text().to_owned(), text.visual_bounding_rect(), clip, size))
        })
        .collect()
}

/// Texts of the blocks of each step of a bundled lesson.
fn steps(lesson: usize) -> Vec<Vec<String>> {
    let steps = Lesson::new(BUNDLED[lesson - 1]).steps.into_iter();
    let text = |block: &Block| match block {
        Block::Paragraph(inline)
        | Block::Point(_, _, inline)
        | Block::Aside(inline)
        | Block::Choice(_, inline) => inline.plain_text(),
        Block::Formula(formula) => formula.plain_text(),
        Block::Code(code) => code.clone(),
        Block::Error(error) => panic!("{error:?}"),
    };
    steps.map(|step| step.blocks.iter().map(text).collect()).collect()
}

/// Numbers with a decimal point in a text, but for those of sections that are cited.
fn decimals(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let uncited: String = text
        .replace('\n', " ")
        .split("section ")
        .enumerate()
        .map(
            |(i, part)| {
                if i == 0 { part.to_owned() } else { part.trim_start_matches(is_part).to_owned() }
            },
        )
        .collect();
    let words = uncited.split(|c| !is_part(c)).map(|word| word.trim_matches('.'));
    words.filter(|word| word.contains('.')).map(ToOwned::to_owned).collect()
}

/// Numbers in the views and in the formula of the selected cell.
fn shown_numbers(window: &Window) -> Vec<f64> {
    let views = app(window).state().scene().draft().views;
    let drawn = views.iter().filter_map(|view| app(window).drawing(view));
    let texts = drawn.flat_map(|drawing| {
        let shapes = drawing.shapes.iter().filter_map(|shape| match shape {
            phasor::picture::Shape::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        shapes.chain(drawing.lines.iter().map(|line| line.1.clone())).collect::<Vec<_>>()
    });
    // The formula of the selected cell, whose value has bold digits.
    let width = window.ctx.content_rect().width();
    let caption = width * if width < 900.0 { 0.36 } else { 0.26 };
    let painted = self::texts(window).into_iter().filter(|text| text.1.left() > caption);
    let all: Vec<String> = texts.chain(painted.map(|text| text.0)).collect();
    let plain = |text: &String| -> String {
        let digit = |c: char| match u32::from(c).checked_sub(0x1d7ce) {
            Some(digit @ 0..=9) => char::from(b'0' + digit as u8),
            _ => c,
        };
        text.chars().map(digit).collect()
    };
    all.iter()
        .flat_map(|text| decimals(&plain(text)))
        .filter_map(|text| text.parse().ok())
        .collect()
}

/// Numbers that a text tells and that its views need not show: those of a scene behind a link, differences of two
/// numbers that are shown, errors of a type, and versions of models. The tests of lessons' claims compute them.
const TOLD: &[(usize, usize, &str)] = &[
    (1, 4, "0.09"),
    (5, 2, "3.16"),
    (8, 3, "22.6"),
    (10, 5, "10000.01"),
    (10, 6, "0.002"),
    (10, 6, "1.2"),
    (10, 6, "1.4"),
    (10, 6, "1.9"),
    (11, 5, "0.67"),
    (11, 6, "3.1"),
    (12, 4, "4.5"),
    (13, 2, "3.1"),
    (14, 0, "0.4"),
    (14, 0, "0.04"),
    (14, 1, "0.13"),
    (14, 1, "0.4"),
    (14, 1, "0.995"),
    (14, 1, "0.999"),
    (14, 1, "3.2"),
    (16, 1, "12.5"),
    (16, 2, "1.4"),
    (17, 3, "9.5"),
    (17, 5, "1.21"),
    (17, 5, "1.79"),
    (17, 5, "0.54"),
    (19, 1, "0.59"),
    (19, 1, "1.26"),
    (19, 2, "0.31"),
    (19, 2, "0.73"),
    (19, 2, "1.45"),
];

/// Answers the question of a step, if it has one, and waits for its picture.
fn answer(window: &mut Window, lesson: usize, step: usize) {
    let lesson = Lesson::new(BUNDLED[lesson - 1]);
    let right = lesson.steps[step].blocks.iter().find_map(|block| match block {
        Block::Choice(true, inline) => Some(inline.plain_text()),
        _ => None,
    });
    let Some(right) = right else { return };
    window.get_by_label(&right).click();
    window.run_steps(30);
    finish_computations(window);
    window.run_steps(2);
}

/// egui grants no further pass where something else has asked for one before.
#[test]
fn text_is_measured_without_a_further_pass() {
    let mut window = window("", vec2(1024.0, 640.0));
    window.ctx.options_mut(|options| options.max_passes = 1.try_into().unwrap());
    let ctx = window.ctx.clone();
    for lesson in ["1", "8", "10"] {
        window.state_mut().as_mut().unwrap().open_lesson_named(&ctx, lesson);
        settle(&mut window);
        window.key_press(Key::F5);
        let (_, first, num) = app(&window).lesson_step().unwrap();
        for _ in first..num {
            for _ in 0..4 {
                window.run_steps(1);
                check_no_warning(&window);
            }
            window.key_press(Key::PageDown);
        }
        window.key_press(Key::Escape);
        settle(&mut window);
    }
}

#[test]
fn every_step_is_readable_when_presented() {
    let mut failures = Vec::new();
    for (size, last) in [(vec2(1920.0, 1080.0), NUM_BUNDLED), (vec2(1280.0, 720.0), NUM_BUNDLED)] {
        for lesson in 1..=last {
            let mut window = window("", size);
            let ctx = window.ctx.clone();
            window.state_mut().as_mut().unwrap().open_lesson_named(&ctx, &lesson.to_string());
            settle(&mut window);
            window.key_press(Key::F5);
            settle(&mut window);
            loop {
                window.run_steps(30);
                finish_computations(&mut window);
                window.run_steps(2);
                let (_, step, num) = app(&window).lesson_step().unwrap();
                let places = |window: &Window| -> Vec<_> {
                    let texts = steps(lesson)[step].clone().into_iter();
                    let place = |text: String| Some((window.query_by_label(&text)?.rect(), text));
                    texts.filter_map(place).collect()
                };
                let before = places(&window);
                answer(&mut window, lesson, step);
                let here = format!("{size}, lesson {lesson}, step {}", step + 1);
                let after = places(&window);
                for (rect, text) in before {
                    let is_it = |it: &&(egui::Rect, String)| it.1 == text;
                    if after.iter().find(is_it).is_some_and(|it| it.0.height() != rect.height()) {
                        failures.push(format!(
                            "{here}: {text:?} moves by its answer: {} {:?}",
                            rect,
                            after.iter().find(is_it).map(|it| it.0)
                        ));
                    }
                }
                let screen = window.ctx.content_rect();
                for (text, rect, clip, points) in texts(&window) {
                    let seen = clip.intersect(screen).expand(1.5);
                    if !text.trim().is_empty() && !seen.contains_rect(rect) {
                        failures.push(format!("{here}: {text:?} at {rect} is cut by {clip}"));
                    }
                    if points < 15.9 {
                        failures.push(format!("{here}: {text:?} has {points} points"));
                    }
                    if text.ends_with('…') {
                        failures.push(format!("{here}: {text:?} is shortened"));
                    }
                }
                let controls = window.get_by_label("Controls").rect().top();
                let blocks = steps(lesson)[step].clone();
                for text in &blocks {
                    let shown = window.query_all_by_label(text).map(|node| node.rect().bottom());
                    if !shown.into_iter().any(|bottom| bottom <= controls + 1.0) {
                        failures.push(format!("{here}: {text:?} is not seen whole"));
                    }
                }
                let shown: Vec<f64> = shown_numbers(&window);
                for named in blocks.iter().flat_map(|text| decimals(text)) {
                    let digits = named.split('.').nth(1).unwrap().len() as i32;
                    let value: f64 = named.parse().unwrap();
                    let is_it =
                        |shown: &f64| (shown.abs() - value).abs() <= 0.51 * 10_f64.powi(-digits);
                    let is_told = TOLD.contains(&(lesson, step, named.as_str()));
                    if !is_told && !shown.iter().any(is_it) {
                        failures.push(format!("{here}: {named} is named and not shown"));
                    }
                }
                if step + 1 == num {
                    break;
                }
                window.key_press(Key::Space);
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
