//! Color maps, and the mapping from values to colors.

use std::sync::LazyLock;

use crate::stable_enum::stable_enum;

/// Red, green and blue in sRGB.
pub type Rgb = [u8; 3];

/// Red, green and blue in linear light, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear(pub(super) [f64; 3]);

impl From<Rgb> for Linear {
    fn from(color: Rgb) -> Self {
        Self(color.map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        }))
    }
}

impl From<Linear> for Rgb {
    fn from(light: Linear) -> Self {
        light.0.map(|light| {
            let light = light.clamp(0.0, 1.0);
            let c = if light <= 0.003_130_8 {
                12.92 * light
            } else {
                1.055 * light.powf(1.0 / 2.4) - 0.055
            };
            (255.0 * c).round() as u8
        })
    }
}

stable_enum! {
    /// Perceptually uniform color maps. `Vision::tells_apart` checks which of them a kind of color vision can read.
    pub enum ColorMap {
        /// Blue and red on white.
        Vik = "vik",
        /// Blue and olive on white.
        Broc = "broc",
        /// Blue and green on white.
        Cork = "cork",
        /// Purple and green on white.
        Bam = "bam",
        /// Blue and red on black.
        Berlin = "berlin",
        /// Blue and yellow on black.
        Lisbon = "lisbon",
        /// Violet and green on black.
        Tofino = "tofino",
        /// Pink and green on black.
        Vanimo = "vanimo",
        /// Blue to yellow.
        Cividis = "cividis",
        /// Blue over green to pink.
        Batlow = "batlow",
        /// Blue to white.
        Davos = "davos",
        /// Black over red to cream.
        Lajolla = "lajolla",
    }
}

const ENTRIES: usize = 255;
const MIDDLE: usize = ENTRIES / 2;

static TABLES: LazyLock<Vec<Vec<Rgb>>> = LazyLock::new(|| {
    let text = include_str!("../../assets/colormaps.txt");
    ColorMap::ALL
        .iter()
        .map(|map| {
            text.lines()
                .filter_map(|line| line.split_once(' '))
                .find(|(name, _)| *name == map.key())
                .map(|(_, digits)| table_from_hex(digits))
                .expect("assets/colormaps.txt has a line for every map")
        })
        .collect()
});

fn table_from_hex(digits: &str) -> Vec<Rgb> {
    let nibbles: Vec<u8> =
        digits.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    let bytes: Vec<u8> = nibbles.chunks_exact(2).map(|pair| pair[0] * 16 + pair[1]).collect();
    bytes.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect()
}

impl ColorMap {
    /// True if the map has a neutral middle, for signed data.
    pub fn is_diverging(self) -> bool {
        !matches!(self, Self::Cividis | Self::Batlow | Self::Davos | Self::Lajolla)
    }

    /// Short description of the colors.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Vik => "blue, white, red",
            Self::Broc => "blue, white, olive",
            Self::Cork => "blue, white, green",
            Self::Bam => "purple, white, green",
            Self::Berlin => "blue, black, red",
            Self::Lisbon => "blue, black, yellow",
            Self::Tofino => "violet, black, green",
            Self::Vanimo => "pink, black, green",
            Self::Cividis => "blue to yellow",
            Self::Batlow => "blue to pink",
            Self::Davos => "blue to white",
            Self::Lajolla => "black to cream",
        }
    }

    /// Colors from the lowest value to the highest. Their number is odd, so that 0 has a color of its own.
    pub fn table(self) -> &'static [Rgb] {
        let index = Self::ALL.iter().position(|&map| map == self).unwrap_or(0);
        &TABLES[index]
    }
}

/// Color map stretched over a range of values: −bound..bound for a diverging map, 0..bound for any other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorScale {
    /// Color map that is stretched.
    pub map: ColorMap,
    /// Value of the last color, > 0.
    pub bound: f64,
}

impl ColorScale {
    /// Value of the first color.
    pub fn low(&self) -> f64 {
        if self.map.is_diverging() { -self.bound } else { 0.0 }
    }

    /// Index of the color of `value`. Values outside the range get the nearest end; 0 gets the exact middle.
    pub fn index(&self, value: f64) -> usize {
        self.places().place(value) as usize
    }

    /// Precomputes the mapping from values to color indexes, for many values.
    pub(crate) fn places(&self) -> Places {
        let (zero, steps) =
            if self.map.is_diverging() { (MIDDLE, MIDDLE) } else { (0, ENTRIES - 1) };
        Places { zero: zero as f64, per_unit: steps as f64 / self.bound }
    }

    /// Color of `value`.
    pub fn color(&self, value: f64) -> Rgb {
        self.map.table()[self.index(value)]
    }
}

/// Mapping from values to color indexes. Uses sums, products and comparisons only, so that it vectorizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    zero: f64,
    per_unit: f64,
}

impl Places {
    /// Index of the color of `value`, as an integral `f64`.
    #[inline(always)]
    pub(crate) fn place(self, value: f64) -> f64 {
        rounded(between(value * self.per_unit + self.zero, (ENTRIES - 1) as f64))
    }
}

/// Clamps to 0..=`most`; 0 for NaN.
#[inline(always)]
pub(crate) fn between(value: f64, most: f64) -> f64 {
    let value = if value > 0.0 { value } else { 0.0 };
    if value < most { value } else { most }
}

/// Rounds to the nearest integer by pushing the fraction out of the mantissa.
#[inline(always)]
pub(crate) fn rounded(value: f64) -> f64 {
    (value + WHOLE) - WHOLE
}

/// 2⁵². An `f64` from here on has no fraction, and its low bits are those of a small integer added to it.
pub(crate) const WHOLE: f64 = 4_503_599_627_370_496.0;

/// Mixes `a` and `b` in the proportion 256 − `share` to `share`.
#[inline]
pub(crate) fn mixed(a: Rgb, b: Rgb, share: u32) -> Rgb {
    let mix =
        |a: u8, b: u8| ((u32::from(a) * (256 - share) + u32::from(b) * share + 128) / 256) as u8;
    [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_maps_are_complete_and_centered() {
        for &map in ColorMap::ALL {
            assert_eq!(map.table().len(), ENTRIES, "entries of {}", map.key());
            let scale = ColorScale { map, bound: 64.0 };
            assert_eq!(scale.index(scale.low()), 0, "{}: lowest value", map.key());
            assert_eq!(scale.index(64.0), ENTRIES - 1, "{}: highest value", map.key());
            assert_eq!(scale.index(f64::NAN), 0, "{}: NaN has a color too", map.key());
            if map.is_diverging() {
                assert_eq!(scale.index(0.0), MIDDLE, "{}: zero", map.key());
                assert_eq!(scale.index(1.0) + scale.index(-1.0), 2 * MIDDLE, "mirrored");
                let middle = map.table()[MIDDLE].map(i32::from);
                let spread = middle.iter().max().unwrap() - middle.iter().min().unwrap();
                assert!(spread <= 20, "{}: middle {middle:?} is no neutral", map.key());
            }
        }
    }
}
