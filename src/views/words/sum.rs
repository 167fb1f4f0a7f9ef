//! Embedding, encoding and what they make together, coordinate by coordinate.

use std::sync::Arc;

use egui::Ui;

use super::{
    controls, formula, known, name, note, position, question, rows_text, selected,
    tokens::{axis_name, bound, cell_of, column_of},
};
use crate::{
    action::{Action, Gesture},
    encoding::Encoding,
    picture::{Axis, Body, Chart, Figure, Layer, Pixels, Source, number},
    scene::{Key, Scene, Window},
    tokens::{Join, Rows, Tokens},
    views::{Behavior, Cells, Fact, Question, Subject, caption, window},
};

pub(in crate::views) struct Sum;

/// Embedding, encoding, together.
const ROWS: f64 = 3.0;

/// Names of the rows, for a word.
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

/// The three rows below each other; where they are concatenated each stands where it is in the whole.
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

fn said(scene: &Scene, tokens: &Tokens, place: usize) -> String {
    let (embedding, encoding) = (tokens.embeddings.row(place), tokens.encodings.row(place));
    let (a, b) = (norm(embedding), norm(encoding));
    let lengths = format!("The embedding is {a} long, the encoding {b}");
    let widths = match scene.draft().join {
        Join::Add => format!(
            "their sum has the same {} coordinates, and word and position share them",
            number::grouped(encoding.len() as i64)
        ),
        Join::Concatenate => format!(
            "one after the other they have {} + {} = {} coordinates",
            embedding.len(),
            encoding.len(),
            tokens.joined.width()
        ),
    };
    format!("{lengths}; {widths}.")
}

impl Behavior for Sum {
    fn title(&self) -> &'static str {
        "Embedding and encoding"
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, encoding, theme, .. } = subject;
        let tokens = match known(subject) {
            Ok(tokens) => tokens,
            Err(text) => return note(subject, self.title(), text),
        };
        let draft = scene.draft();
        let window = window(self, subject);
        let (place, _) = selected(scene, tokens);
        let column = cell_of(tokens, draft.join, scene.column());
        let width = tokens.joined.width() as f64;
        Figure {
            title: self.title().to_owned(),
            sentence: format!(
                "{}, coordinate by coordinate: {}",
                name(scene, tokens, place),
                formula(scene)
            ),
            caption: caption(scene),
            says: said(scene, tokens, place),
            display: None,
            body: Body::Chart(Chart {
                encoding: Arc::clone(encoding),
                x: Axis::cells(&axis_name(draft.join, tokens), 0, window.x, width),
                y: Axis::names(names(scene, tokens, place).into()),
                is_square: false,
                layers: vec![
                    Layer::Raster {
                        source: Source::Rows(rows(draft.join, tokens, place)),
                        scale: theme.diverging(draft.colors.diverging, bound(tokens)),
                        name: "value".to_owned(),
                        pixels: if draft.pixels == Pixels::Spread {
                            Pixels::Mean
                        } else {
                            draft.pixels
                        },
                    },
                    Layer::Cells { at: (column, 0), size: (1, ROWS as i64) },
                ],
            }),
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        match known(subject) {
            Ok(tokens) => {
                let (place, _) = selected(subject.scene, tokens);
                let words = name(subject.scene, tokens, place);
                format!("{}, {words}. {}", self.title(), said(subject.scene, tokens, place))
            }
            Err(text) => format!("{}. {text}", self.title()),
        }
    }

    fn has_raster(&self) -> bool {
        true
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn controls_title(&self) -> &'static str {
        controls::TITLE
    }

    fn control_keys(&self) -> &'static [Key] {
        controls::KEYS
    }

    fn controls_ui(&self, ui: &mut Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        controls::ui(ui, subject, actions);
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let tokens = known(subject).ok()?;
        let (place, _) = selected(subject.scene, tokens);
        let rows = rows(subject.scene.draft().join, tokens, place);
        let names = names(subject.scene, tokens, place).into_iter();
        Some(rows_text("row", rows.width(), names.zip(rows.iter())))
    }

    fn question(&self, scene: &Scene, _encoding: &Arc<Encoding>) -> Option<Question> {
        Some(question(scene))
    }
}

impl Cells for Sum {
    fn window_key(&self) -> Key {
        Key::Sum
    }

    fn whole(&self, subject: Subject<'_>) -> Window {
        let width = known(subject).map_or(1, |tokens| tokens.joined.width());
        Window::whole([width as f64, ROWS])
    }

    /// All of its rows.
    fn smallest(&self) -> [f64; 2] {
        [1.0, ROWS]
    }

    fn is_square(&self) -> bool {
        false
    }

    /// Near the selected column, so that every value can be read.
    fn opening_window(&self, subject: Subject<'_>) -> Window {
        const SHOWN: f64 = 8.0;
        let whole = self.whole(subject);
        let (column, _) = self.selected(subject);
        let start = (column as f64 - SHOWN / 2.0).floor();
        let x = crate::picture::Span { start, end: start + SHOWN };
        Window { x, ..whole }.fitted(whole, self.smallest(), false)
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

    /// From column to column, and from word to word.
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
                facts.push((name.into(), number::with_minus(&number::shortest(row[column]))));
            }
        }
        facts
    }
}
