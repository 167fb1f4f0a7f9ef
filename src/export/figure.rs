//! Figures: composed at a size, as SVG, and from that as png.

use std::{
    fmt::Write as _,
    io::Write,
    sync::{Arc, LazyLock},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use resvg::{tiny_skia, usvg};
use thiserror::Error;

use super::{ExportError, PROGRAM, Progress};
use crate::picture::{
    Align, ColorScale, Drawing, Face, Figure, Frame, Point, Raster, Rect, Rgb, Shape, Text, Theme,
    compose,
};

/// A figure this wide has type as large as a figure in a paper; larger ones have more pixels.
const POINTS_ACROSS: f32 = 820.0;
const POINTS_DOWN: f32 = 600.0;

/// Size of a figure in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureSize {
    width: u32,
    height: u32,
}

/// A text that is no size.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("size cannot be {0:?}: allowed is WxH in pixels, each 64 to 16384, such as 1640x1200")]
pub struct NotASize(String);

impl FigureSize {
    /// Smallest and largest number of pixels along one side.
    pub const SIDE: std::ops::RangeInclusive<u32> = 64..=16_384;

    /// A size inside the limits.
    pub fn new(width: u32, height: u32) -> Result<Self, NotASize> {
        if Self::SIDE.contains(&width) && Self::SIDE.contains(&height) {
            Ok(Self { width, height })
        } else {
            Err(NotASize(format!("{width}x{height}")))
        }
    }

    /// Reads `WxH`.
    pub fn parse(text: &str) -> Result<Self, NotASize> {
        let refuse = || NotASize(text.to_owned());
        let (width, height) = text.split_once(['x', '×']).ok_or_else(refuse)?;
        let side = |text: &str| text.trim().parse().map_err(|_not_a_number| refuse());
        Self::new(side(width)?, side(height)?)
    }

    /// Pixels across and down.
    pub fn pixels(self) -> (u32, u32) {
        (self.width, self.height)
    }
}

impl Default for FigureSize {
    fn default() -> Self {
        Self { width: 1640, height: 1200 }
    }
}

/// Type is the same share of a figure whatever its number of pixels.
fn frame(size: FigureSize, theme: Theme) -> Frame {
    let (width, height) = (size.width as f32, size.height as f32);
    // Small figures keep their type legible, and get less of a plot instead.
    let pixels_per_point = (width / POINTS_ACROSS).min(height / POINTS_DOWN).max(0.8);
    Frame {
        width: width / pixels_per_point,
        height: height / pixels_per_point,
        pixels_per_point,
        theme,
        has_titles: true,
    }
}

/// The figure as SVG: real text, the raster as a picture that is not smoothed.
pub fn svg(figure: &Figure, size: FigureSize, theme: Theme) -> String {
    let frame = frame(size, theme);
    svg_from_drawing(&compose(figure, &frame), &frame, size)
}

fn svg_from_drawing(drawing: &Drawing, frame: &Frame, size: FigureSize) -> String {
    let mut out = String::new();
    let mut element = |text: std::fmt::Arguments<'_>| {
        out.write_fmt(text).and_then(|()| out.write_char('\n')).expect("a String takes every text");
    };
    element(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}">"#,
        size.width, size.height, frame.width, frame.height
    ));
    element(format_args!(r#"<rect width="100%" height="100%" fill="{}"/>"#, hex(frame.theme.tile)));
    for shape in &drawing.shapes {
        match shape {
            Shape::Fill { rect, color } => element(format_args!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
                rect.x,
                rect.y,
                rect.width,
                rect.height,
                hex(*color)
            )),
            Shape::Tint { rect, color, opacity } => element(format_args!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" fill-opacity="{opacity}"/>"#,
                rect.x,
                rect.y,
                rect.width,
                rect.height,
                hex(*color)
            )),
            Shape::Line { points, width, color, opacity } => element(format_args!(
                r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linejoin="round"/>"#,
                points_text(points),
                hex(*color)
            )),
            Shape::Band { upper, lower, color, opacity } => {
                let around: Vec<Point> = upper.iter().chain(lower.iter().rev()).copied().collect();
                element(format_args!(
                    r#"<polygon points="{}" fill="{}" fill-opacity="{opacity}"/>"#,
                    points_text(&around),
                    hex(*color)
                ));
            }
            Shape::Disc { center, radius, color } => element(format_args!(
                r#"<circle cx="{}" cy="{}" r="{radius}" fill="{}"/>"#,
                center.x,
                center.y,
                hex(*color)
            )),
            Shape::Text(text) => element(format_args!("{}", text_element(text))),
            Shape::Raster { rect, request } => {
                element(format_args!("{}", image_element(*rect, &request.render())));
            }
            Shape::ColorBar { rect, scale } => {
                element(format_args!("{}", image_element(*rect, &bar_raster(*scale))));
            }
        }
    }
    element(format_args!("</svg>"));
    out
}

/// To a hundredth of a unit of length: less than a pixel of any screen or printer.
fn points_text(points: &[Point]) -> String {
    let points: Vec<String> =
        points.iter().map(|point| format!("{:.2},{:.2}", point.x, point.y)).collect();
    points.join(" ")
}

fn hex(color: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", color[0], color[1], color[2])
}

fn text_element(text: &Text) -> String {
    let anchor = match text.align {
        Align::Left => "start",
        Align::Center => "middle",
        Align::Right => "end",
    };
    let weight = if text.face == Face::SemiBold { 600 } else { 400 };
    let turn = if text.is_turned {
        format!(r#" transform="rotate(-90 {} {})""#, text.at.x, text.at.y)
    } else {
        String::new()
    };
    let escaped = text.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        r#"<text xml:space="preserve" x="{}" y="{}" font-family="{}" font-weight="{weight}" font-size="{}" fill="{}" text-anchor="{anchor}"{turn}>{escaped}</text>"#,
        text.at.x,
        text.at.y,
        text.face.family(),
        text.size,
        hex(text.color),
    )
}

/// One entry of the color map a pixel, highest on top.
fn bar_raster(scale: ColorScale) -> Raster {
    let pixels: Vec<Rgb> = scale.map.table().iter().rev().copied().collect();
    Raster { width: 1, height: pixels.len() as u32, pixels }
}

fn image_element(rect: Rect, raster: &Raster) -> String {
    let mut png = Vec::new();
    encode_png(&mut png, raster.width, raster.height, raster.pixels.as_flattened(), &[])
        .expect("memory takes every byte");
    format!(
        r#"<image x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{}"/>"#,
        rect.x,
        rect.y,
        rect.width,
        rect.height,
        STANDARD.encode(png)
    )
}

fn encode_png(
    out: impl Write,
    width: u32,
    height: u32,
    rgb: &[u8],
    texts: &[(&str, &str)],
) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    for (keyword, text) in texts {
        encoder.add_itxt_chunk((*keyword).to_owned(), (*text).to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgb)?;
    writer.finish()
}

/// The fonts of figures: ours alone, so that a figure looks the same on every machine.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for face in Face::ALL {
        fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(face.data())));
    }
    Arc::new(fonts)
});

/// Ours first, and those of the system for words in scripts that ours do not have.
static ALL_FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = (**FONTS).clone();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Whether our fonts have every letter of a figure.
fn is_covered(svg: &str) -> bool {
    let has = |c: char| Face::ALL.iter().any(|face| face.covers(c.encode_utf8(&mut [0; 4])));
    svg.chars().filter(|c| !c.is_ascii()).all(has)
}

/// The pixels of a figure: width, height and RGB.
pub fn figure_pixels(
    figure: &Figure,
    size: FigureSize,
    theme: Theme,
) -> Result<Vec<u8>, ExportError> {
    let svg = svg(figure, size, theme);
    let fonts = if is_covered(&svg) { &FONTS } else { &ALL_FONTS };
    let options = usvg::Options { fontdb: Arc::clone(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&svg, &options)
        .map_err(|error| ExportError::Stream(std::io::Error::other(error)))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width, size.height)
        .ok_or(ExportError::FigureTooLarge { width: size.width, height: size.height })?;
    let scale = tiny_skia::Transform::from_scale(
        size.width as f32 / tree.size().width(),
        size.height as f32 / tree.size().height(),
    );
    resvg::render(&tree, scale, &mut pixels.as_mut());
    // The ground is opaque, so premultiplied colors are the colors themselves.
    Ok(pixels.data().chunks_exact(4).flat_map(|rgba| [rgba[0], rgba[1], rgba[2]]).collect())
}

/// Writes a figure as png, with the scene in it.
pub fn figure_png(
    figure: &Figure,
    size: FigureSize,
    theme: Theme,
    scene: &str,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    progress.begin(1);
    progress.advance(0, 0)?;
    let rgb = figure_pixels(figure, size, theme)?;
    progress.advance(0, 0)?;
    let texts = [("Title", figure.title.as_str()), ("Software", PROGRAM), ("Scene", scene)];
    encode_png(out, size.width, size.height, &rgb, &texts).map_err(|error| match error {
        png::EncodingError::IoError(source) => ExportError::Stream(source),
        other => ExportError::Stream(std::io::Error::other(other)),
    })?;
    progress.advance(1, 0)
}
