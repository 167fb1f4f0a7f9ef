//! Moving figures: one scene after the other, as apng, as gif, or as a folder of numbered pictures.

mod apng;
mod gif;

use std::{
    io::{self, Write},
    path::Path,
};

use rayon::prelude::*;
use thiserror::Error;

use super::{
    ExportError, FigureFormat, FigureRequest, FigureSize, Progress, Provenance, figure_pixels,
    to_file, write_figure,
};
use crate::{
    keyed::keyed,
    picture::{Figure, Part},
};

keyed! {
    /// Formats for moving figures.
    pub enum AnimationFormat {
        /// Every color, for the web and for slides.
        Apng = "apng",
        /// 256 colors, for everything else.
        Gif = "gif",
        /// A folder of numbered png files, for a program that makes films.
        Frames = "frames",
    }
}

/// How a figure moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationRequest {
    /// What each frame is; its format is that of the animation.
    pub figure: FigureRequest,
    /// In which form.
    pub format: AnimationFormat,
    /// How fast.
    pub speed: FrameRate,
}

/// Frames a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameRate(f64);

/// A text that is no speed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("fps cannot be {0:?}: allowed is a number of frames a second, 0.1 to 50")]
pub struct NotAFrameRate(String);

impl FrameRate {
    /// Reads a number inside the limits.
    pub fn parse(text: &str) -> Result<Self, NotAFrameRate> {
        let number = text.trim().parse().ok().filter(|rate| (0.1..=50.0).contains(rate));
        number.map(Self).ok_or_else(|| NotAFrameRate(text.to_owned()))
    }

    /// Hundredths of a second for which a frame is seen. Where they are no whole number the frames differ
    /// by one, so that the film as a whole is as fast as asked for.
    pub fn hundredths(self, frame: usize) -> u16 {
        let begin = |frame: usize| (100.0 * frame as f64 / self.0).round();
        (begin(frame + 1) - begin(frame)) as u16
    }

    /// Seconds that so many frames take.
    pub fn seconds(self, num_frames: usize) -> f64 {
        num_frames as f64 / self.0
    }
}

impl Default for FrameRate {
    fn default() -> Self {
        Self(10.0)
    }
}

impl AnimationRequest {
    /// A figure small enough for a slide, ten frames a second.
    pub fn new(format: AnimationFormat) -> Self {
        let figure =
            FigureRequest { size: FigureSize::times(1), ..FigureRequest::new(FigureFormat::Png) };
        Self { figure, format, speed: FrameRate::default() }
    }

    /// Whether the format has what is asked of it.
    pub fn check(&self) -> Result<(), ExportError> {
        if self.format == AnimationFormat::Gif && !self.figure.parts.has(Part::Ground) {
            return Err(ExportError::NoTransparentGif);
        }
        Ok(())
    }
}

/// The figures of an animation, each made when it is wanted.
pub struct Film<'a> {
    /// How many there are: one at least.
    pub num_frames: usize,
    /// Makes one of them, from 0 on.
    pub frame: &'a (dyn Fn(usize) -> Result<Figure, ExportError> + Sync),
    /// Where each came from.
    pub provenance: &'a (dyn Fn(usize) -> Provenance + Sync),
}

/// Writes an animation into one file, or its frames into a folder: whole or not at all.
pub fn write_animation(
    film: &Film<'_>,
    request: &AnimationRequest,
    path: &Path,
    progress: &Progress,
) -> Result<(), ExportError> {
    request.check()?;
    progress.begin(film.num_frames as u64);
    match request.format {
        AnimationFormat::Apng => to_file(path, |out| {
            apng::write(film, request, &mut Counted { out, progress }, progress)
        }),
        AnimationFormat::Gif => {
            to_file(path, |out| gif::write(film, request, &mut Counted { out, progress }, progress))
        }
        AnimationFormat::Frames => {
            super::write::to_folder(path, |folder| write_frames(film, request, folder, progress))
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
    (0..film.num_frames).into_par_iter().try_for_each(|i| {
        let figure = (film.frame)(i)?;
        let path = folder.join(format!("{:0digits$}.png", i + 1));
        // A frame counts as one of the film's, not as a whole of its own.
        let own = Progress::default();
        to_file(&path, |out| {
            write_figure(&figure, &request.figure, &(film.provenance)(i), out, &own)
        })?;
        progress.advance(1, own.bytes())
    })
}

/// The pixels of every frame in their order, some of them computed at once.
fn each_frame(
    film: &Film<'_>,
    request: &FigureRequest,
    progress: &Progress,
    mut take: impl FnMut(Vec<u8>) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let at_once = rayon::current_num_threads();
    for first in (0..film.num_frames).step_by(at_once) {
        let frames = first..(first + at_once).min(film.num_frames);
        progress.advance(0, 0)?;
        let pixels: Vec<Vec<u8>> = frames
            .into_par_iter()
            .map(|i| figure_pixels(&(film.frame)(i)?, request))
            .collect::<Result<_, _>>()?;
        for pixels in pixels {
            take(pixels)?;
            progress.advance(1, 0)?;
        }
    }
    Ok(())
}

/// A rectangle of pixels: left, top, width, height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Area {
    /// What of a picture differs from the one before, all of the first; one pixel where nothing does.
    fn changed(before: Option<&[u8]>, now: &[u8], (width, height): (u32, u32)) -> Self {
        let Some(before) = before else { return Self { x: 0, y: 0, width, height } };
        let row = 4 * width as usize;
        let rows = || before.chunks_exact(row).zip(now.chunks_exact(row));
        let Some(top) = rows().position(|(a, b)| a != b) else {
            return Self { x: 0, y: 0, width: 1, height: 1 };
        };
        let bottom = rows().rposition(|(a, b)| a != b).unwrap_or(top);
        let (mut left, mut right) = (width as usize, 0);
        for (a, b) in rows().skip(top).take(bottom - top + 1) {
            let mut pixels = a.chunks_exact(4).zip(b.chunks_exact(4));
            if let Some(first) = pixels.position(|(a, b)| a != b) {
                left = left.min(first);
                let last = pixels.rposition(|(a, b)| a != b).map_or(first, |i| first + 1 + i);
                right = right.max(last);
            }
        }
        Self {
            x: left as u32,
            y: top as u32,
            width: (right - left + 1) as u32,
            height: (bottom - top + 1) as u32,
        }
    }

    /// Its pixels out of the whole picture, row by row.
    fn pixels(self, whole: &[u8], width: u32) -> impl Iterator<Item = &[u8]> {
        let (first, last) = (4 * self.x as usize, 4 * (self.x + self.width) as usize);
        let rows = whole.chunks_exact(4 * width as usize).skip(self.y as usize);
        rows.take(self.height as usize).flat_map(move |row| row[first..last].chunks_exact(4))
    }
}

/// Counts what is written.
struct Counted<'a> {
    out: &'a mut dyn Write,
    progress: &'a Progress,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.progress.count_bytes(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_found() {
        let before = vec![7; 4 * 6 * 5];
        let mut now = before.clone();
        let whole = Area { x: 0, y: 0, width: 6, height: 5 };
        assert_eq!(Area::changed(None, &now, (6, 5)), whole, "all of the first");
        let nothing = Area { x: 0, y: 0, width: 1, height: 1 };
        assert_eq!(Area::changed(Some(&before), &now, (6, 5)), nothing);
        for (x, y) in [(1, 2), (4, 3)] {
            now[4 * (6 * y + x)] = 8;
        }
        let area = Area::changed(Some(&before), &now, (6, 5));
        assert_eq!(area, Area { x: 1, y: 2, width: 4, height: 2 });
        let pixels: Vec<u8> = area.pixels(&now, 6).map(|pixel| pixel[0]).collect();
        assert_eq!(pixels, [8, 7, 7, 7, 7, 7, 7, 8]);
    }

    #[test]
    fn speeds_are_inside_their_limits() {
        let hundredths =
            |text: &str, frame| FrameRate::parse(text).map(|speed| speed.hundredths(frame));
        assert_eq!(hundredths("25", 7), Ok(4));
        assert_eq!(hundredths("0.1", 0), Ok(1000));
        let second: u16 = (0..30).filter_map(|frame| hundredths("30", frame).ok()).sum();
        assert_eq!(second, 100, "30 frames take a second");
        assert!((0..100).all(|frame| matches!(hundredths("30", frame), Ok(3 | 4))));
        for text in ["", "0", "51", "NaN", "fast"] {
            assert_eq!(FrameRate::parse(text), Err(NotAFrameRate(text.to_owned())));
        }
    }
}
