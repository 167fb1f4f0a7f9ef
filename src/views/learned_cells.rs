//! Cells of the charts of a learned table.

use std::f64::consts::TAU;

use super::{
    Cells, Fact, Subject,
    behavior::position_at,
    learned::{LearnedView, found},
};
use crate::{
    action::{Action, Gesture},
    picture::{Span, number},
    scene::Viewport,
};

impl Cells for LearnedView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let Ok(learned) = found(subject) else { return Viewport::whole([1.0, 1.0]) };
        let num_columns = f64::from(subject.table.num_columns());
        let across = |end: f64| Span { start: 0.0, end: end.max(1.0) };
        let (x, y) = match self {
            Self::Figures | Self::Norms => {
                let high = learned.norms.iter().copied().fold(0.0, f64::max);
                let norms = Span { start: 0.0, end: 1.1 * high.max(1e-9) };
                (learned.num_rows() as f64, norms.finite())
            }
            Self::Directions => {
                // Directions that hold nothing would press the others to the upper edge.
                const LEAST: f64 = -8.0;
                let logs = learned.shares.iter().map(|share| share.max(1e-300).log10());
                let low = logs.filter(|it| *it >= LEAST).fold(0.0, f64::min);
                let held = learned.shares.iter().filter(|share| **share >= 1e-8).count();
                (held as f64, Span { start: low.floor().min(-1.0), end: 0.0 })
            }
            Self::Spectrum => {
                return Viewport {
                    x: across(learned.spectrum.width() as f64),
                    y: across(num_columns),
                };
            }
            Self::Fits => (num_columns, Span { start: 0.0, end: 1.0 }),
        };
        Viewport { x: across(x), y }
    }

    fn smallest(&self) -> [f64; 2] {
        if *self == Self::Spectrum { [1.0, 1.0] } else { [1.0, 1e-3] }
    }

    fn has_rows(&self) -> bool {
        *self == Self::Spectrum
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        let scene = subject.scene;
        let place = || {
            let learned = found(subject).ok()?;
            learned.order.iter().position(|&column| column == scene.column())
        };
        match self {
            Self::Figures | Self::Norms => (scene.position() - scene.extent().start(), 0),
            Self::Directions => (0, 0),
            Self::Spectrum => (0, place().unwrap_or_default() as i64),
            Self::Fits => (place().unwrap_or_default() as i64, 0),
        }
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let column = |place: i64| {
            let learned = found(subject).ok();
            let known = learned.and_then(|it| it.order.get(place.max(0) as usize).copied());
            known.unwrap_or_else(|| scene.column())
        };
        let (position, column) = match self {
            Self::Figures | Self::Norms => (position_at(scene, cell.0), scene.column()),
            Self::Directions => (scene.position(), scene.column()),
            Self::Spectrum => (scene.position(), column(cell.1)),
            Self::Fits => (scene.position(), column(cell.0)),
        };
        Action::Select { position, column, gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let Ok(learned) = found(subject) else { return Vec::new() };
        let at = |place: i64| place.max(0) as usize;
        let of_column = |place: usize| -> Vec<Fact> {
            let Some(&column) = learned.order.get(place) else { return Vec::new() };
            let fit = learned.fits[column as usize];
            vec![
                ("column".into(), column.to_string()),
                ("best sinusoid, R²".into(), number::readable(fit.share, 4)),
                (
                    "its wavelength".into(),
                    format!("{} rows", number::readable(TAU / fit.frequency, 5)),
                ),
                ("its amplitude".into(), number::readable(fit.amplitude, 4)),
            ]
        };
        match self {
            Self::Figures | Self::Norms => {
                let Some(norm) = learned.norms.get(at(cell.0)) else { return Vec::new() };
                let position = position_at(subject.scene, cell.0);
                vec![
                    ("position".into(), number::grouped(position)),
                    ("norm".into(), number::readable(*norm, 6)),
                    ("looks".into(), learned.marks[at(cell.0)].key().to_owned()),
                ]
            }
            Self::Directions => Vec::new(),
            Self::Spectrum => {
                let mut facts = of_column(at(cell.1));
                let value = learned.spectrum.row(at(cell.1)).get(at(cell.0)).copied();
                facts.insert(0, ("turns".into(), (cell.0 + 1).to_string()));
                facts.extend(value.map(|it| ("amplitude".into(), number::readable(it, 4))));
                facts
            }
            Self::Fits => of_column(at(cell.0)),
        }
    }
}
