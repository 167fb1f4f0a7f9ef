//! Simulates color vision deficiencies and grayscale output.

use super::{ColorMap, Rgb, color::Linear};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Kind of color vision.
    pub enum Vision {
        /// Normal vision, with all three kinds of cones.
        Full = "full",
        /// Printer or screen without colors.
        Greyscale = "greyscale",
        /// Vision without long-wavelength (red) cones.
        Protanopia = "protanopia",
        /// Vision without medium-wavelength (green) cones.
        Deuteranopia = "deuteranopia",
        /// Vision without short-wavelength (blue) cones.
        Tritanopia = "tritanopia",
    }
}

/// Linear map from actual to perceived red, green and blue light.
type ColorMatrix = [[f64; 3]; 3];

impl Vision {
    /// Name for a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Full => "Full color vision",
            Self::Greyscale => "Greyscale",
            Self::Protanopia => "Protanopia (no red cones)",
            Self::Deuteranopia => "Deuteranopia (no green cones)",
            Self::Tritanopia => "Tritanopia (no blue cones)",
        }
    }

    /// Matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
    /// Deficiency" (2009), at full severity. Gray is the luminance of Rec. 709.
    fn matrix(self) -> ColorMatrix {
        const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];
        match self {
            Self::Full => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Greyscale => [LUMINANCE; 3],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }

    /// Simulates how this vision sees a color: the result is the color that looks the same to full vision.
    pub fn seen(self, color: Rgb) -> Rgb {
        if self == Self::Full {
            return color;
        }
        let Linear(light) = Linear::from(color);
        Linear(self.matrix().map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum())).into()
    }

    /// True if values of both signs (or a low and a high value) can be told apart in a color map: from half of the
    /// range on, their colors differ as much as two colors with different names.
    pub fn tells_apart(self, map: ColorMap) -> bool {
        const ENOUGH: f64 = 20.0;
        let table = map.table();
        let last = table.len() - 1;
        let differ = |i: usize| {
            let [low, high] = [table[i], table[last - i]].map(|color| lab(self.seen(color)));
            low.iter().zip(high).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt() >= ENOUGH
        };
        (0..=last / 4).all(differ)
    }
}

/// CIE 1976 L*a*b* under D65. Distances in this space approximate perceived differences.
fn lab(color: Rgb) -> [f64; 3] {
    let Linear([r, g, b]) = Linear::from(color);
    let bent = |share: f64| {
        if share > 216.0 / 24_389.0 {
            share.cbrt()
        } else {
            (24_389.0 / 27.0 * share + 16.0) / 116.0
        }
    };
    let x = bent((0.412_456 * r + 0.357_576 * g + 0.180_438 * b) / 0.950_47);
    let y = bent(0.212_673 * r + 0.715_152 * g + 0.072_175 * b);
    let z = bent((0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Theme;

    #[test]
    fn gray_stays_gray_in_every_vision() {
        for &vision in Vision::ALL {
            for grey in [0, 1, 17, 128, 200, 255] {
                let seen = vision.seen([grey; 3]);
                for channel in seen {
                    assert!(channel.abs_diff(grey) <= 1, "{vision:?}: {grey} becomes {seen:?}");
                }
            }
            let [r, g, b] = vision.seen([200, 40, 90]);
            assert_eq!(r == g && g == b, vision == Vision::Greyscale, "{vision:?}: {r} {g} {b}");
        }
    }

    #[test]
    fn missing_cone_reduces_color_difference() {
        let distance = |vision: Vision, a: Rgb, b: Rgb| {
            let [a, b] = [a, b].map(|color| lab(vision.seen(color)));
            a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        // Equal brightness, so that only the hue distinguishes them.
        let (red, green) = ([190, 80, 60], [110, 120, 40]);
        for vision in [Vision::Protanopia, Vision::Deuteranopia] {
            let (theirs, full) = (distance(vision, red, green), distance(Vision::Full, red, green));
            assert!(theirs < full / 2.0, "{vision:?}: {theirs:.1} of {full:.1}");
        }
        let (blue, teal) = ([70, 120, 190], [40, 135, 120]);
        let theirs = distance(Vision::Tritanopia, blue, teal);
        assert!(theirs < distance(Vision::Full, blue, teal) / 2.0, "blue and green: {theirs:.1}");
    }

    #[test]
    fn default_maps_suit_color_blindness() {
        let eyes = [Vision::Full, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia];
        for theme in [Theme::LIGHT, Theme::DARK] {
            for map in [theme.diverging(None, 1.0).map, theme.sequential(None, 1.0).map] {
                for vision in eyes {
                    assert!(vision.tells_apart(map), "{} with {vision:?}", map.key());
                }
            }
        }
        for &map in ColorMap::ALL.iter().filter(|map| !map.is_diverging()) {
            for &vision in Vision::ALL {
                assert!(vision.tells_apart(map), "{} with {vision:?}", map.key());
            }
            let lightness = |color: &Rgb| lab(Vision::Greyscale.seen(*color))[0];
            let steps: Vec<f64> = map.table().iter().map(lightness).collect();
            // Lightness is monotonic: over an eighth of the range it changes in the same direction everywhere.
            let rises = steps.windows(32).map(|steps| steps[31] - steps[0]);
            let signs: Vec<bool> = rises.map(|rise| rise > 1.0).collect();
            let falls = steps.windows(32).all(|steps| steps[0] - steps[31] > 1.0);
            assert!(falls || signs.iter().all(|&is_lighter| is_lighter), "{} in grey", map.key());
        }
        // Without colors, the two signs of a diverging map look alike; the menu warns about that.
        for &map in ColorMap::ALL.iter().filter(|map| map.is_diverging()) {
            assert!(!Vision::Greyscale.tells_apart(map), "{}", map.key());
        }
    }
}
