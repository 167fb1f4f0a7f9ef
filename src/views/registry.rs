//! Registry of the views: the implementation of each, and what the window asks of any of them.

use super::{
    Computation, ControlRow, Subject,
    behavior::{Behavior, Cells, Descriptor, Fact, ViewSides, fitted, opening, visible},
    caption::caption,
    requirement::{Remedy, Requirement},
};
use crate::{
    action::{Action, Gesture},
    encoding::Table,
    picture::{Body, Figure, Span},
    scene::{Key, Scene, Side, View, Viewport, What, for_views},
};

macro_rules! define_behaviors {
    ($(
        $(#[$meta:meta])*
        $name:ident = $key:literal $($colors:ident)?,
        $($of:ident)::+ $(, $part:literal, $example:literal)?;
    )+) => {
        impl View {
            fn behavior(self) -> &'static dyn Behavior {
                match self { $( Self::$name => &super::$($of)::+, )+ }
            }
        }
    };
}

for_views!(define_behaviors);

impl View {
    /// Behavior of the view for an encoding; `None` if the encoding lacks what the view requires.
    fn behavior_for(self, table: &Table) -> Option<&'static dyn Behavior> {
        let behavior = self.behavior();
        behavior.descriptor().requirement.is_met(table).then_some(behavior)
    }

    /// True if the view shows more of the scene than a reason why it cannot.
    pub fn can_show(self, subject: Subject<'_>) -> bool {
        self.refusal(subject).is_none()
    }

    /// Reason why the view cannot show the scene.
    fn refusal(self, subject: Subject<'_>) -> Option<String> {
        match self.behavior_for(subject.table) {
            Some(behavior) => behavior.refusal(subject),
            None => Some(self.requirement().reason(subject)),
        }
    }

    /// Part of the encoding that the view requires.
    fn requirement(self) -> Requirement {
        self.behavior().descriptor().requirement
    }

    /// Name for a file of the view: its key, and the selections that decide what it shows, as in `rotation-k10`.
    pub fn file_name(self, subject: Subject<'_>) -> String {
        let shown_by =
            self.behavior_for(subject.table).map_or(&[][..], |behavior| behavior.shown_by(subject));
        let parts = shown_by.iter().map(|selection| selection.short(subject));
        std::iter::once(self.key().to_owned()).chain(parts).collect::<Vec<_>>().join("-")
    }

    /// True for a view of the patches of a grid.
    pub fn shows_grid(self) -> bool {
        self.requirement() == Requirement::Patches
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        self.behavior().title()
    }

    /// Name among tabs.
    pub fn tab(self) -> &'static str {
        let Descriptor { title, tab, .. } = self.behavior().descriptor();
        if tab.is_empty() { title } else { tab }
    }

    /// True if the view shows words and numbers, not a chart.
    pub fn has_words(self) -> bool {
        self == Self::Values || self.behavior().cells().is_none()
    }

    /// True if the cells of the view are square.
    pub fn is_square(self) -> bool {
        self.behavior().cells().is_some_and(Cells::is_square)
    }

    /// True if the view benefits more from width than from height.
    pub fn is_wide(self) -> bool {
        self.behavior().descriptor().is_wide
    }

    /// Keys of a scene in which the view shows more than a note: `convention=mae-2d&grid=5x8`. Empty where any scene
    /// suffices.
    pub fn shown_with(self) -> &'static str {
        self.behavior().descriptor().shown_with
    }

    /// Text of a scene that has what the view lacks in a table; empty if it lacks nothing that a scene would give.
    pub fn example(self, table: &Table) -> &'static str {
        match (self.shown_with(), self.behavior_for(table)) {
            ("", None) => self.requirement().example(),
            (own, _) => own,
        }
    }

    /// Numbers that are copied as the view's values, unless [`View::values_text`] has them.
    pub fn copies(self, subject: Subject<'_>) -> What {
        match self.behavior().descriptor().copies {
            What::Table if self.sides(subject) == [Side::Difference] => What::Difference,
            What::Bias if self.is_of_buckets(subject) => What::Buckets,
            what => what,
        }
    }

    /// True if the view shows the buckets that a bias puts offsets in.
    fn is_of_buckets(self, subject: Subject<'_>) -> bool {
        let bias = subject.table.encoding.bias();
        self != Self::BiasScore && bias.is_some_and(|it| it.unknown_buckets().is_some())
    }

    /// Figure of the view; a note if the encoding lacks what the view requires.
    pub fn figure(self, subject: Subject<'_>) -> Figure {
        let mut figure = match self.refusal(subject) {
            None => self.behavior().figure(subject),
            Some(reason) => Figure {
                title: self.title().to_owned(),
                caption: Some(caption(subject.scene)),
                body: Body::Note(reason),
                ..Figure::default()
            },
        };
        if subject.counterpart.is_some() && self.view_sides() != ViewSides::Joint {
            if self.sides(subject) == [Side::A]
                && let Some(caption) = &mut figure.caption
            {
                caption.compared = None;
            }
            figure.sentence = match &*figure.sentence {
                "" => subject.side_name(),
                sentence => format!("{}: {sentence}", subject.side_name()),
            };
        }
        figure
    }

    /// Sides of a comparison that the view can show.
    pub(super) fn view_sides(self) -> ViewSides {
        self.behavior().descriptor().sides
    }

    /// Ways out if the view cannot be drawn: encodings that it can show.
    pub fn remedies(self, subject: Subject<'_>) -> Vec<Remedy> {
        match self.behavior_for(subject.table) {
            Some(_) => Vec::new(),
            None => self.requirement().remedies(subject),
        }
    }

    /// Selected entry of a board or a matrix of words: line and column. `None` for all other views.
    pub fn chosen(self, subject: Subject<'_>) -> Option<(usize, usize)> {
        self.behavior_for(subject.table)?.chosen(subject)
    }

    /// Action that selects an entry of a board or a matrix of words.
    pub fn choose(self, scene: &Scene, cell: (usize, usize), gesture: Gesture) -> Option<Action> {
        self.behavior().choose(scene, cell, gesture)
    }

    /// Action that hides a curve of the legend, or shows it again.
    pub fn toggle_curve(self, subject: Subject<'_>, column: u32) -> Option<Action> {
        self.behavior_for(subject.table)?.toggle_curve(subject, column)
    }

    /// Values as tab-separated text, for views whose values are not those of the table.
    pub fn values_text(self, subject: Subject<'_>) -> Option<String> {
        self.behavior_for(subject.table)?.values_text(subject)
    }

    /// Background computations that the side of a view needs.
    pub(super) fn computations_of(self, subject: Subject<'_>) -> Vec<Computation> {
        let behavior = self.behavior_for(subject.table);
        behavior.map_or_else(Vec::new, |behavior| behavior.computations(subject))
    }

    /// State of the view in one sentence, for a screen reader.
    pub fn summary(self, subject: Subject<'_>) -> String {
        match self.behavior_for(subject.table) {
            Some(behavior) if subject.side == Side::A => behavior.summary(subject),
            Some(behavior) => format!("{}: {}", subject.side_name(), behavior.summary(subject)),
            None => format!("{}. {}", self.title(), self.requirement().reason(subject)),
        }
    }

    /// Description of the selected cell, which a screen reader announces when it changes. For a view without
    /// cells, its summary.
    pub fn announcement(self, subject: Subject<'_>) -> String {
        let Some(cells) = self.cells(subject.table) else { return self.summary(subject) };
        let facts = cells.readout(subject, cells.selected(subject));
        let explanation: Vec<String> =
            facts.iter().take(3).map(|(name, value)| format!("{name} {value}")).collect();
        explanation.join(", ")
    }

    /// True if the view paints values as pixels, each of which may cover many values.
    pub fn has_raster(self) -> bool {
        self.behavior().descriptor().has_raster
    }

    /// Heading of the view's controls in the parameter panel.
    pub fn controls_title(self) -> &'static str {
        let Descriptor { title, controls_title, .. } = self.behavior().descriptor();
        controls_title.unwrap_or(title)
    }

    /// Scene keys that the view's controls change. Views with the same keys share their controls.
    pub fn control_keys(self) -> &'static [Key] {
        self.behavior().descriptor().control_keys
    }

    /// Controls of the view. The rule for pixels is among them where it paints values as pixels.
    pub fn controls(self, subject: Subject<'_>) -> Vec<ControlRow> {
        let Some(behavior) = self.behavior_for(subject.table) else { return Vec::new() };
        let mut rows = behavior.controls(subject);
        let has_pixels = rows.iter().any(|row| row.key == Key::Pixels);
        if self.has_raster() && !has_pixels {
            rows.push(ControlRow::pixels(subject.scene));
        }
        rows
    }

    /// Cells of the view, if it has any.
    pub fn cells(self, table: &Table) -> Option<CellView> {
        self.behavior_for(table)?.cells().map(|cells| CellView { view: self, cells })
    }
}

/// View with cells, which can be pointed at and navigated.
#[derive(Clone, Copy)]
pub struct CellView {
    /// View that has the cells.
    pub view: View,
    cells: &'static dyn Cells,
}

impl CellView {
    /// True if cells are square.
    pub fn is_square(self) -> bool {
        self.cells.is_square()
    }

    /// Column and row of the selected cell in the picture, counted from 0.
    pub fn selected(self, subject: Subject<'_>) -> (i64, i64) {
        self.cells.selected(subject)
    }

    /// Visible part of the view.
    pub fn viewport(self, subject: Subject<'_>) -> Viewport {
        visible(self.view, self.cells, subject)
    }

    /// Viewport of everything that can be shown.
    pub fn whole(self, subject: Subject<'_>) -> Viewport {
        self.cells.whole(subject)
    }

    /// Smallest size of a viewport, across and down; never larger than the whole.
    pub fn smallest(self, subject: Subject<'_>) -> [f64; 2] {
        let whole = self.whole(subject);
        let [across, down] = self.cells.smallest();
        [whole.x.smallest_part(across), whole.y.smallest_part(down)]
    }

    /// Action that shows a part of the view, fitted into the whole. The viewport that the view opens on is stored
    /// as none.
    pub fn show(self, subject: Subject<'_>, viewport: Viewport, gesture: Gesture) -> Action {
        let viewport = fitted(self.cells, subject, viewport);
        let is_opening = viewport == opening(self.cells, subject);
        let viewport = if self.cells.is_swapped(subject) { viewport.swapped() } else { viewport };
        let viewport = (!is_opening).then_some(viewport);
        Action::Show { view: self.view, viewport, gesture }
    }

    /// Action that moves the viewport to the selected cell. `None` if the cell is visible or the scene sets no
    /// viewport.
    pub fn reveal(
        self,
        subject: Subject<'_>,
        is_centered: bool,
        gesture: Gesture,
    ) -> Option<Action> {
        subject.scene.draft().viewports.get(self.view)?;
        let viewport = self.viewport(subject);
        let (x, y) = self.selected(subject);
        let moved = |span: Span, cell: i64| {
            let (first, last) = (cell as f64, cell as f64 + 1.0);
            let by = if is_centered {
                f64::midpoint(first, last) - f64::midpoint(span.start, span.end)
            } else if first < span.start {
                first - span.start
            } else {
                (last - span.end).max(0.0)
            };
            Span { start: span.start + by, end: span.end + by }
        };
        let y = if self.cells.has_rows() { moved(viewport.y, y) } else { viewport.y };
        let revealed = Viewport { x: moved(viewport.x, x), y };
        (revealed != viewport).then(|| self.show(subject, revealed, gesture))
    }

    /// Action that shows cells pixel by pixel around the selected one, in a picture of some pixels across and down.
    /// `None` if every visible cell has a pixel of its own.
    pub fn pixel_by_pixel(self, subject: Subject<'_>, pixels: [f64; 2]) -> Option<Action> {
        let viewport = self.viewport(subject);
        let (x, y) = self.selected(subject);
        let around = |span: Span, cell: i64, pixels: f64| {
            let length = pixels.min(span.length());
            let start = cell as f64 + 0.5 - length / 2.0;
            Span { start, end: start + length }
        };
        let [across, down] = pixels;
        let is_crowded = viewport.x.length() > across || viewport.y.length() > down;
        let shown = Viewport { x: around(viewport.x, x, across), y: around(viewport.y, y, down) };
        is_crowded.then(|| self.show(subject, shown, Gesture::Single))
    }

    /// Action that selects a cell.
    pub fn pick(self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        self.cells.pick(subject, cell, gesture)
    }

    /// Action that moves the selection by a number of columns and rows.
    pub fn step(self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        self.cells.step(subject, by, gesture)
    }

    /// Names and values to show for a cell.
    pub fn readout(self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        self.cells.readout(subject, cell)
    }
}
