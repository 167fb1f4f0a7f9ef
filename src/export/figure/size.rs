//! Size of a figure, in pixels or in millimeters of paper.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::picture::{Figure, Frame, Part, Parts, Theme, fitting_height};

/// Width of a figure in units of length. A larger figure has more pixels per unit.
const UNITS_ACROSS: f32 = 820.0;
const UNITS_DOWN: f32 = 600.0;
/// Size of axis labels on paper in points.
const PRINT_TYPE: f64 = 7.0;
/// Height of an axis label in units of length.
const LABEL_UNITS: f64 = 11.5;
const MM_PER_INCH: f64 = 25.4;
/// Units of a size on paper, in millimeters.
const UNITS: [(&str, f64); 4] =
    [("mm", 1.0), ("cm", 10.0), ("in", MM_PER_INCH), ("pt", MM_PER_INCH / POINTS_PER_INCH)];
/// Width of a column of a paper, and of its text, in millimeters.
const COLUMN: f64 = 88.0;
const TEXT: f64 = 180.0;
/// Height of a figure whose width alone is given, as a share of it.
const HEIGHT: f64 = 60.0 / 88.0;
const POINTS_PER_INCH: f64 = 72.0;
/// Pixels per inch on the web, the default.
const WEB_DPI: f64 = 96.0;

/// Size of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureSize {
    width: u32,
    height: u32,
    /// Pixels per inch, if given.
    dpi: Option<f64>,
    /// Size on paper, if given.
    millimeters: Option<(f64, f64)>,
    /// Size of the type of axis labels in points, if given.
    type_size: Option<f64>,
    /// True if the height may follow from what is drawn.
    has_free_height: bool,
}

/// Error for a text that is not a size or a resolution.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotASize {
    /// Width and height.
    #[error(
        "invalid size {0:?}: expected WxH in pixels, each 64 to 16384, such as 1640x1200, or with \
         a unit, such as 88x60mm, 9x6cm, 3.5x2.4in or 250x170pt, that come to as many pixels at \
         their resolution; or a width alone: column, text, or such as 120mm"
    )]
    Size(String),
    /// Width.
    #[error(
        "invalid width {0:?}: expected column (88 mm), text (180 mm), or a number with a unit, such as 120mm, of 64 to \
         16384 pixels"
    )]
    Width(String),
    /// Size of the type.
    #[error("invalid font size {0:?}: expected a number of points, 4 to 40, such as 8pt")]
    TypeSize(String),
    /// Resolution.
    #[error("invalid dpi {0:?}: expected a number, 30 to 2400")]
    Dpi(String),
}

impl FigureSize {
    /// Smallest and largest number of pixels along one side.
    pub const SIDE: RangeInclusive<u32> = 64..=16_384;
    /// Smallest and largest number of pixels per inch.
    pub const DPI: RangeInclusive<f64> = 30.0..=2400.0;
    /// Default pixels per inch of a figure in millimeters, as printers expect.
    pub const PRINT_DPI: f64 = 300.0;

    /// A size in pixels, inside the limits.
    pub fn new(width: u32, height: u32) -> Result<Self, NotASize> {
        if Self::SIDE.contains(&width) && Self::SIDE.contains(&height) {
            Ok(Self { width, height, ..Self::times(1) })
        } else {
            Err(NotASize::Size(format!("{width}x{height}")))
        }
    }

    /// Size with `scale` pixels for each unit of length, 1 to 16: 1 for a slide, 2 for a screen, 4 for print.
    pub fn times(scale: u32) -> Self {
        let scale = scale.clamp(1, 16);
        let (width, height) = (UNITS_ACROSS as u32 * scale, UNITS_DOWN as u32 * scale);
        Self {
            width,
            height,
            dpi: None,
            millimeters: None,
            type_size: None,
            has_free_height: false,
        }
    }

    /// Size on paper at the resolution of print, cut to the limits.
    pub fn of_millimeters(width: f64, height: f64) -> Self {
        let (least, most) = (*Self::SIDE.start(), *Self::SIDE.end());
        let pixels = |length: f64| {
            ((length / MM_PER_INCH * Self::PRINT_DPI).round() as u32).clamp(least, most)
        };
        Self {
            width: pixels(width),
            height: pixels(height),
            dpi: Some(Self::PRINT_DPI),
            millimeters: Some((width, height)),
            ..Self::times(1)
        }
    }

    /// Parses `WxH` in pixels or `WxHmm` in millimeters, and a resolution in pixels per inch.
    pub fn parse(text: &str, dpi: Option<&str>) -> Result<Self, NotASize> {
        let refuse = || NotASize::Size(text.to_owned());
        let dpi = match dpi {
            None => None,
            Some(text) => {
                let number = text.trim().parse().ok().filter(|dpi| Self::DPI.contains(dpi));
                Some(number.ok_or_else(|| NotASize::Dpi(text.to_owned()))?)
            }
        };
        let lower = text.trim().to_lowercase();
        let (sides, unit) = with_unit(&lower);
        let (width, height) = sides.split_once(['x', '×']).ok_or_else(refuse)?;
        let Some(unit) = unit else {
            let side = |text: &str| text.trim().parse().map_err(|_not_a_number| refuse());
            let size = Self::new(side(width)?, side(height)?).map_err(|_outside| refuse())?;
            return Ok(Self { dpi, ..size });
        };
        let side = |text: &str| length(text, unit).ok_or_else(refuse);
        let (width, height) = (side(width)?, side(height)?);
        let resolution = dpi.unwrap_or(Self::PRINT_DPI);
        let pixels = |length: f64| (length / MM_PER_INCH * resolution).round() as u32;
        let size = Self::new(pixels(width), pixels(height)).map_err(|_outside| refuse())?;
        Ok(Self { dpi: Some(resolution), millimeters: Some((width, height)), ..size })
    }

    /// Text of a size for a width: `column`, `text`, or a number with a unit. The height is that of one figure times
    /// `rows`, which is less than 1 for panels beside each other.
    pub fn of_width(text: &str, rows: f64) -> Result<String, NotASize> {
        let lower = text.trim().to_lowercase();
        let width = match lower.as_str() {
            "column" => Some(COLUMN),
            "text" => Some(TEXT),
            other => {
                let (number, unit) = with_unit(other);
                unit.and_then(|unit| length(number, unit))
            }
        };
        let width = width.ok_or_else(|| NotASize::Width(text.to_owned()))?;
        // Tenths of a millimeter.
        let height = (10.0 * width * HEIGHT * rows).round() / 10.0;
        Ok(format!("{width}x{height}mm"))
    }

    /// The same width, with a height that may follow from what is drawn.
    #[must_use]
    pub fn of_free_height(self) -> Self {
        Self { has_free_height: true, ..self }
    }

    /// The size for a figure: where the height may follow from it, panels of square cells leave no space beside them.
    #[must_use]
    pub fn fitted(self, figure: &Figure, parts: Parts) -> Self {
        let frame = self.frame(Theme::LIGHT, parts);
        let wanted = fitting_height(figure, &frame).filter(|_| self.has_free_height);
        let (Some(wanted), Some((width, height)), Some(dpi)) = (wanted, self.millimeters, self.dpi)
        else {
            return self;
        };
        // Tenths of a millimeter.
        let height = (10.0 * height * f64::from(wanted / frame.height)).round() / 10.0;
        let pixels = (height / MM_PER_INCH * dpi).round() as u32;
        if !Self::SIDE.contains(&pixels) {
            return self;
        }
        Self { height: pixels, millimeters: Some((width, height)), ..self }
    }

    /// The same size with type of so many points, such as `8pt`.
    pub fn with_type_size(self, text: &str) -> Result<Self, NotASize> {
        const POINTS: RangeInclusive<f64> = 4.0..=40.0;
        let lower = text.trim().to_lowercase();
        let number = lower.strip_suffix("pt").unwrap_or(&lower).trim();
        let points = number.parse().ok().filter(|points| POINTS.contains(points));
        let points = points.ok_or_else(|| NotASize::TypeSize(text.to_owned()))?;
        Ok(Self { type_size: Some(points), ..self })
    }

    /// Parts of a figure of this size unless others are asked for: on paper, title, words and caption belong to the
    /// text around it, and nothing is selected.
    pub fn parts(self) -> Parts {
        if self.millimeters.is_none() {
            // The title says it.
            return Parts::ALL.without(Part::State);
        }
        let text = [Part::Title, Part::Words, Part::Caption];
        text.into_iter().fold(Parts::ALL, Parts::without).without(Part::Selection)
    }

    /// Width and height in pixels.
    pub fn pixels(self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Pixels per meter, if there is a resolution.
    pub(super) fn pixels_per_meter(self) -> Option<u32> {
        self.dpi.map(|dpi| (dpi / MM_PER_INCH * 1000.0).round() as u32)
    }

    /// Size in millimeters: as given, or of the pixels at their resolution.
    pub fn millimeters(self) -> Option<(f64, f64)> {
        let side = |pixels: u32, dpi: f64| f64::from(pixels) / dpi * MM_PER_INCH;
        let of_pixels = |dpi| (side(self.width, dpi), side(self.height, dpi));
        self.millimeters.or_else(|| self.dpi.map(of_pixels))
    }

    /// Width and height of the page in points.
    pub(crate) fn points(self) -> (f64, f64) {
        let dpi = self.dpi.unwrap_or(WEB_DPI);
        let (width, height) = self.millimeters.unwrap_or_else(|| {
            let side = |pixels: u32| f64::from(pixels) / dpi * MM_PER_INCH;
            (side(self.width), side(self.height))
        });
        let points = |length: f64| length / MM_PER_INCH * POINTS_PER_INCH;
        (points(width), points(height))
    }

    /// Size of the type of axis labels, if it is one of print.
    pub(super) fn points_of_type(self) -> Option<f64> {
        let of_print = self.millimeters.map(|_| PRINT_TYPE);
        self.type_size.or(of_print)
    }

    /// Frame in which a figure is composed. Text takes the same share of it at any number of pixels, and has the
    /// size of print on paper.
    pub(super) fn frame(self, theme: Theme, parts: Parts) -> Frame {
        let (width, height) = (self.width as f32, self.height as f32);
        let pixels_per_point = if self.millimeters.is_some() || self.type_size.is_some() {
            let (points, _) = self.points();
            let label = self.type_size.unwrap_or(PRINT_TYPE);
            (f64::from(self.width) / points * label / LABEL_UNITS) as f32
        } else {
            // Small figures keep their text legible, and show less of a plot instead.
            (width / UNITS_ACROSS).min(height / UNITS_DOWN).max(0.8)
        };
        let (width, height) = (width / pixels_per_point, height / pixels_per_point);
        let is_tight = self.millimeters.is_some();
        let theme = if is_tight { theme.on_paper() } else { theme };
        Frame { width, height, pixels_per_point, theme, parts, is_tight }
    }
}

/// Number and unit, in millimeters, of a text that may end in a unit.
fn with_unit(text: &str) -> (&str, Option<f64>) {
    let found = UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    found.map_or((text, None), |(number, unit)| (number, Some(unit)))
}

/// Positive length in millimeters.
fn length(number: &str, unit: f64) -> Option<f64> {
    let length: f64 = number.trim().parse().ok()?;
    (length.is_finite() && length > 0.0).then_some(length * unit)
}

impl Default for FigureSize {
    fn default() -> Self {
        Self::times(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_has_pixels_and_points() {
        let size = FigureSize::parse("88x60mm", None).expect("a column of a paper");
        assert_eq!(size.pixels(), (1039, 709), "at 300 dpi");
        let (width, height) = size.points();
        assert!((width - 249.449).abs() < 1e-3 && (height - 170.079).abs() < 1e-3, "{width}");
        assert_eq!(size.pixels_per_meter(), Some(11_811), "300 dpi");
        let fine = FigureSize::parse("88X60 MM", Some("600")).expect("finer");
        assert_eq!(fine.pixels(), (2079, 1417), "at 600 dpi");
        let same = |size: FigureSize| size.frame(Theme::LIGHT, Parts::ALL).width.round();
        assert_eq!(same(size), same(fine), "type is as large in both");
    }

    #[test]
    fn other_units_and_widths_are_understood() {
        let millimeters = |text: &str| {
            let (width, height) = FigureSize::parse(text, None).unwrap().millimeters().unwrap();
            (width.round(), height.round())
        };
        for text in ["88x60mm", "8.8 x 6 cm", "3.4646x2.3622in", "249.45x170.08pt"] {
            assert_eq!(millimeters(text), (88.0, 60.0), "{text}");
        }
        assert_eq!(millimeters(&FigureSize::of_width("column", 1.0).unwrap()), (88.0, 60.0));
        assert_eq!(millimeters(&FigureSize::of_width("text", 1.0).unwrap()), (180.0, 123.0));
        assert_eq!(millimeters(&FigureSize::of_width("12cm", 1.0).unwrap()), (120.0, 82.0));
        for text in ["", "120", "wide", "-1mm"] {
            assert_eq!(FigureSize::of_width(text, 1.0), Err(NotASize::Width(text.to_owned())));
        }
    }

    #[test]
    fn type_has_the_size_that_is_asked_for() {
        let size = FigureSize::parse("88x60mm", None).unwrap();
        let frame = |size: FigureSize| size.frame(Theme::LIGHT, Parts::ALL);
        let double = size.with_type_size("14pt").unwrap();
        assert_eq!(frame(double).pixels_per_point, 2.0 * frame(size).pixels_per_point);
        for text in ["", "3", "99pt", "large"] {
            assert_eq!(size.with_type_size(text), Err(NotASize::TypeSize(text.to_owned())));
        }
    }

    #[test]
    fn pixels_may_have_a_resolution() {
        let size = FigureSize::parse("600x300", Some("150")).expect("a size");
        assert_eq!(size.points(), (288.0, 144.0), "four inches by two");
        let web = FigureSize::new(96, 192).expect("a size");
        assert_eq!(web.points(), (72.0, 144.0), "96 pixels an inch");
        assert_eq!(web.millimeters(), None, "nobody has said so");
    }

    #[test]
    fn invalid_sizes_are_refused() {
        for text in ["", "10x10", "640", "x", "1e9x1e9", "88xmm", "-5x60mm", "2x2mm", "nanx60mm"] {
            assert_eq!(FigureSize::parse(text, None), Err(NotASize::Size(text.to_owned())));
        }
        for dpi in ["", "0", "29", "1e9", "NaN"] {
            assert_eq!(FigureSize::parse("640x480", Some(dpi)), Err(NotASize::Dpi(dpi.to_owned())));
        }
    }
}
