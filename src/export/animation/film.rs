//! Frames of an animation, drawn in parallel.

use rayon::prelude::*;

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

/// Passes the pixels of every frame to `take`, in order. As many frames as there are threads are drawn at once.
pub(super) fn each_frame(
    film: &Film<'_>,
    request: &FigureRequest,
    progress: &Progress,
    mut take: impl FnMut(Vec<u8>) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let at_once = frames_at_once(request);
    for first in (0..film.num_frames).step_by(at_once) {
        let frames = first..(first + at_once).min(film.num_frames);
        progress.advance(0, 0)?;
        let pixels: Vec<Vec<u8>> = frames
            .into_par_iter()
            .map(|i| Ok(figure_pixels(&(film.frame)(i)?, request)?))
            .collect::<Result<_, ExportError>>()?;
        for pixels in pixels {
            take(pixels)?;
            progress.advance(1, 0)?;
        }
    }
    Ok(())
}
