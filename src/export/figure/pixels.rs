//! Draws figures as pixels.

use std::ops::Range;

use resvg::tiny_skia;

use super::{
    error::FigureError,
    request::{FigureFormat, FigureRequest},
    svg::svg,
    tree::tree,
};
use crate::{
    export::Provenance,
    picture::{Figure, Rgb},
};

/// Pixels of a figure, row by row, as RGBA with straight alpha.
pub fn figure_pixels(figure: &Figure, request: &FigureRequest) -> Result<Vec<u8>, FigureError> {
    let request = FigureRequest { format: FigureFormat::Png, ..*request };
    pixels(&svg(figure, &request, &Provenance::none())?, &request)
}

/// Largest number of pixels along each side that are averaged to one of a small picture.
const MOST_TIMES: u32 = 6;

/// Width, height and pixels of a figure scaled down to fit into `most`.
pub fn thumbnail(
    figure: &Figure,
    request: &FigureRequest,
    most: [u32; 2],
) -> Result<([usize; 2], Vec<u8>), FigureError> {
    let request = FigureRequest { format: FigureFormat::Png, ..*request };
    let text = svg(figure, &request, &Provenance::none())?;
    let (width, height) = request.size.pixels();
    let [most_across, most_down] = most;
    let share = (f64::from(most_across) / f64::from(width))
        .min(f64::from(most_down) / f64::from(height))
        .min(1.0);
    let side = |pixels: u32| (f64::from(pixels) * share).round().max(1.0) as u32;
    let (width, height) = (side(width), side(height));
    // Drawn larger and averaged: every column of a table has its share of the few pixels.
    let times = ((1.0 / share).ceil() as u32).clamp(1, MOST_TIMES);
    let size = (times * width, times * height);
    let fine = rows_of_pixels(&text, request.ground(), size, 0..size.1)?;
    let [width, height, times] = [width, height, times].map(|it| it as usize);
    Ok(([width, height], averaged(&fine, (width, height), times)))
}

/// Means of squares of `times` by `times` pixels.
fn averaged(fine: &[u8], (width, height): (usize, usize), times: usize) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(4 * width * height);
    let num = (times * times) as u32;
    for y in 0..height {
        for x in 0..width {
            let mut sums = [0; 4];
            for row in y * times..(y + 1) * times {
                let first = 4 * (row * width * times + x * times);
                for pixel in fine[first..first + 4 * times].chunks_exact(4) {
                    for (sum, &value) in sums.iter_mut().zip(pixel) {
                        *sum += u32::from(value);
                    }
                }
            }
            pixels.extend(sums.map(|sum| ((sum + num / 2) / num) as u8));
        }
    }
    pixels
}

pub(super) fn pixels(svg: &str, request: &FigureRequest) -> Result<Vec<u8>, FigureError> {
    let (width, height) = request.size.pixels();
    rows_of_pixels(svg, request.ground(), (width, height), 0..height)
}

/// Some rows of the pixels of a page that has this size in pixels, on a ground.
pub(super) fn rows_of_pixels(
    svg: &str,
    ground: Option<Rgb>,
    (width, height): (u32, u32),
    rows: Range<u32>,
) -> Result<Vec<u8>, FigureError> {
    let tree = tree(svg)?;
    let mut pixels = tiny_skia::Pixmap::new(width, rows.end - rows.start)
        .ok_or(FigureError::TooLarge { width, height })?;
    if let Some([r, g, b]) = ground {
        // The ground of the page may miss a part of the pixels at its edges.
        pixels.fill(tiny_skia::Color::from_rgba8(r, g, b, u8::MAX));
    }
    let scale = tiny_skia::Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    let placed = scale.post_translate(0.0, -(rows.start as f32));
    resvg::render(&tree, placed, &mut pixels.as_mut());
    Ok(pixels.take_demultiplied())
}
