//! A page with its fonts.

use std::io;

use krilla::{Document, SerializeSettings, geom::Size, metadata::Metadata, page::PageSettings};
use krilla_svg::{SurfaceExt as _, SvgSettings};

use super::{FigureRequest, tree};
use crate::{
    export::{ExportError, PROGRAM, Provenance},
    picture::Figure,
};

/// What the scene begins with among the keywords of a document.
pub(crate) const SCENE: &str = "scene:";

pub(super) fn pdf(
    svg: &str,
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
) -> Result<Vec<u8>, ExportError> {
    let tree = tree(svg)?;
    let (width, height) = request.size.points();
    let refused = || ExportError::Stream(io::Error::other("a page cannot have that size"));
    let size = Size::from_wh(width as f32, height as f32).ok_or_else(refused)?;
    let settings = PageSettings::from_wh(width as f32, height as f32).ok_or_else(refused)?;
    let mut document = Document::new_with(SerializeSettings::default());
    document.set_metadata(
        Metadata::new()
            .title(figure.title.clone())
            .description(format!(
                "{} ({}; {})",
                figure.sentence, provenance.convention, provenance.parameters
            ))
            .keywords(vec![format!("{SCENE}{}", provenance.scene)])
            .creator(PROGRAM.to_owned()),
    );
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
    surface.finish();
    page.finish();
    drawn.ok_or_else(|| ExportError::Stream(io::Error::other("the figure cannot be drawn")))?;
    let failed = |error| ExportError::Stream(io::Error::other(format!("{error:?}")));
    document.finish().map_err(failed)
}
