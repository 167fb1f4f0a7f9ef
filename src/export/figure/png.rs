//! Figures as pixels in a png.

use std::io::Write;

use super::{
    pixels::rows_of_pixels,
    png_encoding::{png_failed, png_writer},
    request::FigureRequest,
    svg::Composed,
};
use crate::{
    export::{ExportError, FigureError, Progress, Provenance, progress::Counted},
    picture::Figure,
};

/// Pixels up to which a page is drawn at once. A larger one is drawn in bands, so that memory does not grow with it.
const ONE_BAND: u64 = 1 << 26;
/// Pixels of such a band.
const BAND: u32 = 1 << 24;

/// Writes a figure as png, and counts the bytes.
pub(super) fn write_png(
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    let (width, height) = request.size.pixels();
    let composed = Composed::new(figure, request);
    let out = Counted { out, progress };
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(if request.is_transparent() {
        png::ColorType::Rgba
    } else {
        png::ColorType::Rgb
    });
    encoder.set_pixel_dims(request.size.pixels_per_meter().map(|number| png::PixelDimensions {
        xppu: number,
        yppu: number,
        unit: png::Unit::Meter,
    }));
    if u64::from(width) * u64::from(height) <= ONE_BAND {
        let svg = composed.svg(provenance, None)?;
        progress.advance(0, 0)?;
        let pixels = rows_of_pixels(&svg, request.ground(), (width, height), 0..height)?;
        let pixels = stored(pixels, request);
        progress.advance(0, 0)?;
        let mut writer = png_writer(encoder, &figure.title, provenance).map_err(png_failed)?;
        writer.write_image_data(&pixels).map_err(png_failed)?;
        return writer.finish().map_err(png_failed);
    }
    let mut writer = png_writer(encoder, &figure.title, provenance).map_err(png_failed)?;
    let mut stream = writer.stream_writer().map_err(png_failed)?;
    for pixels in bands(&composed, request, (BAND / width).max(1)) {
        progress.advance(0, 0)?;
        stream.write_all(&stored(pixels?, request))?;
    }
    stream.finish().map_err(png_failed)?;
    writer.finish().map_err(png_failed)
}

/// Pixels of a page in bands of so many rows.
fn bands(
    composed: &Composed<'_>,
    request: &FigureRequest,
    num_rows: u32,
) -> impl Iterator<Item = Result<Vec<u8>, FigureError>> {
    let (width, height) = request.size.pixels();
    (0..height).step_by(num_rows as usize).map(move |first| {
        let rows = first..(first + num_rows).min(height);
        let y = |row: u32| row as f32 / height as f32 * composed.height();
        let svg = composed.svg(&Provenance::none(), Some(&(y(rows.start)..y(rows.end))))?;
        rows_of_pixels(&svg, request.ground(), (width, height), rows)
    })
}

/// Pixels as the file stores them: an opaque page has no alpha.
fn stored(mut rgba: Vec<u8>, request: &FigureRequest) -> Vec<u8> {
    if !request.is_transparent() {
        // Keeps three of every four bytes, moved together in place.
        let opaque = rgba.len() / 4;
        for i in 0..opaque {
            rgba.copy_within(4 * i..4 * i + 3, 3 * i);
        }
        rgba.truncate(3 * opaque);
    }
    rgba
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        export::figure::{FigureFormat, FigureSize, pixels::figure_pixels, whole_figure},
        scene::Scene,
        views::{Results, View},
    };

    #[test]
    fn edges_are_of_the_ground() {
        let scene = Scene::default();
        let size = FigureSize::parse("88x30.1mm", None).unwrap();
        for is_dark in [false, true] {
            let request = FigureRequest { size, is_dark, ..FigureRequest::new(FigureFormat::Png) };
            let known = Results::default();
            let (table, theme) = (scene.table(), request.theme());
            let figure = whole_figure(View::Waves, &scene, &table, theme, &known, || true).unwrap();
            let pixels = figure_pixels(&figure, &request).unwrap();
            let (width, height) = request.size.pixels();
            let [r, g, b] = request.ground().unwrap();
            for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
                let at = 4 * (y * width + x) as usize;
                assert_eq!(pixels[at..at + 4], [r, g, b, 255], "at {x}, {y}");
            }
        }
    }

    #[test]
    fn bands_have_the_pixels_of_the_whole() {
        let scene: Scene = "d_model=24&length=70".parse().unwrap();
        let request = FigureRequest {
            size: FigureSize::new(300, 200).unwrap(),
            ..FigureRequest::new(FigureFormat::Png)
        };
        let known = Results::default();
        let (table, theme) = (scene.table(), request.theme());
        let figure = whole_figure(View::Heatmap, &scene, &table, theme, &known, || true).unwrap();
        let composed = Composed::new(&figure, &request);
        let whole = composed.svg(&Provenance::none(), None).unwrap();
        let ground = request.ground();
        let whole = rows_of_pixels(&whole, ground, (300, 200), 0..200).unwrap();
        let bands: Vec<Vec<u8>> = bands(&composed, &request, 37).map(Result::unwrap).collect();
        assert_eq!(bands.len(), 6);
        let bands = bands.concat();
        assert_eq!(bands.len(), whole.len());
        let apart = whole.iter().zip(&bands).filter(|(a, b)| a.abs_diff(**b) > 2).count();
        // Only where an edge of a cell lies in the middle of a pixel.
        assert!(apart < whole.len() / 200, "{apart} of {} values differ", whole.len());
    }
}
