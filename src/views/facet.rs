//! Views of the sides of a comparison: which sides a view shows, and the figure of each.

use super::{Computation, Subject, View, behavior::ViewSides};
use crate::{
    picture::{Chart, Figure, Panels, number},
    scene::{Side, Sides},
};

/// View of one side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facet {
    /// View.
    pub view: View,
    /// Side that it shows.
    pub side: Side,
}

impl Facet {
    /// Stable name, for identifiers: that of the view for A, and with the side for B and A − B.
    pub fn key(self) -> String {
        let side = match self.side {
            Side::A => "",
            Side::B => ".b",
            Side::Difference => ".difference",
        };
        format!("{}{side}", self.view.key())
    }
}

/// Heading of a side beside others: its name, and the bound of the colors of A − B.
pub fn heading(subject: Subject<'_>, figure: &Figure) -> String {
    let name = subject.side_name();
    let scale = figure.chart().and_then(Chart::scale);
    match scale.filter(|scale| subject.side == Side::Difference && scale.low == -scale.high) {
        Some(scale) => format!("{name}, ±{}", number::readable(scale.high, 4)),
        None => name,
    }
}

impl View {
    /// Sides that the view shows, beside each other.
    pub fn sides(self, subject: Subject<'_>) -> &'static [Side] {
        let Some(counterpart) = subject.counterpart else { return &[Side::A] };
        let can = self.view_sides();
        if can == ViewSides::Joint {
            return &[Side::A];
        }
        match (subject.at(Side::A).scene.draft().sides, can) {
            (Sides::A, _) | (Sides::Difference | Sides::All, ViewSides::One) => &[Side::A],
            (Sides::B, _) => &[Side::B],
            (Sides::Difference, ViewSides::All) if counterpart.difference.is_some() => {
                &[Side::Difference]
            }
            (Sides::All, ViewSides::All) if counterpart.difference.is_some() => {
                &[Side::A, Side::B, Side::Difference]
            }
            (Sides::Difference | Sides::All, _) => &[Side::A, Side::B],
        }
    }

    /// Figure of every side that the view shows: one, or several beside each other.
    pub fn whole_figure(self, subject: Subject<'_>) -> Figure {
        let sides = self.sides(subject);
        let figures: Vec<Figure> =
            sides.iter().map(|&side| self.figure(subject.at(side))).collect();
        match <[Figure; 1]>::try_from(figures) {
            Ok([figure]) => figure,
            Err(mut figures) => {
                for (figure, &side) in figures.iter_mut().zip(sides) {
                    figure.title = heading(subject.at(side), figure);
                }
                let across = figures.len() as u32;
                Panels { figures, across, down: 1, has_letters: false, are_sides: true }.into()
            }
        }
    }

    /// Background computations that the sides of the view need.
    pub fn computations(self, subject: Subject<'_>) -> Vec<Computation> {
        let mut all = Vec::new();
        for &side in self.sides(subject) {
            for computation in self.computations_of(subject.at(side)) {
                if !all.contains(&computation) {
                    all.push(computation);
                }
            }
        }
        all
    }
}
