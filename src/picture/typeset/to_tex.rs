//! Writes formulas as TeX, for LaTeX documents and Markdown.

use super::{
    formula::Formula,
    tex_names::{FUNCTIONS, NAMED, SIGNS},
};
use crate::picture::number;

impl Formula {
    /// The formula as TeX, without dollar signs. Numbers have no spaces between their digits.
    pub fn to_tex(&self) -> String {
        match self {
            Self::Upright(text) => upright(text),
            Self::Words(text) => format!("\\text{{{}}}", text.replace('_', "\\_")),
            // One name, such as PE, rather than a product.
            Self::Italic(text)
                if text.len() > 1 && text.chars().all(|c| c.is_ascii_uppercase()) =>
            {
                format!("\\mathit{{{text}}}")
            }
            Self::Italic(text) => letters(text),
            Self::Value(text) => format!("\\mathbf{{{}}}", upright(text)),
            Self::Row(parts) => row(parts),
            Self::Fraction(above, below) => {
                format!("\\frac{{{}}}{{{}}}", above.to_tex(), below.to_tex())
            }
            Self::Superscript(base, exponent) => {
                format!("{}^{{{}}}", base.to_tex(), exponent.to_tex())
            }
            Self::Subscript(base, index) => format!("{}_{{{}}}", base.to_tex(), index.to_tex()),
            Self::Brackets(inner) => match &**inner {
                Self::Array(rows) => array("pmatrix", rows),
                inner => format!("\\left({}\\right)", inner.to_tex()),
            },
            Self::Array(rows) => array("matrix", rows),
        }
    }
}

/// Text of LaTeX: characters that it would obey are escaped, and what stands for a quantity is mathematics, as
/// [`Formula::named`] finds it.
pub fn latex(text: &str) -> String {
    let Formula::Row(parts) = Formula::named(text) else { return latex_words(text) };
    let mut out = String::new();
    let mut mathematics = String::new();
    let close = |out: &mut String, mathematics: &mut String| {
        if !mathematics.is_empty() {
            let inner = mathematics.trim().replace("  ", " ");
            // A sign at the beginning has its own space, as between two numbers.
            let is_sign = ["\\times", "\\cdot"].iter().any(|sign| inner.starts_with(sign));
            if is_sign {
                out.truncate(out.trim_end().len());
            }
            let before = if is_sign { "{}" } else { "" };
            // Without the package amsmath there is no \\text.
            out.extend(["$", before, &inner.replace("\\text{", "\\mathrm{"), "$"]);
            mathematics.clear();
        }
    };
    for part in &parts {
        match part {
            Formula::Words(text) => {
                close(&mut out, &mut mathematics);
                out.push_str(&latex_words(text));
            }
            other => mathematics.push_str(&other.to_tex()),
        }
    }
    close(&mut out, &mut mathematics);
    out
}

/// Words of LaTeX: characters that it would obey are escaped, and signs that its fonts lack are mathematics.
pub fn latex_words(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let own = c.to_string();
        let named = NAMED.iter().chain(SIGNS).find(|(_, sign)| sign.trim() == own);
        match (c, named) {
            ('–', _) => out.push_str("--"),
            ('—', _) => out.push_str("---"),
            ('−', _) => out.push_str("$-$"),
            (number::NARROW_SPACE, _) => out.push_str("\\,"),
            ('\\', _) => out.push_str("\\textbackslash{}"),
            ('~', _) => out.push_str("\\textasciitilde{}"),
            ('^', _) => out.push_str("\\textasciicircum{}"),
            // Fonts of LaTeX have other signs in these places, unless a package changes them.
            ('|', _) => out.push_str("\\textbar{}"),
            ('<', _) => out.push_str("\\textless{}"),
            ('>', _) => out.push_str("\\textgreater{}"),
            ('&' | '%' | '$' | '#' | '_' | '{' | '}', _) => {
                out.push('\\');
                out.push(c);
            }
            (_, Some((name, _))) if !c.is_ascii() => out.extend(["$\\", name, "$"]),
            (c, _) => out.push(c),
        }
    }
    out
}

/// Parts in a row. What follows the sign of a root stands under it.
fn row(parts: &[Formula]) -> String {
    let mut out = String::new();
    let mut rest = parts.iter();
    while let Some(part) = rest.next() {
        match part {
            Formula::Upright(text) if text == "√" => {
                let inner = rest.next().map(Formula::to_tex).unwrap_or_default();
                out.extend(["\\sqrt{", &inner, "}"]);
            }
            part => out += &part.to_tex(),
        }
    }
    out
}

fn array(environment: &str, rows: &[Vec<Formula>]) -> String {
    let row = |row: &Vec<Formula>| row.iter().map(Formula::to_tex).collect::<Vec<_>>().join(" & ");
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("\\begin{{{environment}}} {} \\end{{{environment}}}", rows.join(" \\\\ "))
}

/// Numbers, signs and names of functions.
fn upright(text: &str) -> String {
    let (name, rest) = text.trim().split_once(' ').unwrap_or_else(|| (text.trim(), ""));
    if FUNCTIONS.contains(&name) {
        return format!("\\{name} {}", letters(rest));
    }
    let is_word = text.chars().filter(char::is_ascii_alphabetic).count() > 1;
    if is_word {
        return format!("\\text{{{}}}", text.replace('_', "\\_"));
    }
    letters(text)
}

/// Characters one by one, each by its name if it has one.
fn letters(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let own = c.to_string();
        let named = NAMED.iter().chain(SIGNS).find(|(_, letter)| letter.trim() == own);
        match (c, named) {
            (number::NARROW_SPACE, _) => {}
            ('−', _) => out.push('-'),
            ('°', _) => out.push_str("^{\\circ}"),
            ('_' | '%' | '#' | '&' | '$', _) => {
                out.push('\\');
                out.push(c);
            }
            (_, Some((name, _))) => {
                out.push('\\');
                out.push_str(name);
                out.push(' ');
            }
            (c, None) => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::picture::typeset::formula;

    #[test]
    fn formulas_read_back_equal() {
        for tex in [
            "\\omega_7 = 10000^{-14/128}",
            "\\sin\\left(\\frac{42}{10000^{14/128}}\\right) = 0.362221",
            "M_k = \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
            "a \\cdot b \\le c",
            "\\sqrt{d} \\cdot x",
            "\\mathit{PE}(t) = x y",
        ] {
            let first = formula(tex).unwrap();
            let again = formula(&first.to_tex()).unwrap_or_else(|error| panic!("{tex}: {error}"));
            assert_eq!(again.plain_text(), first.plain_text(), "{tex}: {}", first.to_tex());
        }
    }

    #[test]
    fn captions_are_latex() {
        for (text, expected) in [
            ("d_model 128, base 10\u{202f}000", "$d_{\\mathrm{model}}$ 128, base 10\\,000"),
            ("M_k, offset k = 10, columns 0–31", "$M_{k}$, offset $k = 10$, columns 0--31"),
            ("head_dim 64 × 50 % of π", "head\\_dim 64${}\\times 50$ \\% of $\\pi$"),
            ("PE(t, j)", "$\\mathit{PE}(t, j)$"),
            ("√d_model·word", "$\\surd d_{\\mathrm{model}}\\cdot \\mathrm{word}$"),
            ("largest |error|", "largest \\textbar{}error\\textbar{}"),
        ] {
            assert_eq!(super::latex(text), expected, "{text}");
        }
    }
}
