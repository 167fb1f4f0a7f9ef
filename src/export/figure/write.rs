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
    picture::{Figure, Omission},
};

/// Parts for which a figure has no room at its size, each once.
pub(super) fn omitted(figure: &Figure, request: &FigureRequest) -> Vec<Omission> {
    let mut omitted = Composed::new(figure, request).omitted();
    let mut seen = Vec::new();
    omitted.retain(|part| {
        let is_new = !seen.contains(part);
        seen.push(part.clone());
        is_new
    });
    omitted
}

/// Note on the parts for which a figure has no room; `None` if it has all.
pub fn omitted_note(figure: &Figure, request: &FigureRequest) -> Option<String> {
    let omitted = omitted(figure, request);
    let texts: Vec<&str> = omitted.iter().map(Omission::text).collect();
    (!texts.is_empty()).then(|| format!("no room for {}", texts.join(", ")))
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
