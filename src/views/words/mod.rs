//! Words and their places: what a sentence becomes when its positions are added.

mod controls;
mod facts;
mod similarity;
mod sum;
mod tokens;

use std::sync::Arc;

pub(super) use facts::TwoWords;
pub(super) use similarity::WordSimilarity;
pub(super) use sum::Sum;
pub(super) use tokens::TokensView;

use super::{Answers, Question, Subject};
use crate::{
    action::{Action, Gesture},
    picture::{Body, Figure, number},
    scene::Scene,
    tokens::{Join, Tokens, TokensRequest},
};

/// What is to be known of a scene's sentence.
pub(super) fn request(scene: &Scene) -> TokensRequest {
    let draft = scene.draft();
    TokensRequest {
        text: Arc::clone(draft.sentence.text()),
        vectors: draft.vectors.map(|file| file.text().into()),
        parameters: *scene.parameters(),
        is_scaled: draft.scaled,
        join: draft.join,
        overlong: draft.overlong,
        measure: draft.measure,
    }
}

fn question(scene: &Scene) -> Question {
    Question::Tokens(Box::new(request(scene)))
}

/// The rows of the sentence, or why there are none, in words.
fn known(subject: Subject<'_>) -> Result<&Tokens, String> {
    let request = request(subject.scene);
    let Some(told) = Answers::tokens(subject, &request) else {
        let is_withheld = subject.answers.is_withheld(&Question::Tokens(Box::new(request.clone())));
        return Err(match request.vectors {
            Some(path) if is_withheld => format!(
                "The scene asks for the word vectors of {path}. A file that a scene names is read once you \
                 say so: “Read the file” in the panel, or File ▸ Open word vectors."
            ),
            Some(path) => format!("The words are being looked up in {path}."),
            None => "Being computed.".to_owned(),
        });
    };
    let tokens = told.as_ref().map_err(|error| format!("{}.", capital(&error.to_string())))?;
    let length = number::counted(subject.scene.parameters().length() as i64, "position");
    if tokens.is_refused {
        let words = number::counted(tokens.num as i64, "token");
        return Err(format!(
            "The sentence has {words}, the table {length}: as it is chosen, longer input is refused."
        ));
    }
    if tokens.words.is_empty() {
        return Err("No words: type a sentence.".to_owned());
    }
    Ok(tokens)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A figure of words alone.
fn note(subject: Subject<'_>, title: &str, text: String) -> Figure {
    Figure {
        title: title.to_owned(),
        sentence: String::new(),
        caption: super::caption(subject.scene),
        says: String::new(),
        display: None,
        body: Body::Note(text),
    }
}

/// Places of the word at the selected position, or of the nearest, and of the one k farther on, if there is
/// one.
fn selected(scene: &Scene, tokens: &Tokens) -> (usize, Option<usize>) {
    let last = tokens.words.len().saturating_sub(1);
    let row = scene.position() - scene.parameters().start();
    let a = usize::try_from(row).unwrap_or_default().min(last);
    let b = usize::try_from(a as i64 + scene.offset()).ok().filter(|&b| b <= last);
    (a, b)
}

/// The position of a word.
fn position(scene: &Scene, place: usize) -> i64 {
    scene.parameters().start() + place as i64
}

/// A word with its position: `2 black`.
fn name(scene: &Scene, tokens: &Tokens, place: usize) -> String {
    let word = &tokens.words[place];
    let shown: String = word.chars().take(14).collect();
    let more = if shown.len() < word.len() { "…" } else { "" };
    format!("{} {shown}{more}", number::grouped(position(scene, place)))
}

/// Selecting two words: t, and the offset to s.
fn pair(scene: &Scene, a: usize, b: usize, gesture: Gesture) -> Action {
    Action::SelectPair { position: position(scene, a), other: position(scene, b), gesture }
}

/// Rows with their names as tab-separated text, every number so that it reads back the same.
fn rows_text<'a>(
    head: &str,
    num_columns: usize,
    rows: impl Iterator<Item = (String, &'a [f64])>,
) -> String {
    let columns = (0..num_columns).map(|column| column.to_string());
    let heads: Vec<String> = std::iter::once(head.to_owned()).chain(columns).collect();
    let mut text = heads.join("\t") + "\n";
    for (name, row) in rows {
        text += &name.replace(['\t', '\n'], " ");
        for &value in row {
            text.push('\t');
            if !value.is_nan() {
                text += &number::shortest(value);
            }
        }
        text.push('\n');
    }
    text
}

/// What comes together, as it is written.
fn formula(scene: &Scene) -> String {
    let draft = scene.draft();
    let embedding = if draft.scaled { "√d_model·embedding" } else { "embedding" };
    match draft.join {
        Join::Add => format!("{embedding} + PE"),
        Join::Concatenate => format!("{embedding} beside PE"),
    }
}

/// Of how many words, where the embeddings are from, and what is missing.
fn about(scene: &Scene, tokens: &Tokens) -> String {
    let draft = scene.draft();
    let length = scene.parameters().length();
    let num = tokens.num as u64;
    let mut parts = vec![number::counted(tokens.num as i64, "token")];
    if num > length {
        parts.push(format!("cut off after {}", number::grouped(length as i64)));
    }
    if (tokens.words.len() as u64) < num.min(length) {
        parts.push(format!("the first {} shown", number::grouped(tokens.words.len() as i64)));
    }
    parts.push(match &draft.vectors {
        None => "toy embeddings, made up from the words".to_owned(),
        Some(file) => {
            let name = file.text().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            match tokens.missing.len() {
                0 => format!("vectors of {name}"),
                missing => format!("vectors of {name}, {missing} not there and 0"),
            }
        }
    });
    parts.join(", ")
}
