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
            Self::Italic(text) => letters(text),
            Self::Value(text) => format!("\\mathbf{{{}}}", upright(text)),
            Self::Row(parts) => parts.iter().map(Self::to_tex).collect(),
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
        ] {
            let first = formula(tex).unwrap();
            let again = formula(&first.to_tex()).unwrap_or_else(|error| panic!("{tex}: {error}"));
            assert_eq!(again.plain_text(), first.plain_text(), "{tex}: {}", first.to_tex());
        }
    }
}
