//! The views: each turns a scene into a figure, and a cell of a chart into words and actions.
//!
//! The registry is the enum [`View`] of `scene`: menus, tiles, the command line, storage and tests iterate over
//! [`View::ALL`]. Adding a view is a file with a type that is a `Behavior`, a variant here, and a
//! test; the compiler points at the rest.

mod by_frequency;
mod checks;
mod clocks;
mod computation;
mod controls;
mod counter;
mod criteria;
pub mod explanation;
mod facts;
mod heatmap;
mod manifold;
mod pair;
mod pointed;
mod profile;
mod proof;
mod rotation;
mod rotation_lab;
mod shares;
mod side_by_side;
mod similarity;
mod tokens;
pub mod values;
mod wavelengths;
mod waves;
mod workspaces;

use std::{borrow::Cow, sync::Arc};

use crate::{
    action::{Action, Gesture},
    encoding::{Components, Family, Spec, Table, Waves},
    picture::{Body, Figure, Span, Theme, number},
    scene::{Key, Scene, Viewport},
};

pub use crate::scene::View;
pub use computation::{Computation, Output, Results};
pub use controls::{Control, ControlRow};
pub use pointed::Pointed;
pub use tokens::word_in_sight;
pub use workspaces::{WORKSPACES, Workspace, WorkspaceLayout};

/// Everything that a view may look at.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Scene.
    pub scene: &'a Scene,
    /// Its encoding, at its positions.
    pub table: &'a Table,
    /// Colors.
    pub theme: Theme,
    /// Results of computations in the background.
    pub results: &'a Results,
}

impl<'a> Subject<'a> {
    /// Frequencies of the encoding, for views that need them.
    fn waves(&self) -> &'a Arc<Waves> {
        self.table.waves().expect("View::behavior offers such views only where there are waves")
    }
}

/// Part of an encoding that a view cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// A value for every position and column.
    Rows,
    /// Frequencies.
    Waves,
}

/// A name and a value, for reading.
pub type Fact = (Cow<'static, str>, String);

/// What a view must be able to do.
trait Behavior {
    fn title(&self) -> &'static str;
    fn figure(&self, subject: Subject<'_>) -> Figure;
    /// State of the view in one sentence, for a screen reader.
    fn summary(&self, subject: Subject<'_>) -> String;
    /// Part of the encoding that it cannot do without.
    fn need(&self) -> Need {
        Need::Waves
    }
    /// What stands above its own controls in the parameter panel.
    fn controls_title(&self) -> &'static str {
        self.title()
    }
    /// What its own controls in the parameter panel change. Views with the same have them in common.
    fn control_keys(&self) -> &'static [Key] {
        &[]
    }
    /// These controls.
    fn controls(&self, _subject: Subject<'_>) -> Vec<ControlRow> {
        Vec::new()
    }
    /// Whether it paints values as pixels, of which one may cover many.
    fn has_raster(&self) -> bool {
        false
    }
    /// Its cells, where it has such: they can be pointed at, and moved about in.
    fn cells(&self) -> Option<&dyn Cells> {
        None
    }
    /// The selected cell of its board, where it is one.
    fn chosen(&self, _subject: Subject<'_>) -> Option<(usize, usize)> {
        None
    }
    /// What choosing a cell of its board means.
    fn choose(&self, _scene: &Scene, _cell: (usize, usize), _gesture: Gesture) -> Option<Action> {
        None
    }
    /// Hides a curve of its key, or shows it again.
    fn toggle_curve(&self, _subject: Subject<'_>, _column: u32) -> Option<Action> {
        None
    }
    /// Its values as tab-separated text, where they are none of the table's.
    fn values_text(&self, _subject: Subject<'_>) -> Option<String> {
        None
    }
    /// What it asks that no frame has time for.
    fn computation(&self, _scene: &Scene, _table: &Table) -> Option<Computation> {
        None
    }
}

/// What a view of cells must be able to do. Cells are counted from 0: column, then row.
trait Cells {
    /// Everything that could be shown.
    fn whole(&self, subject: Subject<'_>) -> Viewport;
    /// The least that is shown across and down: a cell, whose place at the far end of the largest table an
    /// f64 can still tell.
    fn smallest(&self) -> [f64; 2] {
        [1.0, 1.0]
    }
    /// Whether cells run down the page, not values.
    fn has_rows(&self) -> bool {
        true
    }
    /// Whether cells are as wide as high, so that there are as many of them across as down.
    fn is_square(&self) -> bool;
    /// What is shown where nobody has asked for a part.
    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        self.whole(subject)
    }
    /// Whether the picture has columns where the scene's windows have rows.
    fn is_swapped(&self, _subject: Subject<'_>) -> bool {
        false
    }
    /// Where the selection is.
    fn selected(&self, subject: Subject<'_>) -> (i64, i64);
    /// What selecting a cell means.
    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action;
    /// Names and values of a cell, for reading.
    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact>;
    /// What moving the selection by some columns and rows means.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let (column, row) = self.selected(subject);
        self.pick(subject, (column.saturating_add(by.0), row.saturating_add(by.1)), gesture)
    }
}

impl View {
    /// What the view can do with an encoding: nothing where the encoding lacks what it needs.
    fn behavior_for(self, table: &Table) -> Option<&'static dyn Behavior> {
        let behavior = self.behavior();
        match behavior.need() {
            Need::Rows => Some(behavior),
            Need::Waves => table.waves().map(|_waves| behavior),
        }
    }

    fn behavior(self) -> &'static dyn Behavior {
        match self {
            Self::Heatmap => &heatmap::Heatmap,
            Self::Waves => &waves::WavesView,
            Self::Similarity => &similarity::Similarity,
            Self::Rotation => &rotation::RotationView,
            Self::RotationLab => &rotation_lab::RotationLab,
            Self::Pair => &pair::Pair,
            Self::Checks => &checks::Checks,
            Self::Proof => &proof::Proof,
            Self::Profile => &profile::ProfileView,
            Self::Facts => &facts::FactsView,
            Self::Wavelengths => &wavelengths::Wavelengths,
            Self::Shares => &shares::Shares,
            Self::Manifold => &manifold::Manifold,
            Self::Clocks => &clocks::Clocks,
            Self::Counter => &counter::Counter,
            Self::Values => &values::Values,
            Self::Tokens => &tokens::TokensView,
            Self::Sum => &tokens::Sum,
            Self::WordSimilarity => &tokens::WordSimilarity,
            Self::TwoWords => &tokens::TwoWords,
            Self::SideBySide => &side_by_side::SideBySide,
            Self::Criteria => &criteria::CriteriaView,
        }
    }

    /// Name to show.
    pub fn title(self) -> &'static str {
        self.behavior().title()
    }

    /// Whether it is better off with width than with height.
    pub fn is_wide(self) -> bool {
        match self {
            Self::Heatmap
            | Self::Waves
            | Self::RotationLab
            | Self::Profile
            | Self::Wavelengths
            | Self::Shares
            | Self::Counter
            | Self::Values
            | Self::Tokens
            | Self::Sum
            | Self::WordSimilarity
            | Self::TwoWords
            | Self::SideBySide
            | Self::Criteria => true,
            Self::Similarity
            | Self::Rotation
            | Self::Pair
            | Self::Checks
            | Self::Proof
            | Self::Facts
            | Self::Manifold
            | Self::Clocks => false,
        }
    }

    /// Its figure; a note where the encoding lacks what the view needs.
    pub fn figure(self, subject: Subject<'_>) -> Figure {
        match self.behavior_for(subject.table) {
            Some(behavior) => behavior.figure(subject),
            None => Figure {
                title: self.title().to_owned(),
                sentence: String::new(),
                caption: caption(subject.scene),
                explanation: String::new(),
                display: None,
                body: Body::Note(Self::reason(subject)),
            },
        }
    }

    /// Why there is nothing to see.
    fn reason(subject: Subject<'_>) -> String {
        format!(
            "This view needs frequencies, and the encoding “{}” has none. Choose a convention under Encoding.",
            subject.scene.convention_title()
        )
    }

    /// The selected cell of its board, where it is one: line and column.
    pub fn chosen(self, subject: Subject<'_>) -> Option<(usize, usize)> {
        self.behavior_for(subject.table)?.chosen(subject)
    }

    /// What choosing a cell of its board means.
    pub fn choose(self, scene: &Scene, cell: (usize, usize), gesture: Gesture) -> Option<Action> {
        self.behavior().choose(scene, cell, gesture)
    }

    /// Hides a curve of its key, or shows it again.
    pub fn toggle_curve(self, subject: Subject<'_>, column: u32) -> Option<Action> {
        self.behavior_for(subject.table)?.toggle_curve(subject, column)
    }

    /// Its values as tab-separated text, where they are none of the table's.
    pub fn values_text(self, subject: Subject<'_>) -> Option<String> {
        self.behavior_for(subject.table)?.values_text(subject)
    }

    /// What it asks that no frame has time for.
    pub fn computation(self, scene: &Scene, table: &Table) -> Option<Computation> {
        self.behavior_for(table)?.computation(scene, table)
    }

    /// The state of the view in one sentence, for a screen reader.
    pub fn summary(self, subject: Subject<'_>) -> String {
        match self.behavior_for(subject.table) {
            Some(behavior) => behavior.summary(subject),
            None => Self::reason(subject),
        }
    }

    /// What is selected in it, for a screen reader to say when it changes.
    pub fn announcement(self, subject: Subject<'_>) -> String {
        let Some(cells) = self.cells(subject.table) else { return self.summary(subject) };
        let facts = cells.readout(subject, cells.selected(subject));
        let explanation: Vec<String> =
            facts.iter().take(3).map(|(name, value)| format!("{name} {value}")).collect();
        explanation.join(", ")
    }

    /// Whether it paints values as pixels, of which one may cover many.
    pub fn has_raster(self) -> bool {
        self.behavior().has_raster()
    }

    /// What stands above its own controls in the parameter panel.
    pub fn controls_title(self) -> &'static str {
        self.behavior().controls_title()
    }

    /// What its own controls in the parameter panel change. Views with the same have them in common.
    pub fn control_keys(self) -> &'static [Key] {
        self.behavior().control_keys()
    }

    /// Controls of its own, for the parameter panel.
    pub fn controls(self, subject: Subject<'_>) -> Vec<ControlRow> {
        self.behavior_for(subject.table)
            .map(|behavior| behavior.controls(subject))
            .unwrap_or_default()
    }

    /// Its cells, where it has such.
    pub fn cells(self, table: &Table) -> Option<CellView> {
        self.behavior_for(table)?.cells().map(|cells| CellView { view: self, cells })
    }
}

/// A view of cells, which can be pointed at and moved about in.
#[derive(Clone, Copy)]
pub struct CellView {
    /// Which.
    pub view: View,
    cells: &'static dyn Cells,
}

impl CellView {
    /// Whether cells are as wide as high.
    pub fn is_square(self) -> bool {
        self.cells.is_square()
    }

    /// Column and row of the picture where the selection is, counted from 0.
    pub fn selected(self, subject: Subject<'_>) -> (i64, i64) {
        self.cells.selected(subject)
    }

    /// The part of it that is shown.
    pub fn viewport(self, subject: Subject<'_>) -> Viewport {
        visible(self.view, self.cells, subject)
    }

    /// Everything that could be shown.
    pub fn whole(self, subject: Subject<'_>) -> Viewport {
        self.cells.whole(subject)
    }

    /// The least that is shown across and down.
    pub fn smallest(self, subject: Subject<'_>) -> [f64; 2] {
        let whole = self.whole(subject);
        let [across, down] = self.cells.smallest();
        [across.min(whole.x.length()), down.min(whole.y.length())]
    }

    /// Showing a part. What the view opens on, or all of it where that is the same, is no part.
    pub fn show(self, subject: Subject<'_>, viewport: Viewport, gesture: Gesture) -> Action {
        let viewport = fitted(self.cells, subject, viewport);
        let is_opening = viewport == self.cells.opening_viewport(subject);
        let viewport = if self.cells.is_swapped(subject) { viewport.swapped() } else { viewport };
        let viewport = (!is_opening).then_some(viewport);
        Action::Show { view: self.view, viewport: viewport, gesture }
    }

    /// Showing the selected cell, where it is out of sight.
    pub fn reveal(self, subject: Subject<'_>, gesture: Gesture) -> Option<Action> {
        subject.scene.draft().viewports.get(self.view)?;
        let viewport = self.viewport(subject);
        let (x, y) = self.selected(subject);
        let moved = |span: Span, cell: i64| {
            let (first, last) = (cell as f64, cell as f64 + 1.0);
            let by =
                if first < span.start { first - span.start } else { (last - span.end).max(0.0) };
            Span { start: span.start + by, end: span.end + by }
        };
        let y = if self.cells.has_rows() { moved(viewport.y, y) } else { viewport.y };
        let revealed = Viewport { x: moved(viewport.x, x), y };
        (revealed != viewport).then(|| self.show(subject, revealed, gesture))
    }

    /// What selecting a cell means.
    pub fn pick(self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        self.cells.pick(subject, cell, gesture)
    }

    /// What moving the selection by some columns and rows means.
    pub fn step(self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        self.cells.step(subject, by, gesture)
    }

    /// Names and values of a cell, for reading.
    pub fn readout(self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        self.cells.readout(subject, cell)
    }
}

/// Visible part of a view.
fn visible(view: View, cells: &dyn Cells, subject: Subject<'_>) -> Viewport {
    let Some(viewport) = subject.scene.draft().viewports.get(view) else {
        return cells.opening_viewport(subject);
    };
    let viewport = if cells.is_swapped(subject) { viewport.swapped() } else { viewport };
    fitted(cells, subject, viewport)
}

fn fitted(cells: &dyn Cells, subject: Subject<'_>, viewport: Viewport) -> Viewport {
    viewport.fitted(cells.whole(subject), cells.smallest(), cells.is_square())
}

/// Parameters in one line, for the caption of a figure.
fn caption(scene: &Scene) -> String {
    let extent = scene.extent();
    let positions = format!(
        "positions {} to {}",
        number::grouped(extent.start()),
        number::grouped(extent.last())
    );
    let Spec::Sinusoidal(p) = scene.spec() else {
        let seed = match scene.spec().family() {
            Family::Random => format!(" · seed {}", scene.draft().seed),
            _ => String::new(),
        };
        return format!(
            "{} · {} · {positions}{seed} · offset {} · Phasor {}",
            scene.convention_title(),
            number::counted(i64::from(scene.num_columns()), "column"),
            number::grouped(scene.offset()),
            env!("CARGO_PKG_VERSION"),
        );
    };
    let components = match p.components() {
        Components::Both => format!("{}, {}", p.layout().key(), p.order().key()),
        alone @ (Components::Sin | Components::Cos) => format!("{} alone", alone.key()),
    };
    format!(
        "{} · d_model {} · {positions} · base {} · exponent {} · {components} · offset {} · Phasor {}",
        scene.convention_title(),
        p.d_model(),
        number::base(p.base()),
        // Words for symbols that the typeface of figures lacks.
        p.exponent()
            .formula(p.components(), p.odd_in_force())
            .replace("⌊d/2⌋", "floor(d/2)")
            .replace("⌈d/2⌉", "ceil(d/2)"),
        number::grouped(scene.offset()),
        env!("CARGO_PKG_VERSION"),
    )
}

/// A cell across as a column of the table.
fn column_at(scene: &Scene, cell: i64) -> u32 {
    cell.clamp(0, i64::from(scene.num_columns() - 1)) as u32
}

/// A row number of the table as a position inside it.
fn position_at(scene: &Scene, row: i64) -> i64 {
    let extent = scene.extent();
    extent.start().saturating_add(row).clamp(extent.start(), extent.last())
}
