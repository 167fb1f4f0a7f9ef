//! Writes a figure in the requested format.

use std::io::Write;

use super::{
    pdf::pdf,
    png::write_png,
    request::{FigureFormat, FigureRequest},
    svg::{Composed, svg},
};
use crate::{
    export::{ExportError, Progress, Provenance, progress::Counted},
    picture::Figure,
};

/// Labels and texts for which a figure has no room at its size, each once.
pub fn omitted(figure: &Figure, request: &FigureRequest) -> Vec<String> {
    let mut omitted = Composed::new(figure, request).omitted();
    let mut seen = Vec::new();
    omitted.retain(|name| {
        let is_new = !seen.contains(name);
        seen.push(name.clone());
        is_new
    });
    omitted
}

/// Writes a figure with its provenance.
pub fn write_figure(
    figure: &Figure,
    request: &FigureRequest,
    provenance: &Provenance,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), ExportError> {
    progress.begin(1);
    progress.advance(0, 0)?;
    match request.format {
        FigureFormat::Png => write_png(figure, request, provenance, out, progress)?,
        FigureFormat::Svg | FigureFormat::Pdf => {
            let text = svg(figure, request, provenance)?;
            progress.advance(0, 0)?;
            let bytes = match request.format {
                FigureFormat::Pdf => pdf(text, figure, request, provenance)?,
                _ => text.into_bytes(),
            };
            progress.advance(0, 0)?;
            Counted { out, progress }.write_all(&bytes)?;
        }
    }
    Ok(progress.advance(1, 0)?)
}
