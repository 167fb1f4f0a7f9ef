//! Documents: several pages of shapes and figures as PDF.

use std::io::Write;

use krilla::{
    Document, SerializeSettings,
    configure::{ConfigurationBuilder, PdfVersion},
    geom::{Size, Transform},
    metadata::Metadata,
    page::PageSettings,
    surface::Surface,
};
use krilla_svg::{SurfaceExt as _, SvgSettings};

use super::{
    error::FigureError,
    request::FigureRequest,
    svg::{svg, svg_of_shapes},
    tree::tree,
};
use crate::{
    export::{ExportError, PROGRAM, Progress, Provenance, progress::Counted},
    picture::{Figure, Point, Shape},
};

/// Part of a page.
pub enum PageItem {
    /// Shape, in points from the upper left corner of the page.
    Shape(Shape),
    /// Figure.
    Figure {
        /// Figure to draw.
        figure: Box<Figure>,
        /// Size and parts of the figure.
        request: FigureRequest,
        /// Scene of the figure.
        provenance: Provenance,
        /// Upper left corner, in points.
        at: Point,
    },
}

/// Page of a document.
#[derive(Default)]
pub struct Page {
    /// Shapes from the bottom up, and figures, which are drawn above all shapes.
    pub items: Vec<PageItem>,
}

/// Empty document, of the latest version of PDF that LaTeX includes without a warning.
pub(super) fn document() -> Document {
    let configuration = ConfigurationBuilder::new().with_version(PdfVersion::Pdf15).finish();
    Document::new_with(SerializeSettings {
        configuration: configuration.unwrap_or_default(),
        ..SerializeSettings::default()
    })
}

/// Writes pages of a size in points as PDF.
pub fn write_document(
    title: &str,
    size: (f32, f32),
    pages: &[Page],
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    progress.begin(pages.len() as u64);
    let mut document = document();
    document.set_metadata(Metadata::new().title(title.to_owned()).creator(PROGRAM.to_owned()));
    for page in pages {
        let settings = PageSettings::from_wh(size.0, size.1).ok_or(FigureError::PageSize)?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        let drawn = draw_page(page, size, &mut surface);
        surface.finish();
        sheet.finish();
        drawn?;
        progress.advance(1, 0)?;
    }
    let bytes = document.finish().map_err(FigureError::Pdf)?;
    Ok(Counted { out, progress }.write_all(&bytes)?)
}

/// Draws the shapes of a page, then its figures.
fn draw_page(page: &Page, size: (f32, f32), surface: &mut Surface<'_>) -> Result<(), FigureError> {
    let shapes = page.items.iter().filter_map(|item| match item {
        PageItem::Shape(shape) => Some(shape),
        PageItem::Figure { .. } => None,
    });
    draw(&svg_of_shapes(shapes, size)?, size, surface)?;
    for item in &page.items {
        let PageItem::Figure { figure, request, provenance, at } = item else { continue };
        let (width, height) = request.size.points();
        surface.push_transform(&Transform::from_translate(at.x, at.y));
        let drawn = svg(figure, request, provenance)
            .and_then(|svg| draw(&svg, (width as f32, height as f32), surface));
        surface.pop();
        drawn?;
    }
    Ok(())
}

fn draw(
    svg: &str,
    (width, height): (f32, f32),
    surface: &mut Surface<'_>,
) -> Result<(), FigureError> {
    let size = Size::from_wh(width, height).ok_or(FigureError::PageSize)?;
    let drawn = surface.draw_svg(&tree(svg)?, size, SvgSettings::default());
    drawn.ok_or(FigureError::NotDrawn)
}
