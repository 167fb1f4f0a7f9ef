//! Rotation lab: PE(t), `M_k`·PE(t), PE(t + k) and the difference of the last two below each other, and a
//! sentence about how closely they agree.

use std::sync::Arc;

use super::{
    Behavior, Cells, Descriptor, Fact, Quantity, Requirement, Selection, Subject, ViewSides,
    color_scale, explanation, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{Frequency, Rotation, ends_of},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Source, number},
    scene::{View, Viewport, What},
};

pub(super) struct RotationLab;

/// Number of rows: PE(t), `M_k`·PE(t), PE(t + k), difference.
const ROWS: f64 = 4.0;

impl RotationLab {
    /// Names of the rows.
    fn names(subject: Subject<'_>) -> [String; 4] {
        let scene = subject.scene;
        let (t, s) = (number::grouped(scene.position()), number::grouped(scene.other_position()));
        let matrix = explanation::matrix(scene.offset());
        let of = explanation::vector_name(subject.waves());
        let [here, there] = [t, s].map(|position| of(&position));
        [here.clone(), format!("{matrix}·{here}"), there, "difference".into()]
    }
}

impl Behavior for RotationLab {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Pairs,
            sides: ViewSides::Both,
            has_raster: true,
            copies: What::Rotation,
            shown_by: &[Selection::Position, Selection::Offset],
            ..Descriptor::of("Rotation lab")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let d_model = subject.num_wave_columns();
        let viewport = visible(View::RotationLab, self, subject);
        let (position, offset) = (scene.position(), scene.offset());
        let is_rotary = waves.rotary().is_some();
        let what = if is_rotary { "dimension" } else { "column" };
        let which = if viewport == self.whole(subject) {
            number::counted(i64::from(d_model), what)
        } else {
            let (first, last) = (viewport.x.start.floor(), viewport.x.end.ceil() - 1.0);
            format!("{what}s {first}–{last} of {d_model}")
        };
        let cells = |column: u32, columns: i64| Layer::Cells {
            at: (i64::from(column), 0),
            size: (columns, ROWS as i64),
        };
        let own = subject.wave_column();
        let selected = match waves.frequency_of(own).and_then(Frequency::pair) {
            Some((a, b)) if a.abs_diff(b) == 1 => vec![cells(a.min(b), 2)],
            Some((a, b)) => vec![cells(a, 1), cells(b, 1)],
            None => vec![cells(own, 1)],
        };
        let axis = if is_rotary { "dimension of the head" } else { "column j (element)" };
        let raster = Layer::Raster {
            source: Source::Shift { waves: Arc::clone(waves), position, offset },
            scale: color_scale(View::RotationLab, subject, Quantity::Signed(1.0), || {
                let rows = Rotation::new(waves, offset).shift(position);
                Some(ends_of(rows.into_iter().flatten()))
            }),
            name: "value".into(),
            pixels: scene.draft().pixels,
        };
        self.drawn(
            subject,
            format!("t = {}, k = {}, {which}", number::grouped(position), number::grouped(offset)),
            Body::Chart(Chart {
                x: Axis::cells(axis, 0, viewport.x, f64::from(d_model))
                    .counting(Dimension::WaveColumns),
                y: Axis::names(Self::names(subject).into()),
                is_square: false,
                layers: [raster].into_iter().chain(selected).collect(),
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        explanation::shift(subject.scene, subject.waves())
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for RotationLab {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        Viewport::whole([f64::from(subject.num_wave_columns()), ROWS])
    }

    /// One column across; all rows are always shown.
    fn smallest(&self) -> [f64; 2] {
        [1.0, ROWS]
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (i64::from(subject.wave_column()), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        subject.select_wave_column(cell.0, gesture)
    }

    /// Moves horizontally from column to column, and vertically from position to position.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        if by.1 == 0 {
            let cell = i64::from(subject.wave_column()).saturating_add(by.0);
            return subject.select_wave_column(cell, gesture);
        }
        let row = scene.position() - scene.extent().start();
        let position = super::position_at(scene, row.saturating_add(by.1));
        Action::Select { position, column: scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let last = i64::from(subject.num_wave_columns() - 1);
        let column = cell.0.clamp(0, last) as u32;
        let scene = subject.scene;
        let shift = Rotation::new(subject.waves(), scene.offset()).shift(scene.position());
        let what = if subject.waves().rotary().is_some() { "dimension" } else { "column" };
        let column_fact = (what.into(), number::grouped(i64::from(column)));
        let values = Self::names(subject).into_iter().zip(shift).map(|(name, values)| {
            let value = number::shortest(values[column as usize]);
            (name.into(), number::typographic(&value))
        });
        [column_fact].into_iter().chain(values).collect()
    }
}
