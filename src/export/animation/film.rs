//! Frames of an animation, drawn in parallel, and what changes from each to the next.

use rayon::prelude::*;

use super::area::Area;
use crate::{
    export::{
        error::ExportError,
        figure::{FigureRequest, figure_pixels},
        progress::Progress,
        provenance::Provenance,
    },
    picture::Figure,
};

/// Figures of an animation, each drawn when it is needed.
pub struct Film<'a> {
    /// Number of frames, at least 1.
    pub num_frames: usize,
    /// Draws a frame; the first is 0.
    pub frame: &'a (dyn Fn(usize) -> Result<Figure, ExportError> + Sync),
    /// Provenance of a frame.
    pub provenance: &'a (dyn Fn(usize) -> Provenance + Sync),
}

/// Number of frames that are drawn at the same time: one for each thread, and fewer if they are so large that they
/// would take too much memory.
pub(super) fn frames_at_once(request: &FigureRequest) -> usize {
    /// Bytes for all of them.
    const MEMORY: u64 = 300 << 20;
    /// Bytes for a pixel while a frame is drawn: its color, the raster and its encoded form.
    const OF_PIXEL: u64 = 8;
    let (width, height) = request.size.pixels();
    let frame = u64::from(width) * u64::from(height) * OF_PIXEL;
    let fitting = (MEMORY / frame.max(1)).max(1);
    rayon::current_num_threads().min(fitting as usize)
}

/// Passes every frame to `take`, in order: its number, the area that has changed since the one before, and all of its
/// pixels. As many frames as there are threads are drawn at once.
pub(super) fn each_frame(
    film: &Film<'_>,
    request: &FigureRequest,
    progress: &Progress,
    mut take: impl FnMut(usize, &Area, &[u8]) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let at_once = frames_at_once(request);
    let mut last: Option<Vec<u8>> = None;
    for first in (0..film.num_frames).step_by(at_once) {
        let frames = first..(first + at_once).min(film.num_frames);
        progress.advance(0, 0)?;
        let pixels: Vec<Vec<u8>> = frames
            .clone()
            .into_par_iter()
            .map(|i| Ok(figure_pixels(&(film.frame)(i)?, request)?))
            .collect::<Result<_, ExportError>>()?;
        for (number, now) in frames.zip(pixels) {
            let area = Area::changed(last.as_deref(), &now, request.size.pixels());
            take(number, &area, &now)?;
            last = Some(now);
            progress.advance(1, 0)?;
        }
    }
    Ok(())
}
