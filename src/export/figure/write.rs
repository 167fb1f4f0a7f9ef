//! Writes a figure in the requested format.

use std::io::Write;

use super::{
    pdf::pdf,
    png::png,
    request::{FigureFormat, FigureRequest},
    svg::svg,
};
use crate::{
    export::{ExportError, Progress, Provenance},
    picture::Figure,
};

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
    let text = svg(figure, request, provenance)?;
    progress.advance(0, 0)?;
    let bytes = match request.format {
        FigureFormat::Svg => text.into_bytes(),
        FigureFormat::Png => png(&text, figure, request, provenance)?,
        FigureFormat::Pdf => pdf(&text, figure, request, provenance)?,
    };
    progress.advance(0, 0)?;
    out.write_all(&bytes)?;
    Ok(progress.advance(1, bytes.len() as u64)?)
}
