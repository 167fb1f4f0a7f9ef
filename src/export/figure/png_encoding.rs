//! Encodes pixels as png.

use std::io::Write;

use super::{
    error::FigureError,
    marks::{PNG_FRAME, PNG_SCENE},
};
use crate::export::{ExportError, PROGRAM, Provenance};

/// Begins a png with its provenance; the pixels follow.
pub(crate) fn png_writer<W: Write>(
    mut encoder: png::Encoder<'_, W>,
    title: &str,
    provenance: &Provenance,
) -> Result<png::Writer<W>, png::EncodingError> {
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let always = [
        ("Title", title),
        ("Software", PROGRAM),
        ("Convention", &provenance.convention),
        ("Parameters", &provenance.parameters),
        (PNG_SCENE, &provenance.scene),
    ];
    let frame = provenance.frame.as_deref().map(|frame| (PNG_FRAME, frame));
    for (keyword, text) in always.into_iter().chain(frame) {
        encoder.add_itxt_chunk(keyword.to_owned(), text.to_owned())?;
    }
    encoder.write_header()
}

/// Encodes an image that is part of a figure.
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

/// Distinguishes a failed write from an error of the encoder.
pub(crate) fn png_failed(error: png::EncodingError) -> ExportError {
    match error {
        png::EncodingError::IoError(source) => source.into(),
        other => FigureError::Png(other).into(),
    }
}
