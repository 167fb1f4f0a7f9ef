//! Ranges of the axes and colors of an animation: the same in every frame.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::film::Film;
use crate::{
    export::{error::ExportError, progress::Progress},
    picture::{Figure, Span},
};

/// Visible and full range of each axis of values and each color scale over all frames, by its place among them and its
/// name. What moves is then the data, not the ticks.
pub(super) struct ValueRanges(BTreeMap<(usize, String), [Span; 2]>);

impl ValueRanges {
    /// Draws every frame once, unless the first has nothing of the kind.
    pub(super) fn of(film: &Film<'_>, progress: &Progress) -> Result<Self, ExportError> {
        let of_frame = |i: usize| {
            progress.advance(0, 0)?;
            Ok::<_, ExportError>(Self::of_figure(&mut (film.frame)(i)?))
        };
        let mut common = of_frame(0)?;
        if common.0.is_empty() {
            return Ok(common);
        }
        let others: Result<Vec<Self>, ExportError> =
            (1..film.num_frames).into_par_iter().map(of_frame).collect();
        for (axis, ranges) in others?.into_iter().flat_map(|own| own.0) {
            // Another name is that of another quantity.
            let known = common.0.entry(axis).or_insert(ranges);
            *known = [known[0].union(ranges[0]), known[1].union(ranges[1])];
        }
        Ok(common)
    }

    fn of_figure(figure: &mut Figure) -> Self {
        let (mut all, mut places) = (BTreeMap::new(), 0..);
        figure.change_ranges(&mut |name, ranges| {
            all.extend(places.next().map(|place| ((place, name.to_owned()), *ranges)));
        });
        Self(all)
    }

    /// Gives a frame the ranges of all.
    pub(super) fn apply_to(&self, figure: &mut Figure) {
        let mut places = 0..;
        figure.change_ranges(&mut |name, ranges| {
            let common = places.next().and_then(|place| self.0.get(&(place, name.to_owned())));
            *ranges = common.copied().unwrap_or(*ranges);
        });
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
        check_frames(View::Wavelengths, ["base=100", "base=10000", "base=500"]);
        // Opens on a part of its values.
        check_frames(View::Profile, ["d_model=16", "d_model=64", "d_model=32"]);
        check_frames(View::Similarity, ["d_model=16", "d_model=256", "d_model=64"]);
        check_frames(View::Shares, ["offset=1", "offset=4", "offset=64"]);
    }

    #[track_caller]
    fn check_frames(view: View, keys: [&str; 3]) {
        let scenes: Vec<Scene> = keys.map(|key| key.parse().unwrap()).into();
        let frame = |i: usize| {
            let (scene, known) = (&scenes[i], Results::default());
            FigureContent::of(view)
                .figure(scene, &scene.table(), Theme::new(false), &known, || true)
        };
        let provenance = |i: usize| Provenance::of(&scenes[i]);
        let film = Film { num_frames: 3, frame: &frame, provenance: &provenance };
        let ranges = ValueRanges::of(&film, &Progress::default()).unwrap();
        let spans = |figure: &mut Figure| -> Vec<Span> {
            ValueRanges::of_figure(figure).0.into_values().map(|[span, _]| span).collect()
        };
        let own = [0, 1, 2].map(|i| spans(&mut frame(i).unwrap()));
        assert!(own[0] != own[1], "each has another range: {own:?}");
        let given = [0, 1, 2].map(|i| {
            let mut figure = frame(i).unwrap();
            ranges.apply_to(&mut figure);
            spans(&mut figure)
        });
        assert!(given.iter().all(|own| *own == given[0]), "{given:?}");
        let is_inside = |(own, all): (&Span, &Span)| all.start <= own.start && own.end <= all.end;
        assert!(own.iter().all(|own| own.iter().zip(&given[0]).all(is_inside)), "{given:?}");
    }
}
