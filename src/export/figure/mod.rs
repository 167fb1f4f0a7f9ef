//! Figures: composed at a size, as SVG; and from that, with the same tree of shapes, as png and pdf.

mod pdf;
mod png;
mod size;
mod svg;

use std::{
    io::{self, Write},
    sync::{Arc, LazyLock},
};

use resvg::usvg;

pub(super) use self::{
    pdf::SCENE as PDF_SCENE,
    png::{SCENE as PNG_SCENE, png_failed, png_writer},
    svg::{MOST_RECTANGLES, SOURCE as SVG_SOURCE},
};
pub use self::{
    png::{figure_pixels, thumbnail},
    size::{FigureSize, NotASize},
};
use super::{ExportError, Progress, Provenance};
use crate::{
    keyed::keyed,
    picture::{Face, Figure, Part, Parts, Theme},
};

keyed! {
    /// Formats for figures; the key is the ending of the file.
    pub enum FigureFormat {
        /// Pixels.
        Png = "png",
        /// Shapes and text, for the web and to be worked on.
        Svg = "svg",
        /// A page with its fonts, for a paper.
        Pdf = "pdf",
    }
}

keyed! {
    /// How the cells of a heatmap are written in svg and pdf.
    pub enum CellShape {
        /// As one picture, a pixel a cell, that is not smoothed.
        Raster = "raster",
        /// As a rectangle each, to be worked on; cells of one color in a row are one.
        Rectangles = "rectangles",
    }
}

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureRequest {
    /// In which form.
    pub format: FigureFormat,
    /// How large.
    pub size: FigureSize,
    /// Whether for dark ground.
    pub is_dark: bool,
    /// What is drawn of it.
    pub parts: Parts,
    /// How cells are written.
    pub cells: CellShape,
}

impl FigureRequest {
    /// A whole figure on white ground.
    pub fn new(format: FigureFormat) -> Self {
        Self {
            format,
            size: FigureSize::default(),
            is_dark: false,
            parts: Parts::ALL,
            cells: CellShape::Raster,
        }
    }

    /// Its colors.
    pub fn theme(&self) -> Theme {
        Theme::new(self.is_dark)
    }

    fn is_transparent(&self) -> bool {
        !self.parts.has(Part::Ground)
    }
}

/// Writes a figure, with where it came from in it.
pub fn write_figure(
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    progress.begin(1);
    progress.advance(0, 0)?;
    let text = svg::svg(figure, request, provenance)?;
    progress.advance(0, 0)?;
    let bytes = match request.format {
        FigureFormat::Svg => text.into_bytes(),
        FigureFormat::Png => png::png(&text, figure, request, provenance)?,
        FigureFormat::Pdf => pdf::pdf(&text, figure, request, provenance)?,
    };
    progress.advance(0, 0)?;
    out.write_all(&bytes)?;
    progress.advance(1, bytes.len() as u64)
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

/// The shapes of a figure, with fonts for its texts.
fn tree(svg: &str) -> Result<usvg::Tree, ExportError> {
    let fonts = if is_covered(svg) { &FONTS } else { &ALL_FONTS };
    let options = usvg::Options { fontdb: Arc::clone(fonts), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options)
        .map_err(|error| ExportError::Stream(io::Error::other(error)))
}
