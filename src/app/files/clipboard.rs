//! Copies pictures and values to the clipboard. A figure takes longer than a frame, so it is made in the background.

use crate::{
    app::tasks::{
        jobs::{Jobs, Outcome},
        task::wake,
    },
    export::{
        DataExport, DataRequest, Dtype, ExportError, FigureFormat, FigureRequest, FigureSize,
        Format, Progress, figure_pixels, whole_figure,
    },
    views::{Subject, View, values},
};

/// Scale of a copied picture, unless another is requested.
pub(crate) const STANDARD_SCALE: u32 = 2;
/// Largest number of values that are copied as text.
const MAX_COPIED: u64 = 1_000_000;

/// Starts to copy the figure of a view, `scale` times as large as the smallest readable one.
pub(crate) fn copy_picture(
    ctx: &egui::Context,
    jobs: &mut Jobs,
    subject: Subject<'_>,
    view: View,
    scale: u32,
) {
    let theme = subject.theme;
    let table = subject.table.clone();
    let scene = subject.scene.clone();
    let size = FigureSize::times(scale);
    let results = subject.results.clone();
    jobs.start(
        format!("Copy picture of {}", view.title().to_lowercase()),
        "figure",
        wake(ctx),
        move |progress: &Progress| {
            let is_wanted = || progress.is_wanted();
            let figure = whole_figure(view, &scene, &table, theme, &results, is_wanted)?;
            let (width, height) = size.pixels();
            let request = FigureRequest {
                size,
                is_dark: theme.is_dark,
                ..FigureRequest::new(FigureFormat::Png)
            };
            let rgba = figure_pixels(&figure, &request)?;
            Ok::<_, ExportError>(Outcome::Picture([width as usize, height as usize], rgba))
        },
    );
}

/// Copies the values of a view: returns a short text at once, or starts to write the table in the background.
pub(crate) fn copy_values(
    ctx: &egui::Context,
    jobs: &mut Jobs,
    subject: Subject<'_>,
    view: View,
) -> Result<Option<String>, String> {
    if let Some(text) = view.values_text(subject) {
        return Ok(Some(text));
    }
    let what = view.copies(subject);
    let marked = values::marked_range(subject.scene).filter(|_| view == View::Values);
    let (rows, columns) = marked.unzip();
    let request =
        DataRequest { dtype: Dtype::F64, rows, columns, ..DataRequest::new(what, Format::Tsv) };
    let export = DataExport::new(subject.scene, subject.table, &request)
        .map_err(|error| error.to_string())?;
    let (rows, columns) = export.shape();
    if rows.saturating_mul(columns) > MAX_COPIED {
        return Err(format!(
            "{rows} × {columns} values are too many for the clipboard (at most {MAX_COPIED}): \
             export a file instead"
        ));
    }
    jobs.start(
        format!("Copy values of {}", view.title().to_lowercase()),
        "row",
        wake(ctx),
        move |progress: &Progress| {
            let mut bytes = Vec::new();
            export.write(&mut bytes, progress)?;
            Ok::<_, ExportError>(Outcome::Text(String::from_utf8_lossy(&bytes).into_owned()))
        },
    );
    Ok(None)
}
