//! Options of a figure as they are typed, on the command line and in the window.

use thiserror::Error;

use super::{
    request::{CellShape, FigureFormat, FigureRequest, TextForm},
    size::{FigureSize, NotASize},
};
use crate::picture::{Formula, Part, Parts};

/// Places of the panels of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelGrid {
    /// Number of panels beside each other.
    pub across: u32,
    /// Number of panels below each other.
    pub down: u32,
    /// True for letters above the panels.
    pub has_letters: bool,
}

impl PanelGrid {
    /// One view without a letter.
    pub const ONE: Self = Self { across: 1, down: 1, has_letters: false };
    /// Largest number of panels.
    const MOST: u32 = 64;

    fn is_one(self) -> bool {
        (self.across, self.down) == (1, 1)
    }
}

/// Names of the axes of a figure; `None` keeps their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AxisNames {
    /// Name of the horizontal axis.
    pub x: Option<String>,
    /// Name of the vertical axis.
    pub y: Option<String>,
}

/// Options of a figure as they are typed. `None` and empty lists stand for what is usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureOptions {
    /// Size in pixels or on paper.
    pub size: Option<String>,
    /// Width on paper, instead of a size.
    pub width: Option<String>,
    /// Pixels per inch.
    pub dpi: Option<String>,
    /// Size of the type.
    pub font_size: Option<String>,
    /// True for the dark theme.
    pub is_dark: bool,
    /// Parts to draw, and parts to leave out, beside those that are usual at the size.
    pub with: Vec<Part>,
    /// Parts to leave out.
    pub without: Vec<Part>,
    /// Form of the cells in svg and pdf.
    pub cells: CellShape,
    /// Form of the text in svg.
    pub text: TextForm,
    /// Grid of the panels, such as `3x1`.
    pub panels: Option<String>,
    /// True for letters above the panels.
    pub has_letters: bool,
    /// Names of the axes.
    pub axes: AxisNames,
}

impl Default for FigureOptions {
    fn default() -> Self {
        Self {
            size: None,
            width: None,
            dpi: None,
            font_size: None,
            is_dark: false,
            with: Vec::new(),
            without: Vec::new(),
            cells: CellShape::Raster,
            text: TextForm::Outlines,
            panels: None,
            has_letters: false,
            axes: AxisNames::default(),
        }
    }
}

/// Error in the options of a figure.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FigureOptionsError {
    /// Invalid size, resolution or size of type.
    #[error(transparent)]
    Size(#[from] NotASize),
    /// Rectangular cells in a format made of pixels.
    #[error("--cells rectangles is for svg and pdf: everything else is made of pixels")]
    Rectangles,
    /// Invalid grid of panels.
    #[error(
        "invalid panels {value:?}: expected CxR, such as 3x1, with at least {num} places, and at most {}",
        PanelGrid::MOST
    )]
    Panels {
        /// Text as typed.
        value: String,
        /// Number of views.
        num: usize,
    },
    /// Mathematics in the name of an axis that cannot be set.
    #[error("invalid name of an axis {name:?}: {error}")]
    Tex {
        /// Name as typed.
        name: String,
        /// Error in it.
        error: String,
    },
    /// Part that is asked for and left out.
    #[error("{part} is among the parts of --with and of --without: name it in one of them", part = .0.key())]
    WithAndWithout(Part),
    /// Names for the axes of several panels.
    #[error("--x-label and --y-label name the axes of one view, not of several panels")]
    AxesOfPanels,
}

impl FigureOptions {
    /// Grid of the panels of a number of views: as asked for, or all beside each other.
    pub fn grid(&self, num: usize) -> Result<PanelGrid, FigureOptionsError> {
        if num > 1 && self.axes != AxisNames::default() {
            return Err(FigureOptionsError::AxesOfPanels);
        }
        for name in [&self.axes.x, &self.axes.y].into_iter().flatten() {
            if let Some(error) = Formula::typed_error(name) {
                return Err(FigureOptionsError::Tex { name: name.clone(), error });
            }
        }
        let has_letters = self.has_letters;
        let Some(value) = &self.panels else {
            return Ok(PanelGrid { across: num as u32, down: 1, has_letters });
        };
        let refused = || FigureOptionsError::Panels { value: value.clone(), num };
        let sides = value.trim().to_lowercase();
        let (across, down) = sides.split_once(['x', '×']).ok_or_else(refused)?;
        let side = |text: &str| {
            let side = text.trim().parse().ok();
            side.filter(|side| (1..=PanelGrid::MOST).contains(side)).ok_or_else(refused)
        };
        let (across, down) = (side(across)?, side(down)?);
        let has_room = (num as u32..=PanelGrid::MOST).contains(&(across * down));
        has_room.then_some(PanelGrid { across, down, has_letters }).ok_or_else(refused)
    }

    /// Request for a figure of a grid of panels, from the usual one.
    pub fn request(
        &self,
        standard: FigureRequest,
        grid: PanelGrid,
    ) -> Result<FigureRequest, FigureOptionsError> {
        let (width, height) = standard.size.pixels();
        let standard_size = if grid.is_one() {
            format!("{width}x{height}")
        } else {
            // Type of the usual size beside smaller pictures.
            let most = *FigureSize::SIDE.end();
            let (width, height) = (3 * width / 4 * grid.across, 3 * height / 4 * grid.down);
            format!("{}x{}", width.min(most), height.min(most))
        };
        let rows = f64::from(grid.down) / f64::from(grid.across);
        // A size may be a width alone.
        let is_width = |size: &&String| FigureSize::of_width(size, rows).is_ok();
        let width = self.width.as_ref().or_else(|| self.size.as_ref().filter(is_width));
        let size = match width {
            Some(width) => FigureSize::of_width(width, rows)?,
            None => self.size.clone().unwrap_or(standard_size),
        };
        let parsed = FigureSize::parse(&size, self.dpi.as_deref());
        let mut size = parsed.map_err(|error| match (error, width) {
            (NotASize::Size(_), Some(width)) => NotASize::Width(width.clone()),
            (error, _) => error,
        })?;
        if let Some(points) = &self.font_size {
            size = size.with_type_size(points)?;
        }
        if width.is_some() && !grid.is_one() {
            size = size.of_free_height();
        }
        if self.cells == CellShape::Rectangles && standard.format == FigureFormat::Png {
            return Err(FigureOptionsError::Rectangles);
        }
        if let Some(&both) = self.with.iter().find(|part| self.without.contains(part)) {
            return Err(FigureOptionsError::WithAndWithout(both));
        }
        let parts = self.with.iter().fold(size.parts(), |parts, &part| parts.with(part, true));
        Ok(FigureRequest {
            size,
            is_dark: self.is_dark,
            text: self.text,
            parts: self.without.iter().fold(parts, |parts, &part| parts.without(part)),
            cells: self.cells,
            ..standard
        })
    }

    /// Parts that are drawn.
    pub fn parts(&self) -> Parts {
        let request = self.request(FigureRequest::new(FigureFormat::Svg), PanelGrid::ONE);
        request.map_or(Parts::ALL, |request| request.parts)
    }
}
