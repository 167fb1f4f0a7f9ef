//! Tables as text: csv and tsv, with or without names of columns and an index.

use super::shape::{TOO_MANY, TOO_MANY_CELLS};

/// Numbers of a text, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReadNumbers {
    pub(super) width: usize,
    pub(super) values: Vec<f64>,
    /// Assumptions where the text may be read in two ways, a sentence each.
    pub(super) notices: Vec<String>,
}

impl ReadNumbers {
    /// Takes the digits of single precision for what they stand for: if most numbers have seven to nine digits, and all
    /// are the shortest text of a number in single precision, that number is meant.
    pub(super) fn in_single_precision(mut self) -> Self {
        let mut num_long = 0;
        for &value in self.values.iter().filter(|value| value.is_finite()) {
            let single = value as f32;
            if !single.is_finite() || format!("{single:e}").parse() != Ok(value) {
                return self;
            }
            let digits = format!("{single:e}");
            let digits = digits.split('e').next().unwrap_or_default();
            let num = digits.chars().filter(char::is_ascii_digit).count();
            num_long += usize::from(num >= 7);
        }
        if 2 * num_long > self.values.len() {
            for value in &mut self.values {
                *value = f64::from(*value as f32);
            }
        }
        self
    }
}

/// Names of an index column.
const INDEX_NAMES: [&str; 9] =
    ["", "position", "positions", "pos", "t", "index", "row", "id", "unnamed: 0"];

/// Cells of a line.
#[derive(Clone)]
struct TextCells<'a> {
    rest: Option<&'a str>,
    separator: Option<char>,
}

impl<'a> TextCells<'a> {
    fn new(line: &'a str, separator: Option<char>) -> Self {
        Self { rest: Some(line), separator }
    }
}

impl<'a> Iterator for TextCells<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let mut rest = self.rest.take()?;
        let parts = match self.separator {
            Some(' ') => {
                rest = rest.trim();
                if rest.is_empty() {
                    return None;
                }
                rest.split_once(char::is_whitespace)
            }
            Some(separator) => rest.split_once(separator),
            None => None,
        };
        let (cell, rest) = parts.map_or((rest, None), |(cell, rest)| (cell, Some(rest)));
        self.rest = rest;
        Some(cell)
    }
}

/// Cell without its quotation marks.
fn unquoted(cell: &str) -> &str {
    cell.trim().trim_matches('"').trim()
}

/// Number in a cell without quotation marks; NaN for an empty cell.
fn number(cell: &str, has_decimal_commas: bool) -> Option<f64> {
    match cell.parse() {
        Ok(number) => Some(number),
        Err(_) if cell.is_empty() => Some(f64::NAN),
        Err(_) if has_decimal_commas && cell.contains(',') => cell.replace(',', ".").parse().ok(),
        Err(_) => None,
    }
}

/// True if a comma may separate thousands as well as decimals: `1,234`, but not `0,123` or `1,23`.
fn is_ambiguous(cell: &str) -> bool {
    let digits = cell.trim_start_matches(['+', '-']);
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    digits.split_once(',').is_some_and(|(whole, rest)| {
        let has_digits = is_digits(whole) && is_digits(rest);
        has_digits && rest.len() == 3 && matches!(whole.len(), 1..=3) && !whole.starts_with('0')
    })
}

/// Commas in cells whose separator is another.
#[derive(Default)]
struct Commas {
    /// First cell whose comma can only be a decimal comma.
    clear: Option<String>,
    /// First cell whose comma may separate thousands, with its line.
    ambiguous: Option<(usize, String)>,
}

impl Commas {
    fn add(&mut self, line: usize, cell: &str) {
        if is_ambiguous(cell) {
            self.ambiguous.get_or_insert_with(|| (line, cell.to_owned()));
        } else {
            self.clear.get_or_insert_with(|| cell.to_owned());
        }
    }

    /// Notice about decimal commas.
    ///
    /// # Errors
    ///
    /// Fails if every comma may separate thousands.
    fn notice(self) -> Result<Option<String>, String> {
        match (self.clear, self.ambiguous) {
            (Some(cell), _) => {
                let read = cell.replace(',', ".");
                Ok(Some(format!("commas are read as decimal points: {cell} is {read}")))
            }
            (None, Some((line, cell))) => {
                let (decimal, thousands) = (cell.replace(',', "."), cell.replace(',', ""));
                Err(format!(
                    "line {line}: {cell:?} may be {decimal} or {thousands}: expected numbers without commas"
                ))
            }
            (None, None) => Ok(None),
        }
    }
}

/// True if several cells count from 0 or 1: names of columns, or numbers.
fn counts(cells: TextCells<'_>) -> bool {
    let first = cells.clone().next().map(unquoted);
    let Some(first @ (0 | 1)) = first.and_then(|cell| cell.parse::<usize>().ok()) else {
        return false;
    };
    let mut num = 0;
    let counts = cells.zip(first..).all(|(cell, i)| {
        num += 1;
        unquoted(cell) == i.to_string()
    });
    counts && num > 1
}

/// Parses lines of numbers, separated by tabs, semicolons, commas or spaces. Where the separator is no comma, numbers
/// may have decimal commas. A first line that counts its cells is one of names if a number below it is not whole.
///
/// # Errors
///
/// Returns a description of the problem, with its line.
pub(super) fn parse(text: &str) -> Result<ReadNumbers, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_content(line)).peekable();
    let Some(&(_, first)) = lines.peek() else { return Err("it is empty".to_owned()) };
    let separator = ['\t', ';', ',', ' '].into_iter().find(|&it| first.trim().contains(it));
    // Cells are counted before any of them takes memory.
    let mut num_cells = 0;
    for (_, line) in lines.clone() {
        num_cells += TextCells::new(line, separator).count();
        if num_cells as u64 >= TOO_MANY_CELLS {
            return Err(format!("it has {TOO_MANY}"));
        }
    }
    let has_decimal_commas = separator != Some(',');
    let heads = || TextCells::new(first, separator).map(unquoted);
    // An index without a name leaves the first head empty.
    let is_unnamed = heads().nth(1).is_some() && heads().next() == Some("");
    let is_counted = counts(TextCells::new(first, separator));
    let mut has_heads =
        is_unnamed || heads().any(|cell| number(cell, has_decimal_commas).is_none());
    // A header of numbers follows the name of an index, as this program writes it.
    let first_head = heads().next().unwrap_or_default().to_lowercase();
    let has_index_name = has_heads && INDEX_NAMES.contains(&first_head.as_str());
    if has_heads {
        lines.next();
    }
    let is_next_counted =
        lines.clone().nth(1).is_some_and(|(_, line)| counts(TextCells::new(line, separator)));
    let mut numbers =
        ReadNumbers { values: Vec::with_capacity(num_cells), ..ReadNumbers::default() };
    let (mut num_rows, mut commas) = (0_usize, Commas::default());
    for (place, line) in lines {
        let before = numbers.values.len();
        for quoted in TextCells::new(line, separator) {
            let cell = unquoted(quoted);
            if is_cut(quoted.trim()) {
                return Err(format!(
                    "line {place} has a separator within quotation marks: expected plain numbers"
                ));
            }
            let value = number(cell, has_decimal_commas);
            let value = value.ok_or_else(|| format!("line {place}: {cell:?} is not a number"))?;
            if has_decimal_commas && cell.contains(',') {
                commas.add(place, cell);
            }
            numbers.values.push(value);
        }
        let num = numbers.values.len() - before;
        if num_rows == 0 {
            numbers.width = num;
        } else if num != numbers.width {
            let width = numbers.width;
            return Err(format!("line {place} has {num} cells, and those before have {width}"));
        }
        num_rows += 1;
    }
    if num_rows == 0 {
        return Err("it has no rows".to_owned());
    }
    numbers.notices.extend(commas.notice()?);
    if is_counted && !has_heads {
        has_heads = numbers.take_heads(is_next_counted);
    }
    if numbers.width > 1 && (has_index_name || is_index(&numbers, has_heads)) {
        numbers = numbers.without_first_column();
    }
    Ok(numbers.in_single_precision())
}

/// True if a cell has a quotation mark at one end only: the separator stands within a quoted cell.
fn is_cut(cell: &str) -> bool {
    cell.contains('"') && (cell.len() == 1 || cell.starts_with('"') != cell.ends_with('"'))
}

/// True if the first column counts the rows, and others do not consist of whole numbers.
fn is_index(numbers: &ReadNumbers, has_heads: bool) -> bool {
    let rows = || numbers.values.chunks_exact(numbers.width);
    let first = numbers.values[0];
    let counts = rows().zip(0_u32..).all(|(row, i)| row[0] == first + f64::from(i));
    let is_whole = |row: &[f64]| row[1..].iter().all(|value| value.fract() == 0.0);
    !has_heads && first.fract() == 0.0 && rows().len() > 2 && counts && !rows().all(is_whole)
}

impl ReadNumbers {
    /// Removes the first row, which counts its cells, if it is one of names: if a number below it is not whole. Says
    /// which.
    ///
    /// Two cells may as well be the sine and the cosine of position 0, unless the next row has the same numbers,
    /// written otherwise.
    fn take_heads(&mut self, is_next_counted: bool) -> bool {
        /// Number of cells that a notice shows.
        const SHOWN: usize = 4;
        let (heads, rows) = self.values.split_at(self.width);
        let is_wave = heads.len() == 2 && (is_next_counted || !rows.starts_with(heads));
        if rows.is_empty() || is_wave {
            return false;
        }
        let are_names = rows.iter().any(|value| value.is_finite() && value.fract() != 0.0);
        let shown: Vec<String> = heads.iter().take(SHOWN).map(|head| format!("{head}")).collect();
        let more = if heads.len() > SHOWN { ", …" } else { "" };
        let how = if are_names { "names of columns" } else { "numbers, as all others are whole" };
        self.notices.push(format!("the first line, {}{more}, is read as {how}", shown.join(", ")));
        if are_names {
            self.values.drain(..self.width);
        }
        are_names
    }

    fn without_first_column(self) -> Self {
        let rows = self.values.chunks_exact(self.width);
        let values = rows.flat_map(|row| &row[1..]).copied().collect();
        Self { width: self.width - 1, values, notices: self.notices }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, width: usize, values: &[f64]) {
        let numbers = parse(text).unwrap();
        assert_eq!((numbers.width, &numbers.values[..]), (width, values), "{text:?}");
    }

    #[test]
    fn separators_heads_and_indexes_are_recognized() {
        check("0,1\n0.5,-1e-3\n", 2, &[0.0, 1.0, 0.5, -1e-3]);
        check("a;b\r\n0,5;1\r\n2;3,25\r\n", 2, &[0.5, 1.0, 2.0, 3.25]);
        check("position\t0\t1\n0\t0.5\t1\n1\t2\t3\n", 2, &[0.5, 1.0, 2.0, 3.0]);
        check(",0,1\n0,0.5,1\n", 2, &[0.5, 1.0]);
        check("5,0.5\n6,1.5\n7,2.5\n", 1, &[0.5, 1.5, 2.5]);
        check("5,1\n6,2\n7,3\n", 2, &[5.0, 1.0, 6.0, 2.0, 7.0, 3.0]);
        check("1 2  3\n4 5 6", 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        check("\u{feff}1\n2\n", 1, &[1.0, 2.0]);
        check("# a comment\n1,2\n\n3,4\n", 2, &[1.0, 2.0, 3.0, 4.0]);
        check(
            "0.84147096,1e-8\n0.5403023,0.9999996\n",
            2,
            &[0.841_470_96_f32, 1e-8, 0.540_302_3, 0.999_999_6].map(f64::from),
        );
        check("0.8415,0.5403\n", 2, &[0.8415, 0.5403]);
        assert!(parse("1,\n2,3").unwrap().values[1].is_nan(), "an empty cell has no number");
    }

    /// Text, columns, numbers that are left, and the notice.
    #[test]
    fn a_first_line_of_whole_numbers_is_what_follows_it() {
        let names = "the first line, 0, 1, 2, is read as names of columns";
        let numbers = "the first line, 0, 1, 2, is read as numbers, as all others are whole";
        for (text, width, num, notice) in [
            ("0,1,2\n0.5,0,1\n", 3, 3, names),
            ("0\t1\t2\n0\t1\t0\n0.8\t0.5\t1\n", 3, 6, names),
            ("0,1,2\n1,2,3\n2,3,4\n", 3, 9, numbers),
            ("0;1;2\n0,25;0;1\n", 3, 3, names),
            ("1 2 3\n0.5 0 1\n", 3, 3, "the first line, 1, 2, 3, is read as names of columns"),
            (
                "0,1,2,3,4\n0.5,1,1,1,1\n",
                5,
                5,
                "the first line, 0, 1, 2, 3, …, is read as names of columns",
            ),
            // Sine and cosine of position 0, and the same below names.
            ("0,1\n0.5,-1e-3\n", 2, 4, ""),
            ("0,1\n0,1\n0.84,0.54\n", 2, 6, ""),
            (
                "0,1\n0.0,1.0\n0.84,0.54\n",
                2,
                4,
                "the first line, 0, 1, is read as names of columns",
            ),
            ("0,1,2\n", 3, 3, ""),
            ("0,2,4\n0.5,1,1\n", 3, 6, ""),
            ("t,0,1\n0,0.5,1\n", 2, 2, ""),
        ] {
            let found = parse(text).unwrap();
            assert_eq!((found.width, found.values.len()), (width, num), "{text:?}");
            let said = found.notices.iter().find(|it| it.starts_with("the first line"));
            assert_eq!(said.map_or("", |it| it), notice, "notice of {text:?}");
        }
    }

    /// A comma may separate decimals or thousands: the reader says so, or refuses.
    #[test]
    fn commas_within_numbers_are_never_read_in_silence() {
        let notice = |text: &str| parse(text).map(|found| found.notices.join("; "));
        for text in ["0,5\t1\n2\t3\n", "0,123;1\n", "12,34;1\n", "1,234;0,5\n", "1234,567\t1\n"] {
            let said = notice(text).unwrap();
            assert!(said.starts_with("commas are read as decimal points: "), "{text:?}: {said}");
        }
        for (text, error) in [
            ("1,234\t5\n", "line 1: \"1,234\" may be 1.234 or 1234"),
            ("a;b\n1;2\n-12,500;7\n", "line 3: \"-12,500\" may be -12.500 or -12500"),
            ("1,234,567;1\n", "it has no rows"),
            ("1;2\n1,234,567;1\n", "line 2: \"1,234,567\" is not a number"),
            ("1,2\n\"1,234\",5\n", "line 2 has a separator within quotation marks"),
        ] {
            let found = notice(text).unwrap_err();
            assert!(found.starts_with(error), "{text:?}: {found}");
        }
        for text in ["1,2\n3,4\n", "1.5\t2\n", "1;2\n"] {
            assert_eq!(notice(text).as_deref(), Ok(""), "{text:?} has no commas within numbers");
        }
    }

    #[test]
    fn bad_texts_name_their_line() {
        for (text, error) in [
            ("", "it is empty"),
            ("a,b\n", "it has no rows"),
            ("1,2\n3\n", "line 2 has 1 cells, and those before have 2"),
            ("1,2\n3,x\n", "line 2: \"x\" is not a number"),
        ] {
            assert_eq!(parse(text).unwrap_err(), error, "{text:?}");
        }
    }
}
