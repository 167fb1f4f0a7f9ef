//! Animated gif with one palette of 256 colors for the whole film, so that nothing flickers.

use std::{borrow::Cow, collections::HashMap, io::Write};

use color_quant::NeuQuant;
use gif::{AnyExtension, DisposalMethod, Encoder, EncodingError, Repeat};
use rayon::prelude::*;

use super::{
    error::AnimationError,
    film::{Film, each_frame},
    request::AnimationRequest,
};
use crate::{
    export::{
        error::ExportError,
        figure::{SCENE_PREFIX, figure_pixels},
        progress::Progress,
        provenance::PROGRAM,
    },
    picture::Rgb,
};

/// Number of colors.
const COLORS: usize = 256;
/// Number of the most frequent colors that stay exact: background, text, lines, and even parts of a map.
const EXACT: usize = 128;
/// Number of frames from which the colors are chosen.
const SAMPLES: usize = 6;
/// Sampling factor of the quantizer.
const EVERY_PIXEL: i32 = 1;
/// Label of a comment block.
const COMMENT: AnyExtension = AnyExtension(0xfe);

pub(super) fn write(
    film: &Film<'_>,
    request: &AnimationRequest,
    out: &mut impl Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    let (width, height) = request.figure.size.pixels();
    let mut colors = GifColors::of(film, request, progress)?;
    let begin = || {
        let mut encoder =
            Encoder::new(out, width as u16, height as u16, colors.palette.as_flattened())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let scene = format!("{SCENE_PREFIX}{}", (film.provenance)(0).scene);
        for comment in [scene.as_bytes(), PROGRAM.as_bytes()] {
            let blocks: Vec<&[u8]> = comment.chunks(usize::from(u8::MAX)).collect();
            encoder.write_raw_extension(COMMENT, &blocks)?;
        }
        Ok(encoder)
    };
    let mut encoder = begin().map_err(failed)?;
    each_frame(film, &request.figure, progress, |number, area, now| {
        let frame = gif::Frame {
            left: area.x as u16,
            top: area.y as u16,
            width: area.width as u16,
            height: area.height as u16,
            delay: request.speed.hundredths(number),
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(
                area.pixels(now, width).map(|pixel| colors.index(rgb(pixel))).collect(),
            ),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)
    })
}

fn rgb(pixel: &[u8]) -> Rgb {
    [pixel[0], pixel[1], pixel[2]]
}

fn failed(error: EncodingError) -> ExportError {
    match error {
        EncodingError::Io(source) => source.into(),
        other => AnimationError::Gif(other).into(),
    }
}

/// Palette of a film.
struct GifColors {
    palette: Vec<Rgb>,
    /// Index of the nearest entry for colors met so far.
    known: HashMap<Rgb, u8>,
}

impl GifColors {
    /// Chooses the palette from some of the frames: all of their colors if they fit, else the most frequent
    /// ones, and a quantization of the rest.
    fn of(
        film: &Film<'_>,
        request: &AnimationRequest,
        progress: &Progress,
    ) -> Result<Self, ExportError> {
        let step = film.num_frames.div_ceil(SAMPLES);
        let mut pixels: Vec<Rgb> = Vec::new();
        for i in (0..film.num_frames).step_by(step) {
            progress.advance(0, 0)?;
            let frame = figure_pixels(&(film.frame)(i)?, &request.figure)?;
            pixels.extend(frame.chunks_exact(4).map(rgb));
        }
        pixels.par_sort_unstable();
        let mut counts: Vec<(usize, Rgb)> =
            pixels.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0])).collect();
        counts.sort_unstable_by_key(|&(count, color)| (std::cmp::Reverse(count), color));
        let num_exact = if counts.len() <= COLORS { counts.len() } else { EXACT };
        let mut palette: Vec<Rgb> = counts[..num_exact].iter().map(|&(_, color)| color).collect();
        if counts.len() > COLORS {
            let rest: Vec<u8> = counts[num_exact..]
                .iter()
                .flat_map(|&(_, [red, green, blue])| [red, green, blue, u8::MAX])
                .collect();
            let near = NeuQuant::new(EVERY_PIXEL, COLORS - num_exact, &rest);
            palette.extend(near.color_map_rgb().chunks_exact(3).map(rgb));
        }
        Ok(Self { palette, known: HashMap::new() })
    }

    /// Index of the nearest color.
    fn index(&mut self, color: Rgb) -> u8 {
        let palette = &self.palette;
        *self.known.entry(color).or_insert_with(|| {
            let distance = |other: &Rgb| -> u32 {
                let parts = color.iter().zip(other);
                parts.map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = palette.iter().enumerate().min_by_key(|(_, other)| distance(other));
            nearest.map_or(0, |(index, _)| index as u8)
        })
    }
}
