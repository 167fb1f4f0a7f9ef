//! Token views: the words of a sentence as embeddings, before and after their positions are added.

mod controls;
mod facts;
mod request;
mod similarity;
mod sum;
mod token_rows;

pub(super) use facts::TwoWords;
pub(super) use similarity::WordSimilarity;
pub(super) use sum::Sum;
pub(super) use token_rows::TokensView;

use request::request;

use super::{
    Behavior, Cells, Computation, ControlRow, Descriptor, Quantity, Requirement, Subject, caption,
    color_scale,
};
use crate::{
    action::{Action, Gesture},
    encoding::{Rows, ends_of},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Pixels, Source, number},
    scene::{Scene, View, Viewport},
    tokens::{Join, Tokens},
};

/// Behavior of a token view once the rows of the sentence are computed. Until then all token views behave alike.
trait TokenBehavior {
    fn descriptor(&self) -> Descriptor;
    fn figure(&self, subject: Subject<'_>, tokens: &Tokens) -> Figure;
    /// Description of what the view shows, in words.
    fn explanation(&self, subject: Subject<'_>, tokens: &Tokens) -> String;
    fn values_text(&self, subject: Subject<'_>, tokens: &Tokens) -> Option<String>;
    fn cells(&self) -> Option<&dyn Cells> {
        None
    }
    fn chosen(&self, _scene: &Scene, _tokens: &Tokens) -> Option<(usize, usize)> {
        None
    }
}

impl<T: TokenBehavior> Behavior for T {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_raster: TokenBehavior::cells(self).is_some(),
            controls_title: Some(controls::TITLE),
            control_keys: controls::KEYS,
            ..TokenBehavior::descriptor(self)
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        match known(subject) {
            Ok(tokens) => TokenBehavior::figure(self, subject, tokens),
            Err(text) => note(subject, self.title(), text),
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let explanation =
            known(subject).map_or_else(|text| text, |tokens| self.explanation(subject, tokens));
        format!("{}. {explanation}", self.title())
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        controls::rows(subject)
    }

    fn cells(&self) -> Option<&dyn Cells> {
        TokenBehavior::cells(self)
    }

    fn chosen(&self, subject: Subject<'_>) -> Option<(usize, usize)> {
        TokenBehavior::chosen(self, subject.scene, known(subject).ok()?)
    }

    /// Selects the positions of two words, given by their indexes in the sentence.
    fn choose(&self, scene: &Scene, (a, b): (usize, usize), gesture: Gesture) -> Option<Action> {
        let (position, other) = (position(scene, a), position(scene, b));
        Some(Action::SelectPair { position, other, gesture })
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        TokenBehavior::values_text(self, subject, known(subject).ok()?)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        Some(request(subject.scene, subject.table).into())
    }
}

/// Rows of the sentence, or a message that explains why there are none.
fn known(subject: Subject<'_>) -> Result<&Tokens, String> {
    let request = request(subject.scene, subject.table);
    let Some(known) = subject.results.find(&request) else {
        let is_withheld = subject.results.is_withheld(&request.clone().into());
        return Err(match request.vectors {
            Some(path) if is_withheld => format!(
                "The scene asks for the word vectors of {path}. A file that a scene names is read once you \
                 say so: “Read the file” in the panel, or File ▸ Open word vectors."
            ),
            Some(path) => format!("Looking up the words in {path}…"),
            None => "Computing…".to_owned(),
        });
    };
    let tokens = known
        .as_ref()
        .as_ref()
        .map_err(|error| format!("{}.", number::capital(&error.to_string())))?;
    let length = number::counted(subject.scene.extent().length() as i64, "position");
    if tokens.is_refused {
        let words = number::counted(tokens.num as i64, "token");
        return Err(format!(
            "The sentence has {words}, the table {length}: longer sentences are rejected, as chosen."
        ));
    }
    if tokens.words.is_empty() {
        return Err("No words: type a sentence.".to_owned());
    }
    Ok(tokens)
}

/// Figure that consists of a text.
fn note(subject: Subject<'_>, title: &str, text: String) -> Figure {
    Figure {
        title: title.to_owned(),
        caption: Some(caption(subject.scene)),
        body: Body::Note(text),
        ..Figure::default()
    }
}

/// Indexes in the sentence of the word at the selected position, or of the nearest word, and of the word k
/// farther on. If the sentence ends before that, the second is the word k before; `None` if there is neither.
fn selected(scene: &Scene, tokens: &Tokens) -> (usize, Option<usize>) {
    let last = tokens.words.len().saturating_sub(1);
    let row = scene.position() - scene.extent().start();
    let a = usize::try_from(row).unwrap_or_default().min(last);
    let (at, k) = (a as i64, scene.offset());
    let inside = |place: i64| usize::try_from(place).ok().filter(|&place| place <= last);
    (a, inside(at.saturating_add(k)).or_else(|| inside(at.saturating_sub(k))))
}

/// Position of the word with an index in the sentence.
fn position(scene: &Scene, place: usize) -> i64 {
    scene.extent().start() + place as i64
}

/// Label of a word: its position and up to 14 of its characters, such as `2 black`.
fn name(scene: &Scene, tokens: &Tokens, place: usize) -> String {
    let word = &tokens.words[place];
    let shown: String = word.chars().take(14).collect();
    let more = if shown.len() < word.len() { "…" } else { "" };
    format!("{} {shown}{more}", number::grouped(position(scene, place)))
}

/// Chart of the rows of a sentence, where `rows` are the values with their name and `viewport` is the visible
/// part.
fn chart(
    view: View,
    (subject, tokens): (Subject<'_>, &Tokens),
    (rows, name): (Rows, String),
    y: Axis,
    viewport: Viewport,
    marks: Vec<Layer>,
) -> Body {
    let draft = subject.scene.draft();
    let raster = Layer::Raster {
        scale: color_scale(view, subject, Quantity::Signed(bound(tokens)), || {
            Some(ends_of(rows.iter().flatten().copied()))
        }),
        // The spread is available for the table only.
        pixels: if draft.pixels == Pixels::Spread { Pixels::Mean } else { draft.pixels },
        source: Source::Rows(rows),
        name: name.into(),
    };
    let (a, b) = (tokens.embeddings.width(), tokens.encodings.width());
    let across = |name: &str| Axis::cells(name, 0, viewport.x, tokens.joined.width() as f64);
    let across = match draft.join {
        Join::Add => across("column j (element)").counting(Dimension::Columns),
        Join::Concatenate => across(&format!("{a} columns of the embedding, {b} of the encoding")),
    };
    Body::Chart(Chart {
        x: across,
        y: Axis { span: viewport.y, ..y },
        is_square: false,
        layers: std::iter::once(raster).chain(marks).collect(),
    })
}

/// Bound of the color scale: the largest absolute value of a sentence's rows, at least 1, rounded up to two
/// digits.
fn bound(tokens: &Tokens) -> f64 {
    let rows = [&tokens.embeddings, &tokens.encodings, &tokens.joined];
    let largest = rows.into_iter().map(Rows::largest).fold(1.0, f64::max);
    let per_unit = 10.0_f64.powf(1.0 - largest.log10().floor());
    (largest * per_unit).ceil() / per_unit
}

/// Column of the table that a column of the rows belongs to, clamped to the table. In concatenated rows the
/// encoding begins after the embedding.
fn column_of(tokens: &Tokens, join: Join, cell: i64) -> u32 {
    let before = match join {
        Join::Add => 0,
        Join::Concatenate => tokens.embeddings.width() as i64,
    };
    let last = tokens.encodings.width() as i64 - 1;
    (if cell >= before { cell - before } else { cell }).clamp(0, last) as u32
}

/// Column of the rows that shows a column of the table.
fn cell_of(tokens: &Tokens, join: Join, column: u32) -> i64 {
    match join {
        Join::Add => i64::from(column),
        Join::Concatenate => tokens.embeddings.width() as i64 + i64::from(column),
    }
}

/// Formats rows with their names as tab-separated text. Every number reads back the same.
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

/// Formula of the embeddings before they are combined.
fn embedding(scene: &Scene) -> &'static str {
    if scene.draft().scaled { "√d_model·embedding" } else { "embedding" }
}

/// Formula of the combined rows, such as `embedding + PE`.
fn formula(scene: &Scene) -> String {
    let embedding = embedding(scene);
    match scene.draft().join {
        Join::Add => format!("{embedding} + PE"),
        Join::Concatenate => format!("{embedding} beside PE"),
    }
}

/// Describes the number of tokens, the source of the embeddings, and the number of missing words.
fn about(scene: &Scene, tokens: &Tokens) -> String {
    let draft = scene.draft();
    let length = scene.extent().length();
    let num = tokens.num as u64;
    let mut parts = vec![number::counted(tokens.num as i64, "token")];
    if num > length {
        parts.push(format!("truncated after {}", number::grouped(length as i64)));
    }
    if (tokens.words.len() as u64) < num.min(length) {
        parts.push(format!("the first {} shown", number::grouped(tokens.words.len() as i64)));
    }
    let (selected, last) =
        (scene.position(), scene.extent().start() + tokens.words.len() as i64 - 1);
    if selected > last {
        let [selected, last] = [selected, last].map(number::grouped);
        parts.push(format!("position {selected} lies beyond: {last} is marked"));
    }
    parts.push(match &draft.vectors {
        None => "toy embeddings, generated from the words".to_owned(),
        Some(file) => {
            let name = file.text().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            match tokens.missing.len() {
                0 => format!("vectors from {name}"),
                missing => format!("vectors from {name}, {missing} missing and shown as 0"),
            }
        }
    });
    parts.join(", ")
}
