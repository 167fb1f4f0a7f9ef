//! Behavior of a view, which its file implements, and what several views share.

use std::borrow::Cow;

use super::{
    Computation, ControlRow, Subject,
    caption::{caption, caption_with_offset},
    requirement::Requirement,
};
use crate::{
    action::{Action, Gesture},
    picture::{Body, Figure, number},
    scene::{Key, Scene, Side, View, Viewport, What},
};

/// Sides of a comparison that a view can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::views) enum ViewSides {
    /// A or B.
    One,
    /// A and B beside each other.
    Both,
    /// A, B and A − B.
    All,
    /// A and B in one picture.
    Joint,
}

/// Facts about a view: its name, what it requires, and how it is shown.
pub(in crate::views) struct Descriptor {
    /// Display name.
    pub(in crate::views) title: &'static str,
    /// Name among tabs, where the views beside it say the rest; empty: the display name.
    pub(in crate::views) tab: &'static str,
    /// Part of the encoding that the view requires.
    pub(in crate::views) requirement: Requirement,
    /// Sides of a comparison that the view can show.
    pub(in crate::views) sides: ViewSides,
    /// True if the view benefits more from width than from height.
    pub(in crate::views) is_wide: bool,
    /// True if the view paints values as pixels, each of which may cover many values.
    pub(in crate::views) has_raster: bool,
    /// True if what is drawn depends on the offset k, which the caption then tells.
    pub(in crate::views) has_offset: bool,
    /// Selections that decide what the view shows, beside the encoding and the visible part.
    pub(in crate::views) shown_by: &'static [Selection],
    /// Numbers that are copied as its values.
    pub(in crate::views) copies: What,
    /// Heading of the view's controls in the parameter panel; `None`: the title.
    pub(in crate::views) controls_title: Option<&'static str>,
    /// Scene keys that the view's controls change. Views with the same keys share their controls.
    pub(in crate::views) control_keys: &'static [Key],
    /// Keys of a scene in which the view shows more than a note, where the encoding of every scene does not suffice.
    pub(in crate::views) shown_with: &'static str,
}

impl Descriptor {
    /// Descriptor of a wide view of frequencies without controls, on one side of a comparison.
    pub(in crate::views) const fn of(title: &'static str) -> Self {
        Self {
            title,
            tab: "",
            requirement: Requirement::Waves,
            sides: ViewSides::One,
            is_wide: true,
            has_raster: false,
            has_offset: false,
            shown_by: &[],
            copies: What::Table,
            controls_title: None,
            control_keys: &[],
            shown_with: "",
        }
    }
}

/// Name and value of a readout.
pub type Fact = (Cow<'static, str>, String);

/// Behavior that every view implements.
pub(in crate::views) trait Behavior {
    /// Facts about the view.
    fn descriptor(&self) -> Descriptor;
    fn figure(&self, subject: Subject<'_>) -> Figure;
    /// Sentences below the picture; none by default.
    fn explanation(&self, _subject: Subject<'_>) -> String {
        String::new()
    }
    /// State of the view in sentences, for a screen reader.
    fn summary(&self, subject: Subject<'_>) -> String {
        format!("{}. {}", self.title(), self.explanation(subject))
    }
    /// Selections that decide what the view shows, beside the encoding and the visible part.
    fn shown_by(&self, _subject: Subject<'_>) -> &'static [Selection] {
        self.descriptor().shown_by
    }
    /// Display name.
    fn title(&self) -> &'static str {
        self.descriptor().title
    }
    /// Reason why the view cannot show the scene, although the encoding has what it requires.
    fn refusal(&self, _subject: Subject<'_>) -> Option<String> {
        None
    }
    /// Controls of the view, for the parameter panel.
    fn controls(&self, _subject: Subject<'_>) -> Vec<ControlRow> {
        Vec::new()
    }
    /// Figure of the view with its title and caption, a sentence, and what is drawn.
    fn drawn(&self, subject: Subject<'_>, sentence: impl Into<String>, body: Body) -> Figure
    where
        Self: Sized,
    {
        let Descriptor { title, has_offset, .. } = self.descriptor();
        let scene = subject.scene;
        Figure {
            title: title.to_owned(),
            sentence: sentence.into(),
            state: state(self.shown_by(subject), subject, &body),
            caption: Some(if has_offset { caption_with_offset(scene) } else { caption(scene) }),
            body,
            ..Figure::default()
        }
        .explained(|| self.explanation(subject))
    }
    /// Cells of the view, if it has any: they can be pointed at and navigated.
    fn cells(&self) -> Option<&dyn Cells> {
        None
    }
    /// Selected entry of a board or a matrix of words: line and column. `None` for all other views.
    fn chosen(&self, _subject: Subject<'_>) -> Option<(usize, usize)> {
        None
    }
    /// Action that selects an entry of a board or a matrix of words.
    fn choose(&self, _scene: &Scene, _cell: (usize, usize), _gesture: Gesture) -> Option<Action> {
        None
    }
    /// Action that hides a curve of the legend, or shows it again.
    fn toggle_curve(&self, _subject: Subject<'_>, _column: u32) -> Option<Action> {
        None
    }
    /// Values as tab-separated text, for views whose values are not those of the table.
    fn values_text(&self, _subject: Subject<'_>) -> Option<String> {
        None
    }
    /// Background computation that the view needs.
    fn computation(&self, _subject: Subject<'_>) -> Option<Computation> {
        None
    }
    /// Background computations that the view needs, where there are several.
    fn computations(&self, subject: Subject<'_>) -> Vec<Computation> {
        self.computation(subject).into_iter().collect()
    }
}

/// State of the scene that the picture shows: selections that decide it, and the visible part of the encoding.
fn state(shown_by: &[Selection], subject: Subject<'_>, body: &Body) -> String {
    let mut clauses: Vec<String> =
        shown_by.iter().map(|selection| selection.text(subject)).collect();
    if let Body::Chart(chart) = body {
        for axis in [&chart.x, &chart.y] {
            clauses.extend(axis.visible_part().filter(|part| !clauses.contains(part)));
        }
    }
    clauses.join(", ")
}

/// Selection that can decide what a view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::views) enum Selection {
    Position,
    OtherPosition,
    Offset,
    Column,
    Head,
    /// Row and column of the selected patch of a grid.
    Patch,
}

impl Selection {
    /// Symbol and value without spaces, for the name of a file: `k10`.
    pub(in crate::views) fn short(self, subject: Subject<'_>) -> String {
        let selection = if self == Self::Patch { Self::Position } else { self };
        let text = selection.text(subject).replace(" = ", "").replace('−', "-");
        text.replace([' ', number::NARROW_SPACE], "")
    }

    /// Symbol and value: `k = 10`.
    fn text(self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let position = |symbol: &str, position| format!("{symbol} = {}", number::grouped(position));
        match self {
            Self::Position => position("t", scene.position()),
            Self::OtherPosition => position("s", scene.other_position()),
            Self::Offset => position("k", scene.offset()),
            Self::Column => position("j", i64::from(scene.column())),
            Self::Head => format!("head {}", scene.head()),
            Self::Patch => {
                let place = scene.grid_layout().and_then(|grid| grid.place(scene.position()));
                place.map_or_else(
                    || position("t", scene.position()),
                    |(row, column)| format!("patch ({row}; {column})"),
                )
            }
        }
    }
}

/// Behavior of a view with cells. A cell is a column and a row, both counted from 0.
pub(in crate::views) trait Cells {
    /// Viewport of everything that can be shown.
    fn whole(&self, subject: Subject<'_>) -> Viewport;
    /// Smallest size of a viewport, across and down. By default one cell: an f64 still resolves cells at the far
    /// end of the largest table.
    fn smallest(&self) -> [f64; 2] {
        [1.0, 1.0]
    }
    /// True if the vertical axis counts cells; false if it shows values.
    fn has_rows(&self) -> bool {
        true
    }
    /// True if cells are square, so that there are as many across as down.
    fn is_square(&self) -> bool {
        false
    }
    /// Viewport shown when the scene sets none.
    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        self.whole(subject)
    }
    /// True if the picture has columns where the viewports of the scene have rows.
    fn is_swapped(&self, _subject: Subject<'_>) -> bool {
        false
    }
    /// Selected cell.
    fn selected(&self, subject: Subject<'_>) -> (i64, i64);
    /// Action that selects a cell.
    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action;
    /// Names and values to show for a cell.
    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact>;
    /// Action that moves the selection by a number of columns and rows.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let (column, row) = self.selected(subject);
        self.pick(subject, (column.saturating_add(by.0), row.saturating_add(by.1)), gesture)
    }
}

/// Visible part of a view: the scene's viewport or, if it sets none, the one that the view opens on.
pub(in crate::views) fn visible(view: View, cells: &dyn Cells, subject: Subject<'_>) -> Viewport {
    let Some(viewport) = subject.scene.draft().viewports.get(view) else {
        return opening(cells, subject);
    };
    let viewport = if cells.is_swapped(subject) { viewport.swapped() } else { viewport };
    fitted(cells, subject, viewport)
}

/// Part that a view opens on; that of A on the other sides of a comparison, so that all show the same.
pub(in crate::views) fn opening(cells: &dyn Cells, subject: Subject<'_>) -> Viewport {
    let a = subject.at(Side::A);
    let is_alike = a.table.waves().is_some() == subject.table.waves().is_some();
    let own = if is_alike { a } else { subject };
    let viewport = cells.opening_viewport(own);
    if subject.side == Side::A { viewport } else { fitted(cells, subject, viewport) }
}

pub(in crate::views) fn fitted(
    cells: &dyn Cells,
    subject: Subject<'_>,
    viewport: Viewport,
) -> Viewport {
    viewport.fitted(cells.whole(subject), cells.smallest(), cells.is_square())
}

/// Column of the table for a horizontal cell index, clamped to the table.
pub(in crate::views) fn column_at(scene: &Scene, cell: i64) -> u32 {
    cell.clamp(0, i64::from(scene.num_columns() - 1)) as u32
}

/// Position of a row of the table, clamped to the table.
pub(in crate::views) fn position_at(scene: &Scene, row: i64) -> i64 {
    let extent = scene.extent();
    extent.start().saturating_add(row).clamp(extent.start(), extent.last())
}
