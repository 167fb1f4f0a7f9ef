//! Similarity of words before and after their positions are added.

use super::{
    Behavior, Descriptor, Requirement, TokenBehavior, embedding, formula, name, rows_text, selected,
};
use crate::{
    encoding::{Rows, ends_of, similarity::Measure},
    picture::{Body, Figure, Matrices, WordMatrix, number},
    scene::Scene,
    tokens::Tokens,
    views::{Quantity, Subject, View, caption_with_offset, color_scale},
};

pub(in crate::views) struct WordSimilarity;

/// Indexes of two occurrences of the same word; `None` if no word repeats.
fn repeated(scene: &Scene, tokens: &Tokens) -> Option<(usize, usize)> {
    let words: Vec<String> = tokens.words.iter().map(|word| word.to_lowercase()).collect();
    let same = |a: usize, b: usize| words[a] == words[b];
    let num = words.len();
    let (a, b) = selected(scene, tokens);
    if let Some(b) = b.filter(|&b| b != a && same(a, b)) {
        return Some((a, b));
    }
    // The selected word if it repeats, else the first word that does.
    let others = |a: usize| (0..num).find(|&b| b != a && same(a, b)).map(|b| (a.min(b), a.max(b)));
    others(a).or_else(|| (0..num).find_map(others))
}

fn explanation(scene: &Scene, tokens: &Tokens) -> String {
    let (a, b) = selected(scene, tokens);
    let readable = |value: f64| number::readable(value, 7);
    let about = |a: usize, b: usize| {
        let (before, after) = tokens.similarity(a, b)?;
        Some(format!("{} before and {} after", readable(before), readable(after)))
    };
    let measure = scene.measure().title().to_lowercase();
    let mut sentences = Vec::new();
    if let Some((b, about)) = b.and_then(|b| Some((b, about(a, b)?))) {
        let [a, b] = [a, b].map(|place| name(scene, tokens, place));
        sentences.push(format!("{a} and {b}: {measure} {about}."));
    }
    if let Some((a, b)) = repeated(scene, tokens)
        && let Some(about) = about(a, b)
    {
        let [t, s] = [a, b].map(|place| number::grouped(super::position(scene, place)));
        sentences.push(format!(
            "“{}” occurs at {t} and at {s} with the same embedding: {measure} {about}.",
            tokens.words[a]
        ));
    }
    if !tokens.missing.is_empty() && scene.measure() == Measure::Cosine {
        sentences.push(
            "The cosine of a word that is not in the file is undefined and shown as 0.".to_owned(),
        );
    }
    sentences.join(" ")
}

impl TokenBehavior for WordSimilarity {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Addend, ..Descriptor::of("Word similarity") }
    }

    fn figure(&self, subject: Subject<'_>, tokens: &Tokens) -> Figure {
        let Subject { scene, .. } = subject;
        let measure = scene.measure();
        // Embeddings are compared among themselves, so each matrix has colors of its own.
        let matrix = |title: String, rows: &Rows| {
            let largest = rows.largest().max(f64::MIN_POSITIVE);
            let bound = if measure == Measure::Cosine { 1.0 } else { largest };
            let quantity = Quantity::of_measure(measure, bound);
            let scale = color_scale(View::WordSimilarity, subject, quantity, || {
                Some(ends_of(rows.iter().flatten().copied()))
            });
            WordMatrix { title, rows: rows.clone(), scale }
        };
        Figure {
            title: Behavior::title(self).to_owned(),
            sentence: format!("{}, before and after", measure.title().to_lowercase()),
            caption: Some(caption_with_offset(scene)),
            explanation: explanation(scene, tokens),
            body: Body::Matrices(Matrices {
                names: (0..tokens.words.len()).map(|place| name(scene, tokens, place)).collect(),
                matrices: vec![
                    matrix(format!("before: {}", embedding(scene)), &tokens.before),
                    matrix(format!("after: {}", formula(scene)), &tokens.after),
                ],
                selected: TokenBehavior::chosen(self, scene, tokens).unwrap_or_default(),
            }),
            ..Figure::default()
        }
    }

    fn explanation(&self, subject: Subject<'_>, tokens: &Tokens) -> String {
        explanation(subject.scene, tokens)
    }

    fn chosen(&self, scene: &Scene, tokens: &Tokens) -> Option<(usize, usize)> {
        let (a, b) = selected(scene, tokens);
        Some((a, b.unwrap_or(a)))
    }

    fn values_text(&self, subject: Subject<'_>, tokens: &Tokens) -> Option<String> {
        let num = tokens.words.len();
        let text = |head: &str, rows: &Rows| {
            let names = (0..num).map(|place| name(subject.scene, tokens, place));
            rows_text(head, num, names.zip(rows.iter()))
        };
        Some(text("before", &tokens.before) + &text("after", &tokens.after))
    }
}
