//! Names of axes and of values as papers set them: words as words, and what stands for a quantity as mathematics.

use super::{
    formula::{Formula, raised},
    tex,
};

impl Formula {
    /// Converts a name such as `offset k = s − t` or `|PE(t)|`: single letters and `PE` are variables, and signs and
    /// brackets beside them are set as theirs. `M_k` and `log₁₀` have an index.
    pub fn named(name: &str) -> Self {
        let mut parts: Vec<Self> = Vec::new();
        // Brackets that mathematics has opened: what they hold is mathematics, too.
        let mut open = 0;
        let (mut was_math, mut was_sign) = (false, false);
        let tokens: Vec<&str> = name.split(' ').collect();
        for (i, &token) in tokens.iter().enumerate() {
            let is_number = was_sign && token.starts_with(|c: char| c.is_ascii_digit() || c == '−');
            // The letter of a table and its name, as in `A · fairseq`.
            let of_name = |at: usize| {
                let [letter, dot, first] = tokens.get(at..at + 3)? else { return None };
                Some(*dot == "·" && letter.len() == 1 && !self::is_math(first))
            };
            let is_of_name = [Some(i), i.checked_sub(1)]
                .into_iter()
                .flatten()
                .any(|at| of_name(at) == Some(true));
            let is_math = !is_of_name && (open > 0 || is_number || is_math(token));
            was_sign = is_sign(token);
            let is_joined = is_math && was_math && !matches!(parts.last(), Some(Self::Words(_)));
            if i > 0 && is_joined {
                parts.push(Self::upright(" "));
            } else if i > 0 {
                push_words(&mut parts, " ");
            }
            if is_math {
                open += token.matches(['(', '⟨']).count();
                open = open.saturating_sub(token.matches([')', '⟩']).count());
                // What follows mathematics belongs to the words around it.
                let end = token.trim_end_matches([',', ';', ':', '.']).len();
                let (inside, after) = token.split_at(if open > 0 { token.len() } else { end });
                parts.extend(symbols(inside));
                push_words(&mut parts, after);
            } else {
                push_words(&mut parts, token);
            }
            was_math = is_math;
        }
        Self::Row(parts)
    }

    /// Error in the mathematics of a name that somebody has typed, if there is one.
    pub fn typed_error(name: &str) -> Option<String> {
        let pieces: Vec<&str> = name.split('$').collect();
        let is_closed = !pieces.len().is_multiple_of(2);
        let mut inside = pieces.iter().skip(1).step_by(2).filter(|_| is_closed);
        inside.find_map(|tex| tex::formula(tex).err())
    }

    /// Converts a name that somebody has typed: TeX between dollar signs is mathematics, everything else words.
    pub fn typed(name: &str) -> Self {
        let pieces: Vec<&str> = name.split('$').collect();
        if pieces.len().is_multiple_of(2) {
            return words(name);
        }
        let piece = |(i, text): (usize, &&str)| match i % 2 {
            0 => words(text),
            _ => tex::formula(text).unwrap_or_else(|_not_tex| words(text)),
        };
        Self::Row(
            pieces.iter().enumerate().filter(|(_, text)| !text.is_empty()).map(piece).collect(),
        )
    }
}

/// Adds words, to those at the end if there are any.
fn push_words(parts: &mut Vec<Formula>, text: &str) {
    match parts.last_mut() {
        Some(Formula::Words(before)) => before.push_str(text),
        _ if text.is_empty() => {}
        _ => parts.push(words(text)),
    }
}

fn words(text: &str) -> Formula {
    Formula::Words(text.to_owned())
}

/// True for letters that stand for a quantity.
fn is_variable(letters: &str) -> bool {
    let is_greek = |c: char| ('α'..='ω').contains(&c);
    letters == "PE" || letters.chars().count() == 1 || letters.contains(is_greek)
}

/// Character that a subscript stands for: 1 for ₁.
fn lowered(c: char) -> Option<char> {
    const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉ₖₜₛᵢⱼ";
    "0123456789ktsij".chars().nth(LOWERED.chars().position(|lowered| lowered == c)?)
}

fn is_sign(token: &str) -> bool {
    matches!(token, "−" | "+" | "=" | "·" | "×" | "|")
}

/// True for a part of a name, between spaces, that is mathematics.
fn is_math(token: &str) -> bool {
    let has_script = token.contains(|c| lowered(c).is_some() || raised(c).is_some());
    // Letter of a panel, as in `(a)`.
    let panel = token.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    // Names such as `8B` and `GPT-J` are words.
    let is_size = |text: &str| {
        let letter = text.chars().last().is_some_and(|c| c.is_ascii_uppercase());
        letter && text.starts_with(|c: char| c.is_ascii_digit())
    };
    let has_apostrophe = token.contains(['\'', '’']);
    let is_hyphenated = token.split('-').filter(|part| part.contains(char::is_alphabetic)).count();
    if token == "a"
        || has_apostrophe
        || panel.is_some_and(|panel| panel.len() == 1)
        || is_size(token)
        || is_hyphenated > 1
    {
        return false;
    }
    let mut letters = token.split(|c: char| !c.is_alphabetic()).filter(|it| !it.is_empty());
    is_sign(token) || has_script || letters.any(is_variable)
}

/// Letters, signs and indices of mathematics.
fn symbols(token: &str) -> Vec<Formula> {
    let mut parts: Vec<Formula> = Vec::new();
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let kind = kind(first);
        let end = rest.find(|c| self::kind(c) != kind).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        rest = after;
        match kind {
            CharacterKind::Letters if is_variable(run) => parts.push(Formula::italic(run)),
            CharacterKind::Letters | CharacterKind::Signs => parts.push(Formula::upright(run)),
            CharacterKind::Raised | CharacterKind::Lowered => {
                let script: String =
                    run.chars().filter_map(|c| raised(c).or_else(|| lowered(c))).collect();
                let letters = script.chars().all(char::is_alphabetic);
                let script =
                    if letters { Formula::italic(script) } else { Formula::upright(script) };
                let base = parts.pop().unwrap_or_else(|| Formula::upright(""));
                parts.push(match kind {
                    CharacterKind::Raised => Formula::power(base, script),
                    _ => Formula::indexed(base, script),
                });
            }
            CharacterKind::Index => {
                let is_part = |c: char| c.is_alphanumeric() || c == '−';
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                let (index, after) = rest.split_at(end);
                rest = after;
                let index = if is_variable(index) {
                    Formula::italic(index)
                } else {
                    Formula::upright(index)
                };
                let base = parts.pop().unwrap_or_else(|| Formula::upright(""));
                parts.push(Formula::indexed(base, index));
            }
        }
    }
    parts
}

/// Kind of a character within mathematics.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterKind {
    Letters,
    Raised,
    Lowered,
    /// Sign before an index, `_`.
    Index,
    Signs,
}

fn kind(c: char) -> CharacterKind {
    match c {
        '_' => CharacterKind::Index,
        _ if raised(c).is_some() => CharacterKind::Raised,
        _ if lowered(c).is_some() => CharacterKind::Lowered,
        _ if c.is_alphabetic() => CharacterKind::Letters,
        _ => CharacterKind::Signs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Face, Item};

    /// Runs of a name: `w` for words, `m` for upright mathematics, `i` for italics.
    fn runs(formula: &Formula) -> String {
        match formula {
            Formula::Row(parts) => parts.iter().map(runs).collect(),
            Formula::Words(text) => format!("w{text}"),
            Formula::Italic(text) => format!("i{text}"),
            Formula::Upright(text) => format!("m{text}"),
            Formula::Subscript(base, index) => format!("{}_{}", runs(base), runs(index)),
            Formula::Superscript(base, power) => format!("{}^{}", runs(base), runs(power)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn quantities_are_set_as_mathematics() {
        for (name, expected) in [
            ("position t (token)", "wposition itw (token)"),
            ("offset k = s − t", "woffset ikm m=m ism m−m it"),
            ("entry of M_k", "wentry of iM_ik"),
            ("|PE(t) − PE(t − 1)|", "m|iPEm(itm)m m−m iPEm(itm m−m m1)|"),
            ("log₁₀ |error|", "mlog_m10w |error|"),
            ("R²", "iR^m2"),
            ("cos ωt, column 5", "wcos iωtw, column 5"),
            ("a paper's t", "wa paper's it"),
            ("A · fairseq", "wA · fairseq"),
            ("A − B", "iAm m−m iB"),
            ("(a) GPT-J 6B", "w(a) GPT-J 6B"),
            ("k = 10, columns 0–31", "ikm m=m m10w, columns 0–31"),
            ("wavelength (positions)", "wwavelength (positions)"),
            ("score of equal vectors", "wscore of equal vectors"),
        ] {
            assert_eq!(runs(&Formula::named(name)), expected, "{name}");
        }
    }

    #[test]
    fn typed_names_have_mathematics_between_dollars() {
        assert_eq!(runs(&Formula::typed("a test of B")), "wa test of B");
        assert_eq!(runs(&Formula::typed("costs 5$")), "wcosts 5$");
        assert_eq!(runs(&Formula::typed("group $t_1$ of b")), "wgroup it_m1w of b");
        assert_eq!(runs(&Formula::typed("$\\nonsense{$ b")), "w\\nonsense{w b");
    }

    #[test]
    fn every_character_has_a_glyph() {
        for name in ["⟨PE(t), PE(s)⟩", "‖PE(t)‖", "ωₖ · φ", "M⁻¹ = A × B", "|a − b| (x, y)"]
        {
            for item in Formula::named(name).laid(12.0).items {
                let Item::Glyphs(glyphs) = item else { continue };
                assert!(glyphs.face.covers(&glyphs.text), "{name}: {glyphs:?}");
                assert!(glyphs.face != Face::SemiBold, "{name}");
            }
        }
    }
}
