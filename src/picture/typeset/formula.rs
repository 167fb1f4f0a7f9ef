//! Layout of formulas: fractions, scripts and brackets. The window and figures share it.

use super::Face;
use crate::picture::number;

/// Role of a part of a formula. The painter derives its color from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Symbols and numbers.
    Plain,
    /// Resulting value of the formula.
    Value,
}

/// Formula, as a tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Text set upright: numbers, function names, signs.
    Upright(String),
    /// Letters set in italics: variables.
    Italic(String),
    /// Words in the typeface of the text around.
    Words(String),
    /// Highlighted number.
    Value(String),
    /// Parts side by side.
    Row(Vec<Self>),
    /// Numerator over denominator.
    Fraction(Box<Self>, Box<Self>),
    /// Base and superscript.
    Superscript(Box<Self>, Box<Self>),
    /// Base and subscript.
    Subscript(Box<Self>, Box<Self>),
    /// Content in round brackets of the same height.
    Brackets(Box<Self>),
    /// Rows of entries, without brackets.
    Array(Vec<Vec<Self>>),
}

/// Placed run of glyphs. y grows downward; the baseline of the formula is y = 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyphs {
    /// Characters to draw.
    pub text: String,
    /// Typeface: that of mathematics, or of words.
    pub face: Face,
    /// Left end.
    pub x: f32,
    /// Baseline.
    pub y: f32,
    /// Font size.
    pub size: f32,
    /// Role of the text.
    pub role: Role,
}

/// Placed part of a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Run of text.
    Glyphs(Glyphs),
    /// Fraction bar.
    Rule {
        /// Left end.
        x: f32,
        /// Vertical center.
        y: f32,
        /// Length.
        width: f32,
        /// Thickness.
        thickness: f32,
    },
}

/// Formula with every part placed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Laid {
    /// Placed parts.
    pub items: Vec<Item>,
    /// Total width.
    pub width: f32,
    /// Height above the baseline.
    pub ascent: f32,
    /// Depth below the baseline.
    pub descent: f32,
}

/// Sizes of scripts and fractions relative to their surroundings.
const SCRIPT: f32 = 0.72;
const FRACTION: f32 = 0.86;
/// Height of the mathematical axis above the baseline. Fraction bars lie on this axis.
const AXIS: f32 = 0.26;

impl Formula {
    /// Size of words beside mathematics whose letters look as large.
    pub const WORDS: f32 = 0.9;

    /// Creates upright text.
    pub fn upright(text: impl Into<String>) -> Self {
        Self::Upright(text.into())
    }

    /// Creates a variable in italics.
    pub fn italic(text: impl Into<String>) -> Self {
        Self::Italic(text.into())
    }

    /// Creates a fraction.
    pub fn fraction(numerator: Self, denominator: Self) -> Self {
        Self::Fraction(Box::new(numerator), Box::new(denominator))
    }

    /// Creates a power.
    pub fn power(base: Self, exponent: Self) -> Self {
        Self::Superscript(Box::new(base), Box::new(exponent))
    }

    /// Creates a base with an index.
    pub fn indexed(base: Self, index: Self) -> Self {
        Self::Subscript(Box::new(base), Box::new(index))
    }

    /// Encloses the formula in round brackets.
    #[must_use]
    pub fn bracketed(self) -> Self {
        Self::Brackets(Box::new(self))
    }

    /// Converts text with superscript digits to a formula with exponents: `off by 2.2 × 10⁻¹⁶`. The math font has
    /// no superscript digits of its own.
    pub fn with_exponents(text: &str) -> Self {
        Self::split_at_exponents(text, Self::Upright)
    }

    fn split_at_exponents(text: &str, leaf: fn(String) -> Self) -> Self {
        let is_raised = |c: char| raised(c).is_some();
        let mut parts: Vec<Self> = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_raised(c) != is_raised(first)).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            match parts.pop() {
                base if is_raised(first) => {
                    let exponent: String = part.chars().filter_map(raised).collect();
                    let base = base.unwrap_or_else(|| leaf(String::new()));
                    parts.push(Self::power(base, leaf(exponent)));
                }
                before => {
                    parts.extend(before);
                    parts.push(leaf(part.to_owned()));
                }
            }
            rest = after;
        }
        Self::Row(parts)
    }

    /// Creates a matrix in round brackets, row by row.
    pub fn matrix(rows: Vec<Vec<Self>>) -> Self {
        Self::Array(rows).bracketed()
    }

    /// Formula on one line of plain text: `sin(42 / 10000^(14/128))`, without separators between thousands, as programs
    /// and screen readers expect it.
    pub fn plain_text(&self) -> String {
        match self {
            Self::Upright(text) | Self::Italic(text) | Self::Value(text) | Self::Words(text) => {
                text.replace(number::NARROW_SPACE, "")
            }
            Self::Row(parts) => parts.iter().map(Self::plain_text).collect(),
            Self::Fraction(a, b) => format!("{} / {}", a.plain_text(), b.plain_text()),
            Self::Superscript(base, exponent) => {
                let exponent = exponent.plain_text();
                if exponent.chars().all(char::is_alphanumeric) {
                    format!("{}^{exponent}", base.plain_text())
                } else {
                    format!("{}^({exponent})", base.plain_text())
                }
            }
            Self::Subscript(base, index) => format!("{}_{}", base.plain_text(), index.plain_text()),
            Self::Brackets(inner) => format!("({})", inner.plain_text()),
            Self::Array(rows) => {
                let row = |row: &Vec<Self>| {
                    row.iter().map(Self::plain_text).collect::<Vec<_>>().join(", ")
                };
                rows.iter().map(row).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Characters of a leaf in the math typeface; empty for a formula with parts.
    pub(crate) fn glyphs(&self) -> String {
        match self {
            Self::Upright(text) => text.chars().map(narrow_space).collect(),
            Self::Italic(text) => text.chars().map(italic_letter).collect(),
            Self::Value(text) => text.chars().map(bold_digit).collect(),
            _ => String::new(),
        }
    }

    /// Lays out the formula at a font size.
    pub fn laid(&self, size: f32) -> Laid {
        let has_raised = |text: &str| text.contains(|c| raised(c).is_some());
        match self {
            Self::Upright(text) if has_raised(text) => Self::with_exponents(text).laid(size),
            Self::Value(text) if has_raised(text) => {
                Self::split_at_exponents(text, Self::Value).laid(size)
            }
            Self::Upright(_) | Self::Italic(_) => text_laid(self.glyphs(), size, Role::Plain),
            Self::Value(_) => text_laid(self.glyphs(), size, Role::Value),
            Self::Words(text) => {
                run_laid(Face::Regular, text.clone(), size * Self::WORDS, Role::Plain)
            }
            Self::Row(parts) => {
                let mut row = Laid::default();
                for part in parts {
                    row.append(part.laid(size));
                }
                row
            }
            Self::Fraction(numerator, denominator) => fraction_laid(
                numerator.laid(size * FRACTION),
                denominator.laid(size * FRACTION),
                size,
            ),
            Self::Superscript(base, exponent) => {
                let mut out = base.laid(size);
                let exponent = exponent.laid(size * SCRIPT);
                let raise = (out.ascent - 0.5 * exponent.ascent).max(0.36 * size);
                let x = out.width + 0.04 * size;
                out.width = x + exponent.width + 0.04 * size;
                out.place(exponent, x, -raise);
                out
            }
            Self::Subscript(base, index) => {
                let mut out = base.laid(size);
                let index = index.laid(size * SCRIPT);
                let x = out.width + 0.02 * size;
                out.width = x + index.width + 0.04 * size;
                out.place(index, x, 0.2 * size);
                out
            }
            Self::Brackets(inner) => brackets_laid(inner.laid(size), size),
            Self::Array(rows) => array_laid(
                rows.iter().map(|row| row.iter().map(|entry| entry.laid(size)).collect()).collect(),
                size,
            ),
        }
    }
}

impl Laid {
    /// Continues with another layout on the same baseline.
    pub(super) fn append(&mut self, other: Self) {
        let x = self.width;
        self.width += other.width;
        self.place(other, x, 0.0);
    }

    /// Places another layout inside this one. The caller sets the width.
    pub(super) fn place(&mut self, other: Self, x: f32, y: f32) {
        self.ascent = self.ascent.max(other.ascent - y);
        self.descent = self.descent.max(other.descent + y);
        self.items.extend(other.items.into_iter().map(|item| match item {
            Item::Glyphs(glyphs) => {
                Item::Glyphs(Glyphs { x: glyphs.x + x, y: glyphs.y + y, ..glyphs })
            }
            Item::Rule { x: own_x, y: own_y, width, thickness } => {
                Item::Rule { x: own_x + x, y: own_y + y, width, thickness }
            }
        }));
    }
}

fn text_laid(text: String, size: f32, role: Role) -> Laid {
    run_laid(Face::Math, text, size, role)
}

fn run_laid(face: Face, text: String, size: f32, role: Role) -> Laid {
    let (ascent, descent) = face.extent(&text, size);
    Laid {
        width: face.width(&text, size),
        ascent,
        descent,
        items: vec![Item::Glyphs(Glyphs { text, face, x: 0.0, y: 0.0, size, role })],
    }
}

fn fraction_laid(numerator: Laid, denominator: Laid, size: f32) -> Laid {
    let thickness = 0.055 * size;
    let gap = 0.13 * size;
    let margin = 0.1 * size;
    let inner = numerator.width.max(denominator.width);
    let width = inner + 2.0 * margin;
    let axis = -AXIS * size;
    let mut out = Laid { width, ..Laid::default() };
    let (above, below) = (axis - gap - numerator.descent, axis + gap + denominator.ascent);
    let (x_above, x_below) = ((width - numerator.width) / 2.0, (width - denominator.width) / 2.0);
    out.place(numerator, x_above, above);
    out.place(denominator, x_below, below);
    out.items.push(Item::Rule { x: margin / 2.0, y: axis, width: inner + margin, thickness });
    out
}

/// Lays out an array, centered on the axis. Each column is as wide as its widest entry; entries are right-aligned.
fn array_laid(rows: Vec<Vec<Laid>>, size: f32) -> Laid {
    let (between, apart) = (0.9 * size, 0.3 * size);
    let num_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<f32> = (0..num_columns)
        .map(|j| {
            rows.iter().filter_map(|row| row.get(j)).map(|entry| entry.width).fold(0.0, f32::max)
        })
        .collect();
    let reach = |row: &Vec<Laid>| {
        let up = row.iter().map(|entry| entry.ascent).fold(0.0, f32::max);
        (up, row.iter().map(|entry| entry.descent).fold(0.0, f32::max))
    };
    let height: f32 = rows.iter().map(reach).map(|(up, down)| up + down).sum::<f32>()
        + apart * rows.len().saturating_sub(1) as f32;
    let mut out = Laid::default();
    let mut top = -AXIS * size - height / 2.0;
    for row in rows {
        let (up, down) = reach(&row);
        let mut x = 0.0;
        for (entry, &width) in row.into_iter().zip(&widths) {
            let at = x + width - entry.width;
            out.place(entry, at, top + up);
            x += width + between;
        }
        top += up + down + apart;
    }
    out.width = widths.iter().sum::<f32>() + between * num_columns.saturating_sub(1) as f32;
    out
}

/// Encloses a layout in brackets. The fonts hold brackets of eight heights at private code points; this picks the
/// smallest height that covers the content.
fn brackets_laid(inner: Laid, size: f32) -> Laid {
    const LEFT: u32 = 0xe000;
    const RIGHT: u32 = 0xe010;
    let glyph = |first: u32, height: u32| char::from_u32(first + height).unwrap_or('(').to_string();
    let axis = -AXIS * size;
    let reach = (inner.ascent + axis).max(inner.descent - axis);
    let (height, up, down) = (0..8)
        .map(|height| {
            let (up, down) = Face::Math.extent(&glyph(LEFT, height), size);
            (height, up, down)
        })
        .find(|(_, up, down)| (up + down) / 2.0 >= 0.92 * reach)
        .unwrap_or_else(|| {
            let (up, down) = Face::Math.extent(&glyph(LEFT, 7), size);
            (7, up, down)
        });
    // Brackets are centered on the axis, not on the baseline.
    let y = axis + (up - down) / 2.0;
    let mut out = Laid::default();
    let left = text_laid(glyph(LEFT, height), size, Role::Plain);
    let right = text_laid(glyph(RIGHT, height), size, Role::Plain);
    let (x_inner, x_right) = (left.width, left.width + inner.width);
    out.width = x_right + right.width;
    out.place(left, 0.0, y);
    out.place(inner, x_inner, 0.0);
    out.place(right, x_right, y);
    out
}

/// Character that a superscript stands for: 2 for ².
pub(super) fn raised(c: char) -> Option<char> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
    "0123456789−".chars().nth(RAISED.chars().position(|raised| raised == c)?)
}

/// Maps a letter to its Unicode mathematical italic; the italic h has a code point outside that block.
fn italic_letter(c: char) -> char {
    let from = |first: u32, c: char, base: char| {
        char::from_u32(first + (c as u32 - base as u32)).unwrap_or(c)
    };
    match c {
        'h' => 'ℎ',
        'a'..='z' => from(0x1d44e, c, 'a'),
        'A'..='Z' => from(0x1d434, c, 'A'),
        'α'..='ω' => from(0x1d6fc, c, 'α'),
        other => other,
    }
}

/// Replaces the narrow no-break space, which the math font lacks. Formulas never break across lines anyway.
fn narrow_space(c: char) -> char {
    if c == number::NARROW_SPACE { '\u{2009}' } else { c }
}

fn bold_digit(c: char) -> char {
    match narrow_space(c) {
        '0'..='9' => char::from_u32(0x1d7ce + (c as u32 - '0' as u32)).unwrap_or(c),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Formula {
        Formula::Row(vec![
            Formula::upright("sin"),
            Formula::fraction(
                Formula::upright("42"),
                Formula::power(Formula::upright("10000"), Formula::upright("14/128")),
            )
            .bracketed(),
        ])
    }

    #[test]
    fn formats_as_plain_text() {
        assert_eq!(example().plain_text(), "sin(42 / 10000^(14/128))");
    }

    #[test]
    fn superscript_digits_become_exponents() {
        let formula = Formula::with_exponents("off by 2.2 × 10⁻¹⁶; 3");
        assert_eq!(formula.plain_text(), "off by 2.2 × 10^(−16); 3");
        for item in formula.laid(20.0).items {
            if let Item::Glyphs(glyphs) = item {
                assert!(Face::Math.covers(&glyphs.text), "{glyphs:?} has no glyph");
            }
        }
        assert_eq!(Formula::with_exponents("plain").plain_text(), "plain");
        assert_eq!(Formula::with_exponents("⁻⁷").plain_text(), "^(−7)");
    }

    #[test]
    fn layout_contains_its_parts_and_scales() {
        let laid = example().laid(20.0);
        for item in &laid.items {
            if let Item::Glyphs(glyphs) = item {
                let end = glyphs.x + Face::Math.width(&glyphs.text, glyphs.size);
                assert!(glyphs.x >= 0.0 && end <= laid.width + 0.01, "{glyphs:?} sticks out");
                assert!(Face::Math.covers(&glyphs.text), "{glyphs:?} has no glyph");
            }
        }
        let double = example().laid(40.0);
        assert!((double.width - 2.0 * laid.width).abs() < 0.01, "width grows with the size");
        assert!(laid.ascent > 20.0 && laid.descent > 5.0, "a fraction reaches up and down");
    }
}
