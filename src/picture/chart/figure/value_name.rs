//! Name of the values of a raster.

use crate::picture::number;

/// Name of a raster's values, and how far they lie beyond the ends of its colors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueName {
    /// The name itself.
    pub words: String,
    /// Greatest value, if it lies above the colors.
    pub above: Option<f64>,
    /// Least value, if it lies below the colors.
    pub below: Option<f64>,
}

impl<T: Into<String>> From<T> for ValueName {
    fn from(words: T) -> Self {
        Self { words: words.into(), above: None, below: None }
    }
}

impl ValueName {
    /// The name with the values beyond the colors: `PE(t, j) ▶ to 0.8 ◀ to −0.3`.
    pub(in crate::picture::chart) fn whole(&self) -> String {
        let ends = self.ends().map(|(sign, _, value)| format!(" {sign} to {value}"));
        std::iter::once(self.words.clone()).chain(ends).collect()
    }

    /// The name, and on which sides values lie beyond the colors: `PE(t, j) ▶ ◀`.
    pub(in crate::picture::chart) fn short(&self) -> String {
        let ends = self.ends().map(|(sign, ..)| format!(" {sign}"));
        std::iter::once(self.words.clone()).chain(ends).collect()
    }

    /// Extent of the values beyond the colors, in words: `up to 0.8 and down to −0.3`; `None` where none do.
    pub fn beyond(&self) -> Option<String> {
        let ends: Vec<_> = self.ends().map(|(_, way, value)| format!("{way} to {value}")).collect();
        (!ends.is_empty()).then(|| ends.join(" and "))
    }

    /// Sign, direction and farthest value of each side on which values lie beyond the colors.
    fn ends(&self) -> impl Iterator<Item = (char, &'static str, String)> {
        // Beside an upright bar, the name is turned, and the signs point up and down.
        let ends = [('▶', "up", self.above), ('◀', "down", self.below)];
        ends.into_iter().filter_map(|(sign, way, value)| {
            Some((sign, way, number::typographic(&number::readable(value?, 3))))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beyond_the_colors_are_told() {
        let name = ValueName { above: Some(0.8), below: Some(-0.25), ..ValueName::from("PE") };
        assert_eq!(name.whole(), "PE ▶ to 0.800 ◀ to −0.250");
        assert_eq!(name.short(), "PE ▶ ◀");
        assert_eq!(name.beyond().as_deref(), Some("up to 0.800 and down to −0.250"));
        let plain = ValueName::from("bias");
        assert_eq!(
            (plain.whole(), plain.short(), plain.beyond()),
            ("bias".into(), "bias".into(), None)
        );
    }
}
