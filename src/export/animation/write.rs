//! Writes an animation in the requested format.

use std::{path::Path, sync::OnceLock};

use rayon::{ThreadPoolBuilder, prelude::*};

use super::{
    apng,
    film::{Film, frames_at_once},
    gif,
    ranges::ValueRanges,
    request::{AnimationFormat, AnimationRequest},
};
use crate::{
    export::{
        error::ExportError,
        figure::write_figure,
        progress::{Counted, Progress},
        write::{to_file, to_folder},
    },
    picture::Figure,
};

/// Largest number of figures that are kept once their ranges are known; more of them are drawn again.
const MOST_KEPT: usize = 256;

/// Writes an animation into one file, or its frames into a folder, whole or not at all.
pub fn write_animation(
    film: &Film<'_>,
    request: &AnimationRequest,
    path: &Path,
    progress: &Progress,
) -> Result<(), ExportError> {
    request.check()?;
    progress.begin(film.num_frames as u64);
    let known: Vec<OnceLock<Figure>> =
        (0..film.num_frames.min(MOST_KEPT)).map(|_| OnceLock::new()).collect();
    let first_time = |i: usize| {
        let figure = (film.frame)(i)?;
        if let Some(kept) = known.get(i) {
            // Each frame is drawn once.
            let _kept = kept.set(figure.clone());
        }
        Ok(figure)
    };
    let ranges = ValueRanges::of(&Film { frame: &first_time, ..*film }, progress)?;
    let frame = |i: usize| {
        let kept = known.get(i).and_then(OnceLock::get).cloned();
        let mut figure = kept.map_or_else(|| (film.frame)(i), Ok)?;
        ranges.apply_to(&mut figure);
        Ok(figure)
    };
    let film = &Film { frame: &frame, ..*film };
    match request.format {
        AnimationFormat::Apng => to_file(path, |out| {
            apng::write(film, request, &mut Counted { out, progress }, progress)
        }),
        AnimationFormat::Gif => {
            to_file(path, |out| gif::write(film, request, &mut Counted { out, progress }, progress))
        }
        AnimationFormat::Frames => {
            to_folder(path, |folder| write_frames(film, request, folder, progress))
        }
    }
}

fn write_frames(
    film: &Film<'_>,
    request: &AnimationRequest,
    folder: &Path,
    progress: &Progress,
) -> Result<(), ExportError> {
    let digits = film.num_frames.to_string().len().max(4);
    let write = |i: usize| {
        let figure = (film.frame)(i)?;
        let path = folder.join(format!("{:0digits$}.png", i + 1));
        // A frame counts as one unit of the film's progress, so its own progress is not shown.
        let own = Progress::default();
        let mut provenance = (film.provenance)(i);
        provenance.frame = Some(format!("{} of {}", i + 1, film.num_frames));
        to_file(&path, |out| write_figure(&figure, &request.figure, &provenance, out, &own))?;
        Ok(progress.advance(1, own.bytes())?)
    };
    let write_all = || (0..film.num_frames).into_par_iter().try_for_each(write);
    let at_once = frames_at_once(&request.figure);
    if at_once == rayon::current_num_threads() {
        return write_all();
    }
    match ThreadPoolBuilder::new().num_threads(at_once).build() {
        Ok(workers) => workers.install(write_all),
        Err(_no_threads) => (0..film.num_frames).try_for_each(write),
    }
}
