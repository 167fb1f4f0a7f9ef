//! Shapes as elements of an SVG.

use std::{fmt::Write as _, ops::Range};

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{
    error::FigureError,
    png_encoding::png_of_raster,
    request::{CellShape, FigureFormat, FigureRequest, TextForm},
};
use crate::picture::{
    Align, ColorScale, Face, Point, Raster, RasterRequest, Rect, Rgb, Shape, Span, Text,
};

/// Largest number of pixels of one image. A larger raster is divided into strips, so that memory does not grow with it.
const STRIP: u32 = 1 << 24;

/// Elements written so far, and how shapes become elements.
#[derive(Default)]
pub(super) struct Elements<'a> {
    /// Elements, one a line.
    pub(super) text: String,
    /// True for text as outlines.
    has_outlines: bool,
    /// True for text with the width of each line.
    pub(super) is_live: bool,
    /// True for cells as rectangles.
    is_divided: bool,
    /// Interval of y outside which rasters are left out.
    band: Option<&'a Range<f32>>,
}

impl<'a> Elements<'a> {
    pub(super) fn new(request: &FigureRequest, band: Option<&'a Range<f32>>) -> Self {
        let is_svg = request.format == FigureFormat::Svg;
        Self {
            text: String::new(),
            has_outlines: is_svg && request.text == TextForm::Outlines,
            is_live: is_svg && request.text == TextForm::Live,
            is_divided: request.cells == CellShape::Rectangles
                && request.format != FigureFormat::Png,
            band,
        }
    }

    /// Writes an element on a line of its own.
    pub(super) fn element(&mut self, element: std::fmt::Arguments<'_>) {
        self.text
            .write_fmt(element)
            .and_then(|()| self.text.write_char('\n'))
            .expect("a String takes every text");
    }

    /// Writes a shape.
    pub(super) fn shape(&mut self, shape: &Shape) -> Result<(), FigureError> {
        match shape {
            Shape::Fill { rect, color } => {
                self.element(format_args!("{}", rect_element(*rect, *color)));
            }
            Shape::Tint { rect, color, opacity } => self.element(format_args!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" fill-opacity="{opacity}"/>"#,
                rect.x,
                rect.y,
                rect.width,
                rect.height,
                hex(*color)
            )),
            Shape::Line { points, width, color, opacity } => self.element(format_args!(
                r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linejoin="round"/>"#,
                points_text(points),
                hex(*color)
            )),
            Shape::Band { upper, lower, color, opacity } => {
                let around: Vec<Point> =
                    upper.iter().chain(lower.iter().rev()).copied().collect();
                self.element(format_args!(
                    r#"<polygon points="{}" fill="{}" fill-opacity="{opacity}"/>"#,
                    points_text(&around),
                    hex(*color)
                ));
            }
            Shape::Disc { center, radius, color } => self.element(format_args!(
                r#"<circle cx="{}" cy="{}" r="{radius}" fill="{}"/>"#,
                center.x,
                center.y,
                hex(*color)
            )),
            // Scripts that the bundled fonts lack stay text.
            Shape::Text(text) if self.has_outlines && text.face.covers(&text.text) => {
                self.element(format_args!("{}", outline_element(text)));
            }
            Shape::Text(text) => self.element(format_args!("{}", text_element(text, self.is_live))),
            Shape::Raster { rect, request: raster } => {
                let cells = at_cells(raster, !self.is_divided);
                if self.is_divided {
                    let rectangles = rectangles(*rect, &cells.render());
                    if rectangles.len() > FigureRequest::MOST_RECTANGLES {
                        return Err(FigureError::TooManyRectangles);
                    }
                    self.element(format_args!(r#"<g shape-rendering="crispEdges">"#));
                    for (rect, color) in rectangles {
                        self.element(format_args!("{}", rect_element(rect, color)));
                    }
                    self.element(format_args!("</g>"));
                } else {
                    for (rect, strip) in strips(*rect, &cells, self.band) {
                        self.element(format_args!("{}", image_element(rect, &strip.render())));
                    }
                }
            }
            Shape::ColorBar { rect, scale } => {
                let bar = bar_raster(*scale, rect.is_upright());
                self.element(format_args!("{}", image_element(*rect, &bar)));
            }
        }
        Ok(())
    }
}

/// Points to a hundredth of a unit of length, less than a pixel of any screen or printer.
fn points_text(points: &[Point]) -> String {
    let points: Vec<String> =
        points.iter().map(|point| format!("{:.2},{:.2}", point.x, point.y)).collect();
    points.join(" ")
}

pub(super) fn hex(color: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", color[0], color[1], color[2])
}

/// Style sheet with the fonts of the texts, for viewers that read fonts from the file.
pub(super) fn fonts(shapes: &[Shape]) -> String {
    let is_used = |face: &Face| {
        shapes.iter().any(|shape| matches!(shape, Shape::Text(text) if text.face == *face))
    };
    let mut out = String::new();
    for face in Face::ALL.into_iter().filter(is_used) {
        let (family, weight) = (face.family(), weight(face));
        let data = STANDARD.encode(face.data());
        let written = write!(
            out,
            r#"@font-face{{font-family:"{family}";font-weight:{weight};src:url(data:font/ttf;base64,{data})}}"#
        );
        debug_assert!(written.is_ok(), "a String takes every text");
    }
    out
}

fn weight(face: Face) -> u32 {
    if face == Face::SemiBold { 600 } else { 400 }
}

/// True for brackets in sizes without a Unicode character of their own. No other font has them, so they are drawn
/// as shapes.
fn is_private(text: &str) -> bool {
    text.chars().any(|c| ('\u{e000}'..='\u{f8ff}').contains(&c))
}

/// Text as the outlines of its letters. Its words are the title of the shape.
fn outline_element(text: &Text) -> String {
    let (path, width) = text.face.outline(&text.text, text.size);
    let shift = match text.align {
        Align::Left => 0.0,
        Align::Center => width / 2.0,
        Align::Right => width,
    };
    let turn = if text.is_turned { " rotate(-90)" } else { "" };
    let title = match text.words.as_deref().unwrap_or(&text.text) {
        "" => String::new(),
        words => format!("<title>{}</title>", escaped(words)),
    };
    format!(
        r#"<path transform="translate({} {}){turn} translate({} 0)" fill="{}" d="{path}">{title}</path>"#,
        text.at.x,
        text.at.y,
        -shift,
        hex(text.color),
    )
}

/// Text as text. With `has_length`, the width that it has here is written as well, for programs with another font.
fn text_element(text: &Text, has_length: bool) -> String {
    if is_private(&text.text) && !text.is_turned {
        return outline_element(text);
    }
    let anchor = match text.align {
        Align::Left => "start",
        Align::Center => "middle",
        Align::Right => "end",
    };
    let weight = weight(text.face);
    let turn = if text.is_turned {
        format!(r#" transform="rotate(-90 {} {})""#, text.at.x, text.at.y)
    } else {
        String::new()
    };
    let length = if has_length && text.face.covers(&text.text) {
        let width = text.face.width(&text.text, text.size);
        format!(r#" textLength="{width}" lengthAdjust="spacingAndGlyphs""#)
    } else {
        String::new()
    };
    let escaped = escaped(&text.text);
    let family = family(text.face);
    format!(
        r#"<text xml:space="preserve" x="{}" y="{}" font-family="{family}" font-weight="{weight}" font-size="{}" fill="{}" text-anchor="{anchor}"{length}{turn}>{escaped}</text>"#,
        text.at.x,
        text.at.y,
        text.size,
        hex(text.color),
    )
}

/// Raster of a color bar: one pixel for each of its colors, the highest on top or at the right.
fn bar_raster(scale: ColorScale, is_upright: bool) -> Raster {
    let mut pixels: Vec<Rgb> = scale.colors().to_vec();
    let num = pixels.len() as u32;
    if is_upright {
        pixels.reverse();
        Raster { width: 1, height: num, pixels }
    } else {
        Raster { width: num, height: 1, pixels }
    }
}

/// Font family with its generic substitute.
fn family(face: Face) -> String {
    let instead = if face == Face::Math { "serif" } else { "sans-serif" };
    format!("{}, {instead}", face.family())
}

/// Escapes text for an element or an attribute. XML has no control characters but white space, in any writing: they
/// become spaces.
pub(super) fn escaped(text: &str) -> String {
    let is_of_xml = |c: char| match c {
        '\t' | '\n' | '\r' => true,
        '\u{0}'..' ' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    let text: String = text.chars().map(|c| if is_of_xml(c) { c } else { ' ' }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn rect_element(rect: Rect, color: Rgb) -> String {
    format!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>"#,
        rect.x,
        rect.y,
        rect.width,
        rect.height,
        hex(color)
    )
}

/// Gives every cell the same number of pixels, which is exact at every size of the figure. This requires whole
/// cells of at least one pixel; other rasters stay as they are. With `is_fine`, a cell gets about as many pixels
/// as it has in the figure, so that a viewer that smooths the image blurs at most one of them; otherwise it gets
/// one pixel.
fn at_cells(request: &RasterRequest, is_fine: bool) -> RasterRequest {
    let number = |span: Span, pixels: u32| {
        let is_whole = span.start.fract() == 0.0 && span.end.fract() == 0.0;
        if !is_whole || span.length() > f64::from(pixels) {
            return pixels;
        }
        let cells = span.length() as u32;
        if is_fine { cells * (pixels / cells) } else { cells }
    };
    RasterRequest {
        width: number(request.x, request.width),
        height: number(request.y, request.height),
        ..request.clone()
    }
}

/// Strips of a raster from top to bottom, each small enough to be an image of its own. Each reaches one row of pixels
/// under the next one, so that no background shines through in between. With a band, the only strip is the part of the
/// raster in the band.
fn strips(
    rect: Rect,
    raster: &RasterRequest,
    band: Option<&Range<f32>>,
) -> Vec<(Rect, RasterRequest)> {
    let height = raster.height;
    let num_rows = (STRIP / raster.width.max(1)).max(1);
    let rows: Vec<Range<u32>> = match band {
        Some(band) => {
            let row = |y: f32| (y - rect.y) / rect.height * height as f32;
            let first = (row(band.start).floor() - 1.0).clamp(0.0, height as f32) as u32;
            let end = (row(band.end).ceil() + 1.0).clamp(0.0, height as f32) as u32;
            (first < end).then_some(first..end).into_iter().collect()
        }
        None if height <= num_rows => return vec![(rect, raster.clone())],
        None => {
            let firsts = (0..height).step_by(num_rows as usize);
            firsts.map(|first| first..(first + num_rows + 1).min(height)).collect()
        }
    };
    let share = |row: u32| f64::from(row) / f64::from(height);
    let strip = |rows: Range<u32>| {
        let (top, bottom) = (share(rows.start), share(rows.end));
        let at = |share: f64| raster.y.length().mul_add(share, raster.y.start);
        let strip = RasterRequest {
            y: Span { start: at(top), end: at(bottom) },
            height: rows.end - rows.start,
            ..raster.clone()
        };
        let y = f64::from(rect.height).mul_add(top, f64::from(rect.y));
        let height = f64::from(rect.height) * (bottom - top);
        (Rect { y: y as f32, height: height as f32, ..rect }, strip)
    };
    rows.into_iter().map(strip).collect()
}

/// Rectangles of a raster, one for each run of equal pixels in a row. Each reaches slightly under the next one and
/// under the next row, which are drawn over it, because viewers let the background shine through between
/// rectangles that only touch.
fn rectangles(rect: Rect, raster: &Raster) -> Vec<(Rect, Rgb)> {
    const OVERLAP: f32 = 0.3;
    let (width, height) = (rect.width / raster.width as f32, rect.height / raster.height as f32);
    let mut out = Vec::new();
    for (row, pixels) in raster.pixels.chunks(raster.width as usize).enumerate() {
        let y = rect.y + row as f32 * height;
        let bottom = (y + height + OVERLAP).min(rect.bottom());
        let mut first = 0;
        for run in pixels.chunk_by(|a, b| a == b) {
            let x = rect.x + first as f32 * width;
            let right = (x + run.len() as f32 * width + OVERLAP).min(rect.right());
            out.push((Rect { x, y, width: right - x, height: bottom - y }, run[0]));
            first += run.len();
        }
    }
    out
}

fn image_element(rect: Rect, raster: &Raster) -> String {
    let png = png_of_raster(raster.width, raster.height, raster.pixels.as_flattened());
    format!(
        r#"<image x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{}"/>"#,
        rect.x,
        rect.y,
        rect.width,
        rect.height,
        STANDARD.encode(png)
    )
}
