//! Sinusoids beside the naive encodings: the same positions, row by row.

use super::{Behavior, Descriptor, Requirement, Subject, criteria};
use crate::{
    encoding::{Candidate, Computed},
    picture::{Body, CandidateTable, Candidates, Figure, number},
};

pub(super) struct SideBySide;

/// Tables of the encodings that are compared, at the positions of the scene.
fn tables(subject: Subject<'_>) -> Vec<CandidateTable> {
    let Subject { scene, table, .. } = subject;
    let table = |&candidate: &Candidate| CandidateTable {
        name: criteria::title(candidate).to_owned(),
        candidate,
        table: candidate.table(table, *scene.sinusoid(), scene.draft().encoding.seed),
    };
    // Random vectors do not count positions, so they are left out.
    Candidate::ALL.iter().filter(|&&candidate| candidate != Candidate::Random).map(table).collect()
}

impl Behavior for SideBySide {
    fn descriptor(&self) -> Descriptor {
        Descriptor { requirement: Requirement::Rule, ..Descriptor::of("Side by side") }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let scene = subject.scene;
        self.drawn(
            subject,
            "the same positions in other encodings, the fastest column first",
            Body::Candidates(Candidates {
                tables: tables(subject),
                position: scene.position(),
                column: scene.column(),
            }),
        )
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        /// Maximum number of values in the text for the clipboard.
        const MOST: u64 = 1_000_000;
        let tables = tables(subject);
        let extent = subject.scene.extent();
        let widths = tables.iter().map(|table| u64::from(table.table.num_columns()));
        let width: u64 = widths.sum();
        let num = (MOST / width).clamp(1, extent.length());
        let heads = tables.iter().flat_map(|table| {
            let key = table.candidate.key();
            (0..table.table.num_columns()).map(move |column| format!("{key}_{column}"))
        });
        let head: Vec<String> = std::iter::once("position".to_owned()).chain(heads).collect();
        let rows: Vec<Vec<f64>> = tables.iter().map(|table| table.table.rows(0, num)).collect();
        let mut text = head.join("\t") + "\n";
        for row in 0..num as usize {
            text += &(extent.start() + row as i64).to_string();
            for (table, values) in tables.iter().zip(&rows) {
                let width = table.table.num_columns() as usize;
                for &value in &values[row * width..(row + 1) * width] {
                    text.push('\t');
                    text += &number::shortest(value);
                }
            }
            text.push('\n');
        }
        Some(text)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let t = scene.position();
        let fraction = Computed::Fraction(scene.extent()).value(t, 0);
        let t = number::grouped(t);
        format!(
            "Position {t} is the number {t} as an index, which grows without bound; {} as a fraction, which \
             changes with the length; a row of 0s and 1s in binary, which jumps; and a row of waves, which avoid all three problems.",
            number::readable(fraction, 6)
        )
    }
}
