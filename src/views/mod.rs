//! The views: each turns a scene into a figure, and a cell of a chart into words and actions.
//!
//! The registry is the enum [`View`] of `scene`: menus, tiles, the command line, storage and tests iterate over
//! [`View::ALL`]. Adding a view is a file with a type that is a `Behavior`, a variant here, and a
//! test; the compiler points at the rest.

mod by_frequency;
mod checks;
mod clocks;
pub(crate) mod controls;
mod counter;
mod criteria;
mod desks;
mod facts;
mod heatmap;
mod manifold;
mod pair;
mod profile;
mod proof;
mod question;
mod rotation;
mod rotation_lab;
pub mod says;
mod shares;
mod side_by_side;
mod similarity;
pub mod values;
mod wavelengths;
mod waves;
mod words;

use std::{borrow::Cow, sync::Arc};

use crate::{
    action::{Action, Gesture},
    encoding::{Components, Encoding},
    picture::{Figure, Span, Theme, number},
    scene::{Key, Scene, Window},
};

pub use crate::scene::View;
pub use desks::{DESKS, Desk, Place};
pub use question::{Answer, Answers, Question};
pub use words::word_in_sight;

/// What a view looks at.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its encoding.
    pub encoding: &'a Arc<Encoding>,
    /// Colors of the ground it is drawn on.
    pub theme: Theme,
    /// What has been found out about it in the background.
    pub answers: &'a Answers,
}

/// A name and a value, for reading.
pub type Fact = (Cow<'static, str>, String);

/// What a view must be able to do.
trait Behavior {
    fn title(&self) -> &'static str;
    fn figure(&self, subject: Subject<'_>) -> Figure;
    /// The state of the view in one sentence, for a screen reader.
    fn summary(&self, subject: Subject<'_>) -> String;
    /// What stands above its own controls in the parameter panel.
    fn controls_title(&self) -> &'static str {
        self.title()
    }
    /// What its own controls in the parameter panel change. Views with the same have them in common.
    fn control_keys(&self) -> &'static [Key] {
        &[]
    }
    /// These controls.
    fn controls_ui(&self, _ui: &mut egui::Ui, _subject: Subject<'_>, _actions: &mut Vec<Action>) {}
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
    /// Its values as tab-separated text, where they are none of the table's.
    fn values_text(&self, _subject: Subject<'_>) -> Option<String> {
        None
    }
    /// What it asks that no frame has time for.
    fn question(&self, _scene: &Scene, _encoding: &Arc<Encoding>) -> Option<Question> {
        None
    }
}

/// What a view of cells must be able to do. Cells are counted from 0: column, then row.
trait Cells {
    /// The key of the scene that says what part of it is shown.
    fn window_key(&self) -> Key;
    /// Everything that could be shown.
    fn whole(&self, subject: Subject<'_>) -> Window;
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
    fn opening_window(&self, subject: Subject<'_>) -> Window {
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
    fn behavior(self) -> &'static dyn Behavior {
        match self {
            Self::Heatmap => &heatmap::Heatmap,
            Self::Waves => &waves::Waves,
            Self::Similarity => &similarity::Similarity,
            Self::Rotation => &rotation::RotationView,
            Self::RotationLab => &rotation_lab::RotationLab,
            Self::Pair => &pair::Pair,
            Self::Checks => &checks::Checks,
            Self::Proof => &proof::Proof,
            Self::Profile => &profile::ProfileView,
            Self::Facts => &facts::Facts,
            Self::Wavelengths => &wavelengths::Wavelengths,
            Self::Shares => &shares::Shares,
            Self::Manifold => &manifold::Manifold,
            Self::Clocks => &clocks::Clocks,
            Self::Counter => &counter::Counter,
            Self::Values => &values::Values,
            Self::Tokens => &words::TokensView,
            Self::Sum => &words::Sum,
            Self::WordSimilarity => &words::WordSimilarity,
            Self::TwoWords => &words::TwoWords,
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

    /// What it shows.
    pub fn figure(self, subject: Subject<'_>) -> Figure {
        self.behavior().figure(subject)
    }

    /// The selected cell of its board, where it is one: line and column.
    pub fn chosen(self, subject: Subject<'_>) -> Option<(usize, usize)> {
        self.behavior().chosen(subject)
    }

    /// What choosing a cell of its board means.
    pub fn choose(self, scene: &Scene, cell: (usize, usize), gesture: Gesture) -> Option<Action> {
        self.behavior().choose(scene, cell, gesture)
    }

    /// Its values as tab-separated text, where they are none of the table's.
    pub fn values_text(self, subject: Subject<'_>) -> Option<String> {
        self.behavior().values_text(subject)
    }

    /// What it asks that no frame has time for.
    pub fn question(self, scene: &Scene, encoding: &Arc<Encoding>) -> Option<Question> {
        self.behavior().question(scene, encoding)
    }

    /// The state of the view in one sentence, for a screen reader.
    pub fn summary(self, subject: Subject<'_>) -> String {
        self.behavior().summary(subject)
    }

    /// What is selected in it, for a screen reader to say when it changes.
    pub fn announcement(self, subject: Subject<'_>) -> String {
        let Some(cells) = self.cells() else { return self.summary(subject) };
        let facts = cells.readout(subject, cells.selected(subject));
        let said: Vec<String> =
            facts.iter().take(3).map(|(name, value)| format!("{name} {value}")).collect();
        said.join(", ")
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
    pub fn controls_ui(self, ui: &mut egui::Ui, subject: Subject<'_>, actions: &mut Vec<Action>) {
        self.behavior().controls_ui(ui, subject, actions);
    }

    /// Its cells, where it has such.
    pub fn cells(self) -> Option<CellView> {
        self.behavior().cells().map(|cells| CellView { view: self, cells })
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
    /// The key of the scene that says what part of it is shown.
    pub fn window_key(self) -> Key {
        self.cells.window_key()
    }

    /// Whether cells are as wide as high.
    pub fn is_square(self) -> bool {
        self.cells.is_square()
    }

    /// Column and row of the picture where the selection is, counted from 0.
    pub fn selected(self, subject: Subject<'_>) -> (i64, i64) {
        self.cells.selected(subject)
    }

    /// The part of it that is shown.
    pub fn window(self, subject: Subject<'_>) -> Window {
        window(self.cells, subject)
    }

    /// Everything that could be shown.
    pub fn whole(self, subject: Subject<'_>) -> Window {
        self.cells.whole(subject)
    }

    /// The least that is shown across and down.
    pub fn smallest(self, subject: Subject<'_>) -> [f64; 2] {
        let whole = self.whole(subject);
        let [across, down] = self.cells.smallest();
        [across.min(whole.x.length()), down.min(whole.y.length())]
    }

    /// Showing a part. What the view opens on, or all of it where that is the same, is no part.
    pub fn show(self, subject: Subject<'_>, window: Window, gesture: Gesture) -> Action {
        let window = fitted(self.cells, subject, window);
        let is_opening = window == self.cells.opening_window(subject);
        let window = if self.cells.is_swapped(subject) { window.swapped() } else { window };
        let window = (!is_opening).then_some(window);
        Action::Show { key: self.window_key(), window, gesture }
    }

    /// Showing the selected cell, where it is out of sight.
    pub fn reveal(self, subject: Subject<'_>, gesture: Gesture) -> Option<Action> {
        subject.scene.draft().windows.get(self.window_key())?;
        let window = self.window(subject);
        let (x, y) = self.selected(subject);
        let moved = |span: Span, cell: i64| {
            let (first, last) = (cell as f64, cell as f64 + 1.0);
            let by =
                if first < span.start { first - span.start } else { (last - span.end).max(0.0) };
            Span { start: span.start + by, end: span.end + by }
        };
        let y = if self.cells.has_rows() { moved(window.y, y) } else { window.y };
        let revealed = Window { x: moved(window.x, x), y };
        (revealed != window).then(|| self.show(subject, revealed, gesture))
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

/// The part of a view that is shown.
fn window(cells: &dyn Cells, subject: Subject<'_>) -> Window {
    let Some(window) = subject.scene.draft().windows.get(cells.window_key()) else {
        return cells.opening_window(subject);
    };
    let window = if cells.is_swapped(subject) { window.swapped() } else { window };
    fitted(cells, subject, window)
}

fn fitted(cells: &dyn Cells, subject: Subject<'_>, window: Window) -> Window {
    window.fitted(cells.whole(subject), cells.smallest(), cells.is_square())
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
        // Words for what the typeface of figures does not have.
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
    cell.clamp(0, i64::from(scene.parameters().d_model() - 1)) as u32
}

/// A row number of the table as a position inside it.
fn position_at(scene: &Scene, row: i64) -> i64 {
    let p = scene.parameters();
    p.start().saturating_add(row).clamp(p.start(), p.last_position())
}
