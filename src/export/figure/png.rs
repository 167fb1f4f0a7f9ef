//! Figures as png.

use super::{error::FigureError, pixels::pixels, png_encoding::png_writer, request::FigureRequest};
use crate::{export::Provenance, picture::Figure};

/// Encodes the figure whose SVG text is given.
pub(super) fn png(
    svg: &str,
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
) -> Result<Vec<u8>, FigureError> {
    let mut rgba = pixels(svg, request)?;
    let color = if request.is_transparent() {
        png::ColorType::Rgba
    } else {
        // Opaque: keeps three of every four bytes, moved together in place.
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
    let mut writer = png_writer(encoder, &figure.title, provenance)?;
    writer.write_image_data(&rgba)?;
    writer.finish()?;
    Ok(bytes)
}
