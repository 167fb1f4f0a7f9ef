//! Tables as text: csv and tsv, with or without names of columns and an index, and the JSON that this program writes.

use serde_json::Value;

use super::shape::MOST_CELLS;

/// Numbers of a text, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Numbers {
    pub(super) width: usize,
    pub(super) values: Vec<f64>,
}

impl Numbers {
    /// Takes the digits of single precision for what they stand for: if most numbers have seven to nine digits, and all
    /// are the shortest text of a number in single precision, that number is meant.
    fn in_single_precision(mut self) -> Self {
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

/// Parses lines of numbers, separated by tabs, semicolons, commas or spaces. Where the separator is no comma, numbers may
/// have decimal commas.
///
/// # Errors
///
/// Returns a description of the problem, with its line.
pub(super) fn parse(text: &str) -> Result<Numbers, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_content(line)).peekable();
    let Some(&(_, first)) = lines.peek() else { return Err("it is empty".to_owned()) };
    let separator = ['\t', ';', ',', ' '].into_iter().find(|&it| first.trim().contains(it));
    let has_decimal_commas = separator != Some(',');
    let cells = |line: &'_ str| -> Vec<String> {
        let unquoted = |cell: &str| cell.trim().trim_matches('"').trim().to_owned();
        match separator {
            Some(' ') => line.split_whitespace().map(unquoted).collect(),
            Some(separator) => line.split(separator).map(unquoted).collect(),
            None => vec![unquoted(line)],
        }
    };
    let number = |cell: &str| -> Option<f64> {
        match cell.parse() {
            Ok(number) => Some(number),
            Err(_) if cell.is_empty() => Some(f64::NAN),
            Err(_) if has_decimal_commas => cell.replace(',', ".").parse().ok(),
            Err(_) => None,
        }
    };
    let heads = cells(first);
    // An index without a name leaves the first head empty.
    let is_unnamed = heads.len() > 1 && heads[0].is_empty();
    // Columns without names are counted.
    let is_counted =
        heads.len() > 3 && heads.iter().enumerate().all(|(i, cell)| *cell == i.to_string());
    let has_heads = is_unnamed || is_counted || heads.iter().any(|cell| number(cell).is_none());
    // A header of numbers follows the name of an index, as this program writes it.
    let has_index_name = has_heads && INDEX_NAMES.contains(&heads[0].to_lowercase().as_str());
    if has_heads {
        lines.next();
    }
    let mut width = 0;
    let mut values = Vec::new();
    let mut num_rows = 0_usize;
    for (place, line) in lines {
        let cells = cells(line);
        if num_rows == 0 {
            width = cells.len();
        } else if cells.len() != width {
            return Err(format!(
                "line {place} has {} cells, and those before have {width}",
                cells.len()
            ));
        }
        for cell in &cells {
            let value = number(cell);
            values.push(value.ok_or_else(|| format!("line {place}: {cell:?} is not a number"))?);
        }
        num_rows += 1;
        if values.len() as u64 >= MOST_CELLS {
            return Err("it has 2^27 cells or more".to_owned());
        }
    }
    if num_rows == 0 {
        return Err("it has no rows".to_owned());
    }
    let numbers = Numbers { width, values };
    if width > 1 && (has_index_name || is_index(&numbers, has_heads)) {
        return Ok(numbers.without_first_column().in_single_precision());
    }
    Ok(numbers.in_single_precision())
}

/// True if the first column counts the rows, and others do not consist of whole numbers.
fn is_index(numbers: &Numbers, has_heads: bool) -> bool {
    let rows = || numbers.values.chunks_exact(numbers.width);
    let first = numbers.values[0];
    let counts = rows().zip(0_u32..).all(|(row, i)| row[0] == first + f64::from(i));
    let is_whole = |row: &[f64]| row[1..].iter().all(|value| value.fract() == 0.0);
    !has_heads && first.fract() == 0.0 && rows().len() > 2 && counts && !rows().all(is_whole)
}

impl Numbers {
    fn without_first_column(self) -> Self {
        let rows = self.values.chunks_exact(self.width);
        Self { width: self.width - 1, values: rows.flat_map(|row| &row[1..]).copied().collect() }
    }
}

/// Reads the JSON that this program writes: an object with the rows as `data`, or the rows alone.
///
/// # Errors
///
/// Returns a description of the problem.
pub(super) fn parse_json(text: &str) -> Result<Numbers, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rows = value.get("data").unwrap_or(&value).as_array();
    let rows = rows.ok_or("it has no rows: expected a list of lists of numbers, as data")?;
    let mut numbers = Numbers { width: 0, values: Vec::new() };
    for (i, row) in rows.iter().enumerate() {
        let cells = row.as_array().ok_or_else(|| format!("its row {i} is not a list"))?;
        if i > 0 && cells.len() != numbers.width {
            return Err(format!(
                "its row {i} has {} numbers, and those before have {}",
                cells.len(),
                numbers.width
            ));
        }
        numbers.width = cells.len();
        for cell in cells {
            let value = if cell.is_null() { Some(f64::NAN) } else { cell.as_f64() };
            numbers.values.push(value.ok_or_else(|| format!("its row {i} has {cell}"))?);
        }
    }
    if numbers.values.is_empty() {
        Err("it is empty".to_owned())
    } else {
        Ok(numbers.in_single_precision())
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
