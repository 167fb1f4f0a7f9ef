//! Choices for a figure.

use super::size::FigureSize;
use crate::{
    picture::{Figure, Part, Parts, Rgb, Theme},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Formats for figures. The key is the file name extension.
    pub enum FigureFormat {
        /// Pixels.
        Png = "png",
        /// Shapes and text, for the web and for editing.
        Svg = "svg",
        /// A page with its fonts, for a paper.
        Pdf = "pdf",
    }
}

stable_enum! {
    /// Form of the cells of a heatmap in svg and pdf.
    pub enum CellShape {
        /// One image with a pixel for each cell, not smoothed.
        Raster = "raster",
        /// A rectangle for each run of equal cells in a row, for editing.
        Rectangles = "rectangles",
    }
}

stable_enum! {
    /// Form of the text in svg. Other formats have their fonts.
    pub enum TextForm {
        /// Outlines of the letters, which every program draws alike; the words are their titles.
        Outlines = "outlines",
        /// Text, for editing and searching, with the font and the width of each line.
        Live = "live",
    }
}

/// Format, size and parts of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureRequest {
    /// File format.
    pub format: FigureFormat,
    /// Size in pixels or on paper.
    pub size: FigureSize,
    /// True for the dark theme instead of the light one.
    pub is_dark: bool,
    /// Parts that are drawn.
    pub parts: Parts,
    /// Form of the cells in svg and pdf.
    pub cells: CellShape,
    /// Form of the text in svg.
    pub text: TextForm,
}

impl FigureRequest {
    /// Largest number of rectangles that the cells of a figure are written as.
    pub const MOST_RECTANGLES: usize = 1 << 16;

    /// All parts in the default size, on a white background.
    pub fn new(format: FigureFormat) -> Self {
        Self {
            format,
            size: FigureSize::default(),
            is_dark: false,
            parts: Parts::ALL,
            cells: CellShape::Raster,
            text: TextForm::Outlines,
        }
    }

    /// The request with the size for a figure; see [`FigureSize::fitted`].
    #[must_use]
    pub fn fitted(self, figure: &Figure) -> Self {
        Self { size: self.size.fitted(figure, self.parts), ..self }
    }

    /// Colors of the figure.
    pub fn theme(&self) -> Theme {
        Theme::new(self.is_dark)
    }

    /// Color behind everything; `None` if it is left out.
    pub(super) fn ground(&self) -> Option<Rgb> {
        (!self.is_transparent()).then(|| self.theme().tile)
    }

    /// True if the background is left out.
    pub(super) fn is_transparent(&self) -> bool {
        !self.parts.has(Part::Ground)
    }
}
