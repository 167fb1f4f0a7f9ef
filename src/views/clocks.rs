//! Clocks: each frequency is a hand on its own dial, which turns while the position plays.

use std::sync::Arc;

use super::{
    Behavior, Descriptor, Selection, Subject, ViewSides, by_frequency::selected, explanation,
};
use crate::{
    picture::{Body, Dials, Figure, number},
    scene::What,
};

pub(super) struct Clocks;

/// Indexes of the frequencies of the chosen curves, sorted; all frequencies if no curve is chosen.
fn indexes(subject: Subject<'_>) -> Vec<usize> {
    let waves = subject.column_waves();
    let curves = subject.scene.draft().curves;
    let mut kept: Vec<usize> =
        curves.columns().iter().filter_map(|&column| waves.frequency_index(column)).collect();
    kept.sort_unstable();
    kept.dedup();
    if kept.is_empty() { (0..waves.frequencies().len()).collect() } else { kept }
}

impl Behavior for Clocks {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            sides: ViewSides::Both,
            is_wide: false,
            copies: What::Frequencies,
            shown_by: &[Selection::Position],
            ..Descriptor::of("Clocks")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let indexes = indexes(subject);
        let which = if indexes.len() == waves.frequencies().len() {
            "counterclockwise from the right"
        } else {
            "of the remaining waves"
        };
        let explanation = if indexes.is_empty() { "Every column is 0: nothing turns." } else { "" };
        self.drawn(
            subject,
            format!("angle ωt at t = {}, {which}", number::grouped(scene.position())),
            Body::Dials(Dials {
                waves: Arc::clone(waves),
                column_waves: Arc::clone(subject.column_waves()),
                indexes,
                selected: selected(subject).unwrap_or(usize::MAX),
                position: scene.position(),
            }),
        )
        .explained(|| explanation.to_owned())
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let num = indexes(subject).len();
        let Some(index) = selected(subject) else {
            let column = scene.column();
            return format!(
                "Clocks, {} at position {}; column {column} is 0: nothing turns for it",
                number::counted(num as i64, "dial"),
                number::grouped(scene.position())
            );
        };
        let frequency = &waves.frequencies()[index];
        let turns = scene.position() as f64 / frequency.wavelength();
        format!(
            "Clocks, {} at position {}; {} has made {} turns",
            number::counted(num as i64, "dial"),
            number::grouped(scene.position()),
            explanation::frequency_name(index, frequency),
            number::readable(turns, 6)
        )
    }
}
