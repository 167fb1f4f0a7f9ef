//! Numbers in lessons: each is computed, and the step that states it is found to say so.

mod additive;
mod biases;
mod compared;
mod grids;
mod learned;
mod rotary;

use phasor::{
    encoding::Encoding,
    export::whole_figure,
    lesson::{BUNDLED, Block, Inline, Lesson, Step},
    picture::{Body, Figure, Theme},
    scene::Scene,
    views::{Results, View},
};

/// Step of a bundled lesson, by both numbers: `15.2`.
fn step(place: &str) -> Step {
    let (lesson, step) = place.split_once('.').unwrap();
    let [lesson, step]: [usize; 2] = [lesson, step].map(|number| number.parse().unwrap());
    Lesson::new(BUNDLED[lesson - 1]).steps.swap_remove(step - 1)
}

/// Asserts that a step says some words, in its text or in the answers to its questions.
#[track_caller]
fn says(place: &str, words: &str) {
    let step = step(place);
    let blocks = step.blocks.iter().chain(&step.answer);
    let text = blocks.map(|block| match block {
        Block::Formula(formula) => formula.plain_text(),
        Block::Code(code) => code.clone(),
        _ => block.inline().map(Inline::plain_text).unwrap_or_default(),
    });
    let text: Vec<String> = text.collect();
    let text = text.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(words), "{place} does not say {words:?}: {text}");
}

/// Scene of a step, with changes.
fn scene(place: &str, changes: &str) -> Scene {
    let mut draft = step(place).link.scene.draft().clone();
    draft.read(changes).unwrap();
    Scene::new(draft).unwrap()
}

/// Scene that a link of a step leads to, by its words.
fn linked(place: &str, words: &str) -> Scene {
    let step = step(place);
    let inlines = step.blocks.iter().filter_map(Block::inline);
    let mut links = inlines.flat_map(|inline| {
        inline.link_targets.iter().enumerate().map(|(i, target)| (inline.goal_text(i), target))
    });
    match links.find(|(text, _)| text == words) {
        Some((_, phasor::lesson::LinkTarget::Scene(link))) => *link.scene.clone(),
        other => panic!("{place} has no link {words:?}: {other:?}"),
    }
}

/// Encoding of a step's scene, with changes.
fn encoding(place: &str, changes: &str) -> std::sync::Arc<Encoding> {
    scene(place, changes).table().encoding
}

fn figure(scene: &Scene, view: View) -> Figure {
    whole_figure(view, scene, &scene.table(), Theme::LIGHT, &Results::default(), || true).unwrap()
}

/// What a view says about a scene: its explanation, then its fields.
fn words(scene: &Scene, view: View) -> String {
    let figure = figure(scene, view);
    let mut text = figure.explanation;
    if let Body::Fields(fields) = &figure.body {
        for row in &fields.rows {
            text += &[" ", row.name.as_ref(), ": ", row.value.as_ref(), "."].concat();
        }
    }
    text + " "
}

/// Number in a text between two others; digits may be grouped.
#[track_caller]
fn between(text: &str, before: &str, after: &str) -> f64 {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before:?} in {text}")).1;
    let number = rest.split_once(after).unwrap_or_else(|| panic!("no {after:?} in {rest}")).0;
    let is_of_number = |c: &char| c.is_ascii_digit() || *c == '.' || *c == '−';
    let digits: String = number.chars().filter(is_of_number).collect();
    digits.replace('−', "-").parse().unwrap_or_else(|error| panic!("{number:?}: {error}"))
}

/// Number with commas between groups of three digits.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        text += if text.is_empty() { "" } else { "," };
        text += std::str::from_utf8(group).unwrap();
    }
    text
}
