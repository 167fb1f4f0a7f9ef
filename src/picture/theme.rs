//! Colors of the window and of figures, as plain numbers. No other code defines colors outside the data.

use super::{ColorMap, ColorScale, Rgb, color::Linear};

/// All colors outside the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// True for a dark background.
    pub is_dark: bool,
    /// Background behind the tiles.
    pub ground: Rgb,
    /// Background of panels.
    pub panel: Rgb,
    /// Background of tiles and figures.
    pub tile: Rgb,
    /// Background of entry fields.
    pub field: Rgb,
    /// Thin lines around tiles and fields.
    pub line: Rgb,
    /// Slider rails.
    pub rail: Rgb,
    /// Ticks and frames of charts.
    pub axis: Rgb,
    /// Text of numbers and names.
    pub text: Rgb,
    /// Explanatory text.
    pub weak_text: Rgb,
    /// Accent color of controls.
    pub accent: Rgb,
    /// Text on the accent color.
    pub on_accent: Rgb,
    /// Selection and its value, the same in every view.
    pub selection: Rgb,
    /// Outline of the selection line, which keeps it visible on every color.
    pub selection_casing: Rgb,
    /// Pixels whose cells differ too much for their mean to be meaningful.
    pub unresolved: Rgb,
    /// Errors and failed checks.
    pub error: Rgb,
    /// Passed checks.
    pub good: Rgb,
    curves: [Rgb; 6],
}

impl Theme {
    /// Light theme.
    pub const LIGHT: Self = Self {
        is_dark: false,
        ground: [0xf7, 0xf8, 0xfa],
        panel: [0xee, 0xf0, 0xf4],
        tile: [0xff, 0xff, 0xff],
        field: [0xff, 0xff, 0xff],
        line: [0xd5, 0xd9, 0xe2],
        rail: [0xc9, 0xce, 0xd9],
        axis: [0xc9, 0xce, 0xd9],
        text: [0x17, 0x1d, 0x29],
        weak_text: [0x54, 0x5d, 0x6e],
        accent: [0x1f, 0x5f, 0xd6],
        on_accent: [0xff, 0xff, 0xff],
        selection: [0xb4, 0x00, 0x73],
        selection_casing: [0xff, 0xff, 0xff],
        unresolved: [0x9a, 0x9a, 0x9a],
        error: [0xb4, 0x1c, 0x1c],
        good: [0x1a, 0x6e, 0x38],
        curves: [
            [0x00, 0x6d, 0xb3],
            [0xc4, 0x54, 0x00],
            [0x00, 0x82, 0x62],
            [0x6f, 0x48, 0xb8],
            [0x80, 0x66, 0x00],
            [0x3c, 0x46, 0x57],
        ],
    };

    /// Dark theme.
    pub const DARK: Self = Self {
        is_dark: true,
        ground: [0x13, 0x15, 0x1a],
        panel: [0x1b, 0x1e, 0x25],
        tile: [0x10, 0x12, 0x16],
        field: [0x27, 0x2b, 0x34],
        line: [0x33, 0x38, 0x43],
        rail: [0x45, 0x4b, 0x58],
        axis: [0x45, 0x4b, 0x58],
        text: [0xe8, 0xea, 0xef],
        weak_text: [0x9f, 0xa8, 0xb8],
        accent: [0x7c, 0xab, 0xff],
        on_accent: [0x0c, 0x10, 0x18],
        selection: [0xff, 0xb0, 0x4a],
        selection_casing: [0x0a, 0x0a, 0x0a],
        unresolved: [0x68, 0x68, 0x68],
        error: [0xff, 0x8a, 0x80],
        good: [0x6f, 0xd4, 0x92],
        curves: [
            [0x5a, 0xb6, 0xf2],
            [0xff, 0x80, 0x68],
            [0x3f, 0xd3, 0xa0],
            [0xbb, 0x9e, 0xff],
            [0xdf, 0xdc, 0x6a],
            [0xc6, 0xce, 0xdb],
        ],
    };

    /// Dark or light theme.
    pub fn new(is_dark: bool) -> Self {
        if is_dark { Self::DARK } else { Self::LIGHT }
    }

    /// The same colors with text and axes as dark or light as ink, as papers print them.
    #[must_use]
    pub fn on_paper(self) -> Self {
        let ink = if self.is_dark { [0xff; 3] } else { [0x00; 3] };
        Self { text: ink, weak_text: ink, axis: ink, ..self }
    }

    /// Color of a curve, by its index in the chart.
    pub fn curve(&self, index: usize) -> Rgb {
        self.curves[index % self.curves.len()]
    }

    /// Color scale for signed data: the chosen map, or by default one whose zero nearly matches the background.
    pub fn diverging(&self, chosen: Option<ColorMap>, bound: f64) -> ColorScale {
        let own = if self.is_dark { ColorMap::Berlin } else { ColorMap::Vik };
        ColorScale::symmetric(chosen.unwrap_or(own), bound)
    }

    /// Color scale for unsigned data: the chosen map, or Cividis by default.
    pub fn sequential(&self, chosen: Option<ColorMap>, bound: f64) -> ColorScale {
        ColorScale::from_zero(chosen.unwrap_or(ColorMap::Cividis), bound)
    }
}

/// Contrast ratio of two colors, 1 to 21, as WCAG 2 defines it.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |rgb: Rgb| {
        let Linear(linear) = rgb.into();
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_contrast_is_at_least_4_5() {
        for theme in [Theme::LIGHT, Theme::DARK] {
            for ground in [theme.ground, theme.panel, theme.tile, theme.field] {
                let texts = [
                    theme.text,
                    theme.weak_text,
                    theme.accent,
                    theme.selection,
                    theme.error,
                    theme.good,
                ];
                for text in texts {
                    let ratio = contrast(text, ground);
                    assert!(ratio >= 4.5, "{text:02x?} on {ground:02x?}: {ratio:.2}");
                }
            }
            for curve in theme.curves {
                let ratio = contrast(curve, theme.tile);
                assert!(ratio >= 4.0, "curve {curve:02x?}: {ratio:.2}");
            }
            assert!(contrast(theme.on_accent, theme.accent) >= 4.5, "text on the accent color");
            assert!(contrast(theme.selection, theme.selection_casing) >= 4.5, "selection's line");
        }
    }
}
