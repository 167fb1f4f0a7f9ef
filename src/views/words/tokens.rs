//! A sentence as rows: each word's embedding with its position.

use std::sync::Arc;

use egui::Ui;

use super::{about, controls, formula, known, name, note, position, question, rows_text, selected};
use crate::{
    action::{Action, Gesture},
    encoding::Encoding,
    picture::{Axis, Body, Chart, Figure, Layer, Pixels, Source, number},
    scene::{Key, Scene, Window},
    tokens::{Join, Rows, Tokens},
    views::{Behavior, Cells, Fact, Question, Subject, caption, window},
};

pub(in crate::views) struct TokensView;

/// Column of the table under a column of the rows, and back: where they are concatenated the encoding begins
/// after the embedding.
pub(super) fn column_of(tokens: &Tokens, join: Join, cell: i64) -> u32 {
    let before = match join {
        Join::Add => 0,
        Join::Concatenate => tokens.embeddings.width() as i64,
    };
    let last = tokens.encodings.width() as i64 - 1;
    (if cell >= before { cell - before } else { cell }).clamp(0, last) as u32
}

/// The column of the rows that shows a column of the table.
pub(super) fn cell_of(tokens: &Tokens, join: Join, column: u32) -> i64 {
    match join {
        Join::Add => i64::from(column),
        Join::Concatenate => tokens.embeddings.width() as i64 + i64::from(column),
    }
}

/// The largest value of a sentence's rows, rounded up to two digits, for their colors.
pub(super) fn bound(tokens: &Tokens) -> f64 {
    let rows = [&tokens.embeddings, &tokens.encodings, &tokens.joined];
    let largest = rows.into_iter().map(Rows::largest).fold(1.0, f64::max);
    let per_unit = 10.0_f64.powf(1.0 - largest.log10().floor());
    (largest * per_unit).ceil() / per_unit
}

/// Name of the axis across.
pub(super) fn axis_name(join: Join, tokens: &Tokens) -> String {
    let (a, b) = (tokens.embeddings.width(), tokens.encodings.width());
    match join {
        Join::Add => "column j (element)".to_owned(),
        Join::Concatenate => format!("{a} columns of the embedding, {b} of the encoding"),
    }
}

impl Behavior for TokensView {
    fn title(&self) -> &'static str {
        "Tokens"
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, encoding, theme, .. } = subject;
        let tokens = match known(subject) {
            Ok(tokens) => tokens,
            Err(text) => return note(subject, self.title(), text),
        };
        let draft = scene.draft();
        let window = window(self, subject);
        let names = (0..tokens.words.len()).map(|place| name(scene, tokens, place)).collect();
        let (row, _) = selected(scene, tokens);
        let column = cell_of(tokens, draft.join, scene.column());
        let y = Axis { span: window.y, ..Axis::names(names) };
        let width = tokens.joined.width() as f64;
        Figure {
            title: self.title().to_owned(),
            sentence: format!("{}: {}", formula(scene), about(scene, tokens)),
            caption: caption(scene),
            says: String::new(),
            display: None,
            body: Body::Chart(Chart {
                encoding: Arc::clone(encoding),
                x: Axis::cells(&axis_name(draft.join, tokens), 0, window.x, width),
                y,
                is_square: false,
                layers: vec![
                    Layer::Raster {
                        source: Source::Rows(tokens.joined.clone()),
                        scale: theme.diverging(draft.colors.diverging, bound(tokens)),
                        name: formula(scene),
                        pixels: if draft.pixels == Pixels::Spread {
                            Pixels::Mean
                        } else {
                            draft.pixels
                        },
                    },
                    Layer::Row(row as i64),
                    Layer::Cells { at: (column, row as i64), size: (1, 1) },
                ],
            }),
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        match known(subject) {
            Ok(tokens) => {
                let (row, _) = selected(scene, tokens);
                let j = scene.column();
                let value = tokens.joined.row(row)[cell_of(tokens, scene.draft().join, j) as usize];
                format!(
                    "Tokens, {}; {}: {}; column {j}: {}",
                    about(scene, tokens),
                    formula(scene),
                    name(scene, tokens, row),
                    number::readable(value, 6)
                )
            }
            Err(text) => format!("Tokens. {text}"),
        }
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

    fn has_raster(&self) -> bool {
        true
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let tokens = known(subject).ok()?;
        let names = (0..tokens.words.len()).map(|place| name(subject.scene, tokens, place));
        Some(rows_text("token", tokens.joined.width(), names.zip(tokens.joined.iter())))
    }

    fn question(&self, scene: &Scene, _encoding: &Arc<Encoding>) -> Option<Question> {
        Some(question(scene))
    }
}

impl Cells for TokensView {
    fn window_key(&self) -> Key {
        Key::Tokens
    }

    fn whole(&self, subject: Subject<'_>) -> Window {
        match known(subject) {
            Ok(tokens) => Window::whole([tokens.joined.width() as f64, tokens.words.len() as f64]),
            Err(_) => Window::whole([1.0, 1.0]),
        }
    }

    fn is_square(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        known(subject).map_or((0, 0), |tokens| {
            let (row, _) = selected(scene, tokens);
            (cell_of(tokens, scene.draft().join, scene.column()), row as i64)
        })
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let (column, row) = known(subject).map_or((0, 0), |tokens| {
            let last = tokens.words.len() as i64 - 1;
            (column_of(tokens, scene.draft().join, cell.0), cell.1.clamp(0, last))
        });
        Action::Select { position: position(scene, row as usize), column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let Ok(tokens) = known(subject) else { return Vec::new() };
        let row = (cell.1.max(0) as usize).min(tokens.words.len() - 1);
        let column = (cell.0.max(0) as usize).min(tokens.joined.width() - 1);
        let value = number::shortest(tokens.joined.row(row)[column]);
        vec![
            ("token".into(), name(subject.scene, tokens, row)),
            ("column".into(), number::grouped(column as i64)),
            ("value".into(), number::with_minus(&value)),
        ]
    }
}
