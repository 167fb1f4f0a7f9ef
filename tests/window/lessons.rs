//! Lessons: all bundled lessons, walked through from end to end, and a lesson from a file.

use std::{fs, path::Path};

use egui::{Key, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable as _;
use phasor::{
    app::settings::Store,
    lesson::{BUNDLED, Block, Highlight, Inline, Lesson, Link, LinkTarget, NUM_BUNDLED},
    scene::Scene,
    views::View,
};

use super::{
    app, check_no_warning, check_numbers, click, click_at, find_view, finish_computations, label,
    menu, notices, open_workspace, scene, wait_for,
};
use crate::headless::{Window, window_at_pace};

/// Opens a window with four frames per second, so that a transition is over after three.
fn window(text: &str) -> Window {
    window_at_pace(text, Store::default(), vec2(1400.0, 860.0), 4.0)
}

fn settle(window: &mut Window) {
    window.run_steps(5);
    check_no_warning(window);
}

fn open(window: &mut Window, number: usize) {
    let ctx = window.ctx.clone();
    let app = window.state_mut().as_mut().expect("the first frame has made it");
    app.open_lesson_named(&ctx, &number.to_string());
    settle(window);
}

fn step(window: &Window) -> (usize, usize) {
    let (_, step, num) = app(window).lesson_step().expect("a lesson is open");
    (step, num)
}

fn inlines(block: &Block) -> Option<&Inline> {
    match block {
        Block::Paragraph(inline)
        | Block::Aside(inline)
        | Block::Point(_, _, inline)
        | Block::Choice(_, inline) => Some(inline),
        Block::Formula(_) | Block::Code(_) | Block::Error(_) => None,
    }
}

/// Links of a step, with their texts.
fn links(lesson: &Lesson, step: usize) -> Vec<(String, Link)> {
    let of = |inline: &Inline| -> Vec<(String, Link)> {
        let link_targets = inline.link_targets.iter().enumerate();
        link_targets
            .filter_map(|(i, link_target)| match link_target {
                LinkTarget::Scene(link) => Some((inline.goal_text(i), link.clone())),
                LinkTarget::Page(_) | LinkTarget::Error(_) => None,
            })
            .collect()
    };
    lesson.steps[step].blocks.iter().filter_map(inlines).flat_map(of).collect()
}

/// Checks that everything that a scene opens is drawn and described, and that there is no notice.
#[track_caller]
fn check_shown(window: &mut Window, link: &Link, place: &str) {
    let expected: &Scene = &link.scene;
    assert_eq!(app(window).state().scene(), expected, "{place}");
    assert_eq!(app(window).pointed(), link.target, "{place}");
    if let Some(Highlight::Control(_)) = link.target {
        let app = app(window);
        assert!(app.has_drawn_pointed_control(&window.ctx), "{place}: the control is there");
    }
    for view in expected.draft().views.iter() {
        assert!(find_view(window, view).is_some(), "{place}: {view:?} is drawn");
        finish_computations(window);
        check_numbers(window, view);
    }
    assert_eq!(notices(window), [""; 0], "{place}");
}

/// Answers the question of a step, if it has one: before that, neither its picture nor the rest of its text is shown.
fn answer(window: &mut Window, lesson: &Lesson, step: usize) {
    let step = &lesson.steps[step];
    let Some(num) = step.num_before_answer() else { return };
    assert_ne!(*app(window).state().scene(), *step.link.scene, "{}: not yet", step.title);
    let rest = inlines(step.blocks.last().unwrap()).unwrap().plain_text();
    assert!(window.query_by_label(&rest).is_none() || num == step.blocks.len(), "{}", step.title);
    let choices = step.blocks.iter().filter_map(|block| match block {
        Block::Choice(is_right, inline) => Some((*is_right, inline.plain_text())),
        _ => None,
    });
    let right: Vec<String> =
        choices.filter(|(is_right, _)| *is_right).map(|(_, text)| text).collect();
    assert_eq!(right.len(), 1, "{}: one answer is right", step.title);
    window.get_by_label(&right[0]).click();
    settle(window);
}

fn walk(number: usize, is_dark: bool) {
    let lesson = Lesson::new(BUNDLED[number - 1]);
    let mut window = window("");
    window.ctx.set_theme(if is_dark { egui::Theme::Dark } else { egui::Theme::Light });
    open(&mut window, number);
    for i in 0..lesson.steps.len() {
        let place = format!("lesson {number}, step {}", i + 1);
        assert_eq!(step(&window), (i, lesson.steps.len()), "{place}");
        answer(&mut window, &lesson, i);
        check_shown(&mut window, &lesson.steps[i].link, &place);
        window.get_by_label(&lesson.steps[i].title);
        for block in lesson.steps[i].blocks.iter().filter_map(inlines) {
            window.get_by_label(&block.plain_text());
        }
        for (words, link) in links(&lesson, i) {
            let place = format!("{place}, {words:?}");
            let nodes: Vec<_> = window.get_all_by_role_and_label(Role::Link, &words).collect();
            nodes[0].click();
            drop(nodes);
            settle(&mut window);
            check_shown(&mut window, &link, &place);
        }
        let key = if i % 2 == 0 { Key::PageDown } else { Key::Space };
        window.key_press(key);
        settle(&mut window);
    }
    let name = app(&window).lesson_step().expect("a lesson is open").0;
    let following = (number + 1).min(NUM_BUNDLED);
    assert_eq!(name, format!("Lesson {following} of {NUM_BUNDLED}"), "then comes the next");
}

macro_rules! walks {
    ($($name:ident = $number:literal,)+) => {
        $(
            #[test]
            fn $name() {
                walk($number, false);
                walk($number, true);
            }
        )+
    };
}

walks! {
    lesson_1_from_end_to_end = 1,
    lesson_2_from_end_to_end = 2,
    lesson_3_from_end_to_end = 3,
    lesson_4_from_end_to_end = 4,
    lesson_5_from_end_to_end = 5,
    lesson_6_from_end_to_end = 6,
    lesson_7_from_end_to_end = 7,
    lesson_8_from_end_to_end = 8,
    lesson_9_from_end_to_end = 9,
    lesson_10_from_end_to_end = 10,
    lesson_11_from_end_to_end = 11,
    lesson_12_from_end_to_end = 12,
    lesson_13_from_end_to_end = 13,
    lesson_14_from_end_to_end = 14,
    lesson_15_from_end_to_end = 15,
    lesson_16_from_end_to_end = 16,
    lesson_17_from_end_to_end = 17,
    lesson_18_from_end_to_end = 18,
}

#[test]
fn class_leads_through_its_steps() {
    let class = phasor::lesson::one_class();
    let mut window = window("position=99");
    menu(&mut window, "Lessons", "One class");
    settle(&mut window);
    for (i, expected) in class.steps.iter().enumerate() {
        let (name, step, num) = app(&window).lesson_step().expect("the class is open");
        assert_eq!((name.as_str(), step, num), ("One class", i, class.steps.len()));
        answer(&mut window, &class, i);
        check_shown(&mut window, &expected.link, &format!("class, step {}", i + 1));
        window.key_press(Key::PageDown);
        settle(&mut window);
    }
    assert_eq!(step(&window).0, class.steps.len() - 1, "no lesson follows");
    window.get_by_label("The end");
    click(&mut window, "Close lesson");
    assert!(scene(&window).contains("position=99"), "what was before comes back");
}

#[test]
fn steps_go_back_and_forth_and_can_be_undone() {
    let mut window = window("position=99");
    menu(&mut window, "Lessons", "From a binary counter to waves");
    settle(&mut window);
    let first = scene(&window);
    assert!(first.contains("views=counter"), "{first}");
    window.key_press(Key::Space);
    settle(&mut window);
    assert_eq!(step(&window), (1, 5));
    window.key_press(Key::PageUp);
    settle(&mut window);
    assert_eq!((step(&window).0, scene(&window)), (0, first.clone()));
    click(&mut window, "Step 4: Why waves are better");
    settle(&mut window);
    assert_eq!(step(&window).0, 3);
    click(&mut window, "‹ Back");
    assert_eq!(step(&window).0, 2);
    // Closing the lesson keeps the scene; undo brings back what was there before the lesson.
    click(&mut window, "Close lesson");
    assert!(app(&window).lesson_step().is_none(), "it is closed");
    window.get_by_label("IN WORDS");
    for _ in 0..6 {
        window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
        settle(&mut window);
    }
    assert!(scene(&window).contains("position=99"), "{}", scene(&window));
    // Without a lesson, the keys have their usual meaning.
    window.key_press(Key::Space);
    window.run_steps(2);
    window.get_by_label("Pause (Space)");
}

#[test]
fn transition_is_short_and_one_undo_step() {
    let mut window = super::window("");
    open(&mut window, 7);
    window.run_steps(60);
    window.get_by_role_and_label(Role::Link, "step to 6").click();
    window.run_steps(2);
    let early = app(&window).state().scene().position();
    window.run_steps(40);
    assert_eq!(
        (early, app(&window).state().scene().position()),
        (5, 6),
        "the transition takes a moment"
    );
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    window.run_steps(3);
    assert_eq!(app(&window).state().scene().position(), 5, "one undo takes it all back");
}

#[test]
fn only_listed_controls_are_shown() {
    let mut window = window("controls=d_model,offset");
    window.get_by_role_and_label(Role::Slider, "d_model");
    window.get_by_role_and_label(Role::Slider, "Offset k");
    for gone in [
        "Length",
        "Start",
        "Base",
        "Position t",
        "Column j",
        "Positions across",
        "Mean",
        "Convention",
    ] {
        assert_eq!(window.query_all_by_label(gone).count(), 0, "{gone} is left out");
    }
    window.event(egui::Event::Paste("controls=none".to_owned()));
    settle(&mut window);
    assert_eq!(window.query_all_by_role(Role::Slider).count(), 0, "no slider at all");
    window.event(egui::Event::Paste(String::from("controls=all")));
    settle(&mut window);
    window.get_by_role_and_label(Role::Slider, "Length");
    assert_eq!(scene(&window), "");
}

/// Saves a file as editors do: writes a new file and renames it over the old one.
fn save(path: &Path, text: &str) {
    let beside = path.with_extension("tmp");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn lesson_file_is_reloaded_when_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.md");
    save(
        &path,
        "# Mine\n\n## [First](scene:d_model=32)\n\nSee [this](scene:position=7#position).\n\n## Second\n\nText.\n",
    );
    let mut window = window("");
    menu(&mut window, "Lessons", "Open lesson…");
    window
        .get_by_role_and_label(Role::TextInput, "Path of a file")
        .type_text(path.to_str().unwrap());
    window.run_steps(2);
    window.key_press(Key::Enter);
    wait_for(&mut window, "See this.");
    assert_eq!(scene(&window), "d_model=32");
    click(&mut window, "this");
    settle(&mut window);
    assert_eq!(scene(&window), "d_model=32&position=7");
    assert_eq!(app(&window).pointed(), Some(Highlight::Control(phasor::scene::Key::Position)));
    window.key_press(Key::PageDown);
    settle(&mut window);
    assert_eq!(step(&window), (1, 2));
    // After saving with an error, the step stays, the error is shown with its line, and the rest works.
    save(
        &path,
        "# Mine\n\n## [First](scene:d_model=32)\n\nText.\n\n## [Second](scene:d_model=64)\n\nA [bad](scene:widht=4) link, a [good](scene:offset=3) one.\n",
    );
    wait_for(&mut window, "line 9: unknown scene key");
    assert_eq!((step(&window), scene(&window)), ((1, 2), "d_model=64".to_owned()));
    click(&mut window, "bad");
    assert_eq!(scene(&window), "d_model=64", "an error leads nowhere");
    click(&mut window, "good");
    settle(&mut window);
    assert_eq!(scene(&window), "d_model=64&offset=3");
    save(&path, "# Mine\n\n## Only one\n\nLeft.\n");
    wait_for(&mut window, "Left.");
    assert_eq!(step(&window), (0, 1), "the last remaining step is shown");
    fs::remove_file(&path).unwrap();
    wait_for(&mut window, "Cannot read the lesson");
    window.get_by_label("Left.");
}

#[test]
fn invalid_lesson_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("binary.md");
    fs::write(&path, b"# A\n\n\xff\xfe").unwrap();
    for (path, expected) in [
        (path.as_path(), "line 3 is not UTF-8 text"),
        (folder.path(), "Cannot read the lesson: it is not a file"),
        (Path::new("/none/at/all.md"), "Cannot read the lesson"),
    ] {
        let mut window = window("");
        let ctx = window.ctx.clone();
        window.state_mut().as_mut().unwrap().open_lesson_file(&ctx, path);
        wait_for(&mut window, expected);
        assert!(find_view(&window, View::Heatmap).is_some(), "the window works on");
    }
}

#[test]
fn links_are_reached_by_keys() {
    let mut window = window("");
    open(&mut window, 7);
    let mut names = Vec::new();
    for _ in 0..60 {
        window.key_press(Key::Tab);
        window.step();
        let focused = window.query_all_by(|node| node.is_focused() && node.role() == Role::Link);
        let found: Vec<String> = focused.map(|node| label(&node)).collect();
        names.extend(found);
        if !names.is_empty() {
            break;
        }
    }
    assert_eq!(names, ["step to 6"], "the link has the focus");
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(app(&window).state().scene().position(), 6);
    let at = find_view(&window, View::Pair).unwrap().rect().center();
    click_at(&mut window, at, egui::Modifiers::NONE);
}

/// Seconds for a frame with a lesson of this text, while it is scrolled.
fn seconds_of_a_frame(text: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.md");
    fs::write(&path, text).unwrap();
    let mut window = window("d_model=8&length=8");
    let ctx = window.ctx.clone();
    let app = window.state_mut().as_mut().expect("the first frame has made it");
    app.open_lesson_named(&ctx, path.to_str().unwrap());
    wait_for(&mut window, "word");
    window.hover_at(egui::pos2(150.0, 400.0));
    // The first frames lay out all of it.
    window.run_steps(3);
    let times = (0..20).map(|_| {
        let delta = vec2(0.0, -300.0);
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: egui::Modifiers::NONE,
        });
        let started = std::time::Instant::now();
        window.step();
        started.elapsed().as_secs_f64()
    });
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
fn lesson_with_thousands_of_links_scrolls() {
    /// Nearly as many as a lesson's size allows.
    const NUM: usize = 5_000;
    let link = "[word](scene:offset=3) ";
    let empty = seconds_of_a_frame(&format!("# A lesson\n\n{link}\n"));
    let paragraph = format!("# A lesson\n\n{}\n", link.repeat(NUM));
    let points = format!("# A lesson\n\n{}", format!("- {link}\n").repeat(NUM));
    let paragraphs = format!("# A lesson\n\n{}", format!("{link}\n\n").repeat(NUM));
    for (name, text) in [("paragraph", paragraph), ("points", points), ("paragraphs", paragraphs)] {
        let took = seconds_of_a_frame(&text);
        println!("{name}: {:.1} ms, {:.1} ms without", 1e3 * took, 1e3 * empty);
        assert!(took < 0.1, "{name}: a frame takes {took} s");
    }
}

#[test]
fn views_opened_beside_a_lesson_have_their_controls() {
    let mut window = window("");
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().open_lesson_named(&ctx, "7");
    window.run_steps(60);
    assert_eq!(window.query_all_by_label("Sentence").count(), 0, "the step shows its own controls");
    open_workspace(&mut window, "Tokens");
    window.run_steps(60);
    assert!(scene(&window).contains("tokens"), "{}", scene(&window));
    assert!(window.query_all_by_label("Sentence").count() > 0, "the sentence can be typed");
    assert!(app(&window).lesson_step().is_some(), "the lesson stays open");
}

#[test]
fn first_space_shows_the_answer_and_numbers_choose_one() {
    let (number, lesson, asking) = (1..=NUM_BUNDLED)
        .map(|number| (number, Lesson::new(BUNDLED[number - 1])))
        .find_map(|(number, lesson)| {
            let asks = |i: &usize| lesson.steps[*i].num_before_answer().is_some();
            let step = (0..lesson.steps.len()).find(asks)?;
            Some((number, lesson, step))
        })
        .expect("a step that asks");
    let mut window = window("");
    open(&mut window, number);
    let reach = |window: &mut Window| {
        while step(window).0 < asking {
            window.key_press(Key::PageDown);
            settle(window);
        }
    };
    reach(&mut window);
    assert_ne!(*app(&window).state().scene(), *lesson.steps[asking].link.scene, "not yet");
    window.key_press(Key::Space);
    settle(&mut window);
    assert_eq!(step(&window).0, asking, "the answer is that of the same step");
    check_shown(&mut window, &lesson.steps[asking].link, "after Space");
    let mut window = self::window("");
    open(&mut window, number);
    reach(&mut window);
    window.key_press(Key::Num1);
    settle(&mut window);
    check_shown(&mut window, &lesson.steps[asking].link, "after 1");
    let first = lesson.steps[asking].blocks.iter().find_map(|block| match block {
        Block::Choice(is_right, inline) => Some((*is_right, inline.plain_text())),
        _ => None,
    });
    let (is_right, _) = first.expect("a choice");
    let mark = if is_right { "✓" } else { "✗" };
    let is_marked = window.output().shapes.iter().any(|clipped| match &clipped.shape {
        egui::Shape::Text(shape) => {
            shape.galley.text().starts_with("1  ") && shape.galley.text().ends_with(mark)
        }
        _ => false,
    });
    assert!(is_marked, "the first choice has {mark}");
}
