//! Sentence as rows: the embedding of each word combined with its position.

use super::{
    Behavior, Descriptor, Requirement, TokenBehavior, about, cell_of, chart, column_of, formula,
    known, name, position, rows_text, selected,
};
use crate::{
    action::{Action, Gesture},
    picture::{Axis, Figure, Layer, number},
    scene::{View, Viewport},
    tokens::Tokens,
    views::{Cells, Fact, Subject, caption, visible},
};

pub(in crate::views) struct TokensView;

impl TokenBehavior for TokensView {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Addend, ..Descriptor::of("Tokens") }
    }

    fn figure(&self, subject: Subject<'_>, tokens: &Tokens) -> Figure {
        let scene = subject.scene;
        let names = (0..tokens.words.len()).map(|place| name(scene, tokens, place)).collect();
        let row = selected(scene, tokens).0 as i64;
        let at = (cell_of(tokens, scene.draft().join, scene.column()), row);
        let marks = vec![Layer::Row(row), Layer::Cells { at, size: (1, 1) }];
        let rows = (tokens.joined.clone(), formula(scene));
        let viewport = visible(View::Tokens, self, subject);
        Figure {
            title: Behavior::title(self).to_owned(),
            sentence: format!("{}: {}", formula(scene), about(scene, tokens)),
            caption: Some(caption(scene)),
            body: chart(View::Tokens, (subject, tokens), rows, Axis::names(names), viewport, marks),
            ..Figure::default()
        }
    }

    fn explanation(&self, subject: Subject<'_>, tokens: &Tokens) -> String {
        let scene = subject.scene;
        let (row, _) = selected(scene, tokens);
        let j = scene.column();
        let value = tokens.joined.row(row)[cell_of(tokens, scene.draft().join, j) as usize];
        format!(
            "{}; {}: {}; column {j}: {}",
            about(scene, tokens),
            formula(scene),
            name(scene, tokens, row),
            number::readable(value, 6)
        )
    }

    fn values_text(&self, subject: Subject<'_>, tokens: &Tokens) -> Option<String> {
        let names = (0..tokens.words.len()).map(|place| name(subject.scene, tokens, place));
        Some(rows_text("token", tokens.joined.width(), names.zip(tokens.joined.iter())))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for TokensView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        match known(subject) {
            Ok(tokens) => {
                Viewport::whole([tokens.joined.width() as f64, tokens.words.len() as f64])
            }
            Err(_) => Viewport::whole([1.0, 1.0]),
        }
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
            ("value".into(), number::typographic(&value)),
        ]
    }
}
