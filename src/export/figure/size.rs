//! Size of a figure, in pixels or in millimeters of paper.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::picture::{Frame, Parts, Theme};

/// Width of a figure in units of length. A larger figure has more pixels per unit.
const UNITS_ACROSS: f32 = 820.0;
const UNITS_DOWN: f32 = 600.0;
/// Points of print per unit of length: axis labels, 11.5 units high, are printed at 7 points.
const POINTS_PER_UNIT: f64 = 7.0 / 11.5;
const MM_PER_INCH: f64 = 25.4;
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
}

/// Error for a text that is not a size or a resolution.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotASize {
    /// Width and height.
    #[error(
        "invalid size {0:?}: expected WxH in pixels, each 64 to 16384, such as 1640x1200, or \
         WxHmm in millimeters, such as 88x60mm, that come to as many pixels at their resolution"
    )]
    Size(String),
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
            Ok(Self { width, height, dpi: None, millimeters: None })
        } else {
            Err(NotASize::Size(format!("{width}x{height}")))
        }
    }

    /// Size with `scale` pixels for each unit of length, 1 to 16: 1 for a slide, 2 for a screen, 4 for print.
    pub fn times(scale: u32) -> Self {
        let scale = scale.clamp(1, 16);
        let (width, height) = (UNITS_ACROSS as u32 * scale, UNITS_DOWN as u32 * scale);
        Self { width, height, dpi: None, millimeters: None }
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
        let (sides, is_print) = match lower.strip_suffix("mm") {
            Some(sides) => (sides, true),
            None => (lower.as_str(), false),
        };
        let (width, height) = sides.split_once(['x', '×']).ok_or_else(refuse)?;
        if !is_print {
            let side = |text: &str| text.trim().parse().map_err(|_not_a_number| refuse());
            let size = Self::new(side(width)?, side(height)?).map_err(|_outside| refuse())?;
            return Ok(Self { dpi, ..size });
        }
        let side = |text: &str| {
            let length: f64 = text.trim().parse().map_err(|_not_a_number| refuse())?;
            if length.is_finite() && length > 0.0 { Ok(length) } else { Err(refuse()) }
        };
        let (width, height) = (side(width)?, side(height)?);
        let resolution = dpi.unwrap_or(Self::PRINT_DPI);
        let pixels = |length: f64| (length / MM_PER_INCH * resolution).round() as u32;
        let size = Self::new(pixels(width), pixels(height)).map_err(|_outside| refuse())?;
        Ok(Self { dpi: Some(resolution), millimeters: Some((width, height)), ..size })
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
    pub(super) fn points(self) -> (f64, f64) {
        let dpi = self.dpi.unwrap_or(WEB_DPI);
        let (width, height) = self.millimeters.unwrap_or_else(|| {
            let side = |pixels: u32| f64::from(pixels) / dpi * MM_PER_INCH;
            (side(self.width), side(self.height))
        });
        let points = |length: f64| length / MM_PER_INCH * POINTS_PER_INCH;
        (points(width), points(height))
    }

    /// Frame in which a figure is composed. Text takes the same share of it at any number of pixels, and has the
    /// size of print on paper.
    pub(super) fn frame(self, theme: Theme, parts: Parts) -> Frame {
        let (width, height) = (self.width as f32, self.height as f32);
        let pixels_per_point = if self.millimeters.is_some() {
            let (points, _) = self.points();
            (f64::from(self.width) / points * POINTS_PER_UNIT) as f32
        } else {
            // Small figures keep their text legible, and show less of a plot instead.
            (width / UNITS_ACROSS).min(height / UNITS_DOWN).max(0.8)
        };
        let (width, height) = (width / pixels_per_point, height / pixels_per_point);
        Frame { width, height, pixels_per_point, theme, parts }
    }
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
