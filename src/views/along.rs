//! Charts of one number for each position, column, frequency, offset or head: axes, cells, and lines on a logarithmic
//! axis.

use super::{
    Cells, Fact, Subject, bias_offsets, bias_words, by_frequency, column_at, names, position_at,
};
use crate::{
    action::{Action, Gesture},
    encoding::Waves,
    picture::{Axis, Dimension, Layer, Span, number},
    scene::{Scene, Setting, Viewport},
};

/// Quantity along the horizontal axis of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// Positions of the table.
    Positions,
    /// Columns of the table.
    Columns,
    /// Pairs of a sine and a cosine; columns of a table that has no waves.
    Pairs,
    /// Frequencies of a table of waves.
    Frequencies,
    /// Offsets of keys from their query.
    Offsets,
    /// Heads of a bias.
    Heads,
}

/// View with one number for each cell of an axis, along a vertical axis of values.
pub(super) trait OneEach {
    /// Horizontal axis.
    fn along(&self, subject: Subject<'_>) -> Along;
    /// Range of all values.
    fn values(&self, subject: Subject<'_>) -> Span;
    /// Range of values that the view opens on.
    fn opening_values(&self, subject: Subject<'_>) -> Span {
        self.values(subject)
    }
    /// Smallest range of values that can be shown.
    fn least_range(&self) -> f64 {
        0.1
    }
    /// Names and values to show for a cell, besides the cell itself.
    fn facts(&self, subject: Subject<'_>, cell: i64) -> Vec<Fact>;
}

impl<V: OneEach> Cells for V {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let end = self.along(subject).num_cells(subject);
        Viewport { x: Span { start: 0.0, end }, y: self.values(subject) }
    }

    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        Viewport { y: self.opening_values(subject), ..self.whole(subject) }
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, self.least_range()]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (self.along(subject).selected(subject), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        self.along(subject).pick(subject, cell.0, gesture)
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let mut facts = vec![self.along(subject).fact(subject, cell.0)];
        facts.extend(self.facts(subject, cell.0));
        facts
    }
}

/// Waves of the columns, also of a rounded table.
fn waves(subject: Subject<'_>) -> Option<&Waves> {
    let rounded = &subject.table.encoding;
    rounded.exact().unwrap_or(rounded).column_waves().map(|waves| &**waves)
}

/// Axis of positions over a span of rows.
pub(super) fn position_axis(subject: Subject<'_>, span: Span) -> Axis {
    let extent = subject.scene.extent();
    let name = match subject.scene.spacing() {
        Some(_) => "row".to_owned(),
        None => rows_name(subject, 't'),
    };
    Axis::cells(&name, extent.start(), span, extent.length() as f64).counting(Dimension::Positions)
}

/// Name of a row. Those of a table from a file need not be tokens: a model may begin with any of them, and those of
/// offsets lie around 0.
pub(super) fn row_word(scene: &Scene) -> &'static str {
    let (extent, family) = (scene.extent(), scene.draft().encoding.family);
    match extent.start() {
        0 if family.is_table() => "row",
        start if family.is_table() && start == -(extent.length() as i64 / 2) => "offset",
        _ => "position",
    }
}

/// Name of an axis of rows.
pub(super) fn rows_name(subject: Subject<'_>, letter: char) -> String {
    match row_word(subject.scene) {
        word @ "position" => format!("{word} {letter} (token)"),
        word => format!("{word} {letter}"),
    }
}

/// Axis of columns over a span.
pub(super) fn column_axis(subject: Subject<'_>, span: Span) -> Axis {
    let num_columns = f64::from(subject.scene.num_columns());
    Axis::cells(names::columns(&subject), 0, span, num_columns).counting(Dimension::Columns)
}

impl Along {
    /// Name of a cell: `pair`.
    pub(super) fn each(self, subject: Subject<'_>) -> &'static str {
        match self {
            Self::Positions => "position",
            Self::Pairs if waves(subject).is_some() => "pair",
            Self::Columns | Self::Pairs => "column",
            Self::Frequencies => "index",
            Self::Offsets => "offset",
            Self::Heads => bias_words::each(bias_offsets::bias(subject)),
        }
    }

    /// Number of cells.
    pub(super) fn num_cells(self, subject: Subject<'_>) -> f64 {
        match (self, waves(subject)) {
            (Self::Positions, _) => subject.scene.extent().length() as f64,
            (Self::Pairs, Some(waves)) => waves.frequencies().len() as f64,
            (Self::Columns | Self::Pairs, _) => f64::from(subject.scene.num_columns()),
            (Self::Frequencies, _) => subject.waves().frequencies().len().max(1) as f64,
            (Self::Offsets, _) => bias_offsets::whole(subject).end,
            (Self::Heads, _) => f64::from(bias_offsets::bias(subject).num_heads()),
        }
    }

    /// Axis over a span of cells.
    pub(super) fn axis(self, subject: Subject<'_>, span: Span) -> Axis {
        match self {
            Self::Positions => position_axis(subject, span),
            Self::Columns => column_axis(subject, span),
            Self::Pairs | Self::Heads => {
                Axis::cells(self.each(subject), 0, span, self.num_cells(subject))
            }
            Self::Frequencies => {
                let name = by_frequency::index_name(subject.waves());
                Axis::cells(name, 0, span, self.num_cells(subject)).counting(Dimension::Frequencies)
            }
            Self::Offsets => bias_offsets::axis(subject, span),
        }
    }

    /// Selected cell.
    pub(super) fn selected(self, subject: Subject<'_>) -> i64 {
        let scene = subject.scene;
        let column = i64::from(scene.column());
        match self {
            Self::Positions => scene.position() - scene.extent().start(),
            Self::Columns => column,
            Self::Pairs => waves(subject)
                .and_then(|waves| waves.frequency_index(scene.column()))
                .map_or(column, |index| index as i64),
            Self::Frequencies => by_frequency::selected(subject).map_or(0, |index| index as i64),
            Self::Offsets => bias_offsets::selected(subject),
            Self::Heads => i64::from(scene.head()),
        }
    }

    /// Selection of a cell; of a pair, its first column.
    pub(super) fn pick(self, subject: Subject<'_>, cell: i64, gesture: Gesture) -> Action {
        let scene = subject.scene;
        let (position, column) = match (self, waves(subject)) {
            (Self::Positions, _) => (position_at(scene, cell), scene.column()),
            (Self::Pairs, Some(waves)) => {
                let last = waves.frequencies().len().saturating_sub(1) as i64;
                let frequency = &waves.frequencies()[cell.clamp(0, last) as usize];
                let first = frequency.sin_column.or(frequency.cos_column);
                (scene.position(), first.unwrap_or_else(|| scene.column()))
            }
            (Self::Columns | Self::Pairs, _) => (scene.position(), column_at(scene, cell)),
            (Self::Frequencies, _) => return by_frequency::pick(subject, cell, gesture),
            (Self::Offsets, _) => return bias_offsets::pick(subject, cell, gesture),
            (Self::Heads, _) => {
                return Action::Edit(Setting::Head(self.nearest(subject, cell) as u32), gesture);
            }
        };
        Action::Select { position, column, gesture }
    }

    /// The cell, or the nearest on the axis.
    pub(super) fn nearest(self, subject: Subject<'_>, cell: i64) -> i64 {
        cell.clamp(0, (self.num_cells(subject) as i64 - 1).max(0))
    }

    /// Name and number of a cell.
    pub(super) fn fact(self, subject: Subject<'_>, cell: i64) -> Fact {
        let number = match self {
            Self::Positions => position_at(subject.scene, cell),
            Self::Columns => i64::from(column_at(subject.scene, cell)),
            Self::Pairs | Self::Frequencies => cell,
            Self::Offsets => bias_offsets::offset_at(subject, cell),
            Self::Heads => self.nearest(subject, cell),
        };
        (self.each(subject).into(), number::grouped(number))
    }
}

/// Largest of the values that are finite, and the least that is not 0, as powers of ten.
fn decades(values: &[f64]) -> Option<(f64, f64)> {
    let shown = values.iter().filter(|value| value.is_finite() && **value > 0.0);
    let ends = shown.fold(None, |ends: Option<(f64, f64)>, &value| {
        let (least, greatest) = ends.unwrap_or((value, value));
        Some((least.min(value), greatest.max(value)))
    });
    ends.map(|(least, greatest)| (least.log10(), greatest.log10()))
}

/// Powers of ten along the vertical axis: all values, with a tolerance.
pub(super) fn axis_range(values: &[f64], tolerance: f64) -> Span {
    /// Powers of ten that the axis shows at least.
    const FEWEST_DECADES: f64 = 4.0;
    /// Powers of ten below the largest value that the axis shows at most.
    const MOST_DECADES: f64 = 16.0;
    let of_tolerance = (tolerance > 0.0).then(|| tolerance.log10());
    let (least, greatest) =
        decades(values).unwrap_or_else(|| of_tolerance.map_or((-4.0, 0.0), |it| (it, it)));
    let end = of_tolerance.map_or(greatest, |it| greatest.max(it));
    let start = of_tolerance.map_or(least, |it| least.min(it));
    // A value at the upper edge would hide in the frame.
    let end = (end + 0.05).ceil();
    Span { start: start.floor().clamp(end - MOST_DECADES, end - FEWEST_DECADES), end }
}

/// Lines through the values in a span that are finite and not 0, each step the largest of the cells under it. The
/// values belong to runs of cells of one length, the first of which begins at `first`.
pub(super) fn paths(
    subject: Subject<'_>,
    values: &[f64],
    (first, run): (i64, i64),
    shown: Span,
) -> Vec<Layer> {
    /// Largest number of steps: more than a tile has pixels.
    const MOST: usize = 2048;
    let color = subject.theme.curve(0);
    let mut paths = Vec::new();
    let mut points: Vec<(f64, f64)> = Vec::new();
    let path = |points| Layer::Path { points, width: 1.5, color };
    let place = |cell: f64| ((cell - first as f64) / run as f64).clamp(0.0, values.len() as f64);
    let (from, to) = (place(shown.start).floor() as usize, place(shown.end).ceil() as usize);
    let at_once = (to - from).div_ceil(MOST).max(1);
    for (i, values) in values[from..to].chunks(at_once).enumerate() {
        let value = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
        if value > 0.0 {
            // A step of the width of its cells, so that a single row is seen as well.
            let begin = (first + (from + i * at_once) as i64 * run) as f64;
            let end = begin + (values.len() as i64 * run) as f64;
            let inside = |cell: f64| cell.clamp(shown.start, shown.end);
            points.extend([begin, end].map(|cell| (inside(cell), value.log10())));
        } else if !points.is_empty() {
            paths.push(path(std::mem::take(&mut points)));
        }
    }
    if !points.is_empty() {
        paths.push(path(points));
    }
    paths
}

/// Value of a cell in words; `missing` where there is none.
pub(super) fn value_words(value: Option<&f64>, missing: &str) -> String {
    match value {
        None => missing.to_owned(),
        Some(value) if value.is_infinite() => "not finite".to_owned(),
        Some(&value) => number::readable(value, 6),
    }
}
