//! Rotation matrix `M_k`, which moves every position by k.
//!
//! Almost all of its entries are zero. Interleaved, the blocks lie on the diagonal, and 32 columns around the
//! selected one are shown. Split, the four diagonals are far apart, and the whole matrix is shown.

use std::sync::Arc;

use super::{
    Behavior, Cells, Descriptor, Fact, Quantity, Requirement, Selection, Subject, ViewSides,
    color_scale, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{Column, Frequency, Layout, Rotation, WaveSource, Waves, ends_of},
    picture::{Axis, Body, Chart, Dimension, Figure, Layer, Source, Span, number},
    scene::{View, Viewport, What},
};

pub(super) struct RotationView;

/// Number of columns shown of a matrix whose blocks lie on the diagonal.
const SHOWN: i64 = 32;

/// True if the columns of a pair are far apart.
fn is_split(waves: &Waves) -> bool {
    match waves.source() {
        WaveSource::Sinusoid(sinusoid) => sinusoid.layout() == Layout::Split,
        WaveSource::Head(_) | WaveSource::Cache(_) => {
            let pair = waves.frequencies().first().and_then(Frequency::pair);
            pair.is_some_and(|(a, b)| a.abs_diff(b) > 1)
        }
    }
}

impl Behavior for RotationView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Pairs,
            sides: ViewSides::Both,
            is_wide: false,
            has_raster: true,
            copies: What::Rotation,
            shown_by: &[Selection::Offset],
            ..Descriptor::of("Rotation")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let d_model = i64::from(subject.num_wave_columns());
        let viewport = visible(View::Rotation, self, subject);
        let axis = |name: &str, span: Span| {
            Axis::cells(name, 0, span, d_model as f64).counting(Dimension::WaveColumns)
        };
        let (names, symbol) = match waves.rotary() {
            Some(_) => (["dimension at t", "dimension at t + k"], "R(k)"),
            None => (["column of PE(t)", "column of PE(t + k)"], "M_k"),
        };
        let mut layers = vec![Layer::Raster {
            source: Source::Rotation { waves: Arc::clone(waves), offset: scene.offset() },
            scale: color_scale(View::Rotation, subject, Quantity::Signed(1.0), || {
                let rotation = Rotation::new(waves, scene.offset());
                let rows = (0..subject.num_wave_columns()).flat_map(|i| rotation.row(i));
                // A matrix of more than one block has zeros outside of them.
                let zero = (d_model > 2).then_some(0.0);
                Some(ends_of(rows.map(|(_, entry)| entry).chain(zero)))
            }),
            name: format!("entry of {symbol}").into(),
            pixels: scene.draft().pixels,
        }];
        let own = subject.wave_column();
        let j = i64::from(own);
        let cells = |at, size| Layer::Cells { at, size };
        match waves.frequency_of(own).and_then(Frequency::pair) {
            Some((a, b)) if a.abs_diff(b) == 1 => {
                let first = i64::from(a.min(b));
                layers.push(cells((first, first), (2, 2)));
            }
            Some((a, b)) => {
                let (a, b) = (i64::from(a), i64::from(b));
                layers.extend([(a, a), (a, b), (b, a), (b, b)].map(|at| cells(at, (1, 1))));
            }
            // A lone column is marked itself, a repeated cosine by the columns of its pair.
            None => {
                let row = Rotation::new(waves, scene.offset()).row(own);
                layers.extend(row.map(|(column, _)| cells((i64::from(column), j), (1, 1))));
            }
        }
        let is_exact = Rotation::exists(waves, scene.offset());
        let (x, y) = (axis(names[0], viewport.x), axis(names[1], viewport.y));
        let which = x.visible_part().map_or_else(String::new, |part| format!(", {part}"));
        let name = if is_exact { symbol } else { "best approximation of M_k (none is exact)" };
        self.drawn(
            subject,
            format!("{name}, offset k = {}{which}", number::grouped(scene.offset())),
            Body::Chart(Chart { x, y, is_square: true, layers }),
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let scene = subject.scene;
        let (j, num) = (subject.wave_column(), subject.num_wave_columns());
        let rotation = Rotation::new(subject.waves(), scene.offset());
        let what = if subject.waves().rotary().is_some() { "dimension" } else { "column" };
        format!(
            "Rotation matrix for offset {}, {num} by {num} {what}s; selected {what} {j}: diagonal entry {}",
            scene.offset(),
            number::readable(rotation.entry(j, j), 6)
        )
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for RotationView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        Viewport::whole([f64::from(subject.num_wave_columns()); 2])
    }

    fn is_square(&self) -> bool {
        true
    }

    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        let d_model = i64::from(subject.num_wave_columns());
        if d_model <= SHOWN || is_split(subject.waves()) {
            return self.whole(subject);
        }
        // The first column moves in steps of 16, so that the picture does not move with every cell.
        let first = (i64::from(subject.wave_column()) / 16 * 16 - 8).clamp(0, d_model - SHOWN);
        let span = Span { start: first as f64, end: (first + SHOWN) as f64 };
        Viewport { x: span, y: span }
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let column = i64::from(subject.wave_column());
        (column, column)
    }

    fn pick(&self, subject: Subject<'_>, (column, _): (i64, i64), gesture: Gesture) -> Action {
        subject.select_wave_column(column, gesture)
    }

    fn readout(&self, subject: Subject<'_>, (column, row): (i64, i64)) -> Vec<Fact> {
        let last = i64::from(subject.num_wave_columns() - 1);
        let [i, j] = [row, column].map(|cell| cell.clamp(0, last) as u32);
        let k = subject.scene.offset();
        let entry = Rotation::new(subject.waves(), k).entry(i, j);
        let mut facts = vec![
            ("row".into(), number::grouped(i64::from(i))),
            ("column".into(), number::grouped(i64::from(j))),
            ("entry".into(), number::typographic(&number::shortest(entry))),
        ];
        if let Column::Wave { frequency, .. } = subject.waves().column(i) {
            let turn = subject.waves().frequencies()[frequency].angle(k);
            facts.extend([
                ("frequency index".into(), frequency.to_string()),
                ("angle ωk of the row".into(), format!("{} rad", number::readable(turn, 6))),
            ]);
        }
        facts
    }

    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        // The selection moves along the diagonal: down is the same as right.
        let column = i64::from(subject.wave_column()).saturating_add(by.0).saturating_add(by.1);
        self.pick(subject, (column, column), gesture)
    }
}
