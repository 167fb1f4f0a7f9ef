//! The three typefaces, and how wide their text is.

use std::{fmt::Write as _, sync::LazyLock};

use ttf_parser::{Face as Tables, OutlineBuilder};

/// A typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Inter, figures of equal width.
    Regular,
    /// Inter, semi-bold.
    SemiBold,
    /// STIX Two Math.
    Math,
}

static TABLES: LazyLock<[Tables<'static>; 3]> = LazyLock::new(|| {
    Face::ALL.map(|face| Tables::parse(face.data(), 0).expect("the fonts in assets are whole"))
});

/// Collects the curves of glyphs; theirs go upwards, those of a picture down.
struct Outline {
    path: String,
    x: f32,
    scale: f32,
}

impl Outline {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, -y * self.scale);
            let written = write!(self.path, "{x:.3} {y:.3} ");
            debug_assert!(written.is_ok(), "a String takes every text");
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

impl Face {
    /// Every typeface.
    pub const ALL: [Self; 3] = [Self::Regular, Self::SemiBold, Self::Math];

    /// The font file.
    pub fn data(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("../../assets/fonts/Inter-Regular.ttf"),
            Self::SemiBold => include_bytes!("../../assets/fonts/Inter-SemiBold.ttf"),
            Self::Math => include_bytes!("../../assets/fonts/STIXTwoMath-Regular.ttf"),
        }
    }

    /// Name of the family in figures.
    pub fn family(self) -> &'static str {
        match self {
            Self::Regular | Self::SemiBold => "Inter",
            Self::Math => "STIX Two Math",
        }
    }

    fn tables(self) -> &'static Tables<'static> {
        &TABLES[self as usize]
    }

    /// Width of `text` at a size, without kerning; in the unit of the size.
    pub fn width(self, text: &str, size: f32) -> f32 {
        let tables = self.tables();
        let units: u32 = text
            .chars()
            .filter_map(|c| tables.glyph_index(c))
            .filter_map(|glyph| tables.glyph_hor_advance(glyph))
            .map(u32::from)
            .sum();
        units as f32 * size / f32::from(tables.units_per_em())
    }

    /// Height and depth of the ink of `text` above and below its baseline.
    pub(crate) fn extent(self, text: &str, size: f32) -> (f32, f32) {
        let tables = self.tables();
        let scale = size / f32::from(tables.units_per_em());
        let boxes = text
            .chars()
            .filter_map(|c| tables.glyph_index(c))
            .filter_map(|glyph| tables.glyph_bounding_box(glyph));
        boxes.fold((0.0, 0.0), |(up, down), ink| {
            (
                f32::max(up, f32::from(ink.y_max) * scale),
                f32::max(down, -f32::from(ink.y_min) * scale),
            )
        })
    }

    /// The shapes of `text` from the left end of its baseline on, as the data of an SVG path.
    pub fn outline(self, text: &str, size: f32) -> String {
        let tables = self.tables();
        let scale = size / f32::from(tables.units_per_em());
        let mut outline = Outline { path: String::new(), x: 0.0, scale };
        for glyph in text.chars().filter_map(|c| tables.glyph_index(c)) {
            // A space has no shape.
            let _ink = tables.outline_glyph(glyph, &mut outline);
            outline.x += f32::from(tables.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        }
        outline.path
    }

    /// Whether it has a glyph for every character.
    pub fn covers(self, text: &str) -> bool {
        text.chars().all(|c| self.tables().glyph_index(c).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_of_equal_width() {
        for face in Face::ALL {
            let width = face.width("0", 10.0);
            for digit in "123456789".chars() {
                assert_eq!(face.width(&digit.to_string(), 10.0), width, "{digit} of {face:?}");
            }
        }
    }

    #[test]
    fn every_character_that_is_drawn_has_a_glyph() {
        let ui = "aZ09 ωφπ−×·²₁⁻≤≥→⇧←↑↓±…“”–\u{2009}‖√Σ∞°✓";
        for face in [Face::Regular, Face::SemiBold] {
            let missing: String = ui.chars().filter(|c| !face.covers(&c.to_string())).collect();
            assert_eq!(missing, "", "glyphs missing in {face:?}");
        }
        assert!(Face::Math.covers("𝑃𝐸𝜔𝑡+−·0√()ℎ⌊⌋\u{e000}"), "mathematics");
    }
}
