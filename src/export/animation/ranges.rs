//! Ranges of the axes of an animation: the same in every frame.

use rayon::prelude::*;

use super::film::Film;
use crate::{
    export::{error::ExportError, progress::Progress},
    picture::{Axis, Figure, Span},
};

/// Range of each axis of values over all frames. What moves is then the data, not the ticks.
pub(super) struct AxisRanges(Vec<Span>);

impl AxisRanges {
    /// Draws every frame once, unless the first has no axis of values.
    pub(super) fn of(film: &Film<'_>, progress: &Progress) -> Result<Self, ExportError> {
        let of_frame = |i: usize| -> Result<Vec<Span>, ExportError> {
            progress.advance(0, 0)?;
            let mut figure = (film.frame)(i)?;
            Ok(figure.axes_of_values().into_iter().map(|axis| axis.whole).collect())
        };
        let first = of_frame(0)?;
        if first.is_empty() {
            return Ok(Self(first));
        }
        let all: Result<Vec<Vec<Span>>, ExportError> =
            (1..film.num_frames).into_par_iter().map(of_frame).collect();
        let all = all?;
        // A frame with other axes, such as a note, keeps its own.
        let similar = all.iter().filter(|own| own.len() == first.len());
        let common = similar.fold(first.clone(), |common, own| {
            common.iter().zip(own).map(|(a, b)| a.union(*b)).collect()
        });
        Ok(Self(common))
    }

    /// Gives a frame the ranges of all.
    pub(super) fn give(&self, figure: &mut Figure) {
        let axes: Vec<&mut Axis> = figure.axes_of_values();
        if axes.len() == self.0.len() {
            for (axis, range) in axes.into_iter().zip(&self.0) {
                (axis.span, axis.whole) = (*range, *range);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        export::{FigureContent, Provenance},
        picture::Theme,
        scene::{Scene, View},
        views::Results,
    };

    #[test]
    fn frames_have_the_ranges_of_all() {
        let scenes: Vec<Scene> = [100, 10_000, 500]
            .map(|base| format!("d_model=16&base={base}").parse().unwrap())
            .into();
        let frame = |i: usize| {
            let (scene, known) = (&scenes[i], Results::default());
            FigureContent::of(View::Wavelengths).figure(
                scene,
                &scene.table(),
                Theme::new(false),
                &known,
                || true,
            )
        };
        let provenance = |i: usize| Provenance::of(&scenes[i]);
        let film = Film { num_frames: 3, frame: &frame, provenance: &provenance };
        let ranges = AxisRanges::of(&film, &Progress::default()).unwrap();
        let spans = |figure: &mut Figure| -> Vec<Span> {
            figure.axes_of_values().iter().map(|axis| axis.span).collect()
        };
        let own = [0, 1, 2].map(|i| spans(&mut frame(i).unwrap()));
        assert!(own[0] != own[1], "each has another range: {own:?}");
        let given = [0, 1, 2].map(|i| {
            let mut figure = frame(i).unwrap();
            ranges.give(&mut figure);
            spans(&mut figure)
        });
        assert!(given.iter().all(|own| *own == given[0]), "{given:?}");
        let is_inside = |(own, all): (&Span, &Span)| all.start <= own.start && own.end <= all.end;
        assert!(own.iter().all(|own| own.iter().zip(&given[0]).all(is_inside)), "{given:?}");
    }
}
