//! Breaks formulas into lines.

use super::{
    formula::{Formula, Laid},
    paragraph::{Piece, filled},
};

/// Space before the second and all further lines, relative to the font size.
const INDENT: f32 = 1.4;
/// Space between two lines, relative to the font size.
const LEADING: f32 = 0.35;
/// Signs before which a line may end: those that join terms and, for a term that is wider than a line, its factors.
const TERMS: &[&str] = &[" = ", " + ", " − ", " ≤ ", ", "];
const FACTORS: &[&str] = &[" · "];

impl Formula {
    /// Lays out the formula at a font size in lines of a width, each broken before a sign. The baseline of the first
    /// line is y = 0. A part without a sign may be wider.
    pub fn laid_within(&self, size: f32, width: f32) -> Laid {
        let whole = self.laid(size);
        if whole.width <= width {
            return whole;
        }
        let terms = self.parts(TERMS).into_iter().flat_map(|term| {
            let is_wide = term.laid(size).width > width - INDENT * size;
            if is_wide { term.parts(FACTORS) } else { vec![term] }
        });
        let parts: Vec<Laid> = terms.map(|part| part.laid(size)).collect();
        let indent = |line: usize| if line == 0 { 0.0 } else { INDENT * size };
        let pieces =
            parts.iter().map(|part| Piece { width: part.width, space: 0.0, ends_line: false });
        let lines = filled(pieces, |line| width - indent(line));
        let mut parts = parts.into_iter();
        let mut out = Laid::default();
        let mut y = 0.0;
        for (i, range) in lines.into_iter().enumerate() {
            let mut line = Laid::default();
            parts.by_ref().take(range.len()).for_each(|part| line.append(part));
            let x = indent(i);
            if i > 0 {
                y = out.descent + LEADING * size + line.ascent;
            }
            out.width = out.width.max(x + line.width);
            out.place(line, x, y);
        }
        out
    }

    /// Parts between which a line may end.
    fn parts(&self, signs: &[&str]) -> Vec<Self> {
        let mut parts: Vec<Vec<Self>> = vec![Vec::new()];
        self.collect_parts(signs, &mut parts);
        parts.into_iter().filter(|part| !part.is_empty()).map(Self::Row).collect()
    }

    fn collect_parts(&self, signs: &[&str], parts: &mut Vec<Vec<Self>>) {
        match self {
            Self::Row(inner) => {
                for part in inner {
                    part.collect_parts(signs, parts);
                }
            }
            Self::Upright(text) => {
                let mut rest = text.as_str();
                while let Some(at) = first_sign(rest, signs) {
                    let (before, from) = rest.split_at(at);
                    push(parts, before);
                    parts.push(Vec::new());
                    // A sign at the beginning of a line has no space before it; one in the middle keeps it.
                    let end = first_sign(&from[1..], signs).map_or(from.len(), |next| next + 1);
                    push(parts, &from[..end]);
                    rest = &from[end..];
                }
                push(parts, rest);
            }
            other => {
                if let Some(last) = parts.last_mut() {
                    last.push(other.clone());
                }
            }
        }
    }
}

fn push(parts: &mut [Vec<Formula>], text: &str) {
    if let Some(last) = parts.last_mut().filter(|_| !text.is_empty()) {
        last.push(Formula::upright(text));
    }
}

/// Place where a line may end: before a sign, or after a comma.
fn first_sign(text: &str, signs: &[&str]) -> Option<usize> {
    let place = |sign: &str| {
        let at = text.find(sign)?;
        Some(if sign == ", " { at + 1 } else { at })
    };
    signs.iter().filter_map(|sign| place(sign)).filter(|&at| at > 0 || text.len() > 1).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tex;

    #[test]
    fn long_formula_is_broken_before_signs() {
        let formula =
            tex!(r"PE(t, 0) = \sin\omega t \cdot \cos\omega k + \cos\omega t \cdot \sin\omega k");
        let whole = formula.laid(20.0);
        assert_eq!(formula.laid_within(20.0, whole.width), whole, "it fits on one line");
        for share in [0.9, 0.6, 0.4, 0.3] {
            let room = share * whole.width;
            let broken = formula.laid_within(20.0, room);
            assert!(broken.width <= room + 1.0, "{share}: {} of {room}", broken.width);
            assert!(broken.descent > whole.descent + 10.0, "{share}: several lines");
            let text = |laid: &Laid| -> String {
                let glyphs = laid.items.iter().filter_map(|item| match item {
                    crate::picture::Item::Glyphs(glyphs) => Some(glyphs.text.clone()),
                    crate::picture::Item::Rule { .. } => None,
                });
                glyphs.collect::<String>().replace(' ', "")
            };
            assert_eq!(text(&broken), text(&whole), "{share}: nothing is lost");
        }
    }
}
