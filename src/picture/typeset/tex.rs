//! Parser for the subset of TeX that positional encodings need, shared by lessons and views.

use super::Formula;
use super::tex_names::{FUNCTIONS, NAMED, SIGNS};

/// Deepest nesting of groups and brackets. A formula beyond this limit would be unreadable.
const DEEPEST: usize = 24;

/// Longest formula of a lesson in bytes. A line of a page holds a tenth.
const LONGEST: usize = 2000;

/// Parses a formula. The error is a sentence about the first mistake.
pub fn formula(text: &str) -> Result<Formula, String> {
    if text.len() > LONGEST {
        return Err(format!("the formula has more than {LONGEST} characters"));
    }
    read(text, Dialect::Lesson)
}

/// Parses a template (a formula of the program itself) with the values of its placeholders.
pub(super) fn template(source: &str, values: &[(&str, Value)]) -> Result<Formula, String> {
    read(source, Dialect::Template(values))
}

fn read(text: &str, dialect: Dialect<'_>) -> Result<Formula, String> {
    let mut reader = TexParser { rest: text, depth: 0, dialect };
    let parts = reader.row(&[])?;
    match reader.rest.chars().next() {
        None => Ok(parts),
        Some(c) => Err(format!("the formula has {c:?} without its other half")),
    }
}

/// Value of a placeholder.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Text set upright as it is, never parsed: a number, or text of the user.
    Text(String),
    /// Part of the formula. The elements of a row become elements of the row around it.
    Formula(Formula),
}

/// Differences between the formulas of lessons and those of views.
#[derive(Clone, Copy)]
enum Dialect<'a> {
    /// Lenient: all round brackets grow, and each symbol is a part of its own.
    Lesson,
    /// As in TeX, only `\left(` grows and a leading sign has no space before it; adjacent letters and adjacent
    /// upright symbols join into one run. `#name` stands for a value, `\value{}` for a highlighted number.
    Template(&'a [(&'a str, Value)]),
}

/// Element of a row.
struct TexPiece {
    formula: Formula,
    /// True if the piece joins a neighbor that is set in the same style.
    joins: bool,
}

impl TexPiece {
    fn joining(formula: Formula) -> Self {
        Self { formula, joins: true }
    }

    fn alone(formula: Formula) -> Self {
        Self { formula, joins: false }
    }
}

struct TexParser<'a> {
    rest: &'a str,
    depth: usize,
    dialect: Dialect<'a>,
}

impl TexParser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Consumes `text` if it comes next.
    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Parses parts side by side, up to one of `ends`, which is not consumed.
    fn row(&mut self, ends: &[&str]) -> Result<Formula, String> {
        self.nested(|it| it.row_inside(ends))
    }

    /// Parses something inside the current element. Refuses what is nested too deeply for the stack.
    fn nested(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<Formula, String>,
    ) -> Result<Formula, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("the formula is more than {DEEPEST} deep"));
        }
        let formula = parse(self);
        self.depth -= 1;
        formula
    }

    fn row_inside(&mut self, ends: &[&str]) -> Result<Formula, String> {
        let mut parts: Vec<TexPiece> = Vec::new();
        // An empty group {} leaves the space before the sign that follows, as in TeX.
        let mut is_leading = true;
        loop {
            self.rest = self.rest.trim_start();
            if ends.iter().any(|end| self.rest.starts_with(end)) {
                break;
            }
            let Some(c) = self.peek() else { break };
            if matches!(c, '}' | '&') || self.rest.starts_with("\\right") {
                break;
            }
            if matches!(c, '^' | '_') {
                let base = parts.pop().map_or_else(|| Formula::upright(""), |part| part.formula);
                parts.push(TexPiece::alone(self.script(base)?));
            } else if self.is_template() {
                self.template_part(is_leading, &mut parts)?;
            } else {
                let is_function = FUNCTIONS.iter().any(|name| {
                    self.rest.strip_prefix('\\').is_some_and(|rest| rest.starts_with(name))
                });
                let last = parts.last().map(|part| &part.formula);
                let is_close = !matches!(last, None | Some(Formula::Upright(_)));
                if is_function && is_close {
                    parts.push(TexPiece::alone(Formula::upright("\u{2009}")));
                }
                parts.push(TexPiece::alone(self.atom()?));
            }
            is_leading = false;
        }
        let mut parts = joined(parts);
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Row(parts) })
    }

    fn is_template(&self) -> bool {
        matches!(self.dialect, Dialect::Template(_))
    }

    /// Parses the next element of a row in a template.
    fn template_part(&mut self, is_leading: bool, parts: &mut Vec<TexPiece>) -> Result<(), String> {
        let before = self.rest;
        match self.peek() {
            Some('#') => match self.placeholder()? {
                Value::Text(text) => parts.push(TexPiece::joining(Formula::Upright(text))),
                Value::Formula(Formula::Row(row)) => {
                    parts.extend(row.into_iter().map(TexPiece::alone));
                }
                Value::Formula(formula) => parts.push(TexPiece::alone(formula)),
            },
            Some('(') => {
                let _bracket = self.next();
                parts.push(TexPiece::joining(Formula::upright("(")));
            }
            Some('{') => {
                let group = self.group()?;
                if group != Formula::Row(Vec::new()) {
                    parts.push(TexPiece::alone(group));
                }
            }
            _ => {
                let atom = self.atom()?;
                let taken = &before[..before.len() - self.rest.len()];
                let name = taken.strip_prefix('\\').unwrap_or_default();
                let is_function =
                    FUNCTIONS.contains(&name) || name.trim_start().starts_with("operatorname");
                let is_symbol =
                    name.is_empty() || NAMED.iter().chain(SIGNS).any(|(named, _)| *named == name);
                match atom {
                    Formula::Upright(text) if is_function => {
                        let name = text.trim_end();
                        parts.push(TexPiece::alone(Formula::upright(name)));
                        if !self.is_bracket_next() {
                            parts.push(TexPiece::joining(Formula::upright(" ")));
                        }
                    }
                    Formula::Upright(text) if is_leading && is_symbol => {
                        parts.push(TexPiece::joining(Formula::Upright(leading(&text))));
                    }
                    atom => parts.push(TexPiece { formula: atom, joins: is_symbol }),
                }
            }
        }
        Ok(())
    }

    /// Consumes `#name` and returns its value.
    fn placeholder(&mut self) -> Result<Value, String> {
        let _sign = self.next();
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_lowercase() && c != '_')
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let Dialect::Template(values) = self.dialect else {
            return Err(format!("#{name} is not known in formulas"));
        };
        match values.iter().find(|(named, _)| *named == name) {
            Some((_, value)) => Ok(value.clone()),
            None => Err(format!("#{name} has no value")),
        }
    }

    fn is_bracket_next(&self) -> bool {
        let rest = self.rest.trim_start();
        rest.starts_with(['(', '^', '_']) || rest.starts_with("\\left")
    }

    /// Parses one or both scripts of a base. The exponent is set beside base and index together.
    fn script(&mut self, base: Formula) -> Result<Formula, String> {
        let mut out = base;
        let (mut index, mut exponent) = (None, None);
        loop {
            self.rest = self.rest.trim_start();
            let place = match self.peek() {
                Some('_') if index.is_none() => &mut index,
                Some('^') if exponent.is_none() => &mut exponent,
                Some(sign @ ('_' | '^')) => {
                    return Err(format!("a second {sign} needs braces {{ }} around the first"));
                }
                _ => break,
            };
            let _sign = self.next();
            *place = Some(self.argument()?);
        }
        if let Some(index) = index {
            out = Formula::indexed(out, index);
        }
        if let Some(exponent) = exponent {
            out = Formula::power(out, exponent);
        }
        Ok(out)
    }

    /// Parses the argument of a command or script: a group in braces, or a single atom.
    fn argument(&mut self) -> Result<Formula, String> {
        self.rest = self.rest.trim_start();
        match self.peek() {
            Some('{') => self.group(),
            Some(c) if c.is_ascii_digit() => {
                let _digit = self.next();
                Ok(Formula::upright(c))
            }
            Some('#') if self.is_template() => Ok(match self.placeholder()? {
                Value::Text(text) => Formula::Upright(text),
                Value::Formula(formula) => formula,
            }),
            Some(_) if self.is_template() => Ok(match self.nested(Self::atom)? {
                Formula::Upright(text) => Formula::Upright(leading(&text)),
                atom => atom,
            }),
            Some(_) => self.nested(Self::atom),
            None => Err("the formula ends where something is missing".to_owned()),
        }
    }

    fn group(&mut self) -> Result<Formula, String> {
        if !self.takes("{") {
            return Err("a { is expected".to_owned());
        }
        let inner = self.row(&["}"])?;
        if self.takes("}") { Ok(inner) } else { Err("a { has no }".to_owned()) }
    }

    fn atom(&mut self) -> Result<Formula, String> {
        let Some(c) = self.peek() else {
            return Err("the formula ends where something is missing".to_owned());
        };
        match c {
            '\\' => self.command(),
            '{' => self.group(),
            '(' => self.bracketed("(", ")"),
            _ if c.is_ascii_digit() => {
                let is_part = |c: char| c.is_ascii_digit() || c == '.';
                let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
                let (number, rest) = self.rest.split_at(end);
                // A period that ends the sentence does not belong to the number.
                let whole = number.trim_end_matches('.');
                let number = if rest.is_empty() { whole } else { number };
                self.rest = &self.rest[number.len()..];
                Ok(Formula::upright(number))
            }
            _ => {
                let _c = self.next();
                Ok(match c {
                    'a'..='z' | 'A'..='Z' | 'α'..='ω' => Formula::italic(c),
                    '-' | '−' => Formula::upright(" − "),
                    '+' | '=' | '<' | '>' => Formula::upright(format!(" {c} ")),
                    ',' => Formula::upright(", "),
                    '\'' => Formula::upright("′"),
                    other => Formula::upright(other),
                })
            }
        }
    }

    /// Parses the content between two brackets, which grow with that content.
    fn bracketed(&mut self, open: &str, close: &str) -> Result<Formula, String> {
        let _open = self.takes(open);
        let inner = self.row(&[close])?;
        if self.takes(close) {
            Ok(inner.bracketed())
        } else {
            Err(format!("a {open} has no {close}"))
        }
    }

    fn command(&mut self) -> Result<Formula, String> {
        let _backslash = self.next();
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let end = if end == 0 { self.peek().map_or(0, char::len_utf8) } else { end };
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        if let Some((_, letter)) = NAMED.iter().find(|(named, _)| *named == name) {
            return Ok(Formula::italic(*letter));
        }
        if let Some((_, sign)) = SIGNS.iter().find(|(named, _)| *named == name) {
            return Ok(Formula::upright(*sign));
        }
        if FUNCTIONS.contains(&name) {
            // No space is needed before a bracket.
            return Ok(Formula::upright(if self.is_bracket_next() {
                name.to_owned()
            } else {
                format!("{name} ")
            }));
        }
        match name {
            "frac" => Ok(Formula::fraction(self.argument()?, self.argument()?)),
            "sqrt" => {
                let inner = self.argument()?;
                let is_short = inner.plain_text().chars().count() <= 2
                    || matches!(inner, Formula::Subscript(..));
                let inner = if is_short { inner } else { inner.bracketed() };
                Ok(Formula::Row(vec![Formula::upright("√"), inner]))
            }
            "text" | "mathrm" | "operatorname" => self.words().map(Formula::upright),
            "mathit" => self.words().map(Formula::italic),
            "value" if self.is_template() => self.words().map(Formula::Value),
            "left" => {
                if !self.takes("(") {
                    return Err("\\left is known before ( alone".to_owned());
                }
                let inner = self.row(&["\\right"])?;
                if self.takes("\\right)") {
                    Ok(inner.bracketed())
                } else {
                    Err("\\left( has no \\right)".to_owned())
                }
            }
            "begin" => self.matrix(),
            _ => Err(format!("\\{name} is not known in formulas")),
        }
    }

    /// Parses verbatim text in braces.
    fn words(&mut self) -> Result<String, String> {
        let words = self.rest.trim_start().strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let (words, rest) = words.ok_or("\\text has no {words}")?;
        self.rest = rest;
        if self.is_template() { self.filled(words) } else { Ok(words.to_owned()) }
    }

    /// Fills the placeholders of verbatim text.
    fn filled(&self, words: &str) -> Result<String, String> {
        let mut pieces = words.split('#');
        let mut out = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let source = format!("#{piece}");
            let mut reader = TexParser { rest: &source, depth: 0, dialect: self.dialect };
            match reader.placeholder()? {
                Value::Text(text) => out.push_str(&text),
                Value::Formula(_) => return Err(format!("#{piece} is a formula within words")),
            }
            out.push_str(reader.rest);
        }
        Ok(out)
    }

    fn matrix(&mut self) -> Result<Formula, String> {
        let name = self.words()?;
        if name != "pmatrix" {
            return Err(format!("\\begin{{{name}}} is not known in formulas: expected pmatrix"));
        }
        let mut rows = vec![Vec::new()];
        loop {
            let entry = self.row(&["\\\\", "\\end"])?;
            if let Some(row) = rows.last_mut() {
                row.push(entry);
            }
            if self.takes("\\\\") {
                rows.push(Vec::new());
            } else if self.takes("\\end{pmatrix}") {
                return Ok(Formula::matrix(rows));
            } else if !self.takes("&") {
                return Err("\\begin{pmatrix} has no \\end{pmatrix}".to_owned());
            }
        }
    }
}

/// Joins neighbors of one style into runs, where both may join.
fn joined(parts: Vec<TexPiece>) -> Vec<Formula> {
    let mut out: Vec<TexPiece> = Vec::new();
    for part in parts {
        match (out.last_mut(), &part.formula) {
            (
                Some(TexPiece { formula: Formula::Upright(run), joins: true }),
                Formula::Upright(text),
            )
            | (
                Some(TexPiece { formula: Formula::Italic(run), joins: true }),
                Formula::Italic(text),
            ) if part.joins => {
                run.push_str(text);
            }
            _ => out.push(part),
        }
    }
    out.into_iter().map(|part| part.formula).collect()
}

/// Symbol at the start of a row: a sign has no space around it, a relation has none before it.
fn leading(text: &str) -> String {
    match text {
        " − " | " + " | " ± " => text.trim().to_owned(),
        _ if text.trim().is_empty() => text.to_owned(),
        _ => text.trim_start().to_owned(),
    }
}
