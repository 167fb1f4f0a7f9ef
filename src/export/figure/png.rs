//! Pixels.

use std::io::{self, Write};

use resvg::tiny_skia;

use super::{FigureFormat, FigureRequest, svg, tree};
use crate::{
    export::{ExportError, PROGRAM, Provenance},
    picture::Figure,
};

/// Keyword of the text in which a png keeps its scene.
pub(crate) const SCENE: &str = "Scene";

/// The pixels of a figure, row by row: red, green, blue, and how much hides what lies behind.
pub fn figure_pixels(figure: &Figure, request: &FigureRequest) -> Result<Vec<u8>, ExportError> {
    let request = FigureRequest { format: FigureFormat::Png, ..*request };
    pixels(&svg::svg(figure, &request, &Provenance::none())?, &request)
}

/// The figure as small as it must be for so much room, with its width and height.
pub fn thumbnail(
    figure: &Figure,
    request: &FigureRequest,
    [most_across, most_down]: [u32; 2],
) -> Result<([usize; 2], Vec<u8>), ExportError> {
    let request = FigureRequest { format: FigureFormat::Png, ..*request };
    let svg = svg::svg(figure, &request, &Provenance::none())?;
    let (width, height) = request.size.pixels();
    let share = (f64::from(most_across) / f64::from(width))
        .min(f64::from(most_down) / f64::from(height))
        .min(1.0);
    let side = |pixels: u32| (f64::from(pixels) * share).round().max(1.0) as u32;
    let (width, height) = (side(width), side(height));
    Ok(([width as usize, height as usize], pixels_at(&svg, (width, height))?))
}

fn pixels(svg: &str, request: &FigureRequest) -> Result<Vec<u8>, ExportError> {
    pixels_at(svg, request.size.pixels())
}

fn pixels_at(svg: &str, (width, height): (u32, u32)) -> Result<Vec<u8>, ExportError> {
    let tree = tree(svg)?;
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .ok_or(ExportError::FigureTooLarge { width, height })?;
    let scale = tiny_skia::Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels.take_demultiplied())
}

pub(super) fn png(
    svg: &str,
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
) -> Result<Vec<u8>, ExportError> {
    let mut rgba = pixels(svg, request)?;
    let color = if request.is_transparent() {
        png::ColorType::Rgba
    } else {
        // Nothing lies behind: three of four bytes, moved together where they are.
        let opaque = rgba.len() / 4;
        for i in 0..opaque {
            rgba.copy_within(4 * i..4 * i + 3, 3 * i);
        }
        rgba.truncate(3 * opaque);
        png::ColorType::Rgb
    };
    let mut bytes = Vec::new();
    let (width, height) = request.size.pixels();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_pixel_dims(request.size.pixels_per_meter().map(|number| png::PixelDimensions {
        xppu: number,
        yppu: number,
        unit: png::Unit::Meter,
    }));
    let write = || {
        let mut writer = png_writer(encoder, &figure.title, provenance)?;
        writer.write_image_data(&rgba)?;
        writer.finish()
    };
    write().map_err(png_failed)?;
    Ok(bytes)
}

/// A png that is about to get its pixels, with where it came from in it.
pub(crate) fn png_writer<W: Write>(
    mut encoder: png::Encoder<'_, W>,
    title: &str,
    provenance: &Provenance,
) -> Result<png::Writer<W>, png::EncodingError> {
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    for (keyword, text) in [
        ("Title", title),
        ("Software", PROGRAM),
        ("Convention", &provenance.convention),
        ("Parameters", &provenance.parameters),
        (SCENE, &provenance.scene),
    ] {
        encoder.add_itxt_chunk(keyword.to_owned(), text.to_owned())?;
    }
    encoder.write_header()
}

/// A small picture inside a figure.
pub(super) fn png_of_raster(width: u32, height: u32, rgb: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(rgb)?;
        writer.finish()
    });
    written.expect("memory takes every byte");
    bytes
}

pub(crate) fn png_failed(error: png::EncodingError) -> ExportError {
    match error {
        png::EncodingError::IoError(source) => ExportError::Stream(source),
        other => ExportError::Stream(io::Error::other(other)),
    }
}
