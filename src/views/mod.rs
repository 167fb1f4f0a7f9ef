//! The views: each turns a scene into a chart, and a cell of that chart into words and actions.
//!
//! The registry is the enum [`View`]: menus, tiles, the command line, storage and tests iterate over
//! [`View::ALL`]. Adding a view is a file with a type that is a `Behavior`, a variant here, and a
//! test; the compiler points at the rest.

mod heatmap;
mod rotation;
pub mod says;
mod similarity;

use std::sync::Arc;

use crate::{
    action::{Action, Gesture},
    encoding::{Components, Encoding},
    keyed::keyed,
    picture::{Chart, Theme, number},
    scene::Scene,
};

keyed! {
    /// Every view there is.
    pub enum View {
        /// The table, one color a value.
        Heatmap = "heatmap",
        /// How alike any two positions are.
        Similarity = "similarity",
        /// The matrix M_k.
        Rotation = "rotation",
    }
}

/// What a view looks at.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its encoding.
    pub encoding: &'a Arc<Encoding>,
    /// Colors of the ground it is drawn on.
    pub theme: Theme,
}

/// What a view must be able to do. Cells are counted from 0: column, then row.
trait Behavior {
    fn title(&self) -> &'static str;
    fn chart(&self, subject: Subject<'_>) -> Chart;
    /// Where the selection is.
    fn selected(&self, subject: Subject<'_>) -> (i64, i64);
    /// What selecting a cell means.
    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action;
    /// Names and values of a cell, for reading.
    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<(&'static str, String)>;
    /// The state of the view in one sentence, for a screen reader.
    fn summary(&self, subject: Subject<'_>) -> String;
    /// Whether it has controls of its own in the parameter panel.
    fn has_controls(&self) -> bool {
        false
    }
    /// These controls.
    fn controls_ui(&self, _ui: &mut egui::Ui, _subject: Subject<'_>, _actions: &mut Vec<Action>) {}
    /// What moving the selection by some columns and rows means.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let (column, row) = self.selected(subject);
        self.pick(subject, (column.saturating_add(by.0), row.saturating_add(by.1)), gesture)
    }
}

impl View {
    fn behavior(self) -> &'static dyn Behavior {
        match self {
            Self::Heatmap => &heatmap::Heatmap,
            Self::Similarity => &similarity::Similarity,
            Self::Rotation => &rotation::RotationView,
        }
    }

    /// Name to show.
    pub fn title(self) -> &'static str {
        self.behavior().title()
    }

    /// What it shows.
    pub fn chart(self, subject: Subject<'_>) -> Chart {
        self.behavior().chart(subject)
    }

    /// What selecting a cell means.
    pub fn pick(self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        self.behavior().pick(subject, cell, gesture)
    }

    /// What moving the selection by some columns and rows means.
    pub fn step(self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        self.behavior().step(subject, by, gesture)
    }

    /// Names and values of a cell, for reading.
    pub fn readout(self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<(&'static str, String)> {
        self.behavior().readout(subject, cell)
    }

    /// The state of the view in one sentence, for a screen reader.
    pub fn summary(self, subject: Subject<'_>) -> String {
        self.behavior().summary(subject)
    }

    /// Whether it has controls of its own in the parameter panel.
    pub fn has_controls(self) -> bool {
        self.behavior().has_controls()
    }

    /// Controls of its own, for the parameter panel.
    pub fn controls_ui(self, ui: &mut egui::Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        self.behavior().controls_ui(ui, subject, actions);
    }
}

/// The parameters in one line, for the caption of a figure.
fn caption(scene: &Scene) -> String {
    let p = scene.parameters();
    let components = match p.components() {
        Components::Both => format!("{}, {}", p.layout().key(), p.order().key()),
        alone @ (Components::Sin | Components::Cos) => format!("{} alone", alone.key()),
    };
    format!(
        "{} · d_model {} · positions {} to {} · base {} · exponent {} · {components} · offset {} · \
         Phasor {}",
        scene.convention_title(),
        p.d_model(),
        number::grouped(p.start()),
        number::grouped(p.last_position()),
        number::base(p.base()),
        p.exponent().formula(p.components(), p.odd_in_force()),
        number::grouped(scene.offset()),
        env!("CARGO_PKG_VERSION"),
    )
}

/// A row number of the table as a position inside it.
fn position_at(scene: &Scene, row: i64) -> i64 {
    let p = scene.parameters();
    p.start().saturating_add(row).clamp(p.start(), p.last_position())
}
