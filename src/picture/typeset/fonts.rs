//! The typefaces and their text metrics.

use std::{fmt::Write as _, sync::LazyLock};

use rustybuzz::UnicodeBuffer;
use skrifa::{
    FontRef, GlyphId, MetadataProvider as _,
    charmap::Charmap,
    instance::{LocationRef, Size},
    metrics::GlyphMetrics,
    outline::{DrawSettings, OutlineGlyphCollection, OutlinePen},
};

/// Typeface of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Inter, with tabular digits.
    Regular,
    /// Inter, semi-bold, with tabular digits.
    SemiBold,
    /// STIX Two Math.
    Math,
    /// Hack, for code.
    Mono,
}

static TABLES: LazyLock<[Tables; Face::ALL.len()]> = LazyLock::new(|| Face::ALL.map(Tables::new));

/// Lookup tables of a font, in font units.
struct Tables {
    glyphs: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f32,
    /// The font as the shaper reads it.
    shaper: rustybuzz::Face<'static>,
}

impl Tables {
    fn new(face: Face) -> Self {
        let font = FontRef::new(face.data()).expect("the fonts in assets are whole");
        let (size, location) = (Size::unscaled(), LocationRef::default());
        Self {
            glyphs: font.charmap(),
            metrics: font.glyph_metrics(size, location),
            outlines: font.outline_glyphs(),
            units_per_em: f32::from(font.metrics(size, location).units_per_em),
            shaper: rustybuzz::Face::from_slice(face.data(), 0)
                .expect("the fonts in assets are whole"),
        }
    }

    /// Glyphs of a text; characters that the font lacks are skipped.
    fn glyphs(&self, text: &str) -> impl Iterator<Item = GlyphId> {
        text.chars().filter_map(|c| self.glyphs.map(c))
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        self.metrics.advance_width(glyph).unwrap_or_default()
    }
}

/// Collects glyph outlines as SVG path data. Font coordinates grow upward, those of a picture downward.
struct Outline {
    path: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Outline {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, -self.y - y * self.scale);
            let written = write!(self.path, "{x:.3} {y:.3} ");
            debug_assert!(written.is_ok(), "a String takes every text");
        }
    }
}

impl OutlinePen for Outline {
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

/// Bytes of the font files in the order of [`Face::ALL`]. A constant would stand in the program at every use.
static FILES: [&[u8]; Face::ALL.len()] = [
    include_bytes!("../../../assets/fonts/Inter-Regular.ttf"),
    include_bytes!("../../../assets/fonts/Inter-SemiBold.ttf"),
    include_bytes!("../../../assets/fonts/STIXTwoMath-Regular.ttf"),
    epaint_default_fonts::HACK_REGULAR,
];

impl Face {
    /// Every typeface.
    pub const ALL: [Self; 4] = [Self::Regular, Self::SemiBold, Self::Math, Self::Mono];

    /// Bytes of the font file.
    pub fn data(self) -> &'static [u8] {
        FILES[self as usize]
    }

    /// Family name for figures.
    pub fn family(self) -> &'static str {
        match self {
            Self::Regular | Self::SemiBold => "Inter",
            Self::Math => "STIX Two Math",
            Self::Mono => "Hack",
        }
    }

    fn tables(self) -> &'static Tables {
        &TABLES[self as usize]
    }

    /// Width of `text` at a font size, without kerning, in the unit of the size.
    pub fn width(self, text: &str, size: f32) -> f32 {
        let tables = self.tables();
        let units: f32 = tables.glyphs(text).map(|glyph| tables.advance(glyph)).sum();
        units * size / tables.units_per_em
    }

    /// Longest beginning of a text that fits, up to the end of a clause; `None` if none does. The colon of a legend, as
    /// in `scores; gray: masked`, ends no clause.
    pub(crate) fn longest_clause(text: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
        let ends = text.match_indices([',', ';', ':']).rev();
        let clauses = ends.filter_map(|(end, mark)| Some((text.get(..end)?, mark)));
        let clauses = clauses.filter(|(clause, mark)| *mark != ":" || !clause.contains(';'));
        let clauses = clauses.map(|(clause, _)| clause);
        std::iter::once(text).chain(clauses).find(|text| fits(text))
    }

    /// Heading that fits into a width: its longest clause, or else truncated.
    pub(crate) fn fitting_heading(self, text: &str, size: f32, room: f32) -> String {
        let clause = Self::longest_clause(text, |part| self.width(part, size) <= room);
        clause.map_or_else(|| self.fitting(text, size, room), str::to_owned)
    }

    /// Truncates `text` to a width, with an ellipsis where something is cut off.
    pub(crate) fn fitting(self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_owned();
        }
        let tables = self.tables();
        let units_of =
            |text: &str| tables.glyphs(text).map(|glyph| tables.advance(glyph)).sum::<f32>();
        let (ellipsis, mut units, mut end) = (units_of("…"), 0.0, 0);
        for (at, c) in text.char_indices() {
            units += units_of(c.encode_utf8(&mut [0; 4]));
            if (units + ellipsis) * size / tables.units_per_em > room {
                break;
            }
            end = at + c.len_utf8();
        }
        format!("{}…", text[..end].trim_end_matches(['.', ' ']))
    }

    /// Ink extent of `text` above and below its baseline.
    pub(crate) fn extent(self, text: &str, size: f32) -> (f32, f32) {
        let tables = self.tables();
        let scale = size / tables.units_per_em;
        let boxes = tables.glyphs(text).filter_map(|glyph| tables.metrics.bounds(glyph));
        boxes.fold((0.0, 0.0), |(up, down), ink| {
            (f32::max(up, ink.y_max * scale), f32::max(down, -ink.y_min * scale))
        })
    }

    /// Outline of `text` as SVG path data, with the left end of the baseline at the origin, and its width. Letters are
    /// kerned, as other programs do it.
    pub fn outline(self, text: &str, size: f32) -> (String, f32) {
        let tables = self.tables();
        let scale = size / tables.units_per_em;
        let mut outline = Outline { path: String::new(), x: 0.0, y: 0.0, scale };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        let shaped = rustybuzz::shape(&tables.shaper, &[], buffer);
        let mut pen = 0.0;
        for (info, place) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            outline.x = (pen + place.x_offset as f32) * scale;
            outline.y = place.y_offset as f32 * scale;
            if let Some(ink) = tables.outlines.get(GlyphId::new(info.glyph_id)) {
                let drawn = ink.draw(settings, &mut outline);
                debug_assert!(drawn.is_ok(), "the fonts in assets are whole");
            }
            pen += place.x_advance as f32;
        }
        (outline.path, pen * scale)
    }

    /// True if the face has a glyph for every character.
    pub fn covers(self, text: &str) -> bool {
        text.chars().all(|c| self.tables().glyphs.map(c).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_end_before_a_legend_or_after_it() {
        let text = "equal vectors, not turned; orange: without, blue: with";
        let longest = |most: usize| Face::longest_clause(text, |it| it.len() <= most);
        assert_eq!(longest(100), Some(text));
        assert_eq!(longest(text.len() - 1), Some("equal vectors, not turned; orange: without"));
        assert_eq!(longest(35), Some("equal vectors, not turned"));
        assert_eq!(longest(20), Some("equal vectors"));
        assert_eq!(longest(5), None);
        assert_eq!(Face::longest_clause("pairs: of a head", |it| it.len() < 9), Some("pairs"));
    }

    #[test]
    fn digits_have_equal_width() {
        for face in Face::ALL {
            let width = face.width("0", 10.0);
            for digit in "123456789".chars() {
                assert_eq!(face.width(&digit.to_string(), 10.0), width, "{digit} of {face:?}");
            }
        }
    }

    #[test]
    fn fonts_cover_drawn_characters() {
        let ui = "aZ09 ωφπ−×·²₁⁻≤≥→⇧←↑↓±…“”–\u{2009}‖√Σ∞°✓";
        for face in [Face::Regular, Face::SemiBold] {
            let missing: String = ui.chars().filter(|c| !face.covers(&c.to_string())).collect();
            assert_eq!(missing, "", "glyphs missing in {face:?}");
        }
        assert!(Face::Math.covers("𝑃𝐸𝜔𝑡+−·0√()ℎ⌊⌋\u{e000}"), "mathematics");
    }
}
