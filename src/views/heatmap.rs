//! Heatmap of the table: positions down and columns across, or the other way round if transposed.

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Quantity, Requirement, Subject, ViewSides,
    along::{column_axis, position_axis},
    column_at,
    controls::{Control, ControlRow},
    difference_scale, differences, explanation, grid_similarity, name_with_ends, names,
    outliers_text, position_at, range_computation, robust_color_scale, robust_ends, visible,
};
use crate::{
    action::{Action, Gesture},
    picture::{Body, Chart, Figure, Layer, Pixels, Source, number},
    scene::{DifferenceScale, Key, Setting, Side, View, Viewport},
};

pub(super) struct Heatmap;

impl Heatmap {
    /// Converts a cell between the picture and the table, in either direction: swaps column and row if
    /// transposed.
    fn swapped(subject: Subject<'_>, (x, y): (i64, i64)) -> (i64, i64) {
        if subject.scene.draft().transpose { (y, x) } else { (x, y) }
    }

    /// Column and position of a cell of the picture, clamped to the table.
    fn cell(subject: Subject<'_>, cell: (i64, i64)) -> (u32, i64) {
        let (column, row) = Self::swapped(subject, cell);
        (column_at(subject.scene, column), position_at(subject.scene, row))
    }
}

impl Behavior for Heatmap {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Rows,
            sides: ViewSides::All,
            has_raster: true,
            control_keys: &[Key::Pixels, Key::Transpose],
            ..Descriptor::of("Heatmap")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, table, theme, .. } = subject;
        let extent = scene.extent();
        let draft = scene.draft();
        let viewport = visible(View::Heatmap, self, subject);
        let is_spread = draft.pixels == Pixels::Spread;
        let (shown_columns, shown_rows) =
            if draft.transpose { (viewport.y, viewport.x) } else { (viewport.x, viewport.y) };
        let positions = position_axis(subject, shown_rows);
        let columns = column_axis(subject, shown_columns);
        let row = scene.position() - extent.start();
        let column = i64::from(scene.column());
        let (x, y, across, down) = if draft.transpose {
            (positions, columns, Layer::Column(row), Layer::Row(column))
        } else {
            (columns, positions, Layer::Column(column), Layer::Row(row))
        };
        let at = Self::swapped(subject, (column, row));
        let is_difference = subject.side == Side::Difference;
        let robust = (!is_difference && !is_spread)
            .then(|| robust_ends(View::Heatmap, subject, None))
            .flatten();
        let is_log = is_difference && draft.difference_scale == DifferenceScale::Log;
        let (source, scale, name) = if is_log {
            let source =
                Source::Magnitudes { table: table.clone(), is_transposed: draft.transpose };
            (source, difference_scale(subject), "log₁₀ |A − B|".into())
        } else {
            let source = Source::Table { table: table.clone(), is_transposed: draft.transpose };
            let bound = table.bound();
            let scale = if is_spread {
                theme.sequential(draft.colors.sequential, bound)
            } else if is_difference {
                difference_scale(subject)
            } else {
                robust_color_scale(View::Heatmap, subject, Quantity::Signed(bound), robust, || {
                    subject.data_range(None)
                })
            };
            let name = match (is_spread, is_difference) {
                (true, _) => "standard deviation".into(),
                (false, true) => "A − B".into(),
                (false, false) => {
                    let of = (View::Heatmap, subject);
                    name_with_ends(names::values(&subject), scale, of, robust, None)
                }
            };
            (source, scale, name)
        };
        self.drawn(
            subject,
            format!(
                "{}, {} × {}",
                names::values(&subject),
                number::counted(extent.length() as i64, "position"),
                number::counted(i64::from(scene.num_columns()), "column")
            ),
            Body::Chart(Chart {
                x,
                y,
                is_square: false,
                layers: vec![
                    Layer::Raster { source, scale, name, pixels: draft.pixels },
                    across,
                    down,
                    Layer::Cells { at, size: (1, 1) },
                ],
            }),
        )
        .explained(|| outliers_text(scale, robust))
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let extent = scene.extent();
        let (t, j) = (scene.position(), scene.column());
        format!(
            "Heatmap, {} positions by {} columns; selected position {t}, column {j}: {}",
            extent.length(),
            scene.num_columns(),
            number::readable(subject.table.encoding.value(t, j), 6)
        )
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let is_on = subject.scene.draft().transpose;
        let setting = Setting::Transpose(!is_on);
        let toggle = Control::Toggle { title: "Positions across", is_on, setting };
        vec![ControlRow::pixels(subject.scene), ControlRow::new(Key::Transpose, [toggle])]
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        let Subject { scene, table, .. } = subject;
        if subject.side == Side::Difference {
            return differences::computation(subject);
        }
        range_computation(View::Heatmap, scene, table, None)
    }
}

impl Cells for Heatmap {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let table = subject.scene.whole_table();
        if self.is_swapped(subject) { table.swapped() } else { table }
    }

    fn is_swapped(&self, subject: Subject<'_>) -> bool {
        subject.scene.draft().transpose
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        let row = scene.position() - scene.extent().start();
        Self::swapped(subject, (i64::from(scene.column()), row))
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let (column, position) = Self::cell(subject, cell);
        Action::Select { position, column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let (column, t) = Self::cell(subject, cell);
        let mut facts = vec![
            ("position".into(), number::grouped(t)),
            ("column".into(), number::grouped(i64::from(column))),
        ];
        if let Some(layout) = subject.scene.grid_layout() {
            facts.push(("patch".into(), grid_similarity::cell_text(layout, t)));
        }
        if let Some(counterpart) = subject.counterpart {
            let values = explanation::side_values(subject, counterpart, t, column);
            facts.extend(values.map(|(side, value)| (side.title().into(), value)));
        } else {
            let value = explanation::value_text(subject.table, t, column);
            facts.push(("value".into(), value));
        }
        if let Some(frequency) =
            subject.table.column_waves().and_then(|waves| waves.frequency_of(column))
        {
            facts.extend([
                (
                    "frequency".into(),
                    format!("{} rad/position", number::readable(frequency.omega.hi, 6)),
                ),
                ("wavelength".into(), explanation::wavelength_text(frequency)),
            ]);
        }
        facts
    }
}
