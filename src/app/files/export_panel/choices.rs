//! Choices of the export panel, and the export requests they make. Saved with the settings.

use std::collections::BTreeMap;

use crate::{
    export::{
        AnimationFormat, AnimationRequest, AxisNames, CaptionForm, CellShape, DataRequest,
        DigitFormat, Dtype, FigureContent, FigureFormat, FigureOptions, FigureRequest, FigureSize,
        Format, FrameRate, PanelGrid, TextForm, What, parse_range,
    },
    picture::{Part, Parts},
    scene::{Scene, Sweep, Swept, View},
    stable_enum::stable_enum,
    views::Subject,
};

stable_enum! {
    /// Kind of export.
    pub(super) enum ExportKind {
        /// A table of numbers.
        Numbers = "numbers",
        /// A figure of a view.
        Figure = "figure",
        /// An animation of a view.
        Animation = "animation",
    }
}

/// Choices about the panels of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PanelChoices {
    /// Grid, such as `3x1`.
    pub(super) grid: String,
    pub(super) has_letters: bool,
}

/// All choices. Text fields hold the text as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choices {
    pub(super) kind: ExportKind,
    pub(super) what: What,
    /// Views of the figure: one, or panels in their order. An animation shows the first.
    pub(super) views: Vec<View>,
    pub(super) panels: PanelChoices,
    /// Names of the axes of a single view.
    pub(super) x_label: String,
    pub(super) y_label: String,
    /// Form of a caption that is written beside the figure.
    pub(super) caption: Option<CaptionForm>,
    pub(super) format: Format,
    pub(super) dtype: Dtype,
    pub(super) digits: String,
    pub(super) rows: String,
    pub(super) columns: String,
    pub(super) is_forced: bool,
    pub(super) is_siunitx: bool,
    pub(super) figure_format: FigureFormat,
    pub(super) size: String,
    pub(super) dpi: String,
    pub(super) font_size: String,
    /// True for dark colors; the theme of the window if unset.
    pub(super) is_dark: bool,
    /// Parts to draw; `None` for those that are usual at the size.
    pub(super) parts: Option<Parts>,
    pub(super) cells: CellShape,
    pub(super) text: TextForm,
    pub(super) animation_format: AnimationFormat,
    pub(super) sweep: String,
    pub(super) fps: String,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            kind: ExportKind::Figure,
            what: What::Table,
            views: vec![View::Heatmap],
            panels: PanelChoices { grid: String::new(), has_letters: true },
            x_label: String::new(),
            y_label: String::new(),
            caption: None,
            format: Format::Csv,
            dtype: Dtype::F32,
            digits: String::new(),
            rows: String::new(),
            columns: String::new(),
            is_forced: false,
            is_siunitx: false,
            figure_format: FigureFormat::Png,
            size: String::new(),
            dpi: String::new(),
            font_size: String::new(),
            is_dark: false,
            parts: None,
            cells: CellShape::Raster,
            text: TextForm::Outlines,
            animation_format: AnimationFormat::Apng,
            sweep: "offset=0..32".to_owned(),
            fps: String::new(),
        }
    }
}

/// Trimmed text of a field; `None` if it is empty.
fn typed(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// Value with a stable key, or `standard` if the key is missing or unknown.
fn known<T, E>(text: Option<&str>, read: impl Fn(&str) -> Result<T, E>, standard: T) -> T {
    text.and_then(|key| read(key).ok()).unwrap_or(standard)
}

impl Choices {
    /// Choices from the settings. Unreadable choices get their defaults.
    pub(super) fn from_kept(kept: &BTreeMap<String, String>) -> Self {
        let standard = Self::default();
        let text = |name: &str| kept.get(name).map(String::as_str);
        let typed = |name: &str| text(name).unwrap_or_default().to_owned();
        let views = text("view").unwrap_or_default().split(',');
        let views: Vec<View> = views.filter_map(|key| View::from_key(key).ok()).collect();
        let left_out = text("without").filter(|keys| !keys.is_empty());
        let parts = left_out.map(|keys| Parts::all_but(keys.split(',')));
        Self {
            kind: known(text("kind"), ExportKind::from_key, standard.kind),
            what: known(text("what"), What::from_key, standard.what),
            views: if views.is_empty() { standard.views } else { views },
            panels: PanelChoices {
                grid: typed("panels"),
                has_letters: text("letters") != Some("false"),
            },
            caption: text("caption").and_then(|key| CaptionForm::from_key(key).ok()),
            format: known(text("format"), Format::from_key, standard.format),
            dtype: known(text("dtype"), Dtype::from_key, standard.dtype),
            digits: typed("digits"),
            figure_format: known(text("figure"), FigureFormat::from_key, standard.figure_format),
            size: typed("size"),
            dpi: typed("dpi"),
            font_size: typed("font_size"),
            is_dark: text("theme") == Some("dark"),
            parts,
            cells: known(text("cells"), CellShape::from_key, standard.cells),
            text: known(text("text"), TextForm::from_key, standard.text),
            animation_format: known(
                text("animation"),
                AnimationFormat::from_key,
                standard.animation_format,
            ),
            sweep: text("sweep").unwrap_or(&standard.sweep).to_owned(),
            fps: typed("fps"),
            // Ranges of rows and columns belong to one table, so they are not restored.
            ..standard
        }
    }

    /// Choices to store in the settings.
    pub(super) fn kept(&self) -> BTreeMap<String, String> {
        let chosen = self.parts.unwrap_or(Parts::ALL);
        let left_out = Part::ALL.iter().filter(|&&part| !chosen.has(part));
        let left_out: Vec<&str> = left_out.map(|part| part.key()).collect();
        [
            ("kind", self.kind.key()),
            ("what", self.what.key()),
            ("view", &self.views.iter().map(|view| view.key()).collect::<Vec<_>>().join(",")),
            ("panels", &self.panels.grid),
            ("letters", if self.panels.has_letters { "true" } else { "false" }),
            ("caption", self.caption.map_or("", CaptionForm::key)),
            ("format", self.format.key()),
            ("dtype", self.dtype.key()),
            ("digits", &self.digits),
            ("figure", self.figure_format.key()),
            ("size", &self.size),
            ("dpi", &self.dpi),
            ("font_size", &self.font_size),
            ("without", &left_out.join(",")),
            ("cells", self.cells.key()),
            ("text", self.text.key()),
            ("animation", self.animation_format.key()),
            ("sweep", &self.sweep),
            ("fps", &self.fps),
            ("theme", if self.is_dark { "dark" } else { "light" }),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
    }

    /// File name extension; `None` for a folder.
    pub(super) fn extension(&self) -> Option<&'static str> {
        match self.kind {
            ExportKind::Numbers => Some(self.format.key()),
            ExportKind::Figure => Some(self.figure_format.key()),
            ExportKind::Animation => {
                Some(self.animation_format).filter(|it| it.is_file()).map(AnimationFormat::key)
            }
        }
    }

    /// Title of the panel and of the dialog: what is saved, and as what.
    pub(super) fn title(&self) -> String {
        let what = match self.kind {
            ExportKind::Numbers => self.what.key().to_owned(),
            ExportKind::Figure if self.views.len() > 1 => format!("{} panels", self.views.len()),
            ExportKind::Figure | ExportKind::Animation => self.view().title().to_lowercase(),
        };
        match self.extension() {
            Some(extension) if self.kind == ExportKind::Animation => {
                format!("Export {what} as {extension} animation")
            }
            Some(extension) => format!("Export {what} as {extension}"),
            None => format!("Export {what} as numbered frames"),
        }
    }

    /// First view.
    pub(super) fn view(&self) -> View {
        self.views.first().copied().unwrap_or(View::Heatmap)
    }

    /// Suggested file name: that of the numbers, or of the view with what it shows of a scene.
    pub(super) fn name(&self, subject: Subject<'_>) -> String {
        let name = match self.kind {
            ExportKind::Numbers => self.what.key().to_owned(),
            ExportKind::Figure if self.views.len() > 1 => "figure".to_owned(),
            ExportKind::Figure => self.view().file_name(subject),
            ExportKind::Animation => self.view().key().to_owned(),
        };
        match self.extension() {
            Some(extension) => format!("{name}.{extension}"),
            None => name,
        }
    }

    /// Chooses `f32` if the format lacks the chosen type.
    pub(super) fn fit_dtype(&mut self) {
        if !self.format.dtypes().contains(&self.dtype) {
            self.dtype = Dtype::F32;
        }
    }

    pub(super) fn data_request(&self) -> Result<DataRequest, String> {
        let range = |name: &str, text: &str| match typed(text) {
            None | Some("all") => Ok(None),
            Some(text) => parse_range(text)
                .map(Some)
                .ok_or_else(|| format!("invalid {name} {text:?}: expected A..B, such as 0..16")),
        };
        // Binary formats have no digits; the text stays for a text format.
        let digits = match typed(&self.digits).filter(|_| self.format.is_text()) {
            None => None,
            Some(text) => Some(
                DigitFormat::parse(text)
                    .ok_or_else(|| format!("invalid digits {text:?}: {}", DigitFormat::ALLOWED))?,
            ),
        };
        Ok(DataRequest {
            dtype: self.dtype,
            digits,
            rows: range("rows", &self.rows)?,
            columns: range("columns", &self.columns)?,
            is_forced: self.is_forced,
            is_siunitx: self.is_siunitx && self.format == Format::Latex,
            ..DataRequest::new(self.what, self.format)
        })
    }

    /// Options of the figure.
    fn figure_options(&self) -> FigureOptions {
        let own = |text: &str| typed(text).map(ToOwned::to_owned);
        let is_one = self.kind == ExportKind::Animation || self.views.len() == 1;
        let parts = |is_drawn: bool| {
            let chosen = self.parts.into_iter().flat_map(|parts| {
                Part::ALL.iter().copied().filter(move |&part| parts.has(part) == is_drawn)
            });
            chosen.collect()
        };
        FigureOptions {
            size: own(&self.size).filter(|_| self.paper_width().is_none()),
            width: self.paper_width().map(ToOwned::to_owned),
            dpi: own(&self.dpi),
            font_size: own(&self.font_size),
            is_dark: self.is_dark,
            with: parts(true),
            without: parts(false),
            cells: match self.figure_format {
                FigureFormat::Png => CellShape::Raster,
                _ => self.cells,
            },
            text: self.text,
            panels: own(&self.panels.grid).filter(|_| !is_one),
            has_letters: self.panels.has_letters && !is_one,
            axes: AxisNames {
                x: own(&self.x_label).filter(|_| is_one),
                y: own(&self.y_label).filter(|_| is_one),
            },
        }
    }

    /// Width on paper, if one is chosen instead of a size.
    pub(super) fn paper_width(&self) -> Option<&str> {
        typed(&self.size).filter(|size| matches!(*size, "column" | "text"))
    }

    /// Parts to draw: those chosen, or those that are usual at the size.
    pub(super) fn parts(&self) -> Parts {
        self.figure_options().parts()
    }

    /// Views to draw, and their places.
    pub(super) fn content(&self) -> Result<FigureContent, String> {
        let options = self.figure_options();
        let views = match self.kind {
            ExportKind::Animation => vec![self.view()],
            ExportKind::Numbers | ExportKind::Figure => self.views.clone(),
        };
        let grid = options.grid(views.len()).map_err(|error| error.to_string())?;
        Ok(FigureContent { views, grid, axes: options.axes })
    }

    /// Size of the figure where none is typed.
    pub(super) fn usual_size(&self) -> FigureSize {
        let plain = Self { size: String::new(), ..self.clone() };
        plain.figure_request().map_or_else(|_| FigureSize::default(), |request| request.size)
    }

    pub(super) fn figure_request(&self) -> Result<FigureRequest, String> {
        let (standard, grid) = match self.kind {
            ExportKind::Animation => {
                (AnimationRequest::new(self.animation_format).figure, PanelGrid::ONE)
            }
            ExportKind::Numbers | ExportKind::Figure => {
                (FigureRequest::new(self.figure_format), self.content()?.grid)
            }
        };
        self.figure_options().request(standard, grid).map_err(|error| error.to_string())
    }

    pub(super) fn animation_request(&self) -> Result<AnimationRequest, String> {
        let standard = AnimationRequest::new(self.animation_format);
        let speed = match typed(&self.fps) {
            None => standard.speed,
            Some(text) => FrameRate::parse(text).map_err(|error| error.to_string())?,
        };
        let request = AnimationRequest { figure: self.figure_request()?, speed, ..standard };
        request.check().map_err(|error| error.to_string())?;
        Ok(request)
    }

    /// Scenes of the frames of an animation.
    pub(super) fn scenes(&self, scene: &Scene) -> Result<Vec<Swept>, String> {
        let describe = |error: crate::scene::SweepError| error.to_string();
        let sweep = Sweep::parse(self.sweep.trim()).map_err(describe)?;
        Sweep::scenes(&[sweep], scene.draft()).map_err(describe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_survive_saving() {
        let chosen = Choices {
            kind: ExportKind::Animation,
            format: Format::Safetensors,
            dtype: Dtype::Bf16,
            size: "88x60mm".to_owned(),
            is_dark: true,
            parts: Some(Parts::ALL.without(Part::Title).without(Part::Ground)),
            sweep: "position=0..9".to_owned(),
            ..Choices::default()
        };
        assert_eq!(Choices::from_kept(&chosen.kept()), chosen);
        assert_eq!(Choices::from_kept(&BTreeMap::new()), Choices::default(), "nothing was kept");
    }

    #[test]
    fn unknown_choices_are_ignored() {
        let kept = [("format", "parquet"), ("kind", "film"), ("view", "nebula"), ("size", "1x1")];
        let kept = kept.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let choices = Choices::from_kept(&kept.into());
        assert_eq!(choices, Choices { size: "1x1".to_owned(), ..Choices::default() });
        assert!(choices.figure_request().is_err(), "reported when it is used");
    }
}
