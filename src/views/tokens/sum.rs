//! Embedding, encoding and their combination for one word, column by column.

use super::{
    Behavior, Descriptor, Requirement, TokenBehavior, cell_of, chart, column_of, formula, known,
    name, position, rows_text, selected,
};
use crate::{
    action::{Action, Gesture},
    encoding::Rows,
    picture::{Axis, Figure, Layer, Span, number},
    scene::{Scene, View, Viewport},
    tokens::{Join, Tokens},
    views::{Cells, Fact, Subject, caption, visible},
};

pub(in crate::views) struct Sum;

/// Number of rows: embedding, encoding, combination.
const ROWS: f64 = 3.0;

/// Names of the rows for a word.
fn names(scene: &Scene, tokens: &Tokens, place: usize) -> [String; 3] {
    let shown = name(scene, tokens, place);
    let word = shown.split_once(' ').map_or(shown.as_str(), |(_, word)| word);
    let position = format!("PE({})", number::grouped(position(scene, place)));
    let word = if scene.draft().scaled { format!("√d·{word}") } else { word.to_owned() };
    let together = match scene.draft().join {
        Join::Add => "sum",
        Join::Concatenate => "both",
    };
    [word, position, together.to_owned()]
}

/// Embedding, encoding and combination as three rows. If they are concatenated, embedding and encoding stand
/// where they are in the combination, and all other cells are NaN.
fn rows(join: Join, tokens: &Tokens, place: usize) -> Rows {
    let (embedding, encoding) = (tokens.embeddings.row(place), tokens.encodings.row(place));
    let nothing = |num: usize| std::iter::repeat_n(f64::NAN, num);
    let values: Vec<f64> = match join {
        Join::Add => embedding.iter().chain(encoding).copied().collect(),
        Join::Concatenate => (embedding.iter().copied())
            .chain(nothing(encoding.len()))
            .chain(nothing(embedding.len()))
            .chain(encoding.iter().copied())
            .collect(),
    };
    let joined = tokens.joined.row(place);
    Rows::new(joined.len(), values.into_iter().chain(joined.iter().copied()).collect())
}

fn norm(values: &[f64]) -> String {
    number::readable(values.iter().map(|value| value * value).sum::<f64>().sqrt(), 5)
}

fn explanation(scene: &Scene, tokens: &Tokens, place: usize) -> String {
    let (embedding, encoding) = (tokens.embeddings.row(place), tokens.encodings.row(place));
    let (a, b) = (norm(embedding), norm(encoding));
    let missing =
        if tokens.missing.contains(&place) { ", since the word is not in the file" } else { "" };
    let lengths = format!("The embedding is {a} long{missing}, the encoding {b}");
    let widths = match scene.draft().join {
        Join::Add => format!("they share {} coordinates", number::grouped(encoding.len() as i64)),
        Join::Concatenate => format!(
            "one after the other they have {} + {} = {} coordinates",
            embedding.len(),
            encoding.len(),
            tokens.joined.width()
        ),
    };
    format!("{lengths}; {widths}.")
}

impl TokenBehavior for Sum {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Addend, ..Descriptor::of("Embedding and encoding") }
    }

    fn figure(&self, subject: Subject<'_>, tokens: &Tokens) -> Figure {
        let scene = subject.scene;
        let join = scene.draft().join;
        let (place, _) = selected(scene, tokens);
        let at = (cell_of(tokens, join, scene.column()), 0);
        let marks = vec![Layer::Cells { at, size: (1, ROWS as i64) }];
        let rows = (rows(join, tokens, place), "value".to_owned());
        let y = Axis::names(names(scene, tokens, place).into());
        let word = name(scene, tokens, place);
        Figure {
            title: Behavior::title(self).to_owned(),
            sentence: format!("{word}, coordinate by coordinate: {}", formula(scene)),
            caption: Some(caption(scene)),
            explanation: explanation(scene, tokens, place),
            body: chart(
                View::Sum,
                (subject, tokens),
                rows,
                y,
                visible(View::Sum, self, subject),
                marks,
            ),
            ..Figure::default()
        }
    }

    fn explanation(&self, subject: Subject<'_>, tokens: &Tokens) -> String {
        let (place, _) = selected(subject.scene, tokens);
        let word = name(subject.scene, tokens, place);
        format!("{word}. {}", explanation(subject.scene, tokens, place))
    }

    fn values_text(&self, subject: Subject<'_>, tokens: &Tokens) -> Option<String> {
        let (place, _) = selected(subject.scene, tokens);
        let rows = rows(subject.scene.draft().join, tokens, place);
        let names = names(subject.scene, tokens, place).into_iter();
        Some(rows_text("row", rows.width(), names.zip(rows.iter())))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for Sum {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let width = known(subject).map_or(1, |tokens| tokens.joined.width());
        Viewport::whole([width as f64, ROWS])
    }

    /// One column across; all rows are always shown.
    fn smallest(&self) -> [f64; 2] {
        [1.0, ROWS]
    }

    /// Eight columns around the selected one, so that every value can be read.
    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        const SHOWN: f64 = 8.0;
        let whole = self.whole(subject);
        let (column, _) = self.selected(subject);
        let start = (column as f64 - SHOWN / 2.0).floor();
        let x = Span { start, end: start + SHOWN };
        Viewport { x, ..whole }.fitted(whole, self.smallest(), false)
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        known(subject)
            .map_or((0, 0), |tokens| (cell_of(tokens, scene.draft().join, scene.column()), 0))
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let column =
            known(subject).map_or(0, |tokens| column_of(tokens, scene.draft().join, cell.0));
        Action::Select { position: scene.position(), column, gesture }
    }

    /// Moves horizontally from column to column, and vertically from word to word.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let Ok(tokens) = known(subject) else {
            return Action::EndGesture;
        };
        let cell = cell_of(tokens, scene.draft().join, scene.column()).saturating_add(by.0);
        let column = column_of(tokens, scene.draft().join, cell);
        let last = tokens.words.len() as i64 - 1;
        let place = (selected(scene, tokens).0 as i64).saturating_add(by.1).clamp(0, last);
        Action::Select { position: position(scene, place as usize), column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let Ok(tokens) = known(subject) else { return Vec::new() };
        let scene = subject.scene;
        let (place, _) = selected(scene, tokens);
        let rows = rows(scene.draft().join, tokens, place);
        let column = (cell.0.max(0) as usize).min(rows.width() - 1);
        let mut facts = vec![("column".into(), number::grouped(column as i64))];
        for (name, row) in names(scene, tokens, place).into_iter().zip(rows.iter()) {
            if !row[column].is_nan() {
                facts.push((name.into(), number::typographic(&number::shortest(row[column]))));
            }
        }
        facts
    }
}
