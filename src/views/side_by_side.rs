//! The sinusoids beside the naive encodings: the same positions, row by row.

use super::{Behavior, Subject, caption, criteria};
use crate::{
    encoding::{Candidate, CandidateTable},
    picture::{Body, Candidates, Figure, number},
};

pub(super) struct SideBySide;

/// What each does with the selected position, in one sentence.
fn said(subject: Subject<'_>) -> String {
    let scene = subject.scene;
    let t = scene.position();
    let row = (t - scene.parameters().start()).unsigned_abs();
    let fraction = CandidateTable::new(Candidate::Fraction, *scene.parameters()).value(row, 0);
    let t = number::grouped(t);
    format!(
        "Position {t} is the number {t} as an index, which grows without bound; {} as a fraction, which \
         changes with the length; a row of 0 and 1 in binary, which jumps; and waves that do none of it.",
        number::readable(fraction, 6)
    )
}

impl Behavior for SideBySide {
    fn title(&self) -> &'static str {
        "Side by side"
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let scene = subject.scene;
        let table = |&candidate: &Candidate| {
            let table = match candidate {
                Candidate::Sinusoidal => CandidateTable::of(subject.encoding),
                _ => CandidateTable::new(candidate, *scene.parameters()),
            };
            (criteria::title(candidate).to_owned(), table)
        };
        Figure {
            title: self.title().to_owned(),
            sentence: "the same positions, counted and as waves".to_owned(),
            caption: caption(scene),
            says: said(subject),
            display: None,
            body: Body::Candidates(Candidates {
                tables: Candidate::ALL.iter().map(table).collect(),
                position: scene.position(),
                column: scene.column(),
            }),
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        format!("Side by side. {}", said(subject))
    }
}
