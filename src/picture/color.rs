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
        /// Purple over green to yellow.
        Viridis = "viridis",
        /// Red and blue on white.
        RdBu = "RdBu",
        /// Black to white.
        Gray = "gray",
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
        match self {
            Self::Vik
            | Self::Broc
            | Self::Cork
            | Self::Bam
            | Self::Berlin
            | Self::Lisbon
            | Self::Tofino
            | Self::Vanimo
            | Self::RdBu => true,
            Self::Cividis
            | Self::Batlow
            | Self::Davos
            | Self::Lajolla
            | Self::Viridis
            | Self::Gray => false,
        }
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
            Self::Viridis => "purple to yellow",
            Self::RdBu => "red, white, blue",
            Self::Gray => "black to white",
        }
    }

    /// Colors from the lowest value to the highest. Their number is odd, so that 0 has a color of its own.
    pub fn table(self) -> &'static [Rgb] {
        let index = Self::ALL.iter().position(|&map| map == self).unwrap_or(0);
        &TABLES[index]
    }
}

/// Color map stretched over a range of values. The middle of a diverging map stays at 0, so that of a range that is not
/// symmetric about 0 it shows a part; any other map runs from one end of the range to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorScale {
    /// Color map that is stretched.
    pub map: ColorMap,
    /// Least value with a color of its own.
    pub low: f64,
    /// Greatest value with a color of its own, above `low`.
    pub high: f64,
}

impl ColorScale {
    /// Scale from −`bound` to `bound`.
    pub fn symmetric(map: ColorMap, bound: f64) -> Self {
        Self { map, low: -bound, high: bound }
    }

    /// Scale from 0 to `bound`.
    pub fn from_zero(map: ColorMap, bound: f64) -> Self {
        Self { map, low: 0.0, high: bound }
    }

    /// Largest absolute value with a color of its own.
    pub fn reach(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Colors of the range, from the lowest value to the highest.
    pub fn colors(&self) -> &'static [Rgb] {
        &self.map.table()[self.index(self.low)..=self.index(self.high)]
    }

    /// Index of the color of `value`. Values outside the range get the nearest end; 0 gets the exact middle.
    pub fn index(&self, value: f64) -> usize {
        self.places().place(value) as usize
    }

    /// Precomputes the mapping from values to color indexes, for many values.
    pub(crate) fn places(&self) -> ColorPlaces {
        let most = (ENTRIES - 1) as f64;
        if !self.map.is_diverging() {
            let per_unit = most / (self.high - self.low);
            return ColorPlaces { zero: -self.low * per_unit, per_unit, first: 0.0, last: most };
        }
        let (zero, per_unit) = (MIDDLE as f64, MIDDLE as f64 / self.reach());
        let [first, last] =
            [self.low, self.high].map(|end| rounded(between(end * per_unit + zero, 0.0, most)));
        ColorPlaces { zero, per_unit, first, last }
    }

    /// Color of `value`.
    pub fn color(&self, value: f64) -> Rgb {
        self.map.table()[self.index(value)]
    }
}

/// Mapping from values to color indexes. Uses sums, products and comparisons only, so that it vectorizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColorPlaces {
    /// Index of the value 0, which may lie outside the map.
    zero: f64,
    per_unit: f64,
    /// Indexes of the ends of the range.
    first: f64,
    last: f64,
}

impl ColorPlaces {
    /// Index of the color of `value`, as an integral `f64`.
    #[inline(always)]
    pub(crate) fn place(self, value: f64) -> f64 {
        rounded(between(value * self.per_unit + self.zero, self.first, self.last))
    }
}

/// Clamps to `least`..=`most`; `least` for NaN.
#[inline(always)]
pub(crate) fn between(value: f64, least: f64, most: f64) -> f64 {
    let value = if value > least { value } else { least };
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
            let scale = if map.is_diverging() {
                ColorScale::symmetric(map, 64.0)
            } else {
                ColorScale::from_zero(map, 64.0)
            };
            assert_eq!(scale.index(scale.low), 0, "{}: lowest value", map.key());
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

    #[test]
    fn range_that_is_not_symmetric_has_its_own_ends() {
        let scale = ColorScale { map: ColorMap::Viridis, low: 14.0, high: 64.0 };
        assert_eq!([14.0, 39.0, 64.0, 100.0].map(|value| scale.index(value)), [0, 127, 254, 254]);
        assert_eq!(scale.colors().len(), ENTRIES, "the whole map");
        let scale = ColorScale { map: ColorMap::Vik, low: -0.5, high: 1.0 };
        assert_eq!(scale.index(0.0), MIDDLE, "0 keeps the middle");
        assert_eq!(scale.index(-1.0), scale.index(-0.5), "values beyond the end have its color");
        assert_eq!(scale.colors()[0], scale.color(-0.5), "the bar begins at the lowest value");
        assert_eq!(scale.colors().last(), Some(&scale.color(1.0)), "and ends at the highest");
    }
}
