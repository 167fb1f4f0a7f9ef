//! Pictures and values to the clipboard: made in the background, since a figure takes longer than a frame.

use std::sync::Arc;

use super::{App, jobs::Outcome, state::Severity};
use crate::{
    export::{
        DataExport, DataRequest, Dtype, FigureFormat, FigureRequest, FigureSize, Format, Language,
        Progress, What, code, figure_pixels, whole_figure,
    },
    picture::Theme,
    views::{View, values},
};

/// The size of a picture that is copied, unless another is asked for.
pub(super) const MIDDLE_SCALE: u32 = 2;
/// Most values that go to the clipboard as text.
const MOST_COPIED: u64 = 1_000_000;

impl App {
    /// The figure of a view, so many times as large as the smallest that is still read well.
    pub(super) fn copy_picture(&mut self, ctx: &egui::Context, view: View, scale: u32) {
        let theme = Theme::new(ctx.theme() == egui::Theme::Dark);
        let encoding = Arc::clone(self.state.encoding());
        let scene = self.state.scene().clone();
        let size = FigureSize::times(scale);
        let answers = self.studies.answers().clone();
        let wake = ctx.clone();
        self.jobs.start(
            format!("Copy picture of {}", view.title().to_lowercase()),
            "figure",
            move || wake.request_repaint(),
            move |progress: &Progress| {
                let is_wanted = || progress.is_wanted();
                let figure = whole_figure(view, &scene, &encoding, theme, &answers, is_wanted)?;
                let (width, height) = size.pixels();
                let request = FigureRequest {
                    size,
                    is_dark: theme.is_dark,
                    ..FigureRequest::new(FigureFormat::Png)
                };
                let rgba = figure_pixels(&figure, &request)?;
                Ok(Outcome::Picture([width as usize, height as usize], rgba))
            },
        );
    }

    /// Code that makes the table.
    pub(super) fn copy_code(&mut self, ctx: &egui::Context, language: Language) {
        ctx.copy_text(code(self.state.scene(), self.state.encoding(), language));
        self.state.tell(Severity::Info, format!("Copied code for {}", language.title()));
    }

    pub(super) fn copy_values(&mut self, ctx: &egui::Context, view: View) {
        if let Some(text) = view.values_text(self.subject(ctx)) {
            ctx.copy_text(text);
            self.state.tell(Severity::Info, "Copied the values");
            return;
        }
        let what = match view {
            View::Heatmap
            | View::Waves
            | View::Manifold
            | View::Counter
            | View::Values
            | View::SideBySide
            | View::Tokens
            | View::Sum
            | View::WordSimilarity
            | View::TwoWords
            | View::Criteria => What::Table,
            View::Similarity | View::Profile | View::Facts => What::Similarity,
            View::Wavelengths | View::Shares | View::Clocks => What::Frequencies,
            View::Rotation | View::RotationLab | View::Pair | View::Checks | View::Proof => {
                What::Rotation
            }
        };
        let marked = values::marked_range(self.state.scene()).filter(|_| view == View::Values);
        let (rows, columns) = marked.unzip();
        let request =
            DataRequest { dtype: Dtype::F64, rows, columns, ..DataRequest::new(what, Format::Tsv) };
        let export = match DataExport::new(self.state.scene(), self.state.encoding(), &request) {
            Ok(export) => export,
            Err(error) => {
                self.state.tell(Severity::Error, error.to_string());
                return;
            }
        };
        let (rows, columns) = export.shape();
        if rows.saturating_mul(columns) > MOST_COPIED {
            let told = format!(
                "{rows} × {columns} values are too many for the clipboard (at most {MOST_COPIED}): \
                 export a file instead"
            );
            self.state.tell(Severity::Error, told);
            return;
        }
        let wake = ctx.clone();
        self.jobs.start(
            format!("Copy values of {}", view.title().to_lowercase()),
            "row",
            move || wake.request_repaint(),
            move |progress: &Progress| {
                let mut bytes = Vec::new();
                export.write(&mut bytes, progress)?;
                Ok(Outcome::Text(String::from_utf8_lossy(&bytes).into_owned()))
            },
        );
    }
}
