//! Color scales chosen for single views: a map, a range, or both.

use std::{fmt, str::FromStr};

use super::View;
use crate::picture::{ColorMap, number};

/// Range of the values that a color scale tells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ColorRange {
    /// All values that the quantity can have; of tables of files without their outliers.
    #[default]
    Automatic,
    /// All values that the quantity can have.
    Full,
    /// From the least value of the data to the greatest.
    Tight,
    /// From one value to a greater one.
    Typed(f64, f64),
}

impl ColorRange {
    /// Text of [`ColorRange::Automatic`].
    pub const AUTOMATIC: &'static str = "auto";
    /// Text of [`ColorRange::Full`].
    pub const FULL: &'static str = "full";
    /// Text of [`ColorRange::Tight`].
    pub const TIGHT: &'static str = "tight";
    /// Expected form, for error messages.
    pub const ALLOWED: &'static str =
        "expected auto, full, tight, or two numbers, the lower first, such as -1..1";
    /// Largest absolute value of a typed end.
    const MOST: f64 = 1e300;
}

/// Error for a text that is not a range of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidColorRange;

impl FromStr for ColorRange {
    type Err = InvalidColorRange;

    fn from_str(text: &str) -> Result<Self, InvalidColorRange> {
        match text.trim() {
            Self::AUTOMATIC => Ok(Self::Automatic),
            Self::FULL => Ok(Self::Full),
            Self::TIGHT => Ok(Self::Tight),
            ends => {
                let (low, high) = ends.split_once("..").ok_or(InvalidColorRange)?;
                let end = |text: &str| {
                    let end = number::parse(text.trim()).filter(|end| end.abs() <= Self::MOST);
                    end.ok_or(InvalidColorRange)
                };
                let (low, high) = (end(low)?, end(high)?);
                if low < high { Ok(Self::Typed(low, high)) } else { Err(InvalidColorRange) }
            }
        }
    }
}

impl fmt::Display for ColorRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Automatic => f.write_str(Self::AUTOMATIC),
            Self::Full => f.write_str(Self::FULL),
            Self::Tight => f.write_str(Self::TIGHT),
            Self::Typed(low, high) => {
                write!(f, "{}..{}", number::shortest(low), number::shortest(high))
            }
        }
    }
}

/// Color scale of one view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewScale {
    /// Color map; `None`: that of the scene.
    pub map: Option<ColorMap>,
    /// Range of values.
    pub range: ColorRange,
}

/// Color scales of the views. The text form is `heatmap:viridis:-1..1,similarity:tight`, or `auto` if nothing is
/// chosen for any view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scales([ViewScale; Self::VIEWS.len()]);

impl Scales {
    /// Expected form, for the error message.
    pub(super) const ALLOWED: &'static str = "expected auto, or views with a map, a range, or both, \
        such as heatmap:viridis:-1..1,similarity:tight";
    /// Views that color their values.
    const VIEWS: [View; 7] = {
        let mut views = [View::Heatmap; 7];
        let (mut num, mut i) = (0, 0);
        while i < View::ALL.len() {
            if View::ALL[i].has_colors() {
                views[num] = View::ALL[i];
                num += 1;
            }
            i += 1;
        }
        views
    };

    /// True if a view colors its values.
    pub fn has(view: View) -> bool {
        Self::index(view).is_some()
    }

    fn index(view: View) -> Option<usize> {
        Self::VIEWS.iter().position(|&other| other == view)
    }

    /// Color scale chosen for a view; the default for one without colors.
    pub fn get(&self, view: View) -> ViewScale {
        Self::index(view).map(|index| self.0[index]).unwrap_or_default()
    }

    /// The same scales with that of one view replaced.
    #[must_use]
    pub fn with(mut self, view: View, scale: ViewScale) -> Self {
        if let Some(index) = Self::index(view) {
            self.0[index] = scale;
        }
        self
    }
}

/// Error for a text that does not describe color scales: what is wrong with it, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidScales(String);

impl fmt::Display for InvalidScales {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Scales {
    type Err = InvalidScales;

    fn from_str(text: &str) -> Result<Self, InvalidScales> {
        let mut scales = Self::default();
        if text.trim() == ColorRange::AUTOMATIC {
            return Ok(scales);
        }
        let wrong = |reason: String| InvalidScales(format!("{reason}; {}", Self::ALLOWED));
        for entry in text.split(',') {
            let mut parts = entry.split(':').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let view = View::from_key(name).ok().filter(|&view| Self::has(view));
            let view = view.ok_or_else(|| {
                let views = Self::VIEWS.map(View::key).join(", ");
                wrong(format!("{name:?} is no view with colors ({views})"))
            })?;
            let (mut map, mut range) = (None, None);
            for part in parts {
                let is_second = if let Ok(known) = ColorMap::from_key(part) {
                    map.replace(known).is_some()
                } else {
                    let read = part.parse().map_err(|_not_a_range| {
                        wrong(format!("{part:?} is neither a color map nor a range"))
                    })?;
                    range.replace(read).is_some()
                };
                if is_second {
                    return Err(wrong(format!("{name} has a second map or range, {part:?}")));
                }
            }
            if (map, range) == (None, None) {
                return Err(wrong(format!("{name} has neither a map nor a range")));
            }
            if scales.get(view) != ViewScale::default() {
                return Err(wrong(format!("{name} stands twice")));
            }
            scales = scales.with(view, ViewScale { map, range: range.unwrap_or_default() });
        }
        Ok(scales)
    }
}

impl fmt::Display for Scales {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for view in Self::VIEWS {
            let ViewScale { map, range } = self.get(view);
            if (map, range) == (None, ColorRange::Automatic) {
                continue;
            }
            write!(f, "{between}{}", view.key())?;
            if let Some(map) = map {
                write!(f, ":{}", map.key())?;
            }
            if range != ColorRange::Automatic {
                write!(f, ":{range}")?;
            }
            between = ",";
        }
        if between.is_empty() { f.write_str(ColorRange::AUTOMATIC) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_round_trip_or_are_refused() {
        for text in [
            "auto",
            "heatmap:viridis",
            "similarity:tight",
            "heatmap:RdBu:-0.5..1,similarity:14..64,rotation:gray",
        ] {
            assert_eq!(text.parse::<Scales>().unwrap().to_string(), text);
        }
        assert_eq!("heatmap:1e2..2^10".parse::<Scales>().unwrap().to_string(), "heatmap:100..1024");
        for (text, expected) in [
            ("", "\"\" is no view with colors"),
            ("heatmap", "heatmap has neither a map nor a range"),
            ("waves:tight", "\"waves\" is no view with colors (heatmap, similarity"),
            ("heatmap:jet", "\"jet\" is neither a color map nor a range"),
            ("heatmap:1..1", "\"1..1\" is neither"),
            ("heatmap:2..1", "\"2..1\" is neither"),
            ("heatmap:NaN..1", "\"NaN..1\" is neither"),
            ("heatmap:-1e301..1", "\"-1e301..1\" is neither"),
            ("heatmap:tight:tight", "heatmap has a second map or range, \"tight\""),
            ("heatmap:vik:gray", "heatmap has a second map or range, \"gray\""),
            ("heatmap:tight,heatmap:vik", "heatmap stands twice"),
        ] {
            let error = text.parse::<Scales>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
            assert!(error.ends_with(Scales::ALLOWED), "{text:?}: {error}");
        }
    }
}
