//! Tree of shapes from which pixels and pages are drawn.

use std::sync::{Arc, LazyLock};

use resvg::usvg;

use super::error::FigureError;
use crate::picture::Face;

/// Bundled fonts, so that a figure looks the same on every machine.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for face in Face::ALL {
        fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(face.data())));
    }
    Arc::new(fonts)
});

/// Bundled fonts, then those of the system for scripts that the bundled ones lack.
static ALL_FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = (**FONTS).clone();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// True if the bundled fonts have every letter of a figure.
fn is_covered(svg: &str) -> bool {
    let has = |c: char| Face::ALL.iter().any(|face| face.covers(c.encode_utf8(&mut [0; 4])));
    svg.chars().filter(|c| !c.is_ascii()).all(has)
}

/// Parses the SVG text of a figure into shapes, with fonts for its texts.
pub(super) fn tree(svg: &str) -> Result<usvg::Tree, FigureError> {
    let fonts = if is_covered(svg) { &FONTS } else { &ALL_FONTS };
    let options = usvg::Options { fontdb: Arc::clone(fonts), ..usvg::Options::default() };
    Ok(usvg::Tree::from_str(svg, &options)?)
}
