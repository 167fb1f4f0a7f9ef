//! Figures as a page of a PDF with its fonts.

use krilla::{geom::Size, metadata::Metadata, page::PageSettings};
use krilla_svg::{SurfaceExt as _, SvgSettings};

use super::{
    document::document, error::FigureError, marks::SCENE_PREFIX, request::FigureRequest, tree::tree,
};
use crate::{
    export::{PROGRAM, Provenance},
    picture::Figure,
};

pub(super) fn pdf(
    svg: String,
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
) -> Result<Vec<u8>, FigureError> {
    // Large figures: nothing is kept longer than it is needed.
    let tree = tree(&svg)?;
    drop(svg);
    let (width, height) = request.size.points();
    let size = Size::from_wh(width as f32, height as f32).ok_or(FigureError::PageSize)?;
    let settings =
        PageSettings::from_wh(width as f32, height as f32).ok_or(FigureError::PageSize)?;
    let mut document = document();
    document.set_metadata(
        Metadata::new()
            .title(figure.title.clone())
            .description(format!(
                "{} ({}; {})",
                figure.sentence, provenance.convention, provenance.parameters
            ))
            .keywords(vec![format!("{SCENE_PREFIX}{}", provenance.scene)])
            .creator(PROGRAM.to_owned()),
    );
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
    surface.finish();
    page.finish();
    drawn.ok_or(FigureError::NotDrawn)?;
    drop(tree);
    document.finish().map_err(FigureError::Pdf)
}
