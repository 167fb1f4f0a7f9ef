//! Sentences as rows: numbers recomputed here from words and positions, files of word vectors, and unusual
//! sentences.

use std::{
    fs,
    time::{Duration, Instant},
};

use egui::{Event, Key, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use phasor::{tokens::toy, views::View};

use super::{
    app, check_no_warning, click, click_at, click_first, copied_values, drawing, enter,
    finish_computations, menu, notices,
    numbers::{check, lines, number_after},
    open_workspace, scene, settle, summary, toggle_settings, view_rect, wait_until, window,
};
use crate::headless::Window;

const DESK: &str = "views=tokens,sum,word-similarity,two-words";

/// Row of the encoding with exponent factor·k/d, sines and cosines interleaved.
fn row(t: f64, d: u32, factor: f64) -> Vec<f64> {
    let angle = |j: u32| t * 10_000.0_f64.powf(-factor * f64::from(j / 2) / f64::from(d));
    (0..d).map(|j| if j % 2 == 0 { angle(j).sin() } else { angle(j).cos() }).collect()
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// Waits until a view shows more than that it is being computed. Returns its summary.
#[track_caller]
fn wait(window: &mut Window, view: View) -> String {
    wait_until(window, format_args!("the rows of {view:?}"), |it| {
        let is_there =
            |text: &String| !["Computing", "Looking up"].iter().any(|it| text.contains(it));
        Some(summary(it, view)).filter(is_there)
    })
}

/// Replaces the sentence in its entry.
fn type_sentence(window: &mut Window, text: &str) {
    window.get_by_role_and_label(Role::MultilineTextInput, "Sentence").focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.run_steps(1);
    if text.is_empty() {
        window.key_press(Key::Delete);
    } else {
        window.event(Event::Paste(text.to_owned()));
    }
    settle(window);
}

#[test]
fn cursor_moves_in_right_to_left_text() {
    let mut window = window("views=tokens");
    type_sentence(&mut window, "\u{645}\u{631}\u{62d}\u{628}\u{627} \u{1f600}");
    window.key_press(Key::End);
    for _ in 0..3 {
        window.key_press(Key::ArrowLeft);
    }
    window.run_steps(2);
    window.event(Event::Text("x".to_owned()));
    settle(&mut window);
    let sentence = &app(&window).state().scene().draft().sentence;
    assert_eq!(&**sentence.text(), "\u{645}\u{631}\u{62d}\u{628}x\u{627} \u{1f600}");
}

#[test]
fn black_and_brown_have_known_cosines() {
    let mut window = window("");
    menu(&mut window, "Presets", "Black and brown");
    wait(&mut window, View::TwoWords);
    let shown = lines(&window, View::TwoWords);
    // Values for this sentence in the notebook that teaches it, to seven digits.
    assert!(shown[1].starts_with("cos(PE(2), PE(10)) = 0.7225201"), "{shown:?}");
    assert!(shown[2].starts_with("cos(PE(2), PE(10)) = 0.8600013"), "{shown:?}");
    assert!(
        shown[1].contains("exponent 2i/d") && shown[2].contains("4i/d"),
        "with the reason: {shown:?}"
    );
    let of = |factor| cosine(&row(2.0, 512, factor), &row(10.0, 512, factor));
    check(&shown[1], "PE(10)) =", of(2.0), 1e-7);
    check(&shown[2], "PE(10)) =", of(4.0), 1e-7);
    // As in the paper, embeddings are multiplied by √d_model.
    let [black, brown] = ["black", "brown"].map(|word| -> Vec<f64> {
        toy(word, 512).iter().map(|value| 512.0_f64.sqrt() * value).collect()
    });
    check(&shown[0], "cos(black, brown) =", cosine(&black, &brown), 1e-5);
    let after = cosine(&sum(&black, &row(2.0, 512, 2.0)), &sum(&brown, &row(10.0, 512, 2.0)));
    check(&shown[3], "brown at 10) =", after, 1e-7);
    open_workspace(&mut window, "Criteria");
    open_workspace(&mut window, "Tokens");
    assert!(scene(&window).contains("start=1"), "the sentence stays: {}", scene(&window));
}

#[test]
fn word_and_position_are_added() {
    for (text, factor) in [("", 16.0_f64.sqrt()), ("&scaled=false", 1.0)] {
        let mut window = window(&format!(
            "d_model=16&start=3&position=5&sentence=one%20two%20three&views=sum,tokens{text}"
        ));
        wait(&mut window, View::Sum);
        let at = view_rect(&window, View::Sum).center();
        click_at(&mut window, at, egui::Modifiers::NONE);
        let copied = copied_values(&mut window);
        let rows: Vec<Vec<&str>> = copied.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.len(), 4, "{copied}");
        let numbers = |i: usize| -> Vec<f64> {
            rows[i][1..].iter().map(|number| number.parse().unwrap()).collect()
        };
        let scaled: Vec<f64> = toy("three", 16).iter().map(|value| value * factor).collect();
        assert_eq!(numbers(1), scaled, "the embedding of the third word");
        for (actual, expected) in numbers(2).iter().zip(row(5.0, 16, 2.0)) {
            assert!((actual - expected).abs() < 1e-14, "PE(5): {actual} is {expected}");
        }
        assert_eq!(numbers(3), sum(&numbers(1), &numbers(2)), "their sum");
    }
}

#[test]
fn concatenation_adds_the_widths() {
    let mut window =
        window("d_model=16&sentence=one%20two&position=1&views=sum,tokens&scaled=false");
    wait(&mut window, View::Sum);
    click_first(&mut window, "Concatenate");
    let text = wait(&mut window, View::Sum);
    assert!(text.contains("16 + 16 = 32 coordinates"), "{text}");
    let at = view_rect(&window, View::Tokens).center();
    click_at(&mut window, at, egui::Modifiers::NONE);
    let copied = copied_values(&mut window);
    let line = copied.lines().nth(2).unwrap();
    let numbers: Vec<f64> =
        line.split('\t').skip(1).map(|number| number.parse().unwrap()).collect();
    let expected: Vec<f64> = toy("two", 16).into_iter().chain(row(1.0, 16, 2.0)).collect();
    assert_eq!(numbers.len(), 32, "{line}");
    assert!(numbers.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-14), "{line}");
    click_first(&mut window, "Add");
    assert!(!scene(&window).contains("join"), "{}", scene(&window));
}

#[test]
fn repeated_word_differs_after_adding_positions() {
    let mut window = window(&format!(
        "d_model=64&measure=cosine&scaled=false&sentence=the%20dog%20bites%20The%20man&{DESK}&position=0&offset=3"
    ));
    let text = wait(&mut window, View::WordSimilarity);
    assert!(
        text.contains("occurs at 0 and at 3 with the same embedding: cosine 1.00000"),
        "{text}"
    );
    let the = toy("the", 64);
    let after = cosine(&sum(&the, &row(0.0, 64, 2.0)), &sum(&the, &row(3.0, 64, 2.0)));
    let entries = lines(&window, View::WordSimilarity);
    assert_eq!(entries.len(), 50, "all pairs of words, before and after");
    let entry =
        entries.iter().find(|line| line.starts_with("after") && line.contains("0 the and 3 The"));
    check(entry.expect("an entry"), "The:", after, 1e-6);
    // A click on an entry selects its two words.
    let rect = drawing(&window, View::WordSimilarity).targets[25 + 5 + 4].rect;
    let corner = view_rect(&window, View::WordSimilarity).min;
    let at = corner + egui::vec2(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    click_at(&mut window, at, egui::Modifiers::NONE);
    assert!(scene(&window).contains("offset=3&position=1"), "dog and man: {}", scene(&window));
    window.key_press(Key::ArrowUp);
    settle(&mut window);
    assert!(scene(&window).contains("offset=4&position=0"), "one word up: {}", scene(&window));
    let measures =
        [("cosine", 1.0), ("dot", the.iter().map(|value| value * value).sum()), ("distance", 0.0)];
    for (measure, expected) in measures {
        let mut window = super::window(&format!(
            "d_model=64&measure={measure}&scaled=false&sentence=the%20the&{DESK}&position=0&offset=1"
        ));
        let text = wait(&mut window, View::WordSimilarity);
        let words = if measure == "dot" { "dot product" } else { measure };
        let actual = number_after(&text, words);
        assert!((actual - expected).abs() < 1e-6, "{measure}: {text}");
    }
}

#[test]
fn too_many_words_are_cut_off_or_refused() {
    let mut window = window(&format!("d_model=16&length=3&sentence=a%20b%20c%20d%20e&{DESK}"));
    let text = wait(&mut window, View::Tokens);
    assert!(text.contains("5 tokens, truncated after 3"), "{text}");
    toggle_settings(&mut window, View::Tokens);
    click(&mut window, "Reject");
    let text = wait(&mut window, View::Tokens);
    assert!(
        text.contains("has 5 tokens, the table 3 positions") && text.contains("rejected"),
        "{text}"
    );
    enter(&mut window, "Length", "5");
    let text = wait(&mut window, View::Tokens);
    assert!(text.contains("5 tokens, toy"), "there is room for all: {text}");
}

#[test]
fn any_text_is_handled_without_delay() {
    let mut window = window(&format!("length=20000&{DESK}"));
    for (text, expected) in [
        ("", "No words: type a sentence"),
        (" \n\t ", "No words: type a sentence"),
        ("👩‍👩‍👧 is one 🇫🇷", "4 tokens"),
        ("שלום עולם", "2 tokens"),
        ("a\u{202e}b\u{0}c", "tokens"),
        ("word", "1 token"),
    ] {
        type_sentence(&mut window, text);
        let text = wait(&mut window, View::Tokens);
        assert!(text.contains(expected), "{text:?}: {text}");
        for view in [View::Sum, View::WordSimilarity, View::TwoWords] {
            let text = wait(&mut window, view);
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text:?}: {text}");
        }
        check_no_warning(&window);
    }
    let many: Vec<String> = (0..10_000).map(|i| format!("w{i}")).collect();
    let many = many.join(" ");
    let started = Instant::now();
    type_sentence(&mut window, &many);
    let frames = started.elapsed() / 6;
    assert!(frames < Duration::from_millis(500), "a frame with 10000 words takes {frames:?}");
    let text = wait(&mut window, View::Tokens);
    assert!(text.contains("10\u{202f}000 tokens, the first 512 shown"), "{text}");
    assert_eq!(notices(&window), [""; 0]);
    type_sentence(&mut window, &"x".repeat(100_001));
    assert!(
        notices(&window).concat().contains("up to 100000 characters"),
        "{:?}",
        notices(&window)
    );
}

/// Opens word vectors from a path typed into the panel.
fn open_vectors(window: &mut Window, path: &std::path::Path) {
    menu(window, "File", "Open word vectors");
    window
        .get_by_role_and_label(Role::TextInput, "Path of a file")
        .type_text(path.to_str().unwrap());
    window.run_steps(2);
    window.get_by_role_and_label(Role::Button, "Open").click();
    settle(window);
}

#[test]
fn words_take_their_vectors_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my vectors & more.txt");
    fs::write(&path, "one 1 2 3 4\ntwo -1 0.5 0 2\n").unwrap();
    let mut window =
        window("d_model=4&scaled=false&sentence=one%20two%20three&position=1&views=tokens,sum");
    open_vectors(&mut window, &path);
    let text = wait(&mut window, View::Tokens);
    assert!(
        text.contains("vectors from my vectors & more.txt, 1 missing and shown as 0"),
        "{text}"
    );
    assert!(scene(&window).contains("my%20vectors%20%26%20more.txt"), "{}", scene(&window));
    let at = view_rect(&window, View::Sum).center();
    click_at(&mut window, at, egui::Modifiers::NONE);
    let copied = copied_values(&mut window);
    assert!(copied.lines().nth(1).unwrap().ends_with("\t-1\t0.5\t0\t2"), "{copied}");
    // Another width is an error, with a button that corrects it.
    enter(&mut window, "d_model", "8");
    let text = wait(&mut window, View::Tokens);
    assert!(text.contains("have 4 numbers, d_model is 8"), "{text}");
    click_first(&mut window, "Concatenate");
    assert!(wait(&mut window, View::Sum).contains("4 + 8 = 12 coordinates"), "any width");
    click_first(&mut window, "Add");
    // The button appears once the file has been read.
    wait(&mut window, View::Sum);
    click(&mut window, "Set d_model to 4");
    assert!(wait(&mut window, View::Tokens).contains("1 missing"), "{}", scene(&window));
    // A file that is opened again is read again.
    fs::write(&path, "one 4 3 2 1\n").unwrap();
    open_vectors(&mut window, &path);
    let text = wait(&mut window, View::Tokens);
    assert!(text.contains("2 missing"), "{text}");
    click(&mut window, "Toy embeddings");
    assert!(!scene(&window).contains("vectors"), "{}", scene(&window));
    fs::write(&path, "one 1 2 3\ntwo 1 x 3\n").unwrap();
    open_vectors(&mut window, &path);
    let text = wait(&mut window, View::Tokens);
    assert!(text.contains("Line 2 has \"x\" where a finite number is expected"), "{text}");
}

#[test]
fn pasted_scene_reads_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("private.txt");
    fs::write(&path, "one 1 2 3 4\n").unwrap();
    let mut window = window("views=tokens");
    let text = format!("d_model=4&sentence=one&views=tokens,sum&vectors={}", path.display());
    window.event(Event::Paste(text.clone()));
    settle(&mut window);
    // Whatever else is computed ends, and the file is still not read.
    finish_computations(&mut window);
    let shown = summary(&window, View::Tokens);
    assert!(shown.contains("A file that a scene names is read once you say so"), "{shown}");
    assert!(!app(&window).is_computing(), "the file is not read");
    click(&mut window, "Read the file");
    let shown = wait(&mut window, View::Tokens);
    assert!(shown.contains("vectors from private.txt"), "{shown}");
    // A file named on the command line is read at once.
    let mut window = super::window(&text);
    assert!(wait(&mut window, View::Tokens).contains("vectors from private.txt"));
    let role = window.get_by_label("Word vectors…").accesskit_node().role();
    assert_eq!(role, Role::Button);
}
